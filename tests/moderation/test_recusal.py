"""Recusal: nobody judges people they played with lately, or decides on their own reports."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from games.models import Game
from moderation.services import appeals, cases, claims, renaming, sanctions
from moderation.services.recusal import STRANGERS_AFTER
from moderation.services.refusals import Recused
from tests.games.factories import make_running_game
from tests.moderation.panel import case_page
from tests.moderation.people import make_staff, sanctioned
from tests.moderation.reported import case_about, claimed_case, comment_of, line_of, report_comment
from tests.staff import staff_client

Kind = Sanction.Kind
HOUR = timedelta(hours=1)
SENTENCE = "Someone else has to handle it."


@pytest.fixture
def senior(db: None) -> User:
    return make_staff("senior", "Sue")


@pytest.fixture
def browser(senior: User) -> Client:
    return staff_client(senior)


@pytest.fixture
def game(senior: User, rude: User) -> Game:
    """A game of the senior that something is to be done against."""
    return make_running_game(senior, rude)


def page(client: Client, name: str, *args: object, status: int = 200) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == status
    text: str = answer.content.decode()
    return text


def give(senior: User, rude: User) -> object:
    return sanctions.give(senior, rude, Kind.WARNING, "Be kind.")


def lift(senior: User, rude: User) -> object:
    return sanctions.revoke(senior, sanctioned(rude), "Enough.")


def answer(senior: User, rude: User) -> object:
    appeal = appeals.open_appeal(rude, sanctioned(rude), "I said nothing.")
    return appeals.answer(senior, appeal, "You did.")


def lift_on_appeal(senior: User, rude: User) -> object:
    appeal = appeals.open_appeal(rude, sanctioned(rude), "I said nothing.")
    return appeals.answer(senior, appeal, "You are right.", Action.LIFTED_ON_APPEAL)


def rename(senior: User, rude: User) -> object:
    return renaming.rename(senior, rude, "It is rude.")


ACTS = [give, lift, answer, lift_on_appeal, rename]


def test_nobody_judges_somebody_they_play_with_now(
    senior: User, rude: User, game: Game, subtests: pytest.Subtests
) -> None:
    for act in ACTS:
        with subtests.test(act=act):
            with pytest.raises(Recused, match=SENTENCE) as refused:
                act(senior, rude)
            assert refused.value.status == 403


@pytest.mark.parametrize("act", ACTS)
def test_a_month_later_they_may_again(
    act: Callable[[User, User], object], senior: User, rude: User, game: Game
) -> None:
    over = {"status": Game.Status.FINISHED, "finished_at": timezone.now() - STRANGERS_AFTER - HOUR}
    Game.objects.filter(pk=game.pk).update(**over)
    assert act(senior, rude)


def test_who_knows_the_user_may_note_on_their_appeal(senior: User, rude: User, game: Game) -> None:
    appeal = appeals.open_appeal(rude, sanctioned(rude), "I said nothing.")
    assert appeals.answer(senior, appeal, "They write it in every game.", Action.NOTED_ON_APPEAL)


def test_the_giver_answers_where_everybody_else_knows_the_user(
    moderator: User, senior: User, rude: User, game: Game
) -> None:
    appeal = appeals.open_appeal(rude, sanctioned(rude, given_by=moderator), "I said nothing.")
    assert appeals.may_answer(moderator, appeal)
    make_staff("moderator", "Stranger")
    assert not appeals.may_answer(moderator, appeal)


def test_a_helper_mutes_nobody_at_their_own_table_but_may_remove_the_line(rude: User) -> None:
    helper = make_staff("helper")
    line = line_of(rude, game=make_running_game(helper, rude), channel="players")
    client = staff_client(helper)
    shown = page(client, "moderation:monitor")
    assert reverse("moderation:line_mute", args=[line.pk]) not in shown
    mute = client.post(
        reverse("moderation:line_mute", args=[line.pk]), {"length": "hour", "reason": "Be kind."}
    )
    assert (mute.status_code, SENTENCE in mute.content.decode()) == (403, True)
    assert client.post(reverse("moderation:line_remove", args=[line.pk])).status_code == 302
    line.refresh_from_db()
    assert line.removed_by == helper


def test_the_panel_offers_nothing_that_will_be_refused(
    browser: Client, senior: User, rude: User
) -> None:
    mute = sanctioned(rude, given_by=senior)
    lift_page = reverse("moderation:sanction_lift", args=[mute.pk])
    person, sanction = "admin:accounts_user_change", "admin:moderation_sanction_change"
    give_page, rename_page = (
        reverse(f"moderation:{name}", args=[rude.pk]) for name in ("give", "rename")
    )
    assert give_page in page(browser, person, rude.pk)
    assert rename_page in page(browser, person, rude.pk)
    assert lift_page in page(browser, sanction, mute.pk)
    assert lift_page in page(browser, "moderation:monitor")
    make_running_game(senior, rude)
    assert give_page not in page(browser, person, rude.pk)
    assert rename_page not in page(browser, person, rude.pk)
    assert lift_page not in page(browser, sanction, mute.pk)
    assert lift_page not in page(browser, "moderation:monitor")


def test_a_page_that_was_open_already_refuses_with_the_sentence(
    browser: Client, rude: User, game: Game
) -> None:
    assert SENTENCE in page(browser, "moderation:give", rude.pk, status=403)
    lifted = browser.post(
        reverse("moderation:sanction_lift", args=[sanctioned(rude).pk]), {"reason": "Enough."}
    )
    assert (lifted.status_code, SENTENCE in lifted.content.decode()) == (403, True)
    renamed = browser.post(reverse("moderation:rename", args=[rude.pk]), {"reason": "Rude."})
    assert (renamed.status_code, SENTENCE in renamed.content.decode()) == (403, True)


def test_the_page_of_an_appeal_leaves_the_answer_to_others(
    browser: Client, rude: User, game: Game
) -> None:
    appeal = appeals.open_appeal(rude, sanctioned(rude), "I said nothing.")
    shown = page(browser, "admin:moderation_appeal_change", appeal.pk)
    assert "Someone else has to answer" in shown
    assert "Lift and answer" not in shown
    assert "Hidden note" in shown


def test_nobody_decides_on_their_own_report(moderator: User, other: User, rude: User) -> None:
    case = case_about(rude, moderator)
    assert not claims.may_handle(moderator, case)
    assert claims.take_next(moderator) is None
    with pytest.raises(Recused):
        claims.claim(moderator, case.pk)
    assert claims.take_next(other) == case


def test_who_reports_after_their_claim_gives_the_case_back(moderator: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    report_comment(moderator, comment_of(rude))
    with pytest.raises(Recused):
        cases.decide(moderator, case.pk, "no-breach")
    shown = staff_client(moderator).get(case_page(case)).content.decode()
    assert "Someone else has to handle this case" in shown
    assert "Decide case" not in shown
    assert "Extend by 30 minutes" not in shown
    assert claims.release(moderator, case.pk).claimed_by is None

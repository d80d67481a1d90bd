"""Claims: one moderator at a time looks at a case, and is a stranger to the subject."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from games.models import Game
from moderation.models import Case
from moderation.services import cases, claims, reports
from moderation.services.refusals import Conflict, Recused
from moderation.services.sanctions import SanctionRequest
from tests.games.factories import make_finished_game, make_running_game, make_user, take_over
from tests.moderation.reported import case_about, claimed_case, log_of

MUTE = SanctionRequest("chat-mute", "You called people fools.")


def let_claims_run_out() -> None:
    Case.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))


def test_the_most_pressing_case_is_taken_first(moderator: User) -> None:
    mild = case_about(make_user("Mild"))
    pressing = case_about(make_user("Pressing"))
    reports.report(make_user("Second"), "player", pressing.subject_id, "abuse", "")  # type: ignore[arg-type]
    assert claims.take_next(moderator) == pressing
    assert mild.claimed_by is None


def test_a_case_that_waits_for_long_becomes_the_most_pressing(moderator: User) -> None:
    old = case_about(make_user("Old"))
    Case.objects.filter(pk=old.pk).update(opened_at=timezone.now() - timedelta(days=60))
    pressing = case_about(make_user("Pressing"))
    reports.report(make_user("Second"), "player", pressing.subject_id, "abuse", "")  # type: ignore[arg-type]
    assert claims.take_next(moderator) == old


def test_the_database_chooses_the_next_case_and_hands_out_no_other(
    moderator: User, rude: User
) -> None:
    case_about(rude)
    with CaptureQueriesContext(connection) as asked:
        assert claims.take_next(moderator)
    found = [each["sql"] for each in asked if 'FROM "moderation_case"' in each["sql"]]
    assert found
    assert all("LIMIT 1" in sql for sql in found)


def test_a_room_has_a_queue_of_its_own(moderator: User, rude: User, vera: User) -> None:
    case_about(rude)
    named = reports.report(vera, "name", rude.pk, "name", "").case
    assert claims.take_next(moderator, "name") == named


def test_who_has_a_claim_gets_the_same_case_again(moderator: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    case_about(make_user("Another"))
    assert claims.take_next(moderator) == case
    assert log_of(case) == [("Mo", Action.CLAIMED)]


def test_there_is_no_next_case_where_all_are_claimed(
    moderator: User, other: User, rude: User
) -> None:
    claimed_case(other, rude)
    assert claims.take_next(moderator) is None


def test_a_claimed_case_is_nobody_elses(moderator: User, other: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    with pytest.raises(Conflict, match="Mo has this case"):
        claims.claim(other, case.pk)
    with pytest.raises(Conflict, match="Mo has this case"):
        cases.decide(other, case.pk, "no-breach")


def test_a_claim_runs_out(moderator: User, other: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    let_claims_run_out()
    assert claims.take_next(other) == case
    assert log_of(case) == [("Mo", Action.CLAIMED), ("Other", Action.CLAIMED)]
    with pytest.raises(Conflict, match="Other has this case"):
        cases.decide(moderator, case.pk, "no-breach")


def test_a_claim_that_ran_out_counts_while_nobody_has_taken_the_case(
    moderator: User, rude: User
) -> None:
    case = claimed_case(moderator, rude)
    let_claims_run_out()
    assert cases.decide(moderator, case.pk, "no-breach").verdict == "no-breach"


def test_another_claim_releases_the_first(moderator: User, rude: User, vera: User) -> None:
    first = claimed_case(moderator, rude)
    second = claimed_case(moderator, make_user("Another"))
    first.refresh_from_db()
    assert (first.claimed_by, claims.claimed_by(moderator)) == (None, second)
    assert log_of(first)[-1] == ("Mo", Action.RELEASED)


def test_a_released_case_is_anybodys(moderator: User, other: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    claims.release(moderator, case.pk)
    assert claims.take_next(other) == case


def test_nobody_releases_anothers_claim(moderator: User, other: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    with pytest.raises(Conflict):
        claims.release(other, case.pk)
    assert claims.claimed_by(moderator) == case


def test_nobody_handles_a_case_about_themselves(moderator: User) -> None:
    case = case_about(moderator)
    assert not claims.may_handle(moderator, case)
    assert claims.take_next(moderator) is None
    with pytest.raises(Recused):
        claims.claim(moderator, case.pk)


@pytest.mark.parametrize("days", [0, 29])
def test_nobody_handles_a_case_about_somebody_they_played_with_lately(
    moderator: User, rude: User, days: int
) -> None:
    finished_at = timezone.now() - timedelta(days=days)
    make_finished_game(moderator, rude, resign_after=12, finished_at=finished_at)
    case = case_about(rude)
    assert not claims.may_handle(moderator, case)
    assert claims.take_next(moderator) is None
    with pytest.raises(Recused):
        claims.claim(moderator, case.pk)


def test_nobody_handles_a_case_about_somebody_they_play_with_now(
    moderator: User, rude: User
) -> None:
    make_running_game(moderator, rude)
    Game.objects.update(started_at=timezone.now() - timedelta(days=90))
    assert not claims.may_handle(moderator, case_about(rude))
    assert claims.take_next(moderator) is None


@pytest.mark.parametrize("who", ["moderator", "rude"])
def test_nobody_handles_a_case_about_somebody_they_played_with_until_a_bot_took_over(
    moderator: User, rude: User, request: pytest.FixtureRequest, who: str
) -> None:
    game = make_running_game(moderator, rude, "random")
    take_over(game, request.getfixturevalue(who))
    assert not claims.may_handle(moderator, case_about(rude))


def test_a_month_later_they_are_strangers_again(moderator: User, rude: User) -> None:
    finished_at = timezone.now() - timedelta(days=31)
    make_finished_game(moderator, rude, resign_after=12, finished_at=finished_at)
    case = case_about(rude)
    assert claims.take_next(moderator) == case


def test_a_game_that_begins_after_the_claim_recuses_from_the_decision(
    moderator: User, rude: User
) -> None:
    case = claimed_case(moderator, rude)
    make_running_game(moderator, rude)
    with pytest.raises(Recused):
        cases.decide(moderator, case.pk, "upheld", requests=[MUTE])
    assert not Sanction.objects.exists()

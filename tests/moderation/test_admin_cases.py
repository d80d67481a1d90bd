"""The queue and the page of a case, as moderators use them."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, Sanction
from games.services.daily import start_try, todays_challenge
from moderation.admin.evidence import LISTS
from moderation.models import Case, Evidence, MessageTemplate
from moderation.services import claims, reports
from tests.games.factories import make_finished_game, make_running_game
from tests.html import elements, one, text_of, texts
from tests.moderation.panel import World, case_page, make_world
from tests.moderation.people import make_staff
from tests.moderation.reported import comment_of, line_of, report_comment
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

QUEUE = "admin:moderation_case_changelist"
DECISION = {"verdict": "upheld", "chat-mute": "day", "reason": "You called somebody a fool."}


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.fixture
def client(moderator: User) -> Client:
    return staff_client(moderator)


def post(client: Client, name: str, case: Case, **data: Any) -> Any:
    return client.post(reverse(f"moderation:{name}", args=[case.pk]), data)


def test_the_queue_shows_open_cases_with_their_reasons(client: Client, world: World) -> None:
    page = client.get(reverse(QUEUE)).content.decode()
    assert "Subject" in page
    assert "abusive chat" in page


def test_the_queue_begins_with_what_is_most_pressing(client: Client, world: World) -> None:
    pressing = Case.objects.create(subject_name="Worse", category="chat", score=90)
    old = Case.objects.create(
        subject_name="Old", category="play", opened_at=timezone.now() - timedelta(days=60)
    )
    found = client.get(reverse(QUEUE)).context["cl"].result_list
    assert [case.pk for case in found] == [old.pk, pressing.pk, world.case.pk]


def test_the_queue_can_be_filtered_by_room_and_state(client: Client, world: World) -> None:
    page = client.get(reverse(QUEUE), {"category__exact": "play"})
    assert list(page.context["cl"].result_list) == []
    for state, count in (("free", 1), ("claimed", 0), ("decided", 0), ("all", 1)):
        page = client.get(reverse(QUEUE), {"state": state})
        assert page.context["cl"].result_count == count


def test_take_next_claims_the_case_and_leads_to_it(
    client: Client, world: World, moderator: User
) -> None:
    response = client.post(reverse("moderation:case_next"), {"category": "chat"})
    assert response.headers["Location"] == case_page(world.case)
    world.case.refresh_from_db()
    assert world.case.claimed_by == moderator
    assert "Your case" in client.get(reverse("admin:index")).content.decode()


def test_take_next_says_so_when_there_is_none(
    client: Client, world: World, subtests: pytest.Subtests
) -> None:
    for category in ("play", "nowhere"):
        with subtests.test(category=category):
            data = {"category": category}
            response = client.post(reverse("moderation:case_next"), data, follow=True)
            assert response.redirect_chain[-1][0] == reverse(QUEUE)
            assert [str(message) for message in response.context["messages"]]


def test_a_second_moderator_is_refused_with_the_name_of_the_first(
    client: Client, world: World
) -> None:
    quick = make_staff("moderator", "Quick")
    claims.claim(quick, world.case.pk)
    response = post(client, "case_claim", world.case)
    assert response.status_code == 409
    assert "Quick has this case" in response.content.decode()
    assert not elements(client.get(case_page(world.case)), "[name=verdict]")
    assert elements(staff_client(quick).get(case_page(world.case)), "[name=verdict]")


def test_deciding_without_a_claim_is_refused(client: Client, world: World) -> None:
    claims.claim(make_staff("moderator", "Quick"), world.case.pk)
    assert post(client, "case_decide", world.case, **DECISION).status_code == 409
    world.case.refresh_from_db()
    assert world.case.is_open


def test_a_case_can_be_given_back(client: Client, world: World) -> None:
    post(client, "case_claim", world.case)
    post(client, "case_release", world.case)
    world.case.refresh_from_db()
    assert world.case.claimed_by is None
    assert post(client, "case_release", world.case).status_code == 409


def test_the_page_has_evidence_replay_and_history(client: Client, world: World) -> None:
    page = client.get(case_page(world.case)).content.decode()
    assert "Surrounding chat" in page
    assert f"/games/{world.game.code}/embed/?seq=3" in page
    assert "3 min 20 s" in page
    assert "Games left early" in page
    assert "Latest chat" in page


def test_latest_games_name_the_others_as_their_tables_do(client: Client, world: World) -> None:
    make_finished_game(world.subject, "rule-of-28", "random", "random")
    page = client.get(case_page(world.case)).content.decode()
    assert "with Rule of 28, Random 1 and Random 2," in page


def test_a_game_for_one_player_names_no_others(client: Client, world: World) -> None:
    start_try(todays_challenge(), world.subject)
    words = text_of(one(client.get(case_page(world.case)), "body"))
    assert " solo," in words
    assert "with ," not in words


def test_the_page_quotes_what_reports_keep_of_lines_and_comments(
    client: Client, rude: User, vera: User
) -> None:
    line = line_of(rude, "a rude line")
    line_of(vera, "an answer", line.game)
    comment = comment_of(rude, "a rude comment")
    reports.report(vera, "line", line.pk, "abuse", "")
    case = report_comment(vera, comment).case
    page = client.get(case_page(case))
    for said in ("a rude line", "an answer", "a rude comment"):
        assert said_of(page, said)
    assert len(elements(page, ".mod-reported")) == 2
    line.game.delete()
    assert said_of(client.get(case_page(case)), "a rude line")


def said_of(page: Any, words: str) -> bool:
    """Return whether the page says these words, after a name in bold."""
    parts = texts(page, ":has(> strong)")
    return any(part.partition(": ")[2].startswith(words) for part in parts)


def test_the_page_shows_every_list_that_a_snapshot_may_have(rude: User, vera: User) -> None:
    line = line_of(rude)
    kept = [
        reports.report(vera, "line", line.pk, "abuse", "").evidence.snapshot,
        report_comment(vera, comment_of(rude)).evidence.snapshot,
        reports.report(vera, "player", rude.pk, "abuse", "").evidence.snapshot,
        Evidence.objects.get(
            report=reports.automatic(rude, "spam", "game", line.game_id, "")
        ).snapshot,
    ]
    lists = {part for each in kept for part, value in each.items() if isinstance(value, list)}
    assert lists == set(LISTS)


def test_one_form_decides_and_sanctions(client: Client, world: World) -> None:
    Sanction.objects.all().delete()
    post(client, "case_claim", world.case)
    told = {"to_subject": "Be kind.", "to_reporters": "Thank you.", "note": "First time."}
    response = post(client, "case_decide", world.case, **DECISION, **told)
    assert response.status_code == 302
    world.case.refresh_from_db()
    assert world.case.verdict == Case.Verdict.UPHELD
    given = Sanction.objects.get(case=world.case)
    assert (given.kind, given.reason) == ("chat-mute", DECISION["reason"])
    page = client.get(case_page(world.case)).content.decode()
    assert "Be kind." in page
    assert "Take next case" in page
    assert ModerationAction.objects.filter(action=Action.DECIDED).exists()


WRONG = [
    ({"verdict": ""}, "Choose a verdict."),
    ({"verdict": "no-breach"}, "You can't give a sanction if no rule was broken."),
    ({"reason": " "}, "Give a reason."),
    ({"chat-mute": "forever and a day"}, "Select a valid choice"),
]


def test_a_wrong_decision_is_shown_again_and_changes_nothing(
    client: Client, world: World, subtests: pytest.Subtests
) -> None:
    Sanction.objects.all().delete()
    post(client, "case_claim", world.case)
    for change, sentence in WRONG:
        with subtests.test(change=change):
            response = post(client, "case_decide", world.case, **(DECISION | change))
            assert response.status_code == 422
            ((field, (said,)),) = response.context["form"].errors.items()
            assert [field] == list(change)
            assert sentence in said
            world.case.refresh_from_db()
            assert world.case.is_open
            assert not Sanction.objects.exists()
    with subtests.test("a moderator cannot suspend: what they send is not looked at"):
        post(client, "case_decide", world.case, **DECISION, suspension="week")
        assert not Sanction.objects.filter(kind="suspension").exists()


def test_a_case_is_decided_once(client: Client, world: World) -> None:
    post(client, "case_claim", world.case)
    data = {"verdict": "no-breach"}
    assert post(client, "case_decide", world.case, **data).status_code == 302
    assert post(client, "case_decide", world.case, **data).status_code == 409


def test_a_template_is_put_in_without_scripts(client: Client, world: World) -> None:
    post(client, "case_claim", world.case)
    template = MessageTemplate.objects.create(title="T", audience="reporter", text="Many thanks!")
    data = {**DECISION, "fill": "to_reporters", "template_to_reporters": template.pk}
    response = post(client, "case_decide", world.case, **data)
    page = response.content.decode()
    assert response.status_code == 200
    assert elements(page, "textarea", "Many thanks!")
    assert "You called somebody a fool." in page
    data["to_reporters"] = "We agree."
    page = post(client, "case_decide", world.case, **data).content.decode()
    assert "We agree.\n\nMany thanks!" in [area.text() for area in elements(page, "textarea")]
    world.case.refresh_from_db()
    assert world.case.is_open


def test_notes_are_for_moderators_and_need_words(client: Client, world: World) -> None:
    assert post(client, "case_note", world.case, text="Seen before.").status_code == 302
    assert "Seen before." in client.get(case_page(world.case)).content.decode()
    assert post(client, "case_note", world.case, text=" ").status_code == 422


def test_nobody_sees_the_case_about_themselves(
    client: Client, world: World, moderator: User
) -> None:
    own = Case.objects.create(subject=moderator, subject_name="Mo", category="play")
    assert client.get(case_page(own)).status_code == 403
    assert own not in client.get(reverse(QUEUE)).context["cl"].result_list
    assert post(client, "case_claim", own).status_code == 403


def test_who_played_with_the_subject_is_told_to_leave_it_to_others(
    client: Client, world: World, moderator: User
) -> None:
    make_running_game(moderator, world.subject, events=3)
    page = client.get(case_page(world.case)).content.decode()
    assert "Someone else has to handle this case" in page
    assert "Claim case" not in page
    assert post(client, "case_claim", world.case).status_code == 403


def test_a_case_that_is_not_there_is_not_found(client: Client) -> None:
    for pk in ("99999", "x"):
        address = reverse("admin:moderation_case_change", args=[pk])
        assert client.get(address).status_code == 404
    assert client.post(reverse("moderation:case_claim", args=[99999])).status_code == 404


def test_a_case_stays_readable_when_the_account_is_gone(client: Client, world: World) -> None:
    world.sanction.delete()
    world.subject.delete()
    assert "account deleted" in client.get(case_page(world.case)).content.decode()

"""The form of a report and the page of one's own reports, without scripts."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.models import Block
from games.models import Game
from games.presence import user_key
from moderation.models import Case, Report
from moderation.services import cases
from tests.games.factories import make_finished_game, make_running_game, make_user
from tests.games.pages import text
from tests.games.tables import client_of
from tests.games.watching import watched_by
from tests.html import elements
from tests.moderation.people import sanctioned
from tests.moderation.reported import claimed_case, comment_of, line_of, report_comment


def address(target: str, number: int, query: str = "") -> str:
    return reverse("report", args=[target, number]) + query


def send(user: User, url: str, **data: Any) -> Any:
    return client_of(user).post(url, data)


def choices(response: Any, field: str) -> list[str]:
    return [str(value) for value, _ in response.context["form"].fields[field].choices]


def test_a_visitor_signs_in_first(rude: User) -> None:
    url = address("player", rude.pk)
    response = Client().get(url)
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("account_login"))
    assert Client().get(reverse("my_reports")).status_code == 302


def test_the_form_shows_the_comment_and_the_reasons_that_fit(vera: User, rude: User) -> None:
    url = address("comment", comment_of(rude, "You <b>fool</b>").pk)
    response = client_of(vera).get(url)
    page = response.content.decode()
    assert "You &lt;b&gt;fool&lt;/b&gt;" in page
    assert choices(response, "reason") == ["abuse", "spam", "help", "other"]
    assert "game" not in response.context["form"].fields


def test_the_form_of_a_game_asks_who(vera: User) -> None:
    game = make_finished_game(vera, make_user("Ann"), make_user("Ben"), resign_after=12)
    response = client_of(vera).get(address("game", game.pk))
    names = [label for _, label in response.context["form"].fields["subject"].choices]
    assert names == ["Ann", "Ben"]


def test_against_bots_alone_a_table_offers_nobody_to_report(vera: User) -> None:
    client = client_of(vera)
    table = client.post("/games/play-now/", {"kind": "cantstop", "salt": "~later"})["Location"]
    assert Game.objects.get().is_waiting  # for the browser, and its page stays when it begins
    assert "Report a player" not in text(client, table)
    Game.objects.update(size=3)
    assert "Report a player" in text(client, table)


def test_the_form_of_a_player_offers_the_games_one_may_know(vera: User, rude: User) -> None:
    public = make_finished_game(rude, "rule-of-28", resign_after=12)
    unlisted: dict[str, Any] = {"visibility": Game.Visibility.UNLISTED}
    make_finished_game(rude, "rule-of-28", resign_after=12, **unlisted)
    own = make_running_game(rude, vera, **unlisted)
    response = client_of(vera).get(address("player", rude.pk))
    assert set(choices(response, "game")) == {"", public.code, own.code}


def test_a_report_is_taken_in_and_listed(vera: User, rude: User) -> None:
    url = address("comment", comment_of(rude).pk)
    response = send(vera, url, reason="abuse", text="Look at this.")
    assert response.status_code == 302
    assert response["Location"] == reverse("my_reports")
    made = Report.objects.get()
    assert (made.reporter, made.reason, made.text) == (vera, "abuse", "Look at this.")
    page = client_of(vera).get(reverse("my_reports")).content.decode()
    assert "received" in page
    assert "Look at this." in page


def test_a_report_on_a_player_names_the_game(vera: User, rude: User) -> None:
    game = make_finished_game(rude, make_user("Ann"), vera, resign_after=12)
    url = address("player", rude.pk)
    send(vera, url, reason="help", text="He played for Ann.", game=game.code)
    assert Report.objects.get().evidence.game == game


def test_a_guest_reports_somebody_who_sat_at_the_same_table(rude: User) -> None:
    guest = make_user("Guest-1", is_guest=True)
    make_finished_game(rude, guest, resign_after=12)
    assert send(guest, address("comment", comment_of(rude).pk), reason="abuse").status_code == 302


def test_a_guest_reports_somebody_who_spoke_where_the_guest_sat(rude: User) -> None:
    guest = make_user("Guest-1", is_guest=True)
    comment = comment_of(rude, game=make_finished_game("rule-of-28", guest, resign_after=12))
    assert send(guest, address("comment", comment.pk), reason="abuse").status_code == 302


def test_a_guest_reports_somebody_whose_line_is_read_while_watching(rude: User) -> None:
    guest = make_user("Guest-1", is_guest=True)
    line = line_of(rude, game=make_running_game("rule-of-28", "rule-of-28"))
    assert send(guest, address("line", line.pk), reason="abuse").status_code == 422
    with watched_by(line.game, user_key(guest.pk)):
        assert send(guest, address("line", line.pk), reason="abuse").status_code == 302


def test_a_guest_does_not_report_strangers(
    vera: User, rude: User, subtests: pytest.Subtests
) -> None:
    guest = make_user("Guest-1", is_guest=True)
    comment = comment_of(rude)
    strange = {"player": rude.pk, "name": rude.pk, "game": comment.game_id, "comment": comment.pk}
    for target, pk in strange.items():
        with subtests.test(target=target):
            page = send(guest, address(target, pk), reason="other", text="Them!")
            assert page.status_code == 422
            assert "Sign up" in page.content.decode()
            assert not Report.objects.exists()


MALFORMED: list[dict[str, str]] = [
    {},
    {"reason": "cheese"},
    {"reason": "stalling"},
    {"reason": "other", "text": ""},
    {"reason": "abuse", "text": "x" * 1001},
    {"reason": "other", "text": "\0\u200b"},
]


def test_a_malformed_report_is_refused_in_the_page(
    vera: User, rude: User, subtests: pytest.Subtests
) -> None:
    url = address("comment", comment_of(rude).pk)
    for data in MALFORMED:
        with subtests.test(data=data):
            response = send(vera, url, **data)
            assert response.status_code == 422
            assert response.context["form"].errors
            assert not Report.objects.exists()


def test_lines_end_as_one_character_as_browsers_count(vera: User, rude: User) -> None:
    url = address("comment", comment_of(rude).pk)
    assert send(vera, url, reason="abuse", text="x\r\n" * 400).status_code == 302


def test_what_is_missing_is_said_beside_its_field(vera: User, rude: User) -> None:
    make_finished_game(rude, "rule-of-28", resign_after=12)
    url = address("player", rude.pk)
    assert set(send(vera, url, reason="stalling").context["form"].errors) == {"game"}
    assert set(send(vera, url, reason="other").context["form"].errors) == {"text"}


def test_a_second_report_says_that_there_is_one(vera: User, rude: User) -> None:
    comment = comment_of(rude)
    report_comment(vera, comment)
    response = send(vera, address("comment", comment.pk), reason="abuse")
    assert response.status_code == 409
    assert "already reported this" in response.content.decode()
    assert Report.objects.count() == 1


def test_what_does_not_exist_is_404(vera: User, subtests: pytest.Subtests) -> None:
    client = client_of(vera)
    for target in ("player", "name", "game", "comment", "cheese"):
        for number in (10**6, 2**80):
            with subtests.test(target=target, number=number):
                assert client.get(address(target, number)).status_code == 404


def test_a_code_of_no_game_is_404(vera: User, rude: User, subtests: pytest.Subtests) -> None:
    client = client_of(vera)
    for code in ("%00", "nonsense", "%F0%9F%8E%B2", "x" * 300):
        with subtests.test(code=code):
            assert client.get(address("player", rude.pk, f"?game={code}")).status_code == 404


def test_what_one_may_not_see_looks_like_what_does_not_exist(vera: User, rude: User) -> None:
    hidden = make_finished_game(
        rude, "rule-of-28", resign_after=12, visibility=Game.Visibility.UNLISTED
    )
    client = client_of(vera)
    found, missing = client.get(address("game", hidden.pk)), client.get(address("game", 10**6))
    assert found.status_code == missing.status_code == 404
    assert hidden.code not in found.content.decode()
    assert client.get(address("game", hidden.pk, f"?game={hidden.code}")).status_code == 200


def test_oneself_is_not_to_be_reported(vera: User) -> None:
    response = client_of(vera).get(address("player", vera.pk))
    assert response.status_code == 422
    assert "You can&#x27;t report yourself." in response.content.decode()


def test_who_may_not_report_reads_why_instead_of_the_form(vera: User, rude: User) -> None:
    sanctioned(vera, "report-ban", reason="Made <b>things</b> up.")
    url = address("comment", comment_of(rude).pk)
    for response in (client_of(vera).get(url), send(vera, url, reason="abuse")):
        assert response.status_code == 403
        assert "Made &lt;b&gt;things&lt;/b&gt; up." in response.content.decode()
    assert not Report.objects.exists()


def test_too_many_reports_at_once_have_to_wait(vera: User, rude: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"report": "1/m/user"}
    game = comment_of(rude).game
    urls = [address("comment", comment_of(rude, str(n), game).pk) for n in range(2)]
    assert [send(vera, url, reason="abuse").status_code for url in urls] == [302, 429]
    assert Report.objects.count() == 1


def test_a_report_needs_the_token_against_forgery(vera: User, rude: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(vera)
    response = client.post(address("comment", comment_of(rude).pk), {"reason": "abuse"})
    assert response.status_code == 403
    assert not Report.objects.exists()


def test_the_form_offers_to_block(vera: User, rude: User) -> None:
    send(vera, address("comment", comment_of(rude).pk), reason="abuse", block="on")
    block = Block.objects.get(owner=vera, blocked=rude)
    assert (block.chat, block.tables) == (True, True)


def test_a_refused_report_blocks_nobody(vera: User, rude: User) -> None:
    send(vera, address("comment", comment_of(rude).pk), reason="help", block="on")
    assert not Block.objects.exists()


def test_my_reports_say_how_each_is(vera: User, rude: User, moderator: User) -> None:
    case = claimed_case(moderator, rude, vera)
    page = client_of(vera).get(reverse("my_reports")).content.decode()
    assert "under review" in page
    cases.decide(moderator, case.pk, "upheld", to_reporters="Thanks, <i>Vera</i>.")
    page = client_of(vera).get(reverse("my_reports")).content.decode()
    assert "acted on" in page
    assert "Thanks, &lt;i&gt;Vera&lt;/i&gt;." in page
    assert "Mo<" not in page


def test_no_breach_is_said_plainly(vera: User, rude: User, moderator: User) -> None:
    case = claimed_case(moderator, rude, vera)
    cases.decide(moderator, case.pk, "no-breach")
    assert "no rule broken" in client_of(vera).get(reverse("my_reports")).content.decode()


def test_nobody_sees_the_reports_of_others(vera: User, rude: User) -> None:
    report_comment(vera, comment_of(rude))
    assert "No reports yet." in client_of(rude).get(reverse("my_reports")).content.decode()


def test_my_reports_are_paged(vera: User, rude: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moderation.views.reports.PER_PAGE", 2)
    game = comment_of(rude).game
    for number in range(3):
        report_comment(vera, comment_of(rude, str(number), game))
        Report.objects.update(is_open=False)
        Case.objects.update(decided_at=timezone.now(), verdict="upheld")
    client = client_of(vera)
    assert len(elements(client.get(reverse("my_reports")), ".what")) == 2
    assert len(elements(client.get(reverse("my_reports") + "?page=2"), ".what")) == 1


def test_my_reports_cost_the_same_however_many(
    vera: User, rude: User, django_assert_max_num_queries: Any
) -> None:
    game = comment_of(rude).game
    for number in range(10):
        report_comment(vera, comment_of(rude, str(number), game))
    client = client_of(vera)
    with django_assert_max_num_queries(8):
        client.get(reverse("my_reports"))


def test_a_players_page_leads_to_the_form_for_others(vera: User, rude: User) -> None:
    link = address("player", rude.pk)
    assert link in client_of(vera).get(rude.get_absolute_url()).content.decode()
    assert link not in client_of(rude).get(rude.get_absolute_url()).content.decode()
    assert link not in Client().get(rude.get_absolute_url()).content.decode()


def test_a_comment_leads_to_the_form_for_others(vera: User, rude: User) -> None:
    comment = comment_of(rude)
    link = address("comment", comment.pk, f"?game={comment.game.code}")
    page = reverse("replay", args=[comment.game.code, comment.seq])
    assert link in client_of(vera).get(page).content.decode()
    assert link not in client_of(rude).get(page).content.decode()


def test_a_table_and_its_replay_lead_to_the_form(vera: User, rude: User) -> None:
    game = make_running_game(vera, rude)
    link = address("game", game.pk, f"?game={game.code}")
    for page in (game.get_absolute_url(), reverse("replay", args=[game.code, 3])):
        assert link in client_of(vera).get(page).content.decode()


def test_a_table_with_bots_alone_has_nobody_to_report(vera: User) -> None:
    game = make_running_game(vera, "rule-of-28")
    assert "/report/" not in client_of(vera).get(game.get_absolute_url()).content.decode()

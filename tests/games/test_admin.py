"""Games in the admin: found, shown with their whole log, and changed by nobody."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from games.engine.registry import KINDS
from games.engine.time_control import Live
from games.models import ClockNote, Game, Seat
from tests.games.factories import (
    make_finished_game,
    make_running_game,
    make_user,
    make_waiting_game,
    take_over,
)
from tests.games.pages import text
from tests.html import elements, inline_parts, link, text_of
from tests.moderation.people import make_staff
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

LIST = "/admin/games/game/"


def change_path(game: Game) -> str:
    return reverse("admin:games_game_change", args=[game.pk])


def form_of(response: Any) -> dict[str, Any]:
    """Return what a browser would send back unchanged."""
    data: dict[str, Any] = response.context["adminform"].form.initial.copy()
    for formset in response.context["inline_admin_formsets"]:
        management = formset.formset.management_form
        data |= {f"{management.prefix}-{name}": value for name, value in management.initial.items()}
    return {name: value for name, value in data.items() if value is not None}


def test_games_are_listed_with_their_players(admin_client: Client, kestrel: User) -> None:
    game = make_finished_game(kestrel, "bold")
    page = text(admin_client, LIST)
    assert game.code in page
    assert "kestrel, Bold" in page


def test_games_are_listed_with_the_names_that_were_typed_for_players(
    admin_client: Client, kestrel: User
) -> None:
    Seat.objects.filter(game=make_finished_game(kestrel, "bold"), player=0).update(
        user=None, name="Grandma"
    )
    assert "“Grandma”, Bold" in text(admin_client, LIST)


def test_games_are_found_by_code_and_by_player_once(admin_client: Client, kestrel: User) -> None:
    game = make_finished_game(kestrel, make_user("kestrel-two"))
    other = make_finished_game(make_user("joon"), "bold")
    for query in (game.code, "kestrel"):
        page = text(admin_client, f"{LIST}?q={query}")
        assert game.code in page
        assert other.code not in page
        assert "1 game" in page


def test_games_are_filtered_by_status(admin_client: Client, kestrel: User) -> None:
    finished, waiting = make_finished_game(kestrel, "bold"), make_waiting_game(kestrel)
    page = text(admin_client, f"{LIST}?status__exact=waiting")
    assert waiting.code in page
    assert finished.code not in page


def test_a_game_shows_its_seats_its_options_and_the_whole_log(
    admin_client: Client, kestrel: User
) -> None:
    game = make_finished_game(kestrel, "bold", resign_after=9)
    page = text(admin_client, change_path(game))
    assert "The first to claim 3 columns wins." in page
    for seq in range(1, game.version + 1):
        assert link(page, str(seq)) == f"/games/{game.code}/replay/{seq}/"
    assert "resigned" in page


def test_games_are_filtered_by_what_is_played(admin_client: Client, kestrel: User) -> None:
    games = {
        kind: make_finished_game(kestrel, "random", kind=kind, resign_after=3) for kind in KINDS
    }
    for kind, game in games.items():
        page = text(admin_client, f"{LIST}?kind={kind}")
        assert [other.code in page for other in games.values()] == [
            other is game for other in games.values()
        ]
    assert "1 game" not in text(admin_client, LIST)


def cells(page: str, row: str) -> dict[str, str]:
    """Return the cells of a row by the names of their fields."""
    found = elements(page, f"tr#{row} > td[class^=field-]")
    return {str(cell.attributes["class"]).removeprefix("field-"): text_of(cell) for cell in found}


def test_a_moderator_sees_the_clocks_of_a_game_and_what_happened_to_them(kestrel: User) -> None:
    people = kestrel, make_user("joon"), make_user("mila")
    game = make_running_game(*people, time_control=Live(600, 15).to_json(), stand_in="cautious")
    game.seats.update(time_left=timedelta(minutes=7, seconds=3))
    take_over(game, kestrel, "cautious")
    ClockNote.objects.create(game=game, after=2, kind="given-back", seconds=95)
    page = text(staff_client(make_staff("moderator")), change_path(game))
    seat, note, given = (cells(page, row) for row in ("seats-0", "clock_notes-0", "clock_notes-1"))
    assert "0:07:03" in seat["time_left"]
    assert "kestrel" in seat["left_by"]
    assert seat["taken_over_after"] == str(game.version)
    assert (note["kind"], note["bot"]) == ("a bot takes over the seat", "cautious")
    assert (given["kind"], given["seconds"]) == ("time added back", "95")


def test_an_event_of_nobody_is_shown_without_a_player(admin_client: Client, kestrel: User) -> None:
    game = make_running_game(kestrel, "careful", kind="buttons", events=3)
    page = text(admin_client, change_path(game))
    shown = cells(page, "events-0")
    assert (shown["step"], shown["player"], shown["kind"]) == ("1", "-", "dealt")
    assert "layouts" in shown["data"]
    assert "layouts" in page


def test_a_game_links_to_its_table_and_its_replay(admin_client: Client, kestrel: User) -> None:
    game = make_running_game(kestrel, "bold")
    page = text(admin_client, change_path(game))
    assert elements(page, f"a[href='/games/{game.code}/']")
    assert elements(page, f"a[href='/games/{game.code}/replay/{game.version}/']")
    waiting = text(admin_client, change_path(make_waiting_game(kestrel)))
    assert not elements(waiting, "a[href*='/replay/']")


def test_only_the_visibility_can_be_changed(admin_client: Client, kestrel: User) -> None:
    game = make_finished_game(kestrel, "bold", resign_after=3)
    path = change_path(game)
    log = list(game.events.values())
    forged = {
        "visibility": "unlisted",
        "status": "running",
        "version": "0",
        "events-0-data": "{}",
        "seats-0-won": "on",
    }
    answer = admin_client.post(path, form_of(admin_client.get(path)) | forged)
    assert answer.status_code == 302
    changed = Game.objects.get(pk=game.pk)
    assert (changed.visibility, changed.status, changed.version) == (
        "unlisted",
        "finished",
        game.version,
    )
    assert list(changed.events.values()) == log


def test_who_finds_a_game_is_changed_on_the_record(client: Client, kestrel: User) -> None:
    client, path = (
        staff_client(make_staff("admin")),
        change_path(game := make_finished_game(kestrel, "bold")),
    )
    form = form_of(client.get(path))
    client.post(path, form)
    assert not ModerationAction.objects.exists()
    client.post(path, form | {"visibility": "unlisted"})
    act = ModerationAction.objects.get()
    assert (act.action, act.target) == (Action.CHANGED_VISIBILITY, f"game {game.pk}")
    assert (act.before, act.after) == ({"visibility": "public"}, {"visibility": "unlisted"})


def test_games_are_neither_added_nor_deleted(admin_client: Client, kestrel: User) -> None:
    game = make_finished_game(kestrel, "bold")
    assert admin_client.get(f"{LIST}add/").status_code == 403
    delete = reverse("admin:games_game_delete", args=[game.pk])
    assert admin_client.post(delete, {"post": "yes"}).status_code == 403
    assert Game.objects.filter(pk=game.pk).exists()


def test_events_cannot_be_edited_by_themselves(admin_client: Client) -> None:
    assert admin_client.get("/admin/games/gameevent/").status_code == 404


def test_people_who_are_not_staff_see_nothing(client: Client, kestrel: User) -> None:
    client.force_login(kestrel)
    assert client.get(LIST).status_code == 302


def test_the_list_costs_no_more_queries_when_it_is_longer(
    admin_client: Client, kestrel: User, django_assert_max_num_queries: Any
) -> None:
    for _ in range(5):
        make_finished_game(kestrel, make_user(f"user{_}"), resign_after=2)
    with django_assert_max_num_queries(13):
        text(admin_client, LIST)


def test_a_game_costs_no_more_queries_when_its_log_is_longer(
    admin_client: Client, kestrel: User, django_assert_max_num_queries: Any
) -> None:
    game = make_finished_game(kestrel, make_user("joon"), resign_after=3)
    text(admin_client, change_path(game))  # looks up kinds of content, once for each process
    with django_assert_max_num_queries(13):
        text(admin_client, change_path(game))
    buttons = make_finished_game(kestrel, make_user("mila"), kind="buttons", resign_after=60)
    with django_assert_max_num_queries(13):
        text(admin_client, change_path(buttons))


def test_the_admin_keeps_to_the_content_security_policy(
    admin_client: Client, kestrel: User
) -> None:
    game = make_finished_game(kestrel, "bold", resign_after=2)
    for path in (LIST, change_path(game)):
        response = admin_client.get(path)
        assert "unsafe" not in response["Content-Security-Policy"]
        assert inline_parts(response) == []

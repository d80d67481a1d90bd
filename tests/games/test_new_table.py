"""Creating a game: three ways to play that fill in the form, and what was chosen last."""

from typing import Any

import pytest
from django.test import Client

from games.engine.time_control import TurnByTurn
from games.models import Game
from games.presenters import presenter
from games.presenters.paces import USUAL_TURN_BY_TURN
from tests.engine.kinds import every_kind
from tests.games.pages import text
from tests.games.tables import client_of, make_user
from tests.html import elements, one, value, values

pytestmark = pytest.mark.django_db

NEW = "/games/new/"
USUAL = {"columns_to_win": 3, "meeting": "share", "stop_early": "on", "show_odds": "on"}


def checked(page: str, *names: str) -> dict[str, str]:
    """Return what a form has chosen in these fields of radio buttons."""
    return {name: value(page, f"[name={name}][checked]") for name in names}


def selected(page: str, name: str) -> str:
    options = f"select[name={name}] option"
    return (values(page, f"{options}[selected]", "value") or values(page, options, "value"))[0]


def current_way(page: str) -> list[str]:
    ways = values(page, "[href*='way='][aria-current=true]", "href")
    return [href.partition("way=")[2] for href in ways]


def fields_of(page: str) -> dict[str, Any]:
    """Return what a form sends that nobody has changed, of what the ways fill in."""
    return checked(page, "time", "visibility", "pace", "days") | {"size": selected(page, "size")}


WAYS = [
    ("live", "public", presenter("cantstop").PACES.normal),
    ("turn-by-turn", "public", USUAL_TURN_BY_TURN),
    ("link", "unlisted", None),
]


@pytest.mark.parametrize(("way", "visibility", "control"), WAYS)
def test_each_way_to_play_fills_in_the_form(
    client: Client, way: str, visibility: str, control: Any
) -> None:
    page = text(client, f"{NEW}?kind=cantstop&way={way}")
    assert current_way(page) == [way]
    answer = client.post(f"{NEW}?kind=cantstop", USUAL | fields_of(page))
    assert answer.status_code == 302
    game = Game.objects.get()
    assert (game.visibility, game.timing) == (visibility, control)


@every_kind
def test_the_ways_are_there_for_every_kind_and_lead_to_its_own_form(
    client: Client, kind: str
) -> None:
    page = text(client, f"{NEW}?kind={kind}")
    links = values(page, f"[href^='{NEW}?kind={kind}&way=']", "href")
    assert links == [f"{NEW}?kind={kind}&way={way}" for way, *_ in WAYS]
    assert current_way(page) == ["live"]


def test_a_way_that_there_is_not_changes_nothing(client: Client) -> None:
    assert current_way(text(client, f"{NEW}?way=%00")) == ["live"]


def test_a_guest_finds_the_last_choice_again(client: Client) -> None:
    chosen = USUAL | {
        "size": 3,
        "time": "turn-by-turn",
        "days": 7,
        "visibility": "public",
        "meeting": "jump",
        "seat_2": "bold",
    }
    del chosen["show_odds"]
    assert client.post(f"{NEW}?kind=cantstop", chosen).status_code == 302
    page = text(client, NEW)
    assert current_way(page) == ["turn-by-turn"]
    assert checked(page, "time", "days") == {"time": "turn-by-turn", "days": "7"}
    assert (selected(page, "size"), selected(page, "seat_2")) == ("3", "bold")
    assert selected(page, "meeting") == "jump"
    assert one(page, "[name=show_odds]:not([checked])")
    again = USUAL | fields_of(page)
    assert client.post(f"{NEW}?kind=cantstop", again).status_code == 302
    assert [game.timing for game in Game.objects.all()] == [TurnByTurn(7), TurnByTurn(7)]


def test_the_game_played_last_comes_first_and_another_keeps_all_but_bots_and_rules(
    client: Client,
) -> None:
    usual = {"size": 3, "dealt": "random", "seat_2": "greedy"}
    link = {"visibility": "unlisted", "time": "none"}
    assert client.post(f"{NEW}?kind=buttons", usual | link).status_code == 302
    assert elements(text(client, NEW), "[href$='?kind=buttons'][aria-current=page]")
    page = text(client, f"{NEW}?kind=cantstop")
    assert current_way(page) == ["link"]
    assert selected(page, "size") == "3"
    assert not elements(page, "[name=seat_2] option[selected]:not([value=''])")


def test_what_was_refused_is_not_remembered() -> None:
    client = client_of(make_user())
    refused = USUAL | {"size": 2, "visibility": "public", "time": "none"}
    assert client.post(f"{NEW}?kind=cantstop", refused).status_code == 422
    assert current_way(text(client, NEW)) == ["live"]


def test_nobody_finds_the_choice_of_somebody_else(client: Client) -> None:
    chosen = USUAL | {"size": 2, "visibility": "unlisted", "time": "none"}
    client.post(f"{NEW}?kind=cantstop", chosen)
    assert current_way(text(client, NEW)) == ["link"]
    assert current_way(text(Client(), NEW)) == ["live"]

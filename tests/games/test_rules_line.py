"""Which options are played, said in a line wherever a game is shown."""

from typing import Any

import pytest
from django.test import Client

from games.engine.core import Resign
from games.engine.registry import KINDS
from games.models import Game
from games.services import lobby
from games.services.play import submit_action
from games.services.same_dice import play_same_dice
from tests.engine.kinds import every_kind
from tests.games.days import Clock, begin
from tests.games.pages import text
from tests.games.tables import client_of, make_user, running_table, waiting_table
from tests.html import elements, one, text_of

pytestmark = pytest.mark.django_db

PAGES = ("", "replay/1/", "verify/")
STANDARD = "Standard rules"
OTHERS: list[tuple[str, dict[str, Any], str]] = [
    (
        "cantstop",
        {"columns_to_win": 4, "meeting": "jump", "stop_early": False},
        "The first to claim 4 columns wins. Runners jump over other players' markers."
        " You can only stop once all three runners are out.",
    ),
    ("cantstop", {"meeting": "must-roll"}, "You can't stop on another player's marker"),
    ("buttons", {"layouts": ["2B", "1A"]}, "Layouts: 2B, 1A."),
]


def started(kind: str, variant: dict[str, Any] | None = None) -> Game:
    game = running_table(kind=kind, variant=variant)
    player = game.rules.active_players(game.position())[0]
    token = game.rules.token(game.position(), player)
    return submit_action(game.code, player, game.rules.parse_action("roll"), token)


def resigned(game: Game) -> Game:
    submit_action(game.code, 0, Resign(), None)
    return Game.objects.get(pk=game.pk)


@every_kind
def test_a_standard_game_says_so_and_leads_to_its_rules(kind: str) -> None:
    game = started(kind)
    for page in PAGES:
        shown = text(Client(), f"/games/{game.code}/{page}")
        assert elements(shown, f"a[href='/rules/{kind}/']", STANDARD), page
    resigned(game)
    for page in ("", "verify/"):
        shown = text(Client(), f"/games/{game.code}/{page}")
        assert elements(shown, f"a[href='/rules/{kind}/']", STANDARD), page


@pytest.mark.parametrize(("kind", "variant", "sentence"), OTHERS)
def test_a_game_with_options_names_them(kind: str, variant: dict[str, Any], sentence: str) -> None:
    game = started(kind, variant)
    for page in PAGES:
        shown = one(text(Client(), f"/games/{game.code}/{page}"), "body")
        assert elements(shown, f"a[href='/rules/{kind}/']", "Rules"), page
        assert "Rules: " in text_of(shown), page
        assert sentence in text_of(shown), page
        assert not elements(shown, "a", STANDARD), page


def test_options_that_are_written_out_and_are_the_usual_ones_are_standard() -> None:
    for kind in KINDS:
        usual = KINDS[kind].variant().to_json()
        assert STANDARD in text(Client(), f"/games/{started(kind, usual).code}/")


def test_two_games_with_the_same_dice_name_the_options_once() -> None:
    first = resigned(running_table(variant={"columns_to_win": 5}))
    second = lobby.join(play_same_dice(first, make_user()).code, make_user())
    page = text(Client(), f"/games/{resigned(second).code}/compare/")
    assert page.count("The first to claim 5 columns wins.") == 1


def test_a_try_of_the_day_has_the_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)
    user = make_user()
    assert STANDARD in text(client_of(user), f"/games/{begin(user).code}/")


def test_the_line_is_there_before_the_start_because_no_push_brings_it() -> None:
    assert STANDARD in text(Client(), f"/games/{waiting_table().code}/")

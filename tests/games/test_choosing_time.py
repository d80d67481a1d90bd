"""The time control of a new table: chosen in the form, or given by the way to the table."""

from typing import Any

import pytest
from django.test import Client

from games.analysis.characters import CHARACTERS
from games.engine.registry import KINDS, default_stand_in
from games.engine.time_control import BANKS, PER_DECISION, Live, TimeControl, TurnByTurn
from games.forms import TableForm
from games.models import Game, TableOptions
from games.presenters import presenter
from games.presenters.paces import Paces
from games.services import invitations
from tests.engine.kinds import every_kind
from tests.games.pages import text
from tests.games.tables import client_of, make_user, running_table, waiting_table
from tests.html import value

pytestmark = pytest.mark.django_db

NEW = "/games/new/?kind=cantstop"
PACES = presenter("cantstop").PACES
USUAL = {
    "size": 2,
    "visibility": "public",
    "columns_to_win": 3,
    "meeting": "share",
    "time": "live",
    "pace": "normal",
    "bank": 3,
    "per_decision": 15,
    "days": 3,
}
"""What the form sends when nobody changes it."""


def sent(changes: dict[str, Any]) -> dict[str, Any]:
    """Return what the form sends with these changes; a field with None is not sent."""
    return {name: value for name, value in (USUAL | changes).items() if value is not None}


def filled(**changes: Any) -> TableForm:
    return TableForm("cantstop", sent(changes))


def open_table(**changes: Any) -> Any:
    return client_of(make_user()).post(NEW, sent(changes))


def opened(**changes: Any) -> Game:
    assert open_table(**changes).status_code == 302
    return Game.objects.get()


# --- What the kinds say ------------------------------------------------------


@every_kind
def test_each_kind_has_three_paces_from_fast_to_relaxed(kind: str) -> None:
    paces: Paces = presenter(kind).PACES
    assert [*paces] == sorted(paces, key=lambda pace: (pace.bank, pace.per_decision))
    assert len(set(paces)) == 3
    for pace in paces:
        assert pace.bank in BANKS
        assert pace.per_decision in PER_DECISION


@every_kind
def test_a_middling_bot_of_the_kind_stands_in_where_nobody_chose_one(kind: str) -> None:
    bots = [slug for slug in KINDS[kind].bots if slug not in CHARACTERS]
    place = bots.index(default_stand_in(kind))
    assert abs(place - (len(bots) - 1 - place)) <= 1


# --- The form ----------------------------------------------------------------


TIMES: list[tuple[dict[str, Any], TimeControl | None]] = [
    ({}, PACES.normal),
    ({"pace": "fast"}, PACES.fast),
    ({"pace": "relaxed"}, PACES.relaxed),
    ({"pace": "own", "bank": 10, "per_decision": 45}, Live(600, 45)),
    ({"pace": "own", "bank": 0, "per_decision": 5}, Live(0, 5)),
    ({"time": "turn-by-turn"}, TurnByTurn(3)),
    ({"time": "turn-by-turn", "days": 7, "weekends_off": "on"}, TurnByTurn(7, True)),
    ({"time": "none", "visibility": "unlisted"}, None),
    ({"time": "none", "seat_2": "bold"}, None),
    ({"time": None, "pace": None, "days": None}, PACES.normal),
]


def test_the_form_has_the_time_that_was_chosen(subtests: pytest.Subtests) -> None:
    for changes, control in TIMES:
        with subtests.test(changes=changes):
            form = filled(**changes)
            assert form.is_valid()
            assert form.time_control() == control


def test_the_form_opens_a_table_with_the_time_that_was_chosen() -> None:
    game = opened(time="turn-by-turn", days=7, weekends_off="on")
    assert game.timing == TurnByTurn(7, True)


def test_the_form_begins_with_the_normal_live_pace() -> None:
    page = text(client_of(make_user()), NEW)
    chosen = [value(page, f"[name={name}][checked]") for name in ("time", "pace", "days")]
    assert chosen == ["live", "normal", "3"]
    assert "Normal: 3 min + 15 s" in page


WRONG_TIMES: list[tuple[dict[str, Any], str]] = [
    ({"time": "blitz"}, "time"),
    ({"pace": "furious"}, "pace"),
    ({"pace": "own", "bank": 61}, "bank"),
    ({"pace": "own", "bank": -1}, "bank"),
    ({"pace": "own", "bank": ""}, "bank"),
    ({"pace": "own", "per_decision": 4}, "per_decision"),
    ({"pace": "own", "per_decision": 301}, "per_decision"),
    ({"pace": "own", "per_decision": None}, "per_decision"),
    ({"time": "turn-by-turn", "days": 4}, "days"),
    ({"time": "turn-by-turn", "days": "soon"}, "days"),
    ({"size": 3, "stand_in": "deep-blue"}, "stand_in"),
    ({"time": "none"}, "time"),
    ({"time": "none", "size": 3, "seat_2": "bold"}, "time"),
]


def test_a_time_that_cannot_be_is_refused_at_its_field(subtests: pytest.Subtests) -> None:
    for changes, field in WRONG_TIMES:
        with subtests.test(changes=changes, field=field):
            assert set(filled(**changes).errors) == {field}


def test_a_public_table_for_strangers_without_a_clock_is_refused_in_a_sentence() -> None:
    answer = open_table(time="none")
    assert answer.status_code == 422
    assert "A public game needs a clock." in answer.content.decode()
    assert not Game.objects.exists()


def test_what_stands_in_fields_that_do_not_matter_does_not_matter(
    subtests: pytest.Subtests,
) -> None:
    unlimited = {"time": "none", "visibility": "unlisted", "pace": "furious"}
    for changes in (
        {"pace": "fast", "bank": 999, "per_decision": "soon", "days": 5},
        {"time": "turn-by-turn", "pace": "furious", "bank": -1},
        unlimited | {"days": 5, "size": 3, "stand_in": "deep-blue"},
        {"stand_in": "deep-blue"},
    ):
        with subtests.test(changes=changes):
            assert filled(**changes).is_valid()


STAND_INS: list[tuple[dict[str, Any], str]] = [
    ({"size": 4, "stand_in": "random", "time": "turn-by-turn"}, "random"),
    ({"size": 3}, default_stand_in("cantstop")),
    ({"size": 2, "stand_in": "bold"}, ""),
    ({"size": 3, "stand_in": "bold", "time": "none", "visibility": "unlisted"}, ""),
]


def test_a_bot_plays_on_where_more_than_two_play_by_the_clock(subtests: pytest.Subtests) -> None:
    for changes, bot in STAND_INS:
        with subtests.test(changes=changes):
            form = filled(**changes)
            assert form.is_valid()
            assert form.stand_in() == bot
    assert opened(size=3, stand_in="bold").stand_in == "bold"


# --- Other ways to a table ---------------------------------------------------


@every_kind
def test_play_now_has_no_clock(kind: str) -> None:
    Client().post("/games/play-now/", {"kind": kind})
    assert Game.objects.get().timing is None


@every_kind
def test_play_with_people_is_live_at_the_normal_pace_of_the_kind(kind: str) -> None:
    Client().post("/games/play-with-people/", {"kind": kind})
    assert Game.objects.get().timing == presenter(kind).PACES.normal


@pytest.mark.parametrize(
    ("control", "joins"), [(Live(60, 10), True), (None, True), (TurnByTurn(3), False)]
)
def test_play_with_people_leads_to_nobody_who_plays_turn_by_turn(
    control: TimeControl | None, joins: bool
) -> None:
    table = waiting_table(time_control=control and control.to_json())
    Client().post("/games/play-with-people/", {"kind": "cantstop"})
    table.refresh_from_db()
    assert table.is_running is joins


def test_an_invitation_is_played_turn_by_turn_in_three_days() -> None:
    game = invitations.invite(make_user(), make_user(), "cantstop")
    assert game.timing == TurnByTurn(3)


def test_another_table_like_this_one_has_the_same_time_and_stand_in() -> None:
    game = running_table(3, time_control=TurnByTurn(7, True).to_json(), stand_in="bold")
    options = TableOptions.of(game)
    assert (options.time_control, options.stand_in) == (game.time_control, "bold")


def test_pass_and_play_has_no_clock() -> None:
    data = {"size": 2, "dice": "site", "columns_to_win": 3, "meeting": "share"}
    Client().post("/games/pass-and-play/?kind=cantstop", data)
    assert Game.objects.get().timing is None

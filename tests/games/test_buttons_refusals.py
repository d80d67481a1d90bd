"""Buttons over HTTP: what is refused gets a status and a sentence, and leaves the log as it was."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client

from games.engine.core import Action, Event
from games.engine.dice import ScriptedDice
from games.engine.errors import IllegalAction, InvalidAction, NotActive
from games.engine.registry import KINDS
from games.models import Game
from games.views.table import action_text
from tests.games.povs import pov_after
from tests.games.tables import (
    buttons_table,
    client_of,
    log_of,
    make_user,
    play,
    player_client,
    token_of,
    waiting_table,
)
from tests.html import elements, value, values
from tests.refusals import codes

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}

ROLLED = "42+2344"
TURN = "42+2344 0@43 1@42"
TO_STARS = "11+2345 0@11 1@11 O 13+22 0@13 O"
"""One star for each: player 0 may choose (1,1) or (1,3)."""

NOT_READ = (400, "invalid")
NOT_ALLOWED = (422, "illegal")
NOT_YOURS = (409, "not-active")
DECIDED = (409, "stale")


def act(client: Client, game: Game, headers: dict[str, str] | None = None, **data: Any) -> Any:
    return client.post(f"/games/{game.code}/act/", data, headers=headers)


def refused(answer: Any, status: int, code: str) -> bool:
    """Return whether the answer is this refusal, said aloud on the page or among its regions."""
    return answer.status_code == status and codes(answer) == [code]


def refused_both_ways(client: Client, game: Game, expected: tuple[int, str], **data: Any) -> bool:
    """Return whether the same is refused, and changes nothing, on a page and with htmx."""
    before = log_of(game), game.state
    plain, among_regions = act(client, game, **data), act(client, game, HTMX, **data)
    game.refresh_from_db()
    same = (log_of(game), game.state) == before
    return same and refused(plain, *expected) and refused(among_regions, *expected)


def read(**sent: Any) -> Action:
    """Return the action that is read from what a form sends."""
    form = QueryDict(urlencode(sent, doseq=True))
    return KINDS["buttons"].make_rules(2, {}).parse_action(action_text(form))


def is_read(**sent: Any) -> bool:
    try:
        read(**sent)
    except InvalidAction:
        return False
    return True


def resolved(moves: str, player: int, wish: str) -> Event:
    """Return what the action causes after the moves."""
    pov = pov_after(moves, kind="buttons")
    return pov.rules.resolve(pov.state, player, pov.rules.parse_action(wish), ScriptedDice([]))


MALFORMED = [
        "", "place:7,7", "place:0,1", "place:", "place:4", "place:4,2,1", "place:4,2+4,4",
        "place:4, 2", "place", "stars:", "stars:1,1+", "stars:+1,1", "stars:7,7", "stars:1,1+x",
        "stars", "opt", "opt-out:", "time-out", "Roll", "decline ", "place:4,2\0", "split:7+7",
        "stop", "place:" + "4,2" * 4000,
    ]  # fmt: skip


def test_a_malformed_action_is_not_read(subtests: pytest.Subtests) -> None:
    for wish in MALFORMED:
        with subtests.test(wish=wish):
            assert not is_read(action=wish)
    game = buttons_table(ROLLED)
    assert refused_both_ways(player_client(game, 0), game, NOT_READ, action="place:4,2\0", token=2)


NO_CELLS = [
    [],
    [""],
    ["x"],
    ["1,1", ""],
    ["1,1", "7,7"],
    ["1,1+"],
    ["1"],
    ["1,1\0"],
    ["<b>"],
    ["1,1,1"],
]


def test_picks_that_name_no_cells_are_not_read(subtests: pytest.Subtests) -> None:
    for picks in NO_CELLS:
        with subtests.test(picks=picks):
            assert not is_read(action="stars:", pick=picks)
    game = buttons_table(TO_STARS)
    sent = {"action": "stars:", "pick": ["1,1", "7,7"], "token": token_of(game, 0)}
    assert refused_both_ways(player_client(game, 0), game, NOT_READ, **sent)


def test_a_token_that_is_no_number_is_not_read(subtests: pytest.Subtests) -> None:
    game = buttons_table(ROLLED)
    client = player_client(game, 0)
    for token in ["٢", "9" * 5000]:
        with subtests.test(token=token):
            answer = act(client, game, action="place:4,2", token=token)
            assert refused(answer, *NOT_READ)
            assert len(log_of(game)) == 2


FORBIDDEN = [
    ("BT-7 declining as the roller", ROLLED, 0, "decline"),
    ("BT-7 a column that no die names", ROLLED, 0, "place:4,5"),
    ("BT-7 row and column exchanged", ROLLED, 0, "place:2,4"),
    ("BT-8 another cell than the gold one", ROLLED, 1, "place:4,3"),
    ("BT-5 opting out while a roll is used", ROLLED, 1, "opt-out"),
    ("BT-5 rolling twice", ROLLED, 0, "roll"),
    ("BT-9 a cell that is taken", f"{TURN} 43+1234", 1, "place:4,2"),
    ("BT-9 next to the own button", f"{TURN} 43+1234", 1, "place:4,1"),
    ("BT-5 opting out without a button", "", 0, "opt-out"),
    ("BT-5 after declining", "42+2344 0@43 1-", 1, "opt-out"),
    ("BT-8 declining without a roll", TURN, 1, "decline"),
    ("BT-5 placing without a roll", TURN, 1, "place:1,1"),
    ("BT-17 stars before the count", TURN, 1, "stars:4,2"),
    ("BT-17 too many stars", TO_STARS, 0, "stars:1,1+1,3"),
    ("BT-17 a star where no button is", TO_STARS, 0, "stars:1,2"),
    ("BT-17 a cell twice", TO_STARS, 0, "stars:1,1+1,1"),
    ("BT-17 a star on a button of another", TO_STARS, 1, "stars:1,3"),
    ("BT-17 rolling while stars are placed", TO_STARS, 0, "roll"),
]


def test_what_the_rules_forbid_is_refused(subtests: pytest.Subtests) -> None:
    for name, moves, player, wish in FORBIDDEN:
        with subtests.test(name), pytest.raises(IllegalAction):
            resolved(moves, player, wish)
    game = buttons_table(ROLLED)
    client, sent = player_client(game, 1), {"action": "place:4,3", "token": token_of(game, 1)}
    assert refused_both_ways(client, game, NOT_ALLOWED, **sent)


def test_BT_17_too_few_stars_are_refused() -> None:
    three_reds = "11+2345 0@11 1@11 O 15+22 0@15 36+22 0@36 41+22 0@41 O"
    game = buttons_table(three_reds)
    client, token = player_client(game, 0), token_of(game, 0)
    for wish in ("stars:1,1", "stars:1,1+1,5+3,6+4,1"):
        with pytest.raises(IllegalAction):
            resolved(three_reds, 0, wish)
    answer = act(client, game, action="stars:", pick=["1,1", "1,5"], token=token)
    assert refused(answer, *NOT_ALLOWED)
    answer = act(client, game, action="stars:", pick=["3,6", "1,1", "1,5"], token=token)
    assert answer.status_code == 302
    assert game.events.get(kind="stars_placed").data == {"cells": [[1, 1], [1, 5], [3, 6]]}


NOT_ASKED = [
    ("", 1, "roll"),
    ("", 1, "place:4,2"),
    (TURN, 0, "roll"),
    (TURN, 0, "opt-out"),
    (f"{ROLLED} 0@43", 0, "roll"),
    ("11+2345 0@11 1@11 11+2345", 0, "place:1,1"),
    ("11+2345 0@11 1@11 O", 1, "roll"),
    (f"{TO_STARS} 0*11", 0, "stars:1,3"),
]


def test_acting_when_it_is_not_ones_turn_is_refused(subtests: pytest.Subtests) -> None:
    for moves, player, wish in NOT_ASKED:
        with subtests.test(moves=moves, wish=wish), pytest.raises(NotActive):
            resolved(moves, player, wish)
    game = buttons_table(TURN)
    sent = {"action": "roll", "token": game.version}
    assert refused_both_ways(player_client(game, 0), game, NOT_YOURS, **sent)


def test_an_answer_to_another_decision_is_refused(subtests: pytest.Subtests) -> None:
    game = buttons_table(ROLLED)
    client = player_client(game, 0)
    for token in ["1", "3", None]:
        with subtests.test(token=token):
            data = {"action": "place:4,2"} | ({} if token is None else {"token": token})
            assert refused_both_ways(client, game, DECIDED, **data)


@pytest.mark.parametrize("waiting_for", ["", " 1-"])
def test_the_second_of_two_clicks_changes_nothing_and_shows_the_present_position(
    waiting_for: str,
) -> None:
    game = buttons_table(ROLLED)
    client, data = player_client(game, 0), {"action": "place:4,3", "token": 2}
    assert act(client, game, HTMX, **data).status_code == 200
    game = play(game, waiting_for)
    answer = act(client, game, HTMX, **data)
    assert refused(answer, *NOT_YOURS)
    assert elements(answer, f"#t-status[data-version='{game.version}']")
    assert [event for event in log_of(game) if event == (0, "placed")] == [(0, "placed")]


def test_a_stranger_only_watches_and_somebody_signed_out_is_asked_to_sign_in(
    subtests: pytest.Subtests,
) -> None:
    game = buttons_table(ROLLED)
    stranger, visitor = client_of(make_user()), client_of(None)
    for wish in ["place:4,2", "resign"]:
        with subtests.test(wish=wish):
            sent = {"action": wish, "token": 2}
            assert refused_both_ways(stranger, game, (403, "not-at-table"), **sent)
            assert refused_both_ways(visitor, game, (403, "signed-out"), **sent)


def test_a_game_that_is_over_takes_no_action(subtests: pytest.Subtests) -> None:
    game = buttons_table(f"{ROLLED} R1")
    client = player_client(game, 0)
    for wish in ["place:4,2", "resign"]:
        with subtests.test(wish=wish):
            assert refused_both_ways(client, game, (409, "over"), action=wish, token=2)
            assert log_of(game)[-1] == (1, "resigned")


def test_a_table_that_waits_takes_no_action(subtests: pytest.Subtests) -> None:
    user = make_user()
    game, client = waiting_table(user, kind="buttons"), client_of(user)
    for wish in ["roll", "resign"]:
        with subtests.test(wish=wish):
            assert refused_both_ways(client, game, (409, "not-started"), action=wish, token=0)
            assert log_of(game) == []


def test_BT_L1_who_has_left_takes_no_part_any_more() -> None:
    game = buttons_table("42+2344 R2", players=3)
    client = player_client(game, 2)
    for wish in ("decline", "resign"):
        assert refused(act(client, game, action=wish, token=2), *NOT_YOURS)
    assert log_of(game)[-1] == (2, "resigned")


# --- The form of the stars ---------------------------------------------------


def test_the_form_of_the_stars_works_without_scripts() -> None:
    game = buttons_table(TO_STARS)
    client = player_client(game, 0)
    page = client.get(f"/games/{game.code}/")
    assert values(page, "input[type=checkbox][form=play][name=pick]", "value") == ["1,1", "1,3"]
    submit = value(page, "button[name=action][value^='stars:']")
    token = value(page, "form#play input[name=token]")
    answer = act(client, game, action=submit, pick=["1,3"], token=token)
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.code}/")
    assert game.events.get(kind="stars_placed").data == {"cells": [[1, 3]]}


def test_stars_are_picked_in_any_order(subtests: pytest.Subtests) -> None:
    for picks in (["3,6", "1,1", "1,5"], ["1,1", "1,5", "3,6"], ["1,1+3,6", "1,5"]):
        with subtests.test(picks=picks):
            assert str(read(action="stars:", pick=picks)) == "stars:1,1+1,5+3,6"


def test_picks_sent_along_with_another_action_spoil_it() -> None:
    game = buttons_table("")
    answer = act(player_client(game, 0), game, action="roll", pick=["1,1"], token=1)
    assert refused(answer, *NOT_READ)
    assert len(log_of(game)) == 1

"""A moderator ends a game or gives it to others: in every game, and in every form of its record."""

import json
import random
from itertools import product
from typing import Any

import pytest

from games.engine.core import Event, Ruled, Rules
from games.engine.dice import SeededDice
from games.engine.errors import NotActive
from games.engine.records.importer import RecordError, import_record
from games.engine.records.json_record import events_from_record, record
from games.engine.records.text_record import from_text, to_text
from games.engine.replay import LogError, fold, positions, replay_checked
from tests.each_case import each_case
from tests.engine.kinds import CASES, Case
from tests.engine.test_record import schema_of

ONE_OF_EACH = list({(case.kind, case.players): case for case in CASES}.values())


def played(case: Case, count: int | None) -> tuple[Rules[Any], list[Event]]:
    """Return a log of so many events after the set-up, or of a whole game (None)."""
    rules, dice, chance = case.rules(), SeededDice(7), random.Random(7)
    log = list(rules.setup(dice))
    most = None if count is None else len(log) + count
    state = fold(rules, log)
    while rules.outcome(state) is None and len(log) != most:
        player = chance.choice(rules.active_players(state))
        action = chance.choice(rules.legal_actions(state, player))
        log.append(rules.resolve(state, player, action, dice))
        state = rules.apply_event(state, log[-1])
    return rules, log


def told(rules: Rules[Any], log: list[Event]) -> dict[str, Any]:
    players = [{"name": f"P{n}", "bot": None} for n in range(rules.players)]
    return record(rules, players, log)  # type: ignore[arg-type]


@each_case(("case", "count"), product(ONE_OF_EACH, [0, 1, 2, 9, None]))
def test_a_ruling_ends_a_game_anywhere_and_records_of_both_forms_tell_it(
    case: Case, count: int | None
) -> None:
    rules, log = played(case, count)
    ends_with_any_ruling(rules, log)
    both_forms_tell_rulings(rules, log)


def ends_with_any_ruling(rules: Rules[Any], log: list[Event]) -> None:
    for winners in [(), (0,), tuple(range(rules.players))]:
        state = replay_checked(rules, [*log, Ruled(None, winners)])[-1]
        outcome = rules.outcome(state)
        assert outcome is not None
        assert (outcome.winners, outcome.termination) == (winners, "ruled")
        assert rules.active_players(state) == ()
        assert rules.state_from_json(rules.state_to_json(state)) == state


def both_forms_tell_rulings(rules: Rules[Any], log: list[Event]) -> None:
    log = [*log, Ruled(None, ()), Ruled(None, (rules.players - 1,))]
    data = told(rules, log)
    schema_of(rules.kind).validate(data)
    assert data["events"][-1] == {
        "seq": len(log),
        "type": "ruled",
        "winners": [rules.players - 1],
    }
    assert events_from_record(rules, data) == log
    text = to_text(data)
    assert list(from_text(text).events) == log
    assert from_text(text).to_json() == data
    assert list(import_record(json.dumps(data)).events) == log


def test_a_text_record_shows_a_ruling_as_a_word() -> None:
    text = '[Game "cantstop"]\n[Seat "a" "A"] [Seat "b" "B"]\n\n1a 3164:7+7 !b'
    game = from_text(text)
    assert game.events[-1] == Ruled(None, (1,))
    assert "1a 3164:7+7 !b" in to_text(game.to_json())


@pytest.mark.parametrize("word", ["!e", "!ba", "!aa", "!x", "!a!"])
def test_a_ruling_that_names_nobody_is_refused(word: str) -> None:
    text = f'[Game "cantstop"]\n[Seat "a" "A"] [Seat "b" "B"]\n\n1a 3164: {word}'
    with pytest.raises(RecordError):
        import_record(text)


@each_case("winners", [[2], [1, 0], [0, 0], [True], "0", None, [-1]])
def test_only_players_in_order_are_winners(winners: object) -> None:
    rules, _ = played(ONE_OF_EACH[0], 0)
    with pytest.raises(ValueError, match="players"):
        rules.event_from_json("ruled", None, {"winners": winners})


@each_case("case", ONE_OF_EACH)
def test_nobody_plays_on_after_a_ruling(case: Case) -> None:
    rules, log = played(case, 1)
    _, longer = played(case, 2)
    with pytest.raises(LogError):
        replay_checked(rules, [*log, Ruled(None, ()), longer[-1]])


def test_there_is_no_ruling_before_the_deal() -> None:
    rules = Case("buttons", 2, {"layouts": "random"}).rules()
    with pytest.raises(NotActive):
        rules.check_event(rules.initial_state(), Ruled(None, ()))


def test_a_ruling_is_no_players_event() -> None:
    rules, _ = played(ONE_OF_EACH[0], 0)
    with pytest.raises(ValueError, match="ruled"):
        rules.event_from_json("ruled", 0, {"winners": [0]})


@each_case("case", ONE_OF_EACH)
def test_a_ruling_moves_nothing_on_the_board(case: Case) -> None:
    rules, log = played(case, 9)
    before, after = positions(rules, [*log, Ruled(None, (0,))])[-2:]
    for field in ("markers", "owners", "runners", "buttons", "stars"):
        assert getattr(before, field, None) == getattr(after, field, None)

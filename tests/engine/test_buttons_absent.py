"""Several players of Buttons who run out of time at the same moment (BT-L6)."""

import json

import pytest

from games.engine.buttons.events import Declined, Placed
from games.engine.buttons.state import Phase
from games.engine.core import Outcome, Resigned, Ruled, TimedOut
from games.engine.errors import ActionError
from games.engine.facts import timed_out
from games.engine.records.game_record import GameRecord
from games.engine.records.importer import RecordError, import_record
from games.engine.records.json_record import RecordPlayer
from games.engine.records.text_record import text_of
from games.engine.replay import LogError, replay_checked
from tests.engine.buttons_positions import TABLES, after, counting, dealt, played, roll
from tests.engine.test_record import schema_of


def test_BT_L6_players_whose_time_runs_out_together_are_out_at_once() -> None:
    decided = (roll("42 2344"), Placed(0, (4, 3)))
    assert played(2, roll("42 2344"), *timed_out([0, 1])).result == Outcome((), "timed_out")
    state = played(4, *decided, Declined(2), *timed_out([1, 3]))
    assert (state.left, state.turn_player, state.phase) == (frozenset({1, 3}), 2, Phase.TURN)
    assert played(3, *decided, *timed_out([1, 2])).result == Outcome((0,), "timed_out")
    gone = (Resigned(2), roll("42 2344"), *timed_out([0, 1]))
    assert played(3, *gone).result == Outcome((), "timed_out")


def test_BT_L6_the_same_with_the_stars_of_a_round() -> None:
    state = after(counting([(1, 1)], [(2, 2)]), *timed_out([0, 1]))
    assert state.result == Outcome((), "timed_out")
    state = after(counting([(1, 1)], [(2, 2)], [(3, 3)], players=3), *timed_out([0, 2]))
    assert state.result == Outcome((1,), "timed_out")


def test_BT_L6_nothing_comes_between_them_and_the_game_is_not_over_before_the_last() -> None:
    rules, first = TABLES[3], TimedOut(0, (1, 2))
    state = played(3, roll("42 2344"), first)
    assert (rules.outcome(state), rules.active_players(state)) == (None, ())
    assert rules.state_from_json(rules.state_to_json(state)) == state
    for other in (TimedOut(2), TimedOut(1, (2,)), Resigned(1), Placed(1, (4, 2)), Ruled(None, ())):
        with pytest.raises((ActionError, ValueError)):
            rules.check_event(state, other)
    rules.check_event(state, TimedOut(1))
    assert rules.outcome(after(state, TimedOut(1))) is None
    assert rules.outcome(after(state, TimedOut(1), TimedOut(2))) == Outcome((), "timed_out")


@pytest.mark.parametrize("also", [(0,), (2, 1), (1, 1), (3,), (1, 2)])
def test_BT_L6_only_others_who_are_waited_for_run_out_of_time_together(
    also: tuple[int, ...],
) -> None:
    log = [dealt(players=3), roll("42 2344"), Declined(2), TimedOut(0, also)]
    with pytest.raises(LogError, match="event 4"):
        replay_checked(TABLES[3], log)


def test_BT_L6_a_log_from_before_plays_as_it_did() -> None:
    """One after the other, as it was written: the last one left has won."""
    state = played(2, roll("42 2344"), TimedOut(0))
    assert state.result == Outcome((1,), "timed_out")
    assert "absent" not in TABLES[2].state_to_json(state)
    assert TABLES[2].event_to_json(TimedOut(0)) == {}


def test_BT_L6_records_of_it_are_read_again_in_both_forms() -> None:
    log = [dealt(), roll("42 2344"), *timed_out([0, 1])]
    people: list[RecordPlayer] = [{"name": name, "bot": None} for name in ("Ada", "Bo")]
    game = GameRecord(TABLES[2], people, log)
    data = game.to_json()
    schema_of("buttons").validate(data)
    assert data["events"][2:] == [
        {"seq": 3, "player": 0, "type": "timed_out", "also": [1]},
        {"seq": 4, "player": 1, "type": "timed_out"},
    ]
    assert data["outcome"] == {"winners": [], "termination": "timed_out"}
    assert text_of(game).endswith("\n\nr1 1a 4x2+2344: T+b bT\n")
    for told in (json.dumps(data), text_of(game)):
        assert import_record(told).events == log
    for wrong in ([], [1.0], [0], [2], "1", None):
        entry = {**data["events"][2], "also": wrong}
        bad = {**data, "events": [*data["events"][:2], entry, data["events"][3]]}
        with pytest.raises(RecordError):
            import_record(json.dumps(bad))
    with pytest.raises(RecordError, match="event 4"):
        import_record(text_of(game).replace("T+b bT", "T+b bR"))

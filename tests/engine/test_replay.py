"""Folding logs, and refusing logs that cannot be."""

import pytest

from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.core import Event, Resigned, TimedOut
from games.engine.replay import LogError, fold, positions, replay_checked
from tests.each_case import each_case
from tests.engine.positions import STANDARD, faces

OPENING: list[Event] = [
    Rolled(0, faces("2345")),
    SplitChosen(0, (7, 7)),
    Rolled(0, faces("1166")),
    SplitChosen(0, (2, 12)),
    Stopped(0),
]


def test_an_empty_log_is_the_initial_position() -> None:
    assert fold(STANDARD, []) == STANDARD.initial_state()
    assert positions(STANDARD, []) == replay_checked(STANDARD, []) == [STANDARD.initial_state()]


def test_there_is_a_position_before_and_after_every_event() -> None:
    states = positions(STANDARD, OPENING)
    assert len(states) == len(OPENING) + 1
    assert states[-1] == fold(STANDARD, OPENING)
    assert states[2].runners[7] == 2


def test_a_log_may_come_from_a_generator() -> None:
    assert replay_checked(STANDARD, iter(OPENING)) == positions(STANDARD, iter(OPENING))


@each_case(
    ("events", "seq", "reason"),
    [
        ([Stopped(0)], 1, "the rules don't allow"),
        ([Rolled(1, faces("2345"))], 1, "nothing to decide"),
        ([*OPENING[:1], Rolled(0, faces("2345"))], 2, "the rules don't allow"),
        ([*OPENING[:1], SplitChosen(0, (5,))], 2, "the rules don't allow"),
        ([*OPENING[:1], SplitChosen(0, (9, 5))], 2, "the rules don't allow"),
        ([*OPENING[:1], SplitChosen(0, (2, 12))], 2, "the rules don't allow"),
        ([*OPENING[:1], SplitChosen(0, (7, 7, 7))], 2, "columns"),
        ([*OPENING, Stopped(1)], 6, "the rules don't allow"),
        ([Rolled(0, (*faces("2346"), 1))], 1, "four dice"),
        ([Rolled(0, (1, 2, 3, 7))], 1, "four dice"),
        ([Resigned(2)], 1, "no player"),
        ([Resigned(-1)], 1, "no player"),
        ([Resigned(0), Rolled(1, faces("1234"))], 2, "the game is over"),
        ([TimedOut(1), Resigned(0)], 2, "the game is over"),
        ([Event(0)], 1, "unknown event type"),
    ],
)
def test_an_impossible_event_is_named(events: list[Event], seq: int, reason: str) -> None:
    with pytest.raises(LogError, match=reason) as caught:
        replay_checked(STANDARD, events)
    assert caught.value.seq == seq
    assert str(caught.value).startswith(f"event {seq}: ")


def test_dice_that_would_not_survive_storage_are_refused() -> None:
    as_list = Rolled(0, [1, 2, 3, 4])  # type: ignore[arg-type]
    with pytest.raises(LogError, match="can't be stored"):
        replay_checked(STANDARD, [as_list])

"""What a record's times say of the clocks: they are not told, because they follow."""

from collections.abc import Sequence
from datetime import timedelta

from games.engine.core import Event, Rules, S
from games.engine.records.record_time import STOOD_IN, RecordTime


def time_left(
    rules: Rules[S], states: Sequence[S], events: Sequence[Event], time: RecordTime
) -> timedelta:
    """Return what the clock of the last event's player has left after it.

    Time that was given back changes nothing: it is not among what was used.

    Args:
        rules: The rules of the game.
        states: The position before the first event, and after each one.
        events: The log, or the beginning of it.
        time: What the record says of time.
    """
    player, left = events[-1].player, time.control.at_first
    emptied = {note.after for note in time.notes if (note.type, note.player) == (STOOD_IN, player)}
    log = zip(events, time.used, states[1:], strict=False)
    for number, (event, used, after) in enumerate(log):
        if number in emptied:
            left = timedelta()
        if event.player == player and used is not None:
            goes_on = player in rules.active_players(after) and not rules.begins_turn(after, player)
            left = time.control.left_after(left, timedelta(milliseconds=used), goes_on=goes_on)
    return left

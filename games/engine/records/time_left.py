"""The time left on clocks. Records leave it out, because it follows from the times used."""

from collections.abc import Sequence
from datetime import timedelta

from games.engine.core import Event, Rules, S
from games.engine.records.record_time import STOOD_IN, RecordTime


def time_left(
    rules: Rules[S], states: Sequence[S], events: Sequence[Event], time: RecordTime
) -> timedelta:
    """Return the time that the last event's player has left after this event.

    `states` has the position before the first event and the one after each event. Time given back
    after an outage is ignored: the times used already leave it out.
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

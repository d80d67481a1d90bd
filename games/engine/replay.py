"""Fold logs of events into positions."""

from collections.abc import Iterable
from functools import reduce
from itertools import accumulate

from games.engine.core import Event, Rules, S
from games.engine.errors import ActionError


class LogError(ValueError):
    """A log holds an event that could not have happened. seq: its place in the log, from 1."""

    def __init__(self, seq: int, reason: str) -> None:
        super().__init__(f"event {seq}: {reason}")
        self.seq = seq
        self.reason = reason


def fold(rules: Rules[S], events: Iterable[Event]) -> S:
    """Return the position after the events, which are trusted to be legal."""
    return reduce(rules.apply_event, events, rules.initial_state())


def positions(rules: Rules[S], events: Iterable[Event]) -> list[S]:
    """Return the position before the first event and after each: index is seq.

    The events are trusted to be legal.
    """
    return list(accumulate(events, rules.apply_event, initial=rules.initial_state()))


def replay_checked(rules: Rules[S], events: Iterable[Event]) -> list[S]:
    """Return the same as `positions` for a log that is not trusted.

    Raises LogError for the first event that could not have happened there.
    """
    states = [rules.initial_state()]
    for seq, event in enumerate(events, start=1):
        _check_event(rules, states[-1], seq, event)
        states.append(rules.apply_event(states[-1], event))
    return states


def _check_event(rules: Rules[S], state: S, seq: int, event: Event) -> None:
    try:
        stored = rules.event_from_json(event.type, event.player, rules.event_to_json(event))
        rules.check_event(state, event)
    except ValueError as error:
        raise LogError(seq, str(error)) from error
    except ActionError as error:
        raise LogError(seq, f"{error.code}: {event}") from error
    if stored != event:
        raise LogError(seq, f"cannot be stored: {event}")

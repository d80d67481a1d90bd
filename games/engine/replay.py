"""Compute positions from logs of events."""

from collections.abc import Iterable
from functools import reduce
from itertools import accumulate

from games.engine.allowed import allowed
from games.engine.core import Event, Rules, S
from games.engine.errors import ActionError
from games.engine.faults import Fault, fault_of
from games.engine.faults import gettext_noop as _


class LogError(ValueError):
    """A log contains an impossible event. seq: its number in the log, from 1."""

    def __init__(self, seq: int, fault: Fault) -> None:
        super().__init__(f"event {seq}: {fault}")
        self.seq = seq
        self.fault = fault


def fold(rules: Rules[S], events: Iterable[Event]) -> S:
    """Return the position after all events of a log. Their legality is not checked."""
    return reduce(rules.apply_event, events, rules.initial_state())


def positions(rules: Rules[S], events: Iterable[Event]) -> list[S]:
    """Return the positions of a log, indexed by seq. The legality of events is not checked."""
    return list(accumulate(events, rules.apply_event, initial=rules.initial_state()))


def replay_checked(rules: Rules[S], events: Iterable[Event]) -> list[S]:
    """Return the positions of an untrusted log. Raises LogError at its first impossible event."""
    states = [rules.initial_state()]
    for seq, event in enumerate(events, start=1):
        _check_event(rules, states[-1], seq, event)
        states.append(rules.apply_event(states[-1], event))
    return states


def _check_event(rules: Rules[S], state: S, seq: int, event: Event) -> None:
    try:
        stored = rules.event_from_json(event.type, event.player, rules.event_to_json(event))
        rules.check_event(state, event)
    except ActionError as error:
        fault = fault_of(error)
        raise LogError(seq, fault.allowing(allowed(rules, state, event.player))) from error
    except ValueError as error:
        raise LogError(seq, fault_of(error)) from error
    if stored != event:  # the stored event would be read as another event
        raise LogError(seq, Fault("cannot-be-stored", _("can't be stored: %(event)s"), event=event))

"""The short text of events, of every kind of game."""

from games.engine.core import Event, Resigned, TimedOut
from games.engine.registry import KINDS
from tests.each_case import each_case
from tests.engine.kinds import CASES, Case
from tests.engine.test_contract import log_of


def written(kind: str, event: Event) -> str:
    """Return the event's text in the notation of its game."""
    return KINDS[kind].notation.text(event)


@each_case("case", CASES)
def test_every_event_has_a_text_and_different_events_of_a_player_different_ones(case: Case) -> None:
    log = set(log_of(case))
    log |= {event(player) for event in (Resigned, TimedOut) for player in range(case.players)}
    texts = {(event.player, written(case.kind, event)) for event in log}
    assert all(text for _, text in texts)
    assert len(texts) == len(log)

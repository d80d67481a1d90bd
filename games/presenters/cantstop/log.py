"""What an event is called in the log."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.cantstop.events import Rolled, SplitChosen
from games.engine.cantstop.state import CantStopState
from games.engine.core import Event
from games.presenters.cantstop.position import newly_claimed
from games.presenters.names import separated
from games.presenters.shared import LogEntry


@dataclass(frozen=True, slots=True)
class Step(LogEntry):
    """An event in a turn's line: a "roll", a "split" or a "stop". claimed: columns it claimed."""

    claimed: tuple[int, ...] = ()

    def as_html(self, names: Sequence[str], turn_player: int | None) -> str:
        text = LogEntry.as_html(self, names, turn_player)
        if not self.claimed:
            return text
        claimed = _("claimed %(columns)s") % {"columns": separated(self.claimed)}
        return f'{text} · <em class="good">{claimed}</em>'


def step(seq: int, before: CantStopState, after: CantStopState, event: Event) -> Step:
    """Return the entry of a roll, a split or a stop."""
    player = event.player
    match event:
        case Rolled(dice=dice):
            text = "·".join(map(str, dice))
            separator = "·" if before.roll else ""
            return Step(seq, "roll", player, text, bust=after.bust is not None, separator=separator)
        case SplitChosen(columns=columns):
            return Step(seq, "split", player, "+".join(map(str, columns)), separator="→")
        case _:
            return Step(seq, "stop", player, _("stopped"), claimed=newly_claimed(before, after))

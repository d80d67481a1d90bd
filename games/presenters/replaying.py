"""The parts of a replay besides its positions: turns, changes of lead, decisions to guess."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from html import escape
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.templatetags.names import as_name
from games.engine.records.record_time import RecordTime
from games.engine.records.time_left import time_left
from games.pov import Pov
from games.presenters import presenter, table_of
from games.presenters.clock_words import duration_words, notes_in_words
from games.presenters.evaluated import EvaluatedChoice, evaluated_choice
from games.presenters.names import joined_names, name_of, names_at_first, separated
from games.presenters.shared import RollNotTaken, roll_not_taken


@dataclass(frozen=True, kw_only=True)
class ReplayStep:
    """A step of a replay, the `replay` of templates; kinds may add fields."""

    pov: Pov

    @property
    def title(self) -> str:
        return _("Step %(seq)d · %(names)s · %(game)s") % {
            "seq": self.pov.seq,
            "names": joined_names(self.pov.seats),
            "game": presenter(self.pov.game.kind).ABOUT.name,
        }

    @cached_property
    def not_taken(self) -> RollNotTaken | None:
        """The roll that a player chose not to make, if any."""
        return roll_not_taken(self.pov)

    @cached_property
    def evaluated(self) -> list[EvaluatedChoice]:
        """The decisions of this step with their analysis."""
        seqs = range(_step_before(self.pov) + 1, self.pov.seq + 1)
        return [found for seq in seqs if (found := evaluated_choice(self.pov, seq)) is not None]

    @cached_property
    def on_clocks(self) -> list[str]:
        """The time that the decisions of this step took, and notes on clocks, in sentences."""
        timing = self.pov.game.timing
        if timing is None:
            return []
        log, names = self.pov.log, names_at_first(self.pov.seats)
        used = tuple(log.used.get(seq) for seq in range(1, self.pov.seq + 1))
        time = RecordTime(timing, used, tuple(note.to_note() for note in self.pov.notes))
        seqs = range(_step_before(self.pov) + 1, self.pov.seq + 1)
        took = [_took(self.pov, seq, time, names) for seq in seqs if seq in log.used]
        notes = notes_in_words(self.pov)
        return [*filter(None, took), *(words for note, words in notes if note.after in seqs)]


@dataclass(frozen=True, slots=True)
class Lead:
    """A step that brings a new leader, `player`. x: its place under the slider, in percent."""

    seq: int
    player: int
    x: str
    words: str


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks under the slider. ends: where turns end, in percent.  words: for screen readers."""

    ends: list[str]
    leads: list[Lead]
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to guess: whether to roll. answer: the player's choice, "roll" or "hold".

    best: the better choice by the analysis, "" if unknown or if the difference is small.
    """

    words: str
    answer: str
    best: str = ""


def turns_of(pov: Pov) -> Sequence[Any]:
    """Return the turns of the whole log, cached in `History.turns`."""
    kept, language, version = pov.log.turns, get_language(), pov.game.version
    grouped, turns = kept.get(language, (None, ()))
    if grouped != version:
        turns = presenter(pov.game.kind).turns(pov.log, version)
        kept[language] = version, turns
    return turns


def log_line(turn: Any, names: Sequence[str], before: str, after: str) -> SafeString:
    """Return a turn as a line of the log.

    names: the players' names in that turn.  before, after: the parts of a step's address before
    and after its seq.
    """
    # Not a template: logs have hundreds of links. Events at which no replay stops are parts of the
    # step that ends after them.
    ends = {step.seq for step in turn.steps}
    number = f'value="{turn.number}"' if turn.number else 'class="unnumbered"'
    if turn.title:
        title = f"<b>{escape(turn.title)}</b>"
    else:
        title = f'<b class="p{turn.player}">{as_name(names[turn.player])}</b>'
    links = "".join(
        f'<span>\n{entry.separator}\n<a href="{before}{entry.seq}{after}" data-seq="{entry.seq}"'
        f"{'' if entry.seq in ends else ' data-part'}>{entry.as_html(names, turn.player)}</a>\n"
        "</span>\n"
        for entry in turn.entries
    )
    return SafeString(f'<li {number} data-turn="{turn.first}">{title}\n{links}</li>')


def stops(turns: Sequence[Any]) -> list[int]:
    """Return the seqs at which a replay stops: 0, and the end of every step."""
    return [0, *(step.seq for turn in turns for step in turn.steps)]


def marks(pov: Pov, turns: Sequence[Any]) -> Marks:
    """Return the ends of turns and the changes of lead in the whole log."""
    number_of = {seq: number for number, seq in enumerate(stops(turns))}
    last = max(len(number_of) - 1, 1)
    ends = [turn.steps[-1].seq for turn in turns]
    words = _("step %(step)d: %(name)s leads")
    leads = [
        Lead(
            seq,
            player,
            _place(number_of[seq], last),
            words % {"step": seq, "name": name_of(pov.seats, player)},
        )
        for seq, player in changes_of_lead(pov, ends)
    ]
    told = separated(lead.words for lead in leads) or _("none yet")
    return Marks(
        ends=[_place(number_of[seq], last) for seq in ends],
        leads=leads,
        words=_("The end of each turn. Lead changes: %(leads)s.") % {"leads": told},
    )


def question(pov: Pov) -> Question | None:
    """Return the decision to guess at the position shown, None if there is none."""
    address, coming = pov.rules.roll_address(pov.state), pov.next_event
    if address is None or coming is None or coming.player != address.player:
        return None
    legal = [str(action) for action in pov.rules.legal_actions(pov.state, address.player)]
    action = str(pov.rules.action_of(coming))
    if len(legal) < 2 or action not in legal:
        return None
    asks = str(presenter(pov.game.kind).ABOUT.asks)
    words = asks % {"name": name_of(pov.seats, address.player)}
    return Question(words, _answer(action), _best_answer(pov))


def _answer(action: str) -> str:
    return "roll" if action == "roll" else "hold"


def _best_answer(pov: Pov) -> str:
    if pov.explanation is None:
        return ""
    step, least = pov.explanation.step(pov.seq + 1), pov.explanation.marked_from
    if step is None or step.choice is None or step.player is None:
        return ""
    return _answer(step.choice.best) if step.choice.matters(step.player, least) else ""


def since_last(pov: Pov) -> int:
    """Return the milliseconds between the last two events shown."""
    if pov.seq < 2:
        return 0
    before, last = pov.log.times[pov.seq - 2 : pov.seq]
    return max(round((last - before).total_seconds() * 1000), 0)


def changes_of_lead(pov: Pov, ends: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the end of each turn that brings a new leader, as its seq, and the new leader.

    A tie with the leader is no change.
    """
    leader, leaders = None, pov.log.leaders
    for seq in ends:
        if seq not in leaders:
            leaders[seq] = _leader(replace(pov, seq=seq))
        now = leaders[seq]
        if now is not None and now != leader:
            leader = now
            yield seq, now


def _step_before(pov: Pov) -> int:
    """Return the seq at which the step before the one shown ends; -1 if there is none."""
    # The step shown may still lack decisions, so look at the turns up to here, not the whole log.
    *before, _shown = [-1, *stops(presenter(pov.game.kind).turns(pov.log, pov.seq, 2))]
    return before[-1]


def _took(pov: Pov, seq: int, time: RecordTime, names: Sequence[str]) -> str:
    """Return the time that the decision behind this event took, in a sentence, or ""."""
    states, events = pov.log.states[: seq + 1], pov.log.events[:seq]
    used, player = time.used[seq - 1], events[-1].player
    if not used or player is None:  # imported records may have times for events without a player
        return ""
    told = {
        "name": names[player],
        "used": duration_words(timedelta(milliseconds=used)),
        "left": duration_words(time_left(pov.rules, states, events, time)),
    }
    if player == pov.player:
        return _("You took %(used)s. %(left)s left on your clock.") % told
    return _("%(name)s took %(used)s. %(left)s left on the clock.") % told


def _leader(pov: Pov) -> int | None:
    table = table_of(pov)
    playing = [seat.player for seat in pov.seats if seat.player not in pov.state.left]
    standing = {player: table.standing(player) for player in playing}
    most = max(standing.values(), default=None)
    first = [player for player in playing if standing[player] == most]
    return first[0] if len(first) == 1 else None


def _place(step: int, last: int) -> str:
    return f"{100 * step / last:.2f}%"

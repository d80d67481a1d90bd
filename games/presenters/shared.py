"""Words and figures of every game: odds, entries of the log, how a game ended."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any, Literal, NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from accounts.templatetags.names import as_name
from games.engine.core import Event, Outcome, Ruled, TimedOut
from games.models import ClockNote, Game
from games.pov import Pov
from games.presenters.names import listed, name_of

Sound = Literal["dice", "place", "bust", "score", "turn", "over"]
"""Names of the files in static/games/sounds."""


class Box(NamedTuple):
    """Facts on the box of the game. age: minimum age, in years.  minutes: length of a game."""

    author: str
    publisher: str
    year: int
    age: int
    minutes: int


class About(NamedTuple):
    """A game in a few words.

    name: a proper name, the same in every language.  pitch: two sentences for the front page.
    asks: the question before a roll, with a placeholder for a name.
    hold: the name of the choice not to roll.  moments: the label of the option to pause a replay.
    challenge: the goal of the daily challenge, "" in a game that nobody plays alone.
    """

    name: str
    box: Box
    pitch: Promise
    asks: Promise
    hold: Promise
    moments: Promise
    challenge: Promise | str = ""


class BotText(NamedTuple):
    """A bot's name, and one sentence about it."""

    name: Promise
    sentence: Promise

    @property
    def choice(self) -> str:
        """The bot as an option to choose."""
        return _("%(bot)s: %(sentence)s") % {"bot": self.name, "sentence": self.sentence}


ANALYSIS_BOTS: Mapping[str, BotText] = {
    "oracle": BotText(
        gettext_lazy("Oracle"),
        gettext_lazy("Knows the odds and makes the best move."),
    ),
    "tortoise": BotText(
        gettext_lazy("Tortoise"),
        gettext_lazy("Knows the odds, but plays it safe and stops too early."),
    ),
    "gambler": BotText(
        gettext_lazy("Gambler"),
        gettext_lazy("Knows the odds, but often rolls when it should stop."),
    ),
}
"""The bots that play by the analysis, the same in every game with an analysis."""


class Tally(NamedTuple):
    """A player's progress. points: more is better; the first number counts most."""

    points: tuple[Any, ...]
    words: str


LOW_RISK, HIGH_RISK = 20, 40
"""In percent: a bust is unlikely up to LOW_RISK, and likely above HIGH_RISK."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance that a roll is a bust. width: percent, for the bar.  hint: a fraction, or ""."""

    label: str
    percent: str
    width: float
    hint: str = ""

    @property
    def level(self) -> str:
        """The CSS class that colours the odds."""
        return "lo" if self.width <= LOW_RISK else "mid" if self.width <= HIGH_RISK else "hi"


def odds(label: str, chance: Fraction, hint: str = "") -> Odds | None:
    """Return a chance as tables show it; None if it rounds to 0 %."""
    width = rounded(chance * 100)
    if not width:
        return None
    return Odds(label, percent(chance), width, hint)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An event in the log as people read it.

    kind: "left", "ruled", or the game's own.  separator: the sign before the event in its line.
    """

    seq: int
    kind: str
    player: int | None
    text: str = ""
    bust: bool = False
    separator: str = "·"

    def as_html(self, names: Sequence[str], turn_player: int | None) -> str:
        """Describe the event.

        names: the players' names then.  turn_player: named at the start of the line, or None.
        """
        # Not a template: logs have hundreds of events.
        if self.kind == "left" and self.player is not None:
            return _("%(name)s leaves") % {"name": as_name(names[self.player])}
        return f"{escape(self.text)} {bust_mark()}" if self.bust else escape(self.text)


def bust_mark() -> str:
    """Return the mark of a roll that was a bust, as HTML."""
    bust = pgettext("a roll", "bust")
    return f'<em class="bad">{bust}</em>'


@dataclass(frozen=True, slots=True)
class RollNotTaken:
    """The roll that a player chose not to make."""

    name: str
    faces: tuple[int, ...]
    bust: bool


def roll_not_taken(pov: Pov) -> RollNotTaken | None:
    """Return the roll that a player declined with this step or the next, or None.

    Always None for games that are not over: their dice are secret.
    """
    with_this_step = _declined_roll(replace(pov, seq=pov.seq - 1)) if pov.seq else None
    return with_this_step or _declined_roll(pov)


def _declined_roll(pov: Pov) -> RollNotTaken | None:
    address, coming = pov.rules.roll_address(pov.state), pov.next_event
    if pov.dice is None or address is None or coming is None or coming.player != address.player:
        return None
    if pov.rules.faces_of(coming) is not None:
        return None
    event = pov.rules.resolve(pov.state, address.player, pov.rules.parse_action("roll"), pov.dice)
    rolled = pov.rules.faces_of(event)
    if rolled is None:
        return None
    bust = bool(pov.rules.annotate_event(pov.state, event)["bust"])
    return RollNotTaken(name_of(pov.seats, address.player), rolled.faces, bust)


def percent(chance: Fraction, decimals: int = 1) -> str:
    """Return a chance as a percentage, in the reader's language."""
    number = number_format(rounded(chance * 100, decimals), decimal_pos=decimals)
    return _("%(number)s%%") % {"number": number}


def rounded(number: Fraction, decimals: int = 1) -> float:
    """Return a rounded number for people: halves go up, as Python's `round` does not."""
    scale = int(10**decimals)
    return math.floor(number * scale + Fraction(1, 2)) / scale


def start(pov: Pov) -> str:
    """Return the sentence for a table without events."""
    if pov.game.is_waiting:
        free = pov.game.size - len(pov.seats)
        if not free:
            return _("Everyone's here. The game starts in a moment.")
        return ngettext(
            "Waiting for %(free)d more player.", "Waiting for %(free)d more players.", free
        ) % {"free": free}
    if pov.game.status == Game.Status.CANCELLED:
        return _("This game was closed before it began.")
    return _("The game begins.")


def left(pov: Pov, event: Event, *, you: bool) -> str:
    """Return the sentence for a player who left, with a placeholder for their name unless `you`."""
    if isinstance(event, TimedOut) and event.player in _noted(pov, ClockNote.Kind.GONE):
        return _("You left the game.") if you else _("%(name)s left the game.")
    if isinstance(event, TimedOut):
        return _("Your time ran out.") if you else _("%(name)s ran out of time.")
    return _("You resigned.") if you else _("%(name)s resigned.")


def ruled(pov: Pov, event: Ruled) -> str:
    """Return the sentence for a ruling, the last event shown."""
    if told := _without_result(pov):
        return told
    if event.winners:
        return _("A moderator awards the game.")
    return _("A moderator ends the game.")


def by_ruling(pov: Pov, outcome: Outcome) -> str:
    """Return how a game ended by a ruling."""
    if told := _without_result(pov):
        return told
    return _("Decided by a moderator.") if outcome.winners else _("A moderator ended it.")


def _without_result(pov: Pov) -> str:
    """Return a sentence if the game ended because somebody never made a move; else ""."""
    never_moved = _noted(pov, ClockNote.Kind.NEVER_MOVED)
    names = [name_of(pov.seats, player) for player in never_moved]
    if not names:
        return ""
    # Translators: %(names)s is one name or several, such as "Anna and Ben".
    told = _("%(names)s never made a move. The game has no result.")
    return told % {"names": listed(names)}


def _noted(pov: Pov, kind: str) -> list[int]:
    """Return the players with a clock note of this kind just before the last event shown."""
    return [
        note.player
        for note in pov.notes
        if note.kind == kind and note.after == pov.seq - 1 and note.player is not None
    ]


def last_one_left(pov: Pov, outcome: Outcome) -> str:
    """Return how a game ended after all players left, or all but one."""
    if not outcome.winners:
        if outcome.termination != TimedOut.type:
            return ""
        alone = pov.game.size == 1
        return _("Time ran out.") if alone else _("Time ran out for everyone left.")
    (winner,) = outcome.winners
    if pov.game.size == 2 and pov.event is not None:
        loser = 1 - winner
        told = left(pov, pov.event, you=pov.player == loser)
        return told % {"name": name_of(pov.seats, loser)}
    if outcome.termination == TimedOut.type and not _noted(pov, ClockNote.Kind.GONE):
        return _("%(name)s won on time.") % {"name": name_of(pov.seats, winner)}
    return _("Everyone else left the game.")

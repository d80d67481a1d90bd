"""The pairings of the dice, and the ways to use them, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from string import ascii_uppercase

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.engine.cantstop.analysis import (
    Advance,
    Choice,
    Obstacle,
    bust_chance,
    choices,
    obstacle,
)
from games.engine.cantstop.board import LENGTHS, ROLLS, Pairing, pairings, spaces
from games.engine.cantstop.events import SplitChosen, Stopped
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.presenters import shared
from games.presenters.cantstop import words
from games.presenters.evaluated import EvaluatedAction
from games.presenters.names import listed, separated

POSITIONS_CACHED = 64  # a replay renders the rows of each position three times


@dataclass(frozen=True, slots=True)
class Pair:
    """Two dice. faces: both in a row, such as "36", as the name of their drawing."""

    faces: str
    sum: int


@dataclass(frozen=True, slots=True)
class Way:
    """A legal split on offer.

    number: counted from 1.  words: its moves.  brief: its moves in fewer words, for a tile.
    lost: the sum that it cannot use, and why, or "".  uses_first, uses_second: whether it uses the
    sum of the first or second pair.  partner: the number of the first die's partner, 2..4.
    pair_sums: the sums of the first and second pair.
    keeps: the number of spaces that a stop right after it keeps.  wins: whether that stop wins.
    why_no_stop: why that stop is not allowed, or "".
    risk: the chance of a bust on the roll after it; None if it rounds to 0 or odds are hidden.
    evaluated: its analysis in a replay, or None.
    """

    number: int
    action: str
    words: str
    brief: str
    lost: str
    uses_first: bool
    uses_second: bool
    partner: int
    pair_sums: tuple[int, int]
    keeps: int
    wins: bool
    why_no_stop: str
    risk: shared.Odds | None
    evaluated: EvaluatedAction | None = None

    @property
    def letter(self) -> str:
        """Its name on the tile, on the board and on the keyboard."""
        return ascii_uppercase[self.number - 1]

    @property
    def sums(self) -> str:
        """The sums that are used, such as "5 + 9"."""
        return self.action.partition(":")[2].replace("+", " + ")


@dataclass(frozen=True, slots=True)
class Row:
    """A pairing of the dice, with 0 to 2 ways to use it. words: why sums of it cannot be used."""

    first: Pair
    second: Pair
    ways: tuple[Way, ...]
    words: str

    def evaluated(self, actions: Mapping[str, EvaluatedAction]) -> "Row":
        """Return this pairing with the analysis of each way to use it."""
        ways = tuple(replace(way, evaluated=actions.get(way.action)) for way in self.ways)
        return replace(self, ways=ways)


def rows(rules: CantStopRules, state: CantStopState, *, show_odds: bool) -> tuple[Row, ...]:
    """Return every pairing of the dice; () if there are no dice to split."""
    if state.phase is not Phase.CHOOSE:
        return ()
    return _rows(rules, state, show_odds, get_language())


@lru_cache(POSITIONS_CACHED)
def _rows(
    rules: CantStopRules, state: CantStopState, show_odds: bool, _language: str
) -> tuple[Row, ...]:
    legal = choices(rules, state)
    ways = {
        choice: _way(number, rules, state, choice, show_odds=show_odds)
        for number, choice in enumerate(legal, start=1)
    }
    return tuple(
        Row(
            first=_pair(state.dice, pairing, 0),
            second=_pair(state.dice, pairing, 1),
            ways=tuple(ways[choice] for choice in legal if choice.pairing == pairing),
            words=_told(
                (column, _obstacle_words(reason))
                for column in dict.fromkeys(pairing.sums)
                if (reason := obstacle(state.owners, state.runners, column))
            ),
        )
        for pairing in pairings(state.dice)
    )


def odds(state: CantStopState) -> shared.Odds | None:
    """Return the chance of a bust for the runners as they stand; None if it rounds to 0."""
    chance = bust_chance(state)
    runners = listed(spaces(state.runners))
    # Translators: %(runners)s is a list of columns, such as "6, 7 and 8".
    label = _("Chance of a bust with %(runners)s") if runners else _("Chance of a bust")
    rolls = {"rolls": int(chance * len(ROLLS)), "of": len(ROLLS)}
    hint = _("%(rolls)d of %(of)d rolls") % rolls
    return shared.odds(label % {"runners": runners}, chance, hint)


def gain_words(state: CantStopState, choice: Choice) -> str:
    """Return the moves of a split, in words."""
    return _told(
        (advance.column, _advance_words(state, choice, advance)) for advance in choice.advances
    )


def loss_words(choice: Choice) -> str:
    """Return the sum that a split cannot use, and why, in words; "" if it uses both."""
    advanced = {advance.column for advance in choice.advances}
    return _told(
        (unused.column, _obstacle_words(unused.obstacle))
        for unused in choice.unused
        if unused.column not in advanced
    )


def _way(
    number: int, rules: CantStopRules, state: CantStopState, choice: Choice, *, show_odds: bool
) -> Way:
    columns, player = choice.split.columns, state.turn_player
    first, second = choice.pairing.sums
    after = rules.apply_event(state, SplitChosen(player, columns))
    may_stop = rules.may_stop(after)
    stopped = rules.outcome(rules.apply_event(after, Stopped(player))) if may_stop else None
    wins = stopped is not None and player in stopped.winners
    return Way(
        number=number,
        action=str(choice.split),
        words=gain_words(state, choice),
        brief=_brief(state, choice),
        lost=loss_words(choice),
        uses_first=first in columns,
        uses_second=second in columns,
        partner=choice.pairing.pairs[0][1] + 1,
        pair_sums=choice.pairing.sums,
        keeps=sum(after.runners[c] - after.markers[player][c] for c in spaces(after.runners)),
        wins=wins,
        why_no_stop="" if may_stop else words.why_no_stop(rules.variant, after),
        risk=odds(after) if show_odds else None,
    )


def _pair(dice: tuple[int, ...], pairing: Pairing, index: int) -> Pair:
    first, second = pairing.pairs[index]
    return Pair(f"{dice[first]}{dice[second]}", pairing.sums[index])


def _told(fates: Iterable[tuple[int, str]]) -> str:
    """Return the fate of each column; columns with the same fate are named together."""
    columns_of: dict[str, list[int]] = {}
    for column, fate in fates:
        columns_of.setdefault(fate, []).append(column)
    return " · ".join(
        # Translators: %(columns)s is such as "6 and 8", %(fate)s such as "to the top".
        _("%(columns)s: %(fate)s") % {"columns": listed(columns), "fate": fate}
        for fate, columns in columns_of.items()
    )


def _advance_words(state: CantStopState, choice: Choice, advance: Advance) -> str:
    if advance.space == LENGTHS[advance.column]:
        return _("to the top")
    steps = choice.split.columns.count(advance.column)
    if advance.space - advance.start > steps:
        return _("jump to space %(space)d") % {"space": advance.space}
    if not advance.placed:
        return _("one step") if steps == 1 else _("two steps")
    if steps == 2:
        return _("new runner, two steps")
    return _("last runner") if state.free_runners == 1 else _("new runner")


def _brief(state: CantStopState, choice: Choice) -> str:
    """Return the moves of a split in a few words, columns with the same fate together."""
    columns_of: dict[str, list[int]] = {}
    for advance in choice.advances:
        columns_of.setdefault(_fate(choice, advance), []).append(advance.column)
    return separated(_brief_of(state, fate, columns) for fate, columns in columns_of.items())


def _fate(choice: Choice, advance: Advance) -> str:
    steps = choice.split.columns.count(advance.column)
    if advance.space == LENGTHS[advance.column]:
        return "top"
    if advance.space - advance.start > steps:
        return "jump"
    if advance.placed:
        return "new"
    return "climb" if steps == 1 else "twice"


def _brief_of(state: CantStopState, fate: str, columns: list[int]) -> str:
    told = {
        # Translators: %(columns)s is a column or two, such as "6 and 8".
        "top": ngettext("%(columns)s to the top", "%(columns)s to the top", len(columns)),
        "jump": ngettext("%(columns)s jumps", "%(columns)s jump", len(columns)),
        "new": ngettext("new runner on %(columns)s", "new runners on %(columns)s", len(columns)),
        "climb": ngettext("%(columns)s climbs", "%(columns)s climb", len(columns)),
        "twice": ngettext("%(columns)s climbs twice", "%(columns)s climb twice", len(columns)),
    }[fate]
    if fate == "new" and len(columns) == state.free_runners == 1:
        told = _("last runner on %(columns)s")
    return told % {"columns": listed(columns)}


def _obstacle_words(reason: Obstacle) -> str:
    match reason:
        case Obstacle.CLAIMED:
            return pgettext("column", "claimed")
        case Obstacle.TOP:
            return _("already at the top")
        case Obstacle.NO_RUNNER:
            return _("no runner left")

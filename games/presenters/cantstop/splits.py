"""The dice and what can be made of them, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.translation import get_language, pgettext
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
from games.presenters.judged import JudgedAction
from games.presenters.names import listed
from games.presenters.shared import percent

SHOWN_AT_ONCE = 64
"""So many positions are kept with their rows: a replay shows each of them three times."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two dice. faces: of both, as the sprite names the drawing of them."""

    faces: str
    sum: int


@dataclass(frozen=True, slots=True)
class Way:
    """A legal split as its button shows it.

    number: 1 for the first, the key that chooses it.  words: what moves.
    lost: why a sum is lost, or "".  uses_first, uses_second: whether the pair counts.
    risk: the chance of a bust on the roll after it, as text; "" if the table hides odds, if there
      is no chance of one, and if nobody would roll: stopping wins.
    judged: what the analysis says of it, in a replay.
    """

    number: int
    action: str
    words: str
    lost: str
    uses_first: bool
    uses_second: bool
    risk: str
    judged: JudgedAction | None = None

    @property
    def sums(self) -> str:
        """The sums that are used, such as "5 + 9"."""
        return self.action.partition(":")[2].replace("+", " + ")


@dataclass(frozen=True, slots=True)
class Row:
    """A pairing of the dice: no way to use it, one, or a choice of two.

    words: why there is no way.
    """

    first: Pair
    second: Pair
    ways: tuple[Way, ...]
    words: str

    def judged(self, actions: Mapping[str, JudgedAction]) -> "Row":
        """Return the same pairing with what the analysis says of each way to use it."""
        ways = tuple(replace(way, judged=actions.get(way.action)) for way in self.ways)
        return replace(self, ways=ways)


def rows(rules: CantStopRules, state: CantStopState, *, show_odds: bool) -> tuple[Row, ...]:
    """Return every pairing of the dice that lie there to be split; () when none do."""
    if state.phase is not Phase.CHOOSE:
        return ()
    return _rows(rules, state, show_odds, get_language())


@lru_cache(SHOWN_AT_ONCE)
def _rows(
    rules: CantStopRules, state: CantStopState, show_odds: bool, _language: str
) -> tuple[Row, ...]:
    legal = choices(rules, state)
    ways = {
        choice: _way(number, state, choice, _risk(rules, state, choice) if show_odds else "")
        for number, choice in enumerate(legal, start=1)
    }
    return tuple(
        Row(
            first=_pair(state.dice, pairing, 0),
            second=_pair(state.dice, pairing, 1),
            ways=tuple(ways[choice] for choice in legal if choice.pairing == pairing),
            words=_why_not(state, pairing),
        )
        for pairing in pairings(state.dice)
    )


def odds(state: CantStopState) -> shared.Odds | None:
    """Return the chance of a bust for the runners as they stand, None without any."""
    chance = bust_chance(state)
    runners = listed(spaces(state.runners))
    label = _("Chance of a bust with %(runners)s") if runners else _("Chance of a bust")
    rolls = {"rolls": int(chance * len(ROLLS)), "of": len(ROLLS)}
    hint = _("%(rolls)d of %(of)d rolls") % rolls
    return shared.odds(label % {"runners": runners}, chance, hint)


def gained(state: CantStopState, choice: Choice) -> str:
    """Return what a split moves, in words."""
    return _told(
        (advance.column, _advance_words(state, choice, advance)) for advance in choice.advances
    )


def lost(choice: Choice) -> str:
    """Return which sum of a split is lost and why, in words; "" when none is."""
    advanced = {advance.column for advance in choice.advances}
    return _told(
        (unused.column, _obstacle_words(unused.obstacle))
        for unused in choice.unused
        if unused.column not in advanced
    )


def _way(number: int, state: CantStopState, choice: Choice, risk: str) -> Way:
    columns = choice.split.columns
    first, second = choice.pairing.sums
    return Way(
        number=number,
        action=str(choice.split),
        words=gained(state, choice),
        lost=lost(choice),
        uses_first=first in columns,
        uses_second=second in columns,
        risk=risk,
    )


def _risk(rules: CantStopRules, state: CantStopState, choice: Choice) -> str:
    player = state.turn_player
    after = rules.apply_event(state, SplitChosen(player, choice.split.columns))
    ends = rules.may_stop(after) and rules.outcome(rules.apply_event(after, Stopped(player)))
    chance = bust_chance(after)
    return percent(chance) if chance and not ends else ""


def _pair(dice: tuple[int, ...], pairing: Pairing, index: int) -> Pair:
    first, second = pairing.pairs[index]
    return Pair(f"{dice[first]}{dice[second]}", pairing.sums[index])


def _why_not(state: CantStopState, pairing: Pairing) -> str:
    return _told(
        (column, _obstacle_words(reason))
        for column in dict.fromkeys(pairing.sums)
        if (reason := obstacle(state.owners, state.runners, column))
    )


def _told(fates: Iterable[tuple[int, str]]) -> str:
    """Return the fate of each column; columns with the same fate are named together."""
    columns_of: dict[str, list[int]] = {}
    for column, fate in fates:
        columns_of.setdefault(fate, []).append(column)
    return " · ".join(
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
        return _("place a runner, two steps")
    return _("place last runner") if state.free_runners == 1 else _("place a runner")


def _obstacle_words(reason: Obstacle) -> str:
    match reason:
        case Obstacle.CLAIMED:
            return pgettext("column", "claimed")
        case Obstacle.TOP:
            return _("at the top already")
        case Obstacle.NO_RUNNER:
            return _("no runner left")

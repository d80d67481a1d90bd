"""Can't Stop: from a position to what its templates draw."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cantstop.actions import ROLL, STOP
from games.engine.cantstop.analysis import choices
from games.engine.cantstop.board import LENGTHS, Track, pairings, spaces
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant
from games.models import Game
from games.pov import Pov
from games.presenters.cantstop import geometry, pieces, splits, words
from games.presenters.cantstop.log import turns
from games.presenters.cantstop.options import OptionsForm
from games.presenters.cantstop.position import newly_claimed, rules_of, state_of
from games.presenters.cantstop.rules_page import rules_context
from games.presenters.cantstop.strategy_page import strategy_context
from games.presenters.cantstop.words import ABOUT, BOTS, sentence
from games.presenters.names import name_of, separated
from games.presenters.shared import Tally, shared_context

__all__ = [
    "ABOUT",
    "BOTS",
    "OptionsForm",
    "is_moment",
    "options",
    "picture_width",
    "replay_context",
    "rules_context",
    "score",
    "sentence",
    "sprite",
    "strategy_context",
    "table_context",
    "tally",
    "turns",
]

LOG_TURNS = 3


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table. look: "q1" or "q2" for the pairs a split has used, else ""."""

    face: int
    look: str = ""


@dataclass(frozen=True, slots=True)
class Gain:
    """What a runner has gained this turn, or lost by a bust. to_go: steps to the top."""

    column: int
    steps: int
    to_go: int


def table_context(pov: Pov) -> dict[str, Any]:
    """Return what the table templates draw for this point of view."""
    state, rules = state_of(pov), rules_of(pov)
    return {
        **shared_context(pov),
        "turn_name": name_of(pov.seats, state.turn_player),
        "phase": state.phase.value,
        "prompt": words.prompt(pov),
        "log": turns(pov.log, pov.seq, LOG_TURNS),
        "keys": _("Keys: R rolls, S stops, 1 to 6 choose a split."),
        **_board(pov, state, rules),
        **_dice(pov, state),
        **_choices(pov, state, rules),
        "termination": words.termination(pov, pov.outcome) if pov.outcome else "",
    }


def replay_context(pov: Pov) -> dict[str, Any]:
    """Return the decision that a step of a replay shows, and what was chosen.

    rows: the ways to use the dice, of the decision that is open or has just been made.
    chosen: the action taken there.  coming: the type of the next event.
    """
    coming = answer = pov.next_event
    rows = _rows(pov)
    if not rows and pov.event is not None:
        rows, answer = _rows(replace(pov, seq=pov.seq - 1)), pov.event
    return {
        "rows": rows,
        "chosen": str(pov.rules.action_of(answer)) if answer and answer.player is not None else "",
        "coming": coming and coming.type,
    }


def picture_width(pov: Pov) -> int:
    """Return how much of a picture's width the board takes."""
    return 590


def sprite() -> dict[str, Any]:
    """Return the columns, which a claim paints whole."""
    return {"columns": geometry.BOARD}


def score(pov: Pov, player: int) -> dict[str, Any]:
    """Return the columns a player owns, and for each that wins whether they have it."""
    claimed = state_of(pov).claimed(player)
    goal = max(rules_of(pov).variant.columns_to_win, len(claimed))
    return {"claimed": claimed, "stars": [number < len(claimed) for number in range(goal)]}


def _standing(pov: Pov, player: int) -> tuple[int, Fraction]:
    """Return how many columns a player owns, and how far they are in the best that are open."""
    state = state_of(pov)
    claimed = len(state.claimed(player))
    climbed = sorted(
        Fraction(space, LENGTHS[column])
        for column, space in spaces(state.markers[player]).items()
        if state.owners[column] is None
    )
    needed = max(rules_of(pov).variant.columns_to_win - claimed, 0)
    return claimed, sum(climbed[len(climbed) - min(needed, len(climbed)) :], Fraction())


def is_moment(pov: Pov) -> bool:
    """Return whether the last event is a bust or claims a column."""
    match pov.event:
        case Rolled():
            return state_of(pov).bust is not None
        case Stopped():
            return bool(newly_claimed(cast("CantStopState", pov.before), state_of(pov)))
        case _:
            return False


def tally(pov: Pov, player: int) -> Tally:
    """Return the columns a player owns and the spaces their markers have climbed."""
    state = state_of(pov)
    columns, climbed = len(state.claimed(player)), sum(state.markers[player])
    told = [ngettext("%(n)d space", "%(n)d spaces", climbed) % {"n": climbed}]
    if columns:
        told.insert(0, ngettext("%(n)d column", "%(n)d columns", columns) % {"n": columns})
    return Tally(_standing(pov, player), separated(told))


def options(game: Game) -> list[str]:
    """Return the options of a table, a sentence each."""
    return words.options(cast("CantStopVariant", game.rules.variant))


def _board(pov: Pov, state: CantStopState, rules: CantStopRules) -> dict[str, Any]:
    return {
        "width": geometry.WIDTH,
        "height": geometry.HEIGHT,
        "board": geometry.BOARD,
        "claims": pieces.claims(state),
        "pieces": pieces.pieces(state, pov.event),
        "trails": pieces.trails(state),
        "lost": pieces.lost(state.bust.runners) if state.bust else [],
        # Only who may choose needs to see where each choice leads.
        "previews": pieces.previews(choices(rules, state)) if pov.my_turn or not pov.live else [],
        "board_words": words.board(pov),
    }


def _dice(pov: Pov, state: CantStopState) -> dict[str, Any]:
    if state.bust:
        dice = [Die(face) for face in state.bust.dice]
    elif state.phase is Phase.DECIDE:
        dice = _split_dice(pov, state.dice)
    else:
        dice = [Die(face) for face in state.dice]
    return {
        "dice": dice,
        "roll_seq": _roll_seq(pov) if dice else 0,
        "bust": state.bust,
        "bust_name": name_of(pov.seats, state.bust.player) if state.bust else "",
        "bust_you": state.bust is not None and state.bust.player == pov.player,
        "losses": _gains(state.markers[state.bust.player], state.bust.runners)
        if state.bust
        else [],
    }


def _choices(pov: Pov, state: CantStopState, rules: CantStopRules) -> dict[str, Any]:
    show_odds = pov.game.show_odds
    deciding = state.phase is Phase.DECIDE
    legal = rules.legal_actions(state, state.turn_player) if pov.my_turn else ()
    no_stop = deciding and not rules.may_stop(state)
    return {
        "rows": _rows(pov),
        "gains": _gains(state.markers[state.turn_player], state.runners),
        "odds": splits.odds(state)
        if show_odds and state.phase in {Phase.ROLL, Phase.DECIDE}
        else None,
        "can_roll": ROLL in legal,
        "can_stop": STOP in legal,
        "why_no_stop": words.why_no_stop(rules.variant, state) if no_stop else "",
    }


def _rows(pov: Pov) -> list[splits.Row]:
    return splits.rows(rules_of(pov), state_of(pov), show_odds=pov.game.show_odds)


def _gains(markers: Track, runners: Track) -> list[Gain]:
    return [
        Gain(column, space - markers[column], LENGTHS[column] - space)
        for column, space in spaces(runners).items()
    ]


def _roll_seq(pov: Pov) -> int:
    """Return the seq of the last roll shown, 0 before the first."""
    for seq in range(pov.seq, 0, -1):
        if isinstance(pov.log.events[seq - 1], Rolled):
            return seq
    return 0


def _split_dice(pov: Pov, dice: tuple[int, ...]) -> list[Die]:
    """Return the dice with the pairs marked that the last split used."""
    columns = next(
        event.columns
        for event in reversed(pov.log.events[: pov.seq])
        if isinstance(event, SplitChosen)
    )
    pairing = next(pairing for pairing in pairings(dice) if set(columns) <= set(pairing.sums))
    pair_of = {
        index: f"q{number}"
        for number, (pair, total) in enumerate(zip(pairing.pairs, pairing.sums, strict=True), 1)
        if total in columns
        for index in pair
    }
    return [Die(face, pair_of.get(index, "")) for index, face in enumerate(dice)]

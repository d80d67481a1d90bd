"""Can't Stop: from a position to what its templates draw."""

from dataclasses import dataclass
from typing import Any, cast

from django.utils.translation import gettext as _

from games.engine.cantstop.actions import ROLL, STOP
from games.engine.cantstop.analysis import choices
from games.engine.cantstop.board import LENGTHS, Track, pairings, spaces
from games.engine.cantstop.events import Rolled, SplitChosen
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant
from games.models import Game, Seat
from games.pov import Pov
from games.presenters.cantstop import geometry, pieces, splits, words
from games.presenters.cantstop.log import turns
from games.presenters.cantstop.options import OptionsForm
from games.presenters.cantstop.position import rules_of, state_of
from games.presenters.cantstop.words import BOTS, sentence
from games.presenters.names import name_of, seat_name

__all__ = ["BOTS", "OptionsForm", "options", "score", "sentence", "table_context", "turns"]

LOG_TURNS = 3


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table. pair: 1 or 2 once the dice are split, else 0; 0 for a pair not used."""

    face: int
    pair: int = 0


@dataclass(frozen=True, slots=True)
class SeatView:
    """A line of the seat list. stars: a sign for each column to win, filled when claimed."""

    seat: Seat
    name: str
    you: bool
    turn: bool
    left: bool
    stars: str
    claimed: tuple[int, ...]


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
        "turn_name": name_of(pov.seats, state.turn_player),
        "phase": state.phase.value,
        "seats": [_seat_view(pov, seat) for seat in pov.seats],
        "free_seats": range(len(pov.seats), pov.game.size),
        "status": sentence(pov),
        "prompt": words.prompt(pov),
        "title": _title(pov),
        "log": turns(pov.log, pov.seq, LOG_TURNS),
        "options": options(pov.game),
        "bots": BOTS,
        "keys": _("Keys: R rolls, S stops, 1 to 6 choose a split."),
        **_board(pov, state, rules),
        **_dice(pov, state),
        **_choices(pov, state, rules),
        **_end(pov, state),
    }


def score(pov: Pov, player: int) -> dict[str, Any]:
    """Return the columns a player owns, and how many win."""
    state, rules = state_of(pov), rules_of(pov)
    return {"claimed": state.claimed(player), "goal": rules.variant.columns_to_win}


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
        "rows": splits.rows(rules, state, show_odds=show_odds),
        "gains": _gains(state.markers[state.turn_player], state.runners),
        "odds": splits.odds(state)
        if show_odds and state.phase in {Phase.ROLL, Phase.DECIDE}
        else None,
        "can_roll": ROLL in legal,
        "can_stop": STOP in legal,
        "why_no_stop": words.why_no_stop(rules.variant, state) if no_stop else "",
    }


def _end(pov: Pov, state: CantStopState) -> dict[str, Any]:
    outcome = pov.outcome
    if outcome is None:
        return {}
    return {
        "winners": words.winners(pov, outcome),
        "termination": words.termination(state, outcome),
    }


def _seat_view(pov: Pov, seat: Seat) -> SeatView:
    state, rules = state_of(pov), rules_of(pov)
    claimed = state.claimed(seat.player) if not pov.game.is_waiting else ()
    goal = rules.variant.columns_to_win
    return SeatView(
        seat=seat,
        name=seat_name(seat),
        you=seat.player == pov.player,
        turn=seat.player in pov.active and not pov.game.is_waiting,
        left=seat.player in state.left,
        stars="▲" * len(claimed) + "△" * (goal - len(claimed)),
        claimed=claimed,
    )


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
        index: number
        for number, (pair, total) in enumerate(zip(pairing.pairs, pairing.sums, strict=True), 1)
        if total in columns
        for index in pair
    }
    return [Die(face, pair_of.get(index, 0)) for index, face in enumerate(dice)]


def _title(pov: Pov) -> str:
    if pov.my_turn:
        return _("Your turn · Can't Stop")
    names = " – ".join(seat_name(seat) for seat in pov.seats)
    return _("%(names)s · Can't Stop") % {"names": names}

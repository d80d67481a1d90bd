"""The rules of Can't Stop. docs/rules-cantstop.md explains rule ids such as CS-1."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from games.engine.cantstop import events, moves
from games.engine.cantstop.actions import BY_TEXT, ROLL, SPLITS, STOP, Roll
from games.engine.cantstop.board import COLUMNS, DICE, LENGTHS, NO_PIECES, ROLLS
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.cantstop.state import Bust, CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant, Meeting, goals
from games.engine.core import Action, Event, Json, Outcome, Resigned, Ruled, TimedOut
from games.engine.dice import Dice, Faces, RollAddress
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.turns import TurnRules


class CantStopRules(TurnRules[CantStopState]):
    """Can't Stop for 2 to 4 players (CS-1), with all its options."""

    kind: ClassVar[str] = "cantstop"
    rules_version: ClassVar[int] = 1
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 4
    actions: ClassVar[Mapping[str, Action]] = BY_TEXT

    variant: CantStopVariant

    def __init__(self, players: int, variant: CantStopVariant | None = None) -> None:
        variant = variant or CantStopVariant()
        super().__init__(players, variant)
        if variant.columns_to_win not in goals(players):  # CS-V1
            raise Fault(
                "cantstop-columns",
                _(
                    "columns_to_win must be one of %(choices)s for %(players)d players, not "
                    "%(value)d"
                ),
                choices=", ".join(map(str, goals(players))),
                players=players,
                value=variant.columns_to_win,
            )

    def initial_state(self) -> CantStopState:
        """Return the empty board with player 0 to roll. Seats are drawn before the game (CS-1)."""
        return CantStopState(
            markers=(NO_PIECES,) * self.players,
            owners=(None,) * len(LENGTHS),
            turns=(1,) + (0,) * (self.players - 1),
        )

    def legal_actions(self, state: CantStopState, player: int) -> tuple[Action, ...]:
        """Return the splits of a roll (CS-8), or rolling and stopping (CS-3, CS-14)."""
        if player not in self.active_players(state):
            return ()
        if state.phase is Phase.ROLL:
            return (ROLL,)
        if state.phase is Phase.DECIDE:
            return (ROLL, STOP) if self.may_stop(state) else (ROLL,)
        legal = moves.legal_columns(state, self.variant.meeting, state.dice)
        return tuple(SPLITS[columns] for columns in legal)

    def may_stop(self, state: CantStopState) -> bool:
        """Return whether the options allow stopping after an advance (CS-V3, CS-M1)."""
        if not self.variant.stop_early and moves.can_place_runner(state):
            return False  # CS-V3
        return self.variant.meeting is not Meeting.MUST_ROLL or not moves.meets_marker(state)

    def resolve(self, state: CantStopState, player: int, action: Action, dice: Dice) -> Event:
        """Return the event of the action, after checking it with `check`."""
        self.check(state, player, action)
        if isinstance(action, Roll):
            return Rolled(player, dice.roll(self.next_roll(state), DICE))
        return events.event_of(player, action)

    def chance_outcomes(
        self, state: CantStopState, player: int, action: Action
    ) -> Iterator[tuple[Event, Fraction]]:
        """Yield all 1296 rolls for `Roll`, and one event for any other action."""
        if isinstance(action, Roll):
            chance = Fraction(1, len(ROLLS))
            return ((Rolled(player, dice), chance) for dice in ROLLS)
        return iter([(events.event_of(player, action), Fraction(1))])

    def apply_event(self, state: CantStopState, event: Event) -> CantStopState:
        """Return the position after the event."""
        match event:
            case Rolled(dice=dice):
                return self._rolled(state, dice)
            case SplitChosen(columns=columns):
                seq = state.seq + 1
                runners = moves.advance(state, self.variant.meeting, columns)
                return replace(state, seq=seq, opened=seq, phase=Phase.DECIDE, runners=runners)
            case Stopped():
                return self._stopped(state)
            case Resigned() | TimedOut():
                return self.player_left(state, event)
            case Ruled(winners=winners):
                return replace(self.over(state, Outcome(winners, event.type)), bust=None)
        raise TypeError(f"no event of {self.kind}: {event!r}")

    def roll_address(self, state: CantStopState) -> RollAddress | None:
        """Return the address of the next roll, or None when the turn player cannot roll now."""
        return self.next_roll(state) if state.phase in {Phase.ROLL, Phase.DECIDE} else None

    def dice_count(self, state: CantStopState) -> int:
        """Return 4: a roll always has all dice (CS-3, CS-14)."""
        return DICE

    def event_to_json(self, event: Event) -> Json:
        """Return the event's own fields as plain JSON."""
        return events.event_to_json(event)

    def player_event_from_json(self, type: str, player: int, data: Mapping[str, Any]) -> Event:
        """Return the event of a player. Raises ValueError."""
        return events.event_from_json(type, player, data)

    def annotate_event(self, state: CantStopState, event: Event) -> Json:
        """Return a roll's turn and its number in the turn, from 1, and whether it is a bust."""
        if not isinstance(event, Rolled):
            return {}
        address = self.next_roll(state)
        return {
            "turn": address.turn,
            "roll": address.roll,
            "bust": moves.is_bust(state, event.dice),
        }

    def ends_in_bust(self, state: CantStopState, event: Event) -> bool | None:
        """Return True for a bust (CS-13), False for a stop (CS-14), None for any other event."""
        if isinstance(event, Rolled):
            return moves.is_bust(state, event.dice) or None
        return False if isinstance(event, Stopped) else None

    def faces_of(self, event: Event) -> Faces | None:
        """Return the dice of a roll, all in the order rolled; None for any other event."""
        return Faces(event.dice, len(event.dice)) if isinstance(event, Rolled) else None

    def action_of(self, event: Event) -> Action:
        """Return the action that causes an event of a player."""
        return events.action_of(event)

    def state_to_json(self, state: CantStopState) -> Json:
        """Return the position as plain JSON."""
        return state.to_json()

    def state_from_json(self, data: Mapping[str, Any]) -> CantStopState:
        """Return the position written by `state_to_json`."""
        return CantStopState.from_json(data)

    def _rolled(self, state: CantStopState, dice: tuple[int, ...]) -> CantStopState:
        if moves.is_bust(state, dice):
            bust = Bust(state.turn_player, dice, state.runners)
            return self.next_turn(state, bust=bust)
        seq = state.seq + 1
        return replace(
            state,
            seq=seq,
            opened=seq,
            phase=Phase.CHOOSE,
            roll=state.roll + 1,
            dice=dice,
            bust=None,
        )

    def _stopped(self, state: CantStopState) -> CantStopState:
        banked = _bank(state)
        result = self._result(banked)
        if result is None:
            return self.next_turn(banked)
        return replace(self.over(banked, result), runners=NO_PIECES)

    def _result(self, state: CantStopState) -> Outcome | None:
        """Return how the turn player's stop ended the game, or None (CS-18, CS-20)."""
        if state.owners.count(state.turn_player) >= self.variant.columns_to_win:
            return Outcome((state.turn_player,), "columns")
        if any(state.owners[column] is None for column in COLUMNS):
            return None
        staying = self.staying(state)
        most = max(state.owners.count(player) for player in staying)
        winners = tuple(player for player in staying if state.owners.count(player) == most)
        return Outcome(winners, "exhausted")

    def next_turn(self, state: CantStopState, **changes: Any) -> CantStopState:
        """Remove the runners from the board and give the turn to the next player in the game."""
        own = {"phase": Phase.ROLL, "dice": (), "runners": NO_PIECES}
        return super().next_turn(state, **own, **changes)

    def over(self, state: CantStopState, result: Outcome) -> CantStopState:
        """End the game. The runners stay where they are."""
        return replace(super().over(state, result), phase=Phase.OVER)

    def player_left(self, state: CantStopState, event: Event) -> CantStopState:
        """Remove the player from the game. Their markers and columns stay where they are.

        If the player of a game for one leaves, nobody has won (CS-S2).
        """
        on_turn = event.player == state.turn_player
        return super().player_left(replace(state, runners=NO_PIECES) if on_turn else state, event)


class CantStopAlone(CantStopRules):
    """Can't Stop for one player (CS-S1)."""

    min_players: ClassVar[int] = 1
    max_players: ClassVar[int] = 1


def _bank(state: CantStopState) -> CantStopState:
    """Turn runners into markers and claim the columns whose tops they reached (CS-14, CS-17)."""
    player, runners = state.turn_player, state.runners
    topped = {column for column in COLUMNS if runners[column] == LENGTHS[column]}
    markers, owners = list(state.markers), state.owners
    if topped:  # seldom: most stops leave the other players' markers unchanged
        markers = [
            tuple(0 if column in topped else space for column, space in enumerate(pieces))
            for pieces in markers
        ]
        owners = tuple(player if column in topped else owner for column, owner in enumerate(owners))
    # A runner is never below the marker of its player.
    markers[player] = tuple(map(max, runners, state.markers[player]))
    return replace(state, markers=tuple(markers), owners=owners)

"""The rules of Buttons. docs/rules-buttons.md explains rule ids such as BT-5."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar

from games.engine.buttons import chance, deal, events, flow
from games.engine.buttons.actions import DECLINE, OPT_OUT, PLACES, ROLL, PlaceStars, Roll, parse
from games.engine.buttons.board import NO_CELLS
from games.engine.buttons.events import Dealt, OptedOut, Rolled
from games.engine.buttons.scoring import score
from games.engine.buttons.state import ButtonsState, Phase, Standing
from games.engine.buttons.variant import ButtonsVariant
from games.engine.core import Action, Event, Json, Outcome, Resign, Ruled, Rules, TimeOut
from games.engine.dice import Dice, Faces, RollAddress
from games.engine.errors import IllegalAction, InvalidAction, NotActive
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _


class ButtonsRules(Rules[ButtonsState]):
    """Buttons for 2 to 4 players (BT-1)."""

    kind: ClassVar[str] = "buttons"
    rules_version: ClassVar[int] = 1
    min_players: ClassVar[int] = deal.MIN_PLAYERS
    max_players: ClassVar[int] = deal.MAX_PLAYERS

    variant: ButtonsVariant

    def __init__(self, players: int, variant: ButtonsVariant | None = None) -> None:
        variant = variant or ButtonsVariant()
        super().__init__(players, variant)
        if variant.layouts is not None and len(variant.layouts) != players:  # BT-3
            raise Fault(
                "buttons-number-of-layouts",
                _("%(players)d players need %(players)d layouts, not %(count)d"),
                players=players,
                count=len(variant.layouts),
            )

    def initial_state(self) -> ButtonsState:
        """Return the empty table before layouts and cards are dealt."""
        nothing = (0,) * self.players
        return ButtonsState(
            buttons=(NO_CELLS,) * self.players,
            stars=(NO_CELLS,) * self.players,
            standing=(Standing.IN,) * self.players,
            taken=nothing,
            turns=nothing,
            opened=nothing,
        )

    def setup(self, dice: Dice) -> tuple[Event, ...]:
        """Return the deal (BT-3, BT-4)."""
        return (deal.deal(self.variant, self.players, dice),)

    def active_players(self, state: ButtonsState) -> tuple[int, ...]:
        """Return the turn player, or all players with a decision on a roll or on stars."""
        if state.absent:
            return ()
        if state.phase is Phase.TURN:
            return (state.turn_player,)
        return tuple(sorted(state.pending))

    def legal_actions(self, state: ButtonsState, player: int) -> tuple[Action, ...]:
        """Return the actions in a turn (BT-5), on a roll (BT-7, BT-8) or to place stars (BT-17)."""
        if player not in self.active_players(state):
            return ()
        if state.phase is Phase.TURN:
            return (ROLL, OPT_OUT) if state.buttons[player] else (ROLL,)  # BT-5
        if state.phase is Phase.PLACE:
            return self._uses_of_roll(state, player)
        stars = score(state, player).stars
        return tuple(map(PlaceStars, combinations(sorted(state.buttons[player]), stars)))

    def _uses_of_roll(self, state: ButtonsState, player: int) -> tuple[Action, ...]:
        """Return the placements of the roller (BT-7), or another player's choices (BT-8)."""
        rolled = state.rolled
        if rolled is None:
            return ()
        if player == rolled.player:
            return tuple(PLACES[cell] for cell in state.roller_cells(rolled))
        return (PLACES[rolled.white, rolled.gold], DECLINE)

    def check(self, state: ButtonsState, player: int, action: Action) -> None:
        """Check that the player may take the action now. Raises the errors of `Rules.check`.

        If several players time out together, nothing may come between their events (BT-L6).
        """
        if state.phase is Phase.SETUP:
            raise NotActive
        if state.absent and (player != min(state.absent) or not isinstance(action, TimeOut)):
            raise NotActive  # BT-L6
        leaves = isinstance(action, Resign | TimeOut)
        if leaves or state.phase is not Phase.STARS or player not in state.pending:
            super().check(state, player, action)
            return
        # There can be thousands of ways to place stars (BT-17): check one without listing them all.
        cells = action.cells if isinstance(action, PlaceStars) else ()
        if (
            len(cells) != score(state, player).stars
            or list(cells) != sorted(set(cells))
            or not state.buttons[player].issuperset(cells)
        ):
            raise IllegalAction

    def check_event(self, state: ButtonsState, event: Event) -> None:
        """Check an event, including the deal (BT-3, BT-4) and the number of dice (BT-14)."""
        if isinstance(event, Dealt) and state.phase is Phase.SETUP:
            deal.check(self.variant, self.players, event)
            return
        super().check_event(state, event)
        if isinstance(event, Rolled) and 2 + len(event.black) != state.dice:
            raise Fault(
                "buttons-number-of-dice",
                _("%(count)d dice instead of %(right)d"),
                count=2 + len(event.black),
                right=state.dice,
            )

    def parse_action(self, text: str) -> Action:
        """Return the action written as `text`. Raises InvalidAction."""
        action = parse(text)
        if action is None:
            raise InvalidAction(f"no action of {self.kind}: {text!r}")
        return action

    def resolve(self, state: ButtonsState, player: int, action: Action, dice: Dice) -> Event:
        """Return the event of the action, after checking it with `check`."""
        self.check(state, player, action)
        if isinstance(action, Roll):
            address = flow.next_roll(state)
            return chance.rolled(player, dice.roll(address, state.dice))
        return events.event_of(player, action)

    def chance_outcomes(
        self, state: ButtonsState, player: int, action: Action
    ) -> Iterator[tuple[Event, Fraction]]:
        """Yield all different rolls for `Roll`, and one event for any other action."""
        if isinstance(action, Roll):
            return chance.outcomes(player, state.dice)
        return iter([(events.event_of(player, action), Fraction(1))])

    def apply_event(self, state: ButtonsState, event: Event) -> ButtonsState:
        """Return the position after the event; see `flow`."""
        return flow.apply(replace(state, seq=state.seq + 1), event)

    def outcome(self, state: ButtonsState) -> Outcome | None:
        """Return how the game ended, or None while it is running (BT-18, BT-19, BT-L2, BT-L6)."""
        return state.result

    def length(self, state: ButtonsState) -> Mapping[str, int]:
        """Return the turns of all players and the rounds, including the current ones."""
        return {"turns": sum(state.turns), "rounds": state.round}

    def token(self, state: ButtonsState, player: int) -> int | None:
        """Return the seq at which the player's decision began, or None without a decision."""
        return state.opened[player] if player in self.active_players(state) else None

    def roll_address(self, state: ButtonsState) -> RollAddress | None:
        """Return the address of the turn player's roll, or None when no turn begins now."""
        return flow.next_roll(state) if state.phase is Phase.TURN else None

    def dice_count(self, state: ButtonsState) -> int:
        """Return the number of dice of the next roll (BT-14)."""
        return state.dice

    def event_to_json(self, event: Event) -> Json:
        """Return the event's own fields as plain JSON."""
        return events.event_to_json(event)

    def event_from_json(self, type: str, player: int | None, data: Mapping[str, Any]) -> Event:
        """Return the event of a player, the deal or a ruling. Raises ValueError."""
        if player is None and type == Ruled.type:
            return Ruled.from_json(self.players, data)
        if player is None:
            return events.setup_from_json(type, data)
        if player not in range(self.players):
            raise Fault(
                "no-such-player",
                _("no player %(player)r in a game of %(players)d"),
                player=player,
                players=self.players,
            )
        return events.event_from_json(type, player, data)

    def annotate_event(self, state: ButtonsState, event: Event) -> Json:
        """Return the round and the turn of a roll, and whether it is a bust."""
        if not isinstance(event, Rolled):
            return {}
        return {
            "round": state.round,
            "turn": flow.next_roll(state).turn,
            "bust": not state.roller_cells(event),
        }

    def ends_in_bust(self, state: ButtonsState, event: Event) -> bool | None:
        """Return True for a bust (BT-10), False for opting out, None for any other event."""
        if isinstance(event, Rolled):
            return not state.roller_cells(event) or None
        return False if isinstance(event, OptedOut) else None

    def faces_of(self, event: Event) -> Faces | None:
        """Return the dice of a roll: white, gold, and then the other black dice, sorted."""
        if not isinstance(event, Rolled):
            return None
        return Faces((event.white, event.gold, *event.black), 2)

    def action_of(self, event: Event) -> Action:
        """Return the action that causes an event of a player."""
        return events.action_of(event)

    def state_to_json(self, state: ButtonsState) -> Json:
        """Return the position as plain JSON."""
        return state.to_json()

    def state_from_json(self, data: Mapping[str, Any]) -> ButtonsState:
        """Return the position written by `state_to_json`."""
        return ButtonsState.from_json(data)

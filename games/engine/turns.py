"""A base for games in which players take turns and only the turn player has a decision."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from games.engine.core import Action, Event, Outcome, Ruled, Rules, State
from games.engine.dice import RollAddress
from games.engine.errors import InvalidAction
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnState(State):
    """A position of a game with turns. Each game adds its own fields."""

    turns: tuple[int, ...]  # number of turns each player has begun
    roll: int = 0  # number of rolls in the current turn
    opened: int = 0  # seq of the event that led to the current decision
    result: Outcome | None = None  # None while the game is running


T = TypeVar("T", bound=TurnState)


class TurnRules(Rules[T], Generic[T]):
    """The rules of a game with turns."""

    actions: ClassVar[Mapping[str, Action]]  # all actions that forms can send, by their texts

    @abstractmethod
    def player_event_from_json(self, type: str, player: int, data: Mapping[str, Any]) -> Event:
        """Return an event of a player, as `event_from_json` does."""

    def active_players(self, state: T) -> tuple[int, ...]:
        """Return the turn player, or nobody when the game is over."""
        return (state.turn_player,) if state.result is None else ()

    def parse_action(self, text: str) -> Action:
        """Return the action written as `text`. Raises InvalidAction."""
        try:
            return self.actions[text]
        except KeyError:
            raise InvalidAction(f"no action of {self.kind}: {text!r}") from None

    def outcome(self, state: T) -> Outcome | None:
        """Return how the game ended, or None while it is running."""
        return state.result

    def length(self, state: T) -> Mapping[str, int]:
        """Return the number of turns of all players, including the current turn."""
        return {"turns": sum(state.turns)}

    def token(self, state: T, player: int) -> int | None:
        """Return the seq at which the player's decision began, or None without a decision."""
        return state.opened if player in self.active_players(state) else None

    def event_from_json(self, type: str, player: int | None, data: Mapping[str, Any]) -> Event:
        """Return the event of a player, or a ruling. Raises ValueError."""
        if player is None and type == Ruled.type:
            return Ruled.from_json(self.players, data)
        if player is None or player not in range(self.players):
            raise Fault(
                "no-such-player",
                _("no player %(player)r in a game of %(players)d"),
                player=player,
                players=self.players,
            )
        return self.player_event_from_json(type, player, data)

    def next_roll(self, state: T) -> RollAddress:
        """Return the address of the turn player's next roll."""
        player = state.turn_player
        return RollAddress(player, state.turns[player], state.roll + 1)

    def staying(self, state: T) -> tuple[int, ...]:
        """Return the players who have not left the game, in ascending order."""
        return tuple(player for player in range(self.players) if player not in state.left)

    def next_turn(self, state: T, **changes: Any) -> T:
        """Return the position after an event that gives the turn to the next player in the game.

        Args:
            state: The position before the event.
            changes: Values for the game's own fields.
        """
        seq = state.seq + 1
        player = state.turn_player
        while (player := (player + 1) % self.players) in state.left:
            pass
        turns = tuple(turns + (p == player) for p, turns in enumerate(state.turns))
        return replace(
            state, seq=seq, opened=seq, turn_player=player, turns=turns, roll=0, **changes
        )

    def over(self, state: T, result: Outcome) -> T:
        """Return the position after an event that ends the game."""
        return replace(state, seq=state.seq + 1, result=result)

    def player_left(self, state: T, event: Event) -> T:
        """Return the position after a player resigned or timed out.

        If only one player stays, that player wins. If nobody stays, nobody wins.
        """
        after = replace(state, left=state.left | {event.actor})
        staying = self.staying(after)
        if len(staying) <= 1:
            return self.over(after, Outcome(staying, event.type))
        if event.player == state.turn_player:
            return self.next_turn(after)
        return replace(after, seq=state.seq + 1)

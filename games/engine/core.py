"""Base of all games: actions, states, variants, rules and bots.

A game is stored as its log of events; every position is computed from the log. `Rules.resolve`
turns an action into an event, and `Rules.apply_event` returns the position after an event.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, Self, TypeVar

from games.engine.dice import Dice, Faces, RollAddress
from games.engine.errors import GameOver, IllegalAction, NotActive
from games.engine.facts import Event, Json, Resigned, Ruled, TimedOut
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _

__all__ = [
    "Action",
    "Bot",
    "Event",
    "Json",
    "Outcome",
    "RandomBot",
    "Resign",
    "Resigned",
    "Ruled",
    "Rules",
    "S",
    "State",
    "TimeOut",
    "TimedOut",
    "Variant",
]


@dataclass(frozen=True, slots=True)
class Action:
    """An action that a player asks for. `str(action)` is the text that forms send."""


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Leave the game. All players still in the game may resign, even on others' turns."""

    def __str__(self) -> str:
        return "resign"


@dataclass(frozen=True, slots=True)
class TimeOut(Action):
    """Remove a player whose time has run out. Only the site's referee takes this action."""

    def __str__(self) -> str:
        return "time-out"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winners: tuple[int, ...]  # ascending; several if shared; () if all left or a ruling names none
    termination: str  # "columns", "resigned", "timed_out", "ruled" …

    def to_json(self) -> Json:
        """Return the outcome as records show it."""
        return {"winners": list(self.winners), "termination": self.termination}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the outcome written by `to_json`."""
        return cls(tuple(data["winners"]), data["termination"])


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A position. Each game adds its own fields."""

    seq: int = 0  # number of events so far
    turn_player: int = 0  # after the end of the game, the player of its last turn
    left: frozenset[int] = frozenset()  # players who resigned or timed out


@dataclass(frozen=True, slots=True)
class Variant(ABC):
    """The options of a table. Each game adds its own fields, each with a default."""

    @classmethod
    @abstractmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the variant of a record. Missing options have their defaults.

        Raises:
            ValueError: An option or a value is unknown.
        """

    @abstractmethod
    def to_json(self) -> Json:
        """Return all options with their values, as records show them."""


S = TypeVar("S", bound=State)


class Rules(ABC, Generic[S]):
    """The rules for one variant and number of players. Threads may share it: it has no position."""

    kind: ClassVar[str]
    rules_version: ClassVar[int]  # rises when old logs would replay differently
    min_players: ClassVar[int]
    max_players: ClassVar[int]

    variant: Variant
    players: int  # number of players; the players are numbered from 0

    def __init__(self, players: int, variant: Variant) -> None:
        if not self.min_players <= players <= self.max_players:
            raise Fault(
                "number-of-players",
                _("%(kind)s is for %(fewest)d to %(most)d players, not %(players)d"),
                kind=self.kind,
                fewest=self.min_players,
                most=self.max_players,
                players=players,
            )
        self.players = players
        self.variant = variant

    @abstractmethod
    def initial_state(self) -> S:
        """Return the position before the first event."""

    def setup(self, dice: Dice) -> tuple[Event, ...]:
        """Return the random events before the first decision. Most games have none.

        These events have no player. Each is legal in the position after the events before it.
        """
        return ()

    @abstractmethod
    def active_players(self, state: S) -> tuple[int, ...]:
        """Return the players who have a decision to make now, in ascending order."""

    @abstractmethod
    def legal_actions(self, state: S, player: int) -> tuple[Action, ...]:
        """Return the player's actions now, except `Resign` and `TimeOut`; () if not active."""

    @abstractmethod
    def parse_action(self, text: str) -> Action:
        """Return the action that `str(action)` wrote; also `Resign`, but never `TimeOut`.

        Raises:
            InvalidAction: The text is no action of this game.
        """

    @abstractmethod
    def resolve(self, state: S, player: int, action: Action, dice: Dice) -> Event:
        """Return the event of an untrusted action, with dice for a roll. Raises as `check` does."""

    @abstractmethod
    def chance_outcomes(
        self, state: S, player: int, action: Action
    ) -> Iterator[tuple[Event, Fraction]]:
        """Yield each event that a legal action may cause, with its probability."""

    @abstractmethod
    def apply_event(self, state: S, event: Event) -> S:
        """Return the position after a legal event. Legality is not checked."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it is running."""

    def length(self, state: S) -> Mapping[str, int]:
        """Return counts for statistics, such as `{"turns": 12}`. Daily challenges use "turns"."""
        return {}

    def ends_in_bust(self, state: S, event: Event) -> bool | None:
        """Return True for a bust, False for stopping in time, None for anything else."""
        return None

    # Forms send the token, so that a late answer is never taken as an answer to a newer decision.
    @abstractmethod
    def token(self, state: S, player: int) -> int | None:
        """Return the seq of the event that led to the player's decision; None if there is none."""

    @abstractmethod
    def roll_address(self, state: S) -> RollAddress | None:
        """Return the address of the turn player's next roll, or None when they cannot roll now."""

    def begins_turn(self, state: S, player: int) -> bool:
        """Return whether it is the player's turn and they have not rolled in it."""
        address = self.roll_address(state)
        return address is not None and address.player == player and address.roll == 1

    @abstractmethod
    def dice_count(self, state: S) -> int:
        """Return the number of dice of the turn player's next roll."""

    @abstractmethod
    def event_to_json(self, event: Event) -> Json:
        """Return an event's own fields as the log stores them, without the player."""

    @abstractmethod
    def event_from_json(self, type: str, player: int | None, data: Mapping[str, Any]) -> Event:
        """Return a stored event. Unknown keys, such as a record's annotations, are ignored.

        Raises:
            ValueError: The type or the player is unknown, or a value is missing or impossible.
        """

    @abstractmethod
    def annotate_event(self, state: S, event: Event) -> Json:
        """Return the fields that records add to an event, computed from the position before it."""

    @abstractmethod
    def faces_of(self, event: Event) -> Faces | None:
        """Return the dice of a roll, or None for any other event."""

    @abstractmethod
    def action_of(self, event: Event) -> Action:
        """Return the action that causes an event of a player."""

    @abstractmethod
    def state_to_json(self, state: S) -> Json:
        """Return the position as plain JSON, for snapshots."""

    @abstractmethod
    def state_from_json(self, data: Mapping[str, Any]) -> S:
        """Return the position written by `state_to_json`."""

    def check(self, state: S, player: int, action: Action) -> None:
        """Check that the player may take the action now.

        Raises:
            GameOver: The game has ended. This is checked first.
            NotActive: The player has no decision to make or has left the game.
            IllegalAction: The rules do not allow the action in this position.
        """
        if self.outcome(state) is not None:
            raise GameOver
        if player not in range(self.players) or player in state.left:
            raise NotActive
        if isinstance(action, Resign | TimeOut):
            return
        if player not in self.active_players(state):
            raise NotActive
        if action not in self.legal_actions(state, player):
            raise IllegalAction

    def check_event(self, state: S, event: Event) -> None:
        """Check an untrusted event. Games with a random set-up or number of dice check more.

        Raises:
            ActionError: As in `check`; NotActive also for a ruling while the game is not over but
                nobody is active.
            ValueError: Any other fault, described in a sentence for people.
        """
        if isinstance(event, Ruled):  # at any time after the set-up, even when the game is over
            if not self.active_players(state) and self.outcome(state) is None:
                raise NotActive
            return
        if event.player is None:
            raise IllegalAction
        if isinstance(event, TimedOut) and event.also:
            together = [event.player, *event.also]
            if not set(together) <= set(self.active_players(state)):
                raise Fault(
                    "not-all-to-decide",
                    _("not all of these players have a decision to make: %(players)s"),
                    players=together,
                )
        self.check(state, event.player, self.action_of(event))


class Bot(ABC, Generic[S]):
    """A program that plays a game.

    `choose` may take up to a second: call it outside of transactions, locks and the event loop.
    """

    slug: ClassVar[str]  # name in records and in the database

    def seeded(self, chance: random.Random) -> "Bot[S]":
        """Return this bot with its random choices, if it makes any, drawn from `chance`."""
        return self

    @abstractmethod
    def choose(self, rules: Rules[S], state: S, player: int) -> Action:
        """Return one of the player's legal actions. The player must be active."""


class RandomBot(Bot[Any]):
    """Takes any legal action. All are equally likely."""

    slug: ClassVar[str] = "random"

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.SystemRandom()

    def seeded(self, chance: random.Random) -> "RandomBot":
        """Return a bot that draws its choices from `chance`."""
        return RandomBot(chance)

    def choose(self, rules: Rules[Any], state: State, player: int) -> Action:
        """Return a random legal action."""
        return self._chance.choice(rules.legal_actions(state, player))

"""What every game has in common.

A player's *action* is a wish. `Rules.resolve` turns a legal action into one *event*, a fact,
drawing dice where the action calls for them. `Rules.apply_event` folds events into
immutable *states*. The log of events is the game; a state is only a view of it.
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

__all__ = [
    "Action",
    "Bot",
    "Event",
    "Json",
    "Outcome",
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
    """A wish of a player. Each game adds its own; `str(action)` is its text in forms."""


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Leave the game. Any player who is still in it may, on anybody's turn."""

    def __str__(self) -> str:
        return "resign"


@dataclass(frozen=True, slots=True)
class TimeOut(Action):
    """Put a player who let their time run out outside the game. Only the referee asks for it."""

    def __str__(self) -> str:
        return "time-out"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    winners: ascending; more than one share the win. None where nobody was left in the game, or
    where a ruling gave the game to nobody.
    termination: a word such as "columns", "resigned", "timed_out", "ruled".
    """

    winners: tuple[int, ...]
    termination: str

    def to_json(self) -> Json:
        """Return the outcome as records show it."""
        return {"winners": list(self.winners), "termination": self.termination}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the outcome that `to_json` wrote."""
        return cls(tuple(data["winners"]), data["termination"])


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A position. Games add their own fields.

    seq: events applied so far.  left: players who resigned or timed out.
    """

    seq: int = 0
    left: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Variant(ABC):
    """The options of a table, frozen. Games add their own fields, each with a default."""

    @classmethod
    @abstractmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the variant of a record. An option that is missing has its default.

        Raises ValueError for an unknown option or value.
        """

    @abstractmethod
    def to_json(self) -> Json:
        """Return every option with its value, as the record of a game shows them."""


S = TypeVar("S", bound=State)


class Rules(ABC, Generic[S]):
    """The rules of one game kind with one variant and number of players.

    A rules object holds no position and may be shared by threads.
    """

    kind: ClassVar[str]
    rules_version: ClassVar[int]
    min_players: ClassVar[int]
    max_players: ClassVar[int]

    variant: Variant
    players: int

    def __init__(self, players: int, variant: Variant) -> None:
        """Take the number of players and the options.

        Raises ValueError when this game is not played by so many.
        """
        if not self.min_players <= players <= self.max_players:
            raise ValueError(
                f"{self.kind} is for {self.min_players} to {self.max_players} players, "
                f"not {players}"
            )
        self.players = players
        self.variant = variant

    @abstractmethod
    def initial_state(self) -> S:
        """Return the position before the first event."""

    def setup(self, dice: Dice) -> tuple[Event, ...]:
        """Return the events of chance that come before the first decision, nobody's.

        Each is legal after the ones before it, from the initial state on. Most games have none.
        """
        return ()

    @abstractmethod
    def active_players(self, state: S) -> tuple[int, ...]:
        """Return the players who have a decision to make now, ascending; () when over."""

    @abstractmethod
    def legal_actions(self, state: S, player: int) -> tuple[Action, ...]:
        """Return what the player may do now, without `Resign`; () when not active."""

    @abstractmethod
    def parse_action(self, text: str) -> Action:
        """Return the action written as `text` (the reverse of `str`), resign included.

        Raises InvalidAction when the text names no action. `TimeOut` is never parsed:
        it is the referee's.
        """

    @abstractmethod
    def resolve(self, state: S, player: int, action: Action, dice: Dice) -> Event:
        """Return the event that the action brings about, drawing dice where it needs them.

        Raises GameOver, NotActive or IllegalAction, checked in that order.
        """

    @abstractmethod
    def chance_outcomes(
        self, state: S, player: int, action: Action
    ) -> Iterator[tuple[Event, Fraction]]:
        """Yield every event the action may bring about, with its exact probability.

        The probabilities sum to 1; an action without chance yields one event.
        """

    @abstractmethod
    def apply_event(self, state: S, event: Event) -> S:
        """Return the position after the event. The event is trusted to be legal."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it runs."""

    def length(self, state: S) -> Mapping[str, int]:
        """Return how long the game has been, by what is counted: "turns", for example.

        For statistics; a game need not count anything, but one played alone counts its turns.
        """
        return {}

    @abstractmethod
    def token(self, state: S, player: int) -> int | None:
        """Return the seq at which the player's present decision was opened.

        None when the player has no decision to make. A form carries the token, so that
        an answer to an earlier question cannot be taken for one to the present.
        """

    @abstractmethod
    def roll_address(self, state: S) -> RollAddress | None:
        """Return the address of the roll the turn player would make now, or None."""

    @abstractmethod
    def dice_count(self, state: S) -> int:
        """Return how many dice that roll has."""

    @abstractmethod
    def event_to_json(self, event: Event) -> Json:
        """Return what the log stores of an event: its fields without player, as plain JSON."""

    @abstractmethod
    def event_from_json(self, type: str, player: int | None, data: Mapping[str, Any]) -> Event:
        """Return the event stored under this type; player is None for nobody's.

        Keys that the event does not store, such as the annotations of a record, are passed over.
        Raises ValueError when the type is unknown or a value is missing or impossible.
        """

    @abstractmethod
    def annotate_event(self, state: S, event: Event) -> Json:
        """Return what the record of a game shows of an event beyond what the log stores.

        All of it follows from the position before the event; {} when nothing is to be added.
        """

    @abstractmethod
    def faces_of(self, event: Event) -> Faces | None:
        """Return the dice that a roll shows, None for an event that is no roll."""

    @abstractmethod
    def action_of(self, event: Event) -> Action:
        """Return the action that brings such an event about, which is a player's."""

    @abstractmethod
    def state_to_json(self, state: S) -> Json:
        """Return the position as plain JSON, for snapshots."""

    @abstractmethod
    def state_from_json(self, data: Mapping[str, Any]) -> S:
        """Return the position that `state_to_json` wrote."""

    def check(self, state: S, player: int, action: Action) -> None:
        """Raise the reason why the player may not do this now; return when they may."""
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
        """Raise the reason why the event cannot happen in this position; return when it can.

        Raises what `check` raises, or ValueError with a reason for people. A game with events
        of nobody, or with chance that depends on the position, adds to it. A ruling may come at
        any time after the set-up, even when the game is over. Only players who have a decision
        to make run out of time together.
        """
        if isinstance(event, Ruled):
            if not self.active_players(state) and self.outcome(state) is None:
                raise NotActive
            return
        if event.player is None:
            raise IllegalAction
        if isinstance(event, TimedOut) and event.also:
            waited_for = self.active_players(state)
            if not {event.player, *event.also} <= set(waited_for):
                raise ValueError(f"not all to decide: {[event.player, *event.also]}")
        self.check(state, event.player, self.action_of(event))


class Bot(ABC, Generic[S]):
    """A player that is a program.

    `choose` may think for up to a second: it is called outside any transaction or lock and
    off the event loop.
    """

    slug: ClassVar[str]

    def seeded(self, chance: random.Random) -> "Bot[S]":
        """Return this bot with its own choices drawn from `chance`, for reproducible games.

        A bot that leaves nothing to chance is its own seeded self.
        """
        return self

    @abstractmethod
    def choose(self, rules: Rules[S], state: S, player: int) -> Action:
        """Return one of `rules.legal_actions(state, player)`, which is not empty."""

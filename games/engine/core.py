"""What all games have in common: actions, states, variants, rules and bots.

`Rules.resolve` turns a player's legal action into one event and draws dice if the action needs
them. `Rules.apply_event` applies an event to an immutable state and returns the next one. The log
of events is the game; every state can be computed from it.
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
    """Something a player asks for.

    Each game adds its own actions. `str(action)` is the text that forms send.
    """


@dataclass(frozen=True, slots=True)
class Resign(Action):
    """Leave the game. Any player still in the game may resign, even on another player's turn."""

    def __str__(self) -> str:
        return "resign"


@dataclass(frozen=True, slots=True)
class TimeOut(Action):
    """Remove a player whose time has run out. Only the referee takes this action."""

    def __str__(self) -> str:
        return "time-out"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winners: The winners in ascending order; several players share the win. Empty when nobody
            was left in the game, or when a ruling gave the win to nobody.
        termination: How the game ended, in a word such as "columns", "resigned", "timed_out" or
            "ruled".
    """

    winners: tuple[int, ...]
    termination: str

    def to_json(self) -> Json:
        """Return the outcome as plain JSON, as records show it."""
        return {"winners": list(self.winners), "termination": self.termination}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the outcome written by `to_json`."""
        return cls(tuple(data["winners"]), data["termination"])


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A position. Each game adds its own fields.

    Attributes:
        seq: Number of events applied so far.
        turn_player: The player whose turn it is, or was when the game ended.
        left: Players who have resigned or timed out.
    """

    seq: int = 0
    turn_player: int = 0
    left: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Variant(ABC):
    """The options of a table. Each game adds its own fields, each with a default."""

    @classmethod
    @abstractmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the variant of a record. Missing options have their default values.

        Args:
            data: The variant object of the record.

        Raises:
            ValueError: An option or a value is unknown.
        """

    @abstractmethod
    def to_json(self) -> Json:
        """Return every option with its value as plain JSON, as records show them."""


S = TypeVar("S", bound=State)


class Rules(ABC, Generic[S]):
    """The rules of one kind of game, for one variant and one number of players.

    A rules object holds no position, so threads may share it.

    Attributes:
        kind: Slug of the game.
        rules_version: Version of the rules. It rises when old logs would replay differently.
        min_players: Smallest number of players.
        max_players: Largest number of players.
        variant: The options.
        players: Number of players. Players are numbered from 0.
    """

    kind: ClassVar[str]
    rules_version: ClassVar[int]
    min_players: ClassVar[int]
    max_players: ClassVar[int]

    variant: Variant
    players: int

    def __init__(self, players: int, variant: Variant) -> None:
        """Create the rules for a table.

        Args:
            players: Number of players.
            variant: The options.

        Raises:
            ValueError: The game is not for this number of players.
        """
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
        """Return the events that chance determines before the first decision.

        They belong to no player. Each one is legal in the position after the ones before it; the
        first one is legal in the initial state. Most games have none.

        Args:
            dice: Source of the random draws.
        """
        return ()

    @abstractmethod
    def active_players(self, state: S) -> tuple[int, ...]:
        """Return the players who have a decision to make now.

        Returns:
            The players in ascending order; empty when there are none, as when the game is over.
        """

    @abstractmethod
    def legal_actions(self, state: S, player: int) -> tuple[Action, ...]:
        """Return the actions the player may take now, except `Resign` and `TimeOut`.

        Returns:
            The actions; empty when the player has no decision to make.
        """

    @abstractmethod
    def parse_action(self, text: str) -> Action:
        """Return the action written as `text`, the reverse of `str(action)`.

        `Resign` can be parsed. `TimeOut` cannot: only the referee takes that action.

        Raises:
            InvalidAction: The text is no action of this game.
        """

    @abstractmethod
    def resolve(self, state: S, player: int, action: Action, dice: Dice) -> Event:
        """Return the event that the action causes.

        Args:
            state: The present position.
            player: The player who asks for the action.
            action: Any action; it is checked.
            dice: Source of the dice, if the action needs them.

        Raises:
            GameOver: The game has ended. This is checked first.
            NotActive: The player has no decision to make or has left the game.
            IllegalAction: The rules do not allow the action in this position.
        """

    @abstractmethod
    def chance_outcomes(
        self, state: S, player: int, action: Action
    ) -> Iterator[tuple[Event, Fraction]]:
        """Yield every event the action may cause, with its exact probability.

        Args:
            state: The present position.
            player: The player who takes the action.
            action: An action that is legal now; this is not checked.

        Yields:
            Events with their probabilities, which sum to 1. An action without chance has one event.
        """

    @abstractmethod
    def apply_event(self, state: S, event: Event) -> S:
        """Return the position after the event.

        Args:
            state: The position before the event.
            event: An event that is legal in this position; this is not checked.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, or None while it is running."""

    def length(self, state: S) -> Mapping[str, int]:
        """Return how long the game has been so far, for statistics.

        A game may count anything or nothing. A game for one player counts its "turns".

        Returns:
            Numbers by the name of what is counted, for example `{"turns": 12}`.
        """
        return {}

    def ends_in_bust(self, state: S, event: Event) -> bool | None:
        """Return whether an event is a bust of its player or a stop in time, for statistics.

        Args:
            state: The position before the event.
            event: An event that is legal in this position.

        Returns:
            True for a bust, False for a stop, and None for any other event. A game without busts
            has None alone.
        """
        return None

    @abstractmethod
    def token(self, state: S, player: int) -> int | None:
        """Return the decision token: the seq at which the player's present decision was opened.

        Forms carry the token, so that an answer to an earlier question cannot be taken for an
        answer to the present one.

        Returns:
            The token, or None when the player has no decision to make.
        """

    @abstractmethod
    def roll_address(self, state: S) -> RollAddress | None:
        """Return the address of the turn player's next roll, or None when they cannot roll now."""

    def begins_turn(self, state: S, player: int) -> bool:
        """Return whether the player has a turn before them of which they have rolled nothing."""
        address = self.roll_address(state)
        return address is not None and address.player == player and address.roll == 1

    @abstractmethod
    def dice_count(self, state: S) -> int:
        """Return the number of dice of the turn player's next roll."""

    @abstractmethod
    def event_to_json(self, event: Event) -> Json:
        """Return the fields of an event except the player as plain JSON, as the log stores them."""

    @abstractmethod
    def event_from_json(self, type: str, player: int | None, data: Mapping[str, Any]) -> Event:
        """Return the event that a log or a record stores.

        Args:
            type: Type of the event, such as "rolled".
            player: The player of the event; None if it belongs to nobody.
            data: The fields of the event. Keys that the log does not store, such as the annotations
                of a record, are ignored.

        Raises:
            ValueError: The type or the player is unknown, or a value is missing or impossible.
        """

    @abstractmethod
    def annotate_event(self, state: S, event: Event) -> Json:
        """Return what records show of an event beyond what the log stores.

        All of it can be computed from the position before the event.

        Args:
            state: The position before the event.
            event: The event.

        Returns:
            The annotations as plain JSON; empty when there are none.
        """

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
        """Check that the event can happen in this position.

        A ruling can happen at any time after the set-up, even when the game is over. Players can
        time out together only if all of them have a decision to make. A game whose set-up is
        random, or whose number of dice depends on the position, adds its own checks.

        Raises:
            GameOver: As in `check`.
            NotActive: As in `check`, or a ruling comes while the game runs and nobody is active.
            IllegalAction: As in `check`, or the event needs a player and has none.
            ValueError: Any other reason, in a sentence for people.
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
                raise Fault(
                    "not-all-to-decide",
                    _("not all of these players have a decision to make: %(players)s"),
                    players=[event.player, *event.also],
                )
        self.check(state, event.player, self.action_of(event))


class Bot(ABC, Generic[S]):
    """A program that plays a game.

    `choose` may take up to a second: it is called outside of transactions and locks, and not on the
    event loop.

    Attributes:
        slug: Name of the bot in records and in the database.
    """

    slug: ClassVar[str]

    def seeded(self, chance: random.Random) -> "Bot[S]":
        """Return this bot with its random choices drawn from `chance`, for reproducible games.

        A bot that makes no random choices returns itself.
        """
        return self

    @abstractmethod
    def choose(self, rules: Rules[S], state: S, player: int) -> Action:
        """Return the action to take.

        Args:
            rules: The rules of the game.
            state: The present position.
            player: A player who has a decision to make.

        Returns:
            One of `rules.legal_actions(state, player)`, which is not empty.
        """


class RandomBot(Bot[Any]):
    """Takes any legal action. All are equally likely."""

    slug: ClassVar[str] = "random"

    def __init__(self, chance: random.Random | None = None) -> None:
        """Create the bot.

        Args:
            chance: Source of its random choices; by default the operating system.
        """
        self._chance = chance or random.SystemRandom()

    def seeded(self, chance: random.Random) -> "RandomBot":
        """Return a bot that draws its choices from `chance`."""
        return RandomBot(chance)

    def choose(self, rules: Rules[Any], state: State, player: int) -> Action:
        """Return a random legal action."""
        return self._chance.choice(rules.legal_actions(state, player))

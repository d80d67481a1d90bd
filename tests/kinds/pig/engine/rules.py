"""The rules of Pig. rules-pig.md explains the ids named here."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar

from games.engine.core import Action, Event, Json, Outcome, Resigned, Ruled, TimedOut
from games.engine.dice import FACES, Dice, Faces, RollAddress
from games.engine.turns import TurnRules
from tests.kinds.pig.engine import events
from tests.kinds.pig.engine.events import ACTION_OF, ACTIONS, HOLD, ROLL, Held, Roll, Rolled
from tests.kinds.pig.engine.state import PigState, PigVariant

BUST = 1


class PigRules(TurnRules[PigState]):
    """Pig for 2 to 4 players (PG-1)."""

    kind: ClassVar[str] = "pig"
    rules_version: ClassVar[int] = 1
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 4
    actions: ClassVar[Mapping[str, Action]] = ACTIONS

    variant: PigVariant

    def __init__(self, players: int, variant: PigVariant | None = None) -> None:
        super().__init__(players, variant or PigVariant())

    def initial_state(self) -> PigState:
        nothing = (0,) * self.players
        return PigState(turns=(1, *nothing[1:]), scores=nothing)

    def legal_actions(self, state: PigState, player: int) -> tuple[Action, ...]:
        if player not in self.active_players(state):
            return ()
        return (ROLL, HOLD) if state.roll else (ROLL,)

    def resolve(self, state: PigState, player: int, action: Action, dice: Dice) -> Event:
        self.check(state, player, action)
        if isinstance(action, Roll):
            return Rolled(player, dice.roll(self.next_roll(state), 1))
        return events.event_of(player, action)

    def chance_outcomes(
        self, state: PigState, player: int, action: Action
    ) -> Iterator[tuple[Event, Fraction]]:
        if isinstance(action, Roll):
            faces = range(1, FACES + 1)
            return ((Rolled(player, (face,)), Fraction(1, FACES)) for face in faces)
        return iter([(events.event_of(player, action), Fraction(1))])

    def apply_event(self, state: PigState, event: Event) -> PigState:
        match event:
            case Rolled(dice=(face,)):
                if face == BUST:
                    return self.next_turn(state, points=0)  # PG-3
                seq, points = state.seq + 1, state.points + face
                return replace(state, seq=seq, opened=seq, roll=state.roll + 1, points=points)
            case Held():
                return self._held(state)
            case Resigned() | TimedOut():
                on_turn = event.player == state.turn_player
                return self.player_left(replace(state, points=0) if on_turn else state, event)
            case Ruled(winners=winners):
                return self.over(state, Outcome(winners, event.type))
        raise TypeError(f"no event of {self.kind}: {event!r}")

    def _held(self, state: PigState) -> PigState:
        scores = list(state.scores)
        scores[state.turn_player] += state.points
        state = replace(state, scores=tuple(scores), points=0)
        if scores[state.turn_player] < self.variant.target:
            return self.next_turn(state)
        return self.over(state, Outcome((state.turn_player,), "points"))  # PG-5

    def roll_address(self, state: PigState) -> RollAddress | None:
        return self.next_roll(state) if state.result is None else None

    def dice_count(self, state: PigState) -> int:
        return 1

    def event_to_json(self, event: Event) -> Json:
        return events.event_to_json(event)

    def player_event_from_json(self, type: str, player: int, data: Mapping[str, Any]) -> Event:
        return events.event_from_json(type, player, data)

    def annotate_event(self, state: PigState, event: Event) -> Json:
        if not isinstance(event, Rolled):
            return {}
        address = self.next_roll(state)
        return {"turn": address.turn, "roll": address.roll, "bust": event.dice == (BUST,)}

    def ends_in_bust(self, state: PigState, event: Event) -> bool | None:
        if isinstance(event, Rolled):
            return event.dice == (BUST,) or None
        return False if isinstance(event, Held) else None

    def faces_of(self, event: Event) -> Faces | None:
        return Faces(event.dice, 1) if isinstance(event, Rolled) else None

    def action_of(self, event: Event) -> Action:
        return ACTION_OF[type(event)]

    def state_to_json(self, state: PigState) -> Json:
        return state.to_json()

    def state_from_json(self, data: Mapping[str, Any]) -> PigState:
        return PigState.from_json(data)

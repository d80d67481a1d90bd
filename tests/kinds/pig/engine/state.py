"""Positions of Pig, and its one option."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from games.engine.core import Json, Outcome, Variant
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.turns import TurnState

TARGETS = (25, 50, 100)


@dataclass(frozen=True, slots=True)
class PigVariant(Variant):
    """target: points to win (PG-V1)."""

    target: int = 100

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        options = dict(data)
        target = options.pop("target", cls().target)
        if options:
            raise Fault("unknown-option", _("unknown option: %(names)s"), names=", ".join(options))
        if type(target) is not int or target not in TARGETS:
            raise Fault("pig-target", _("target is 25, 50 or 100, not %(value)r"), value=target)
        return cls(target)

    def to_json(self) -> Json:
        return {"target": self.target}


@dataclass(frozen=True, slots=True, kw_only=True)
class PigState(TurnState):
    """scores: what each player has for good.  points: what the present turn has gained."""

    scores: tuple[int, ...]
    points: int = 0

    def to_json(self) -> Json:
        return {
            "seq": self.seq,
            "left": sorted(self.left),
            "turns": list(self.turns),
            "turn_player": self.turn_player,
            "roll": self.roll,
            "opened": self.opened,
            "scores": list(self.scores),
            "points": self.points,
            "result": self.result and self.result.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        own = dict(data)
        own |= {"left": frozenset(data["left"]), "turns": tuple(data["turns"])}
        own |= {"scores": tuple(data["scores"])}
        return cls(**own | {"result": data["result"] and Outcome.from_json(data["result"])})

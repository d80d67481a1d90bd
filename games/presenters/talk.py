"""What the replay shows of the comments on a step, and to which visitors."""

from dataclasses import dataclass, field

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.models import Sanction
from games.models import Game, StepComment
from games.services.comments import (
    Visitor,
    closed_to,
    commented_steps,
    comments_on,
    may_delete,
    sanction_of,
)


@dataclass(frozen=True)
class Said:
    """A comment, and whether the visitor may delete it."""

    comment: StepComment
    deletable: bool


@dataclass(frozen=True)
class Talk:
    """The comments on one step.

    steps: how many there are on each step that has any, by seq.  closed: whether the visitor
    plays in this game and it runs.  may_write: otherwise they are asked to sign up.
    sanction: what mutes them.  draft, error: of a comment that was refused.
    news: what has just been done.
    """

    seq: int
    said: list[Said] = field(default_factory=list)
    steps: dict[int, int] = field(default_factory=dict)
    closed: bool = False
    may_write: bool = False
    sanction: Sanction | None = None
    draft: str = ""
    error: str | Refusal = ""
    news: str = ""


def talk_on(game: Game, seq: int, visitor: Visitor) -> Talk:
    """Return what this visitor sees of the comments on a step."""
    if closed_to(game, visitor):
        return Talk(seq, closed=True)
    steps = commented_steps(game, visitor)
    comments = comments_on(game, seq, visitor) if seq in steps else []
    return Talk(
        seq=seq,
        said=[Said(comment, may_delete(comment, visitor)) for comment in comments],
        steps=steps,
        may_write=isinstance(visitor, User) and not visitor.is_guest,
        sanction=sanction_of(visitor),
    )

"""The comments on a step of a replay, as one visitor sees them."""

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

    steps: by seq, the number of comments on each step that has comments.
    closed: whether comments are hidden, because the visitor plays in this running game.
    may_write: if False, the page asks to sign up.  sanction: the mute in force, or None.
    draft, error: text of a refused comment, and the reason; or "".  news: "Comment added.", or "".
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

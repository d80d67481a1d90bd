"""The positions that the pages of rules and strategy draw, as states of the engine."""

from collections.abc import Mapping
from functools import cache

from games.engine.cantstop.board import LENGTHS, track
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant, Meeting
from games.engine.core import Event
from games.pages.examples import Example, after
from games.presenters.cantstop.geometry import WHOLE, view_of

ADA, BO = range(2)

Spaces = Mapping[int, int]  # the space of a player's piece, by column

STANDARD = CantStopRules(2)
JUMP = CantStopRules(3, CantStopVariant(meeting=Meeting.JUMP))
MUST_ROLL = CantStopRules(2, CantStopVariant(meeting=Meeting.MUST_ROLL))
ALL_RUNNERS = CantStopRules(2, CantStopVariant(stop_early=False))


def position(
    *markers: Spaces,
    runners: Spaces | None = None,
    owned: Mapping[int, int] | None = None,
    rules: CantStopRules = STANDARD,
) -> CantStopState:
    """Return a position in Ada's turn: without runners she must roll, else she decides whether to.

    markers: by player.  owned: by column, the player who claimed it.
    """
    owned = owned or {}
    pieces = [dict(own) for own in markers] + [{} for _ in range(rules.players - len(markers))]
    for column, owner in owned.items():
        pieces[owner][column] = LENGTHS[column]
    return CantStopState(
        markers=tuple(map(track, pieces)),
        owners=tuple(owned.get(column) for column in range(len(LENGTHS))),
        turns=(1,) + (0,) * (rules.players - 1),
        phase=Phase.DECIDE if runners else Phase.ROLL,
        roll=1 if runners else 0,
        runners=track(runners or {}),
    )


_TURN: tuple[Event, ...] = (
    Rolled(ADA, (3, 3, 5, 6)),
    SplitChosen(ADA, (8, 9)),
    Rolled(ADA, (4, 4, 5, 5)),
    SplitChosen(ADA, (9, 9)),
    Rolled(ADA, (1, 3, 5, 6)),
    SplitChosen(ADA, (7, 8)),
    Stopped(ADA),
)
_SPLIT = Rolled(ADA, (2, 3, 5, 6))

_MIDDLE = position(
    {4: 2, 6: 4, 7: 5}, {3: 2, 7: 5, 8: 3, 10: 4}, runners={6: 5, 8: 1, 9: 1}, owned={12: BO}
)
_MIDDLE_GOES_ON = Rolled(ADA, (2, 4, 2, 6)), SplitChosen(ADA, (6, 8))

_RISK = position({6: 4, 9: 3}, {7: 2, 8: 4}, runners={7: 2, 8: 2, 9: 4})
_RISK_GROWS = Rolled(ADA, (3, 4, 1, 1)), SplitChosen(ADA, (7,))

_BELOW_TOP = position({6: 3, 10: 5}, {7: 4, 10: 3}, runners={6: 4, 8: 2, 10: LENGTHS[10] - 1})
_TO_TOP = Rolled(ADA, (4, 6, 1, 1)), SplitChosen(ADA, (10,))

_LAST = position(
    {5: 4, 7: 9},
    {6: 5, 9: 3},
    runners={5: 5, 7: LENGTHS[7] - 1, 9: 1},
    owned={3: ADA, 10: ADA, 8: BO},
)
_WIN = Rolled(ADA, (3, 4, 1, 1)), SplitChosen(ADA, (7,)), Stopped(ADA)

_JUMP = position({}, {10: 3}, {10: 4}, runners={9: 1, 10: 2, 11: 1}, rules=JUMP)
_JUMPS = Rolled(ADA, (4, 6, 1, 1)), SplitChosen(ADA, (10,))

_MEET = position({}, {10: 2}, runners={9: 3, 10: 1, 11: 1}, rules=MUST_ROLL)
_MEETS = Rolled(ADA, (4, 6, 1, 1)), SplitChosen(ADA, (10,))
_LEAVES = Rolled(ADA, (5, 5, 1, 2)), SplitChosen(ADA, (10,))

_TWO_RUNNERS = Rolled(ADA, (4, 6, 4, 5)), SplitChosen(ADA, (10, 9))


@cache
def examples() -> dict[str, Example]:
    """Return every example by its name."""
    found: dict[str, Example] = {}

    def add(
        name: str,
        start: CantStopState,
        *events: Event,
        rules: CantStopRules = STANDARD,
        view: str = WHOLE,
    ) -> None:
        found[name] = Example(name, after(rules, start, events), view)

    near = view_of(5, 10)
    side = view_of(9, 12)
    start = position()
    add("board", _MIDDLE, *_MIDDLE_GOES_ON)
    for number, seq in enumerate((2, 4, 6, 7), start=1):
        add(f"turn_{number}", start, *_TURN[:seq], view=near)
    add("split", start, _SPLIT)
    add("one_sum", position(owned={5: BO}), _SPLIT)
    add("double", position({12: 2}), Rolled(ADA, (6, 6, 6, 6)), view=side)
    add("last_runner", position(runners={6: 1, 10: 1}), Rolled(ADA, (2, 4, 3, 5)))
    add("risk", _RISK, *_RISK_GROWS, view=near)
    add("bust", _RISK, *_RISK_GROWS, Rolled(ADA, (1, 1, 2, 4)), view=near)
    add("stop", _RISK, *_RISK_GROWS, Stopped(ADA), view=near)
    add("top", _BELOW_TOP, *_TO_TOP, view=near)
    add("claim", _BELOW_TOP, *_TO_TOP, Stopped(ADA), view=near)
    add("win", _LAST, *_WIN)
    add("jump_before", _JUMP, _JUMPS[0], rules=JUMP, view=side)
    add("jump", _JUMP, *_JUMPS, rules=JUMP, view=side)
    add("must_roll", _MEET, *_MEETS, rules=MUST_ROLL, view=side)
    add("may_stop", _MEET, *_MEETS, *_LEAVES, rules=MUST_ROLL, view=side)
    add("two_runners", position(rules=ALL_RUNNERS), *_TWO_RUNNERS, rules=ALL_RUNNERS, view=side)
    return found

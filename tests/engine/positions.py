"""Short ways to write positions of Can't Stop and to read what is legal in them."""

from collections.abc import Iterable, Mapping

from games.engine.cantstop.actions import Split
from games.engine.cantstop.analysis import runners_after
from games.engine.cantstop.board import LENGTHS, spaces, track
from games.engine.cantstop.events import Rolled, SplitChosen
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant, Meeting

Spaces = Mapping[int, int]

STANDARD = CantStopRules(2)
JUMP = CantStopRules(4, CantStopVariant(meeting=Meeting.JUMP))
MUST_ROLL = CantStopRules(2, CantStopVariant(meeting=Meeting.MUST_ROLL))
NO_EARLY_STOP = CantStopRules(2, CantStopVariant(stop_early=False))


def faces(dice: str) -> tuple[int, ...]:
    """Return the dice written as in "2345"."""
    return tuple(map(int, dice))


def position(
    runners: Spaces | None = None,
    *markers: Spaces,
    closed: Iterable[int] = (),
    rules: CantStopRules = STANDARD,
) -> CantStopState:
    """Return a position in the first turn of player 0.

    runners: {column: space}; with any, they decide whether to roll again, else they have to roll.
    markers: {column: space} of player 0, 1, ...
    closed: columns that the last player owns.
    """
    pieces = [dict(own) for own in markers] + [{} for _ in range(rules.players - len(markers))]
    owner = rules.players - 1
    pieces[owner] |= {column: LENGTHS[column] for column in closed}
    return CantStopState(
        markers=tuple(map(track, pieces)),
        owners=tuple(owner if column in closed else None for column in range(len(LENGTHS))),
        turns=(1,) + (0,) * (rules.players - 1),
        phase=Phase.DECIDE if runners else Phase.ROLL,
        roll=1 if runners else 0,
        runners=track(runners or {}),
    )


def roll(state: CantStopState, dice: str, rules: CantStopRules = STANDARD) -> CantStopState:
    """Return the position after the turn player rolled these dice."""
    return rules.apply_event(state, Rolled(state.turn_player, faces(dice)))


def choose(state: CantStopState, *columns: int, rules: CantStopRules = STANDARD) -> CantStopState:
    """Return the position after the turn player took the split, which must be legal."""
    assert Split(columns) in rules.legal_actions(state, state.turn_player)
    return rules.apply_event(state, SplitChosen(state.turn_player, columns))


def choices(
    state: CantStopState, dice: str, rules: CantStopRules = STANDARD
) -> list[dict[int, int]]:
    """Return what each legal split of the dice moves: {column: space reached}; [] is a bust."""
    rolled = roll(state, dice, rules)
    if rolled.bust:
        return []
    splits = rules.legal_actions(rolled, rolled.turn_player)
    return [_moved(rules, rolled, split) for split in splits if isinstance(split, Split)]


def _moved(rules: CantStopRules, state: CantStopState, split: Split) -> dict[int, int]:
    after = runners_after(rules, state, split)
    return {column: after[column] for column in split.columns}


def runners(state: CantStopState) -> dict[int, int]:
    """Return {column: space} of the runners."""
    return spaces(state.runners)


def markers(state: CantStopState, player: int) -> dict[int, int]:
    """Return {column: space} of the player's markers."""
    return spaces(state.markers[player])

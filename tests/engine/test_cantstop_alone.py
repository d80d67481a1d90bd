"""Can't Stop played alone, as in the daily challenge: each test names its rule."""

import pytest

from games.engine.cantstop.rules import CantStopAlone
from games.engine.core import Outcome, Resigned, TimedOut
from games.engine.dice import RollAddress, SeededDice
from games.engine.registry import KINDS
from games.engine.replay import fold, positions
from tools.simulate import play

ALONE = CantStopAlone(1)


def whole_game(seed: int) -> list[object]:
    bot = KINDS["cantstop"].bots["rule-of-28"]
    events, outcome = play(ALONE, [bot], SeededDice(seed))
    assert outcome == Outcome((0,), "columns")
    return list(positions(ALONE, events))


def test_CS_S1_turn_follows_turn_until_three_columns_are_claimed() -> None:
    states = whole_game(seed=1)
    turns = [ALONE.length(state)["turns"] for state in states]  # type: ignore[arg-type]
    assert turns[0] == 1
    assert sorted(turns) == turns
    assert turns[-1] > 3


def test_CS_S1_every_roll_is_the_first_players() -> None:
    addresses = [ALONE.roll_address(state) for state in whole_game(seed=2)]  # type: ignore[arg-type]
    found = [address for address in addresses if address is not None]
    assert found[0] == RollAddress(0, 1, 1)
    assert {address.player for address in found} == {0}


@pytest.mark.parametrize("leave", [Resigned, TimedOut])
def test_CS_S2_who_leaves_ends_the_game_and_nobody_has_won(
    leave: type[Resigned | TimedOut],
) -> None:
    event = leave(0)
    assert ALONE.outcome(fold(ALONE, [event])) == Outcome((), event.type)


def test_nobody_plays_alone_a_game_that_is_not_for_one() -> None:
    for kind in KINDS.values():
        with pytest.raises(ValueError, match="not 1"):
            kind.make_rules(1, {})
        if kind.solo is not None:
            assert kind.rules_of_record(1, {}).players == 1
        else:
            with pytest.raises(ValueError, match="not 1"):
                kind.rules_of_record(1, {})

"""Where rolls come from."""

from collections import Counter

import pytest

from games.engine.dice import Dice, RollAddress, ScriptedDice, SeededDice, SystemDice

ADDRESS = RollAddress(player=0, turn=1, roll=1)


@pytest.mark.parametrize("dice", [SystemDice(), SeededDice(1), SeededDice("a seed")])
def test_dice_show_every_face_and_no_other(dice: Dice) -> None:
    faces = Counter(dice.roll(ADDRESS, 6000))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(800 < count < 1200 for count in faces.values())


def test_the_same_seed_rolls_the_same() -> None:
    first, second, other = SeededDice(3), SeededDice(3), SeededDice(4)
    rolls = [first.roll(ADDRESS, 4) for _ in range(20)]
    assert [second.roll(ADDRESS, 4) for _ in range(20)] == rolls
    assert [other.roll(ADDRESS, 4) for _ in range(20)] != rolls


def test_scripted_dice_follow_the_script_to_its_end() -> None:
    dice = ScriptedDice([[1, 2, 3, 4], (6, 6)])
    assert dice.roll(ADDRESS, 4) == (1, 2, 3, 4)
    assert dice.roll(ADDRESS, 2) == (6, 6)
    with pytest.raises(LookupError, match="no scripted roll left"):
        dice.roll(ADDRESS, 4)


def test_a_scripted_roll_has_the_number_of_dice_asked_for() -> None:
    with pytest.raises(ValueError, match="has not 4 dice"):
        ScriptedDice([[1, 2, 3]]).roll(ADDRESS, 4)

"""Where chance comes from."""

from collections import Counter
from itertools import permutations

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


@pytest.mark.parametrize("dice", [SystemDice(), SeededDice(1), SeededDice("a seed")])
def test_a_shuffle_gives_every_order_equally_often(dice: Dice) -> None:
    orders = Counter(dice.shuffle("cards", 3) for _ in range(6000))
    assert set(orders) == set(permutations(range(3)))
    assert all(800 < count < 1200 for count in orders.values())


def test_the_same_seed_shuffles_the_same() -> None:
    first, second, other = SeededDice(3), SeededDice(3), SeededDice(4)
    order = first.shuffle("cards", 20)
    assert second.shuffle("cards", 20) == order
    assert other.shuffle("cards", 20) != order


def test_scripted_shuffles_follow_the_script_to_its_end() -> None:
    dice = ScriptedDice([[1]], shuffles=[(1, 0, 2), (0, 2, 1)])
    assert dice.shuffle("cards", 3) == (1, 0, 2)
    assert dice.roll(ADDRESS, 1) == (1,)
    with pytest.raises(ValueError, match="no order of 2"):
        dice.shuffle("cards", 2)
    with pytest.raises(LookupError, match="no scripted shuffle left for cards"):
        dice.shuffle("cards", 3)

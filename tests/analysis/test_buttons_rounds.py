"""The exact solution of a round for one player alone."""

import random
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
import pytest

from games.analysis.buttons.boards import (
    COLOURS,
    KINDS_OF_LINE,
    MOST_STARS,
    bits,
    chance_to_hit,
    has_line,
    legal_cells,
)
from games.analysis.buttons.rounds import SolvedRound, Start, solve
from games.engine.buttons import board
from games.engine.buttons.actions import OPT_OUT, ROLL, Place
from games.engine.buttons.analysis import chance_of_bust
from games.engine.buttons.board import CELLS, NO_CELLS
from games.engine.buttons.events import Placed
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.state import ButtonsState, Phase, Standing
from tests.analysis.buttons_slow_rounds import SlowRound
from tests.engine.buttons_positions import RED, TABLES, position

pytestmark = pytest.mark.xdist_group("analysis")  # so that only one process compiles

STARS = (0, 1, 2, 3, 4, 5, 6, 7)


def random_cells(chance: random.Random, share: float) -> frozenset[board.Cell]:
    return frozenset(cell for cell in CELLS if chance.random() < share)


def crowded(chance: random.Random, legal: int) -> tuple[frozenset[board.Cell], ...]:
    """Return buttons and stars that leave so few legal cells."""
    stars, buttons = random_cells(chance, 0.3), NO_CELLS
    while len(free := [c for c in CELLS if board.is_legal(buttons, stars, c)]) > legal:
        buttons |= {chance.choice(free)}
    return buttons, stars


def solve_round(
    start: Start, layout: str, hand: Collection[Colour], worth: Sequence[float]
) -> SolvedRound:
    """Solve a round whose end depends only on the number of stars. worth: of 0 (a bust) to 7."""
    cards = sum(1 << at for at, colour in enumerate(Colour) if colour in hand)
    whole = np.empty((MOST_STARS + 1, KINDS_OF_LINE, KINDS_OF_LINE))
    whole[:] = np.reshape(worth, (-1, 1, 1))
    return solve(start, (np.array(COLOURS[layout]), cards), whole)


def test_BT_9_BT_10_boards_as_bits_have_the_legal_cells_and_busts_of_the_engine() -> None:
    chance = random.Random(1)
    for _ in range(200):
        stars = random_cells(chance, 0.3)
        buttons = random_cells(chance, 0.15) - stars
        legal = legal_cells(bits(buttons), bits(stars))
        assert legal == bits(c for c in CELLS if board.is_legal(buttons, stars, c))
        for dice in (3, 6):
            bust = chance_of_bust(buttons, stars, dice)
            assert 1 - chance_to_hit(legal, dice - 1) == pytest.approx(float(bust), abs=1e-12)
        assert has_line(bits(stars)) == board.has_line(stars)


def test_exact_round_values_are_reproduced_on_four_hundred_positions() -> None:
    chance = random.Random(2)
    checked = 0
    while checked < 400:
        buttons, stars = crowded(chance, legal=8)
        hand = chance.sample(list(Colour), chance.choice((1, 2)))
        worth = chance.choice((STARS, sorted(chance.random() for _ in STARS)))
        slow = SlowRound(chance.choice(list(LAYOUTS)), hand, stars, chance.choice((2, 3, 5)), worth)
        slow.value(buttons)
        start = Start(bits(buttons), bits(stars), slow.black)
        solved = solve_round(start, slow.layout, hand, worth)
        assert len(solved.values) == len(slow.found)
        for cells, value in slow.found.items():
            assert solved.value(bits(cells)) == pytest.approx(value, abs=1e-6)
            assert solved.rolled(bits(cells)) == pytest.approx(slow.rolled(cells), abs=1e-6)
        checked += len(slow.found)


def test_BT_16_a_round_has_the_value_that_the_engine_gives_it() -> None:
    rules = TABLES[4]

    def best(state: ButtonsState) -> float:
        """Return the stars that player 0 wins on average from here, through the rules alone."""
        if state.phase is Phase.PLACE:
            cells = [a.cell for a in rules.legal_actions(state, 0) if isinstance(a, Place)]
            return max(best(rules.apply_event(state, Placed(0, cell))) for cell in cells)
        if state.phase is Phase.STARS:
            return len(state.buttons[0]) and len(str(rules.legal_actions(state, 0)[0]).split("+"))
        if state.standing[0] is not Standing.IN or state.round > 1:
            return 0
        return max(
            sum(
                float(part) * best(rules.apply_event(state, event))
                for event, part in rules.chance_outcomes(state, 0, action)
            )
            for action in (ROLL, OPT_OUT)
        )

    buttons = frozenset({(1, 1), (1, 5), (2, 2), (3, 1), (5, 3)})
    free = {(6, 6), (5, 6)}
    stars = frozenset(c for c in CELLS if board.is_legal(buttons, NO_CELLS, c)) - free
    state = position(buttons, stars=[stars], out=[1, 2, 3], players=4)
    state = replace(state, standing=(Standing.IN, *[Standing.BUST] * 3))
    start = Start(bits(buttons), bits(stars), state.dice - 1)
    solved = solve_round(start, state.layouts[0], state.cards[0], STARS)
    assert solved.value(start.buttons) == pytest.approx(best(state), abs=1e-9)


def test_a_round_is_worth_more_with_more_dice_and_more_cards() -> None:
    buttons = frozenset({(1, 1), (3, 3), (5, 1), (3, 5), (6, 4)})
    values = [
        solve_round(Start(bits(buttons), 0, black), "1A", hand, STARS).rolled(bits(buttons))
        for black, hand in ((2, (RED,)), (3, (RED,)), (5, (RED,)), (5, tuple(Colour)))
    ]
    assert values == sorted(values)
    assert len(set(values)) == 4

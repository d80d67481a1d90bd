"""The programs that play Buttons."""

import random
from itertools import product

import pytest

from games.engine.buttons.actions import Place
from games.engine.buttons.analysis import stars_in_line
from games.engine.buttons.bots import (
    BOTS,
    ApprenticeBot,
    CarefulBot,
    GreedyBot,
    RookieBot,
    TailorBot,
    prospect,
)
from games.engine.buttons.events import StarsPlaced
from games.engine.buttons.layouts import LAYOUTS
from games.engine.buttons.state import ButtonsState
from games.engine.dice import SeededDice
from games.engine.replay import fold, replay_checked
from tests.each_case import each_case
from tests.engine.buttons_positions import TABLES, after, counting, position, roll
from tests.engine.kinds import BUTTONS_CASES, Case
from tools.simulate import play, simulate


@each_case(("case", "slug"), product(BUTTONS_CASES, BOTS))
def test_every_bot_plays_every_table_by_the_rules(case: Case, slug: str) -> None:
    bot = BOTS[slug].seeded(random.Random(slug))
    log, outcome = play(case.rules(), [bot] * case.players, SeededDice(str(case)))
    assert case.rules().outcome(replay_checked(case.rules(), log)[-1]) == outcome
    assert outcome.termination in {"line", "stars"}
    assert bot.slug == slug


def test_rating_bots_beat_a_random_one() -> None:
    for slug in ("careful", "greedy"):
        games = simulate(TABLES[2], [BOTS[slug], BOTS["random"]], games=20, seed=1)
        assert sum(game.winners == (0,) for game in games) >= 15


def test_rating_bots_end_a_game_in_about_five_rounds() -> None:
    games = list(simulate(TABLES[2], [CarefulBot(), GreedyBot()], games=30, seed=1))
    rounds = sum(fold(TABLES[2], game.events).round for game in games) / len(games)
    assert 4 < rounds < 6


def test_a_bot_rolls_without_risk_and_opts_out_when_a_roll_is_too_dangerous() -> None:
    crowded = [(row, column) for row in range(1, 7) for column in range(1 + row % 2, 7, 2)]
    for bot in (CarefulBot(), GreedyBot()):
        assert str(bot.choose(TABLES[2], position([(1, 1)]), 0)) == "roll"
        assert str(bot.choose(TABLES[2], position(crowded), 0)) == "opt-out"


def test_the_tailor_opts_out_with_four_buttons() -> None:
    three = [(1, 1), (2, 2), (3, 3)]
    assert str(TailorBot().choose(TABLES[2], position(three), 0)) == "roll"
    assert str(TailorBot().choose(TABLES[2], position([*three, (4, 4)]), 0)) == "opt-out"
    assert str(TailorBot().choose(TABLES[2], position([]), 0)) == "roll"


def test_the_tailor_sews_on_the_colours_of_its_cards_and_then_of_what_it_has_most() -> None:
    state = after(position([]), roll("11 2345"))
    layout, hand = LAYOUTS[state.layouts[0]], state.cards[0]
    chosen = TailorBot().choose(TABLES[2], state, 0)
    assert isinstance(chosen, Place)
    assert layout[chosen.cell] in hand
    colours = {layout[1, column] for column in range(1, 6)}
    assert colours - set(hand), "it had a choice"


def test_the_apprentice_puts_stars_anywhere_and_the_rookie_buttons_too() -> None:
    state = counting([(2, 5), (4, 4), (6, 6)], stars=[[(2, column) for column in range(1, 5)]])
    sewn = after(position([]), roll("11 2345"))

    def choices(bot: type[TailorBot], state: ButtonsState) -> set[str]:
        bots = (bot(random.Random(seed)) for seed in range(20))
        return {str(each.choose(TABLES[2], state, 0)) for each in bots}

    assert [len(choices(bot, state)) for bot in (TailorBot, ApprenticeBot, RookieBot)] == [1, 3, 3]
    assert [len(choices(bot, sewn)) for bot in (TailorBot, ApprenticeBot)] == [1, 1]
    assert len(choices(RookieBot, sewn)) > 1


def test_a_bot_completes_a_line_of_stars() -> None:
    state = counting([(2, 5), (4, 4), (6, 6)], stars=[[(2, column) for column in range(1, 5)]])
    assert stars_in_line(state, 0) == ((2, 5),)
    assert str(GreedyBot().choose(TABLES[2], state, 0)) == "stars:2,5"


def test_BT_17_a_bot_completes_the_longest_line_that_can_be_had_which_nobody_has_to() -> None:
    row = [(2, column) for column in (1, 2, 3, 4)]
    column = [(row, 6) for row in (4, 5, 6)]
    state = counting([(2, 5), (3, 6), (1, 1)], stars=[[*row, *column]])
    assert stars_in_line(state, 0) == ((2, 5),)
    for cell in ((2, 5), (3, 6), (1, 1)):
        placed = after(state, StarsPlaced(0, (cell,)))
        assert cell in placed.stars[0]
        assert (placed.result is not None) == (cell == (2, 5))


def test_a_colour_begun_is_worth_more_with_its_card() -> None:
    state = after(position([]), roll("11 2345"))
    assert prospect(state, 0) == 0
    blue, yellow = position([(1, 1)]), position([(1, 4)])
    assert prospect(blue, 0) == pytest.approx(2 * prospect(yellow, 0))

"""Characters: how bots that play by the analysis differ from the best."""

import random
from collections import Counter

from games.analysis.characters import CHARACTERS, Character
from games.analysis.evaluation import Evaluation
from games.engine.analysis_bots import SLUGS

CHANCE = random.Random(1)
STOP_IS_BETTER = Evaluation((0.5, 0.5), {"roll": (0.48, 0.52), "stop": (0.5, 0.5)})
ROLL_IS_BETTER = Evaluation((0.5, 0.5), {"roll": (0.5, 0.5), "stop": (0.48, 0.52)})
SPLITS = Evaluation((0.5, 0.5), {"split:6": (0.48, 0.52), "split:7": (0.5, 0.5)})


def choices(character: Character, evaluation: Evaluation, player: int = 0) -> Counter[str]:
    return Counter(character.choose(evaluation, player, CHANCE) for _ in range(300))


def test_the_oracle_takes_what_is_best_for_its_player() -> None:
    oracle = CHARACTERS["oracle"]
    assert set(choices(oracle, STOP_IS_BETTER)) == {"stop"}
    assert set(choices(oracle, STOP_IS_BETTER, player=1)) == {"roll"}
    assert set(choices(oracle, SPLITS)) == {"split:7"}


def test_the_gambler_rolls_when_it_should_not_and_mostly_chooses_well() -> None:
    gambler = CHARACTERS["gambler"]
    assert choices(gambler, STOP_IS_BETTER).most_common(1)[0][0] == "roll"
    chosen = choices(gambler, SPLITS)
    assert chosen["split:7"] > chosen["split:6"] > 0


def test_the_tortoise_stops_when_it_should_not_and_mostly_chooses_well() -> None:
    tortoise = CHARACTERS["tortoise"]
    assert choices(tortoise, ROLL_IS_BETTER).most_common(1)[0][0] == "stop"
    chosen = choices(tortoise, SPLITS)
    assert chosen["split:7"] > chosen["split:6"] > 0


def test_every_bot_that_plays_by_the_analysis_has_a_character() -> None:
    assert tuple(CHARACTERS) == SLUGS


def test_the_same_chance_gives_the_same_choices() -> None:
    gambler = CHARACTERS["gambler"]
    chosen = [
        [gambler.choose(SPLITS, 0, chance) for _ in range(20)]
        for chance in (random.Random(5), random.Random(5))
    ]
    assert chosen[0] == chosen[1]

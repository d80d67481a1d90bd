"""Characters: bots that play by the analysis, each with its own flaws, or with none."""

import random
from dataclasses import dataclass
from math import exp

from games.analysis.evaluation import Evaluation

ROLL = "roll"
"""The daring action. Where a player need not take it, all others play safe."""


@dataclass(frozen=True, slots=True)
class Character:
    slug: str
    # An action that costs this part of a win is taken about a third as often as the best one; with
    # 0 only the best one is ever taken.
    temperature: float = 0.0
    # What playing safe seems worth beyond its value, in parts of a win; more stops too early, less
    # than 0 rolls when it should not.
    caution: float = 0.0

    def choose(self, evaluation: Evaluation, player: int, chance: random.Random) -> str:
        """Return the text of the action it takes for the player."""
        felt = {text: values[player] for text, values in evaluation.actions.items()}
        if ROLL in felt:
            felt = {text: worth + self.caution * (text != ROLL) for text, worth in felt.items()}
        best = max(felt, key=felt.__getitem__)
        if not self.temperature:
            return best
        weights = [exp((worth - felt[best]) / self.temperature) for worth in felt.values()]
        return chance.choices(list(felt), weights)[0]


CHARACTERS = {
    character.slug: character
    for character in (
        Character("gambler", temperature=0.01, caution=-0.06),
        Character("tortoise", temperature=0.01, caution=0.06),
        Character("oracle"),
    )
}
"""The characters by slug, the weakest first. Their bots are in `games/engine/analysis_bots.py`."""

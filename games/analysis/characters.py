"""Characters: bots that play by the analysis, each with its own flaws, or with none."""

import random
from dataclasses import dataclass
from math import exp

from games.analysis.evaluation import Evaluation

ROLL = "roll"
"""The daring action. If it is legal, all other actions are safe."""


@dataclass(frozen=True, slots=True)
class Character:
    slug: str
    # An action that costs this part of a win is taken about a third as often as the best action; at
    # 0 only the best action is ever taken.
    temperature: float = 0.0
    # How much the character overrates safe actions, in parts of a win: above 0 it stops too early,
    # below 0 it rolls too often.
    caution: float = 0.0

    def choose(self, evaluation: Evaluation, player: int, chance: random.Random) -> str:
        """Return the text of the action that the character takes for the player."""
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

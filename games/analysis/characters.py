"""Characters: bots that know what the analysis says, each with flaws of its own, or with none."""

import random
from dataclasses import dataclass
from math import exp

from games.analysis.evaluation import Evaluation

ROLL = "roll"
"""The action that dares. Where a player need not take it, all others play safe."""


@dataclass(frozen=True, slots=True)
class Character:
    """How a bot plays by what the analysis says.

    Attributes:
        slug: Slug of the bot.
        temperature: How easily it takes a worse action. It takes one that costs this part of a win
            about a third as often as the best. 0 takes the best one always.
        caution: What playing safe seems to be worth beyond what it is, in parts of a win. More
            makes it stop too early; less than 0 makes it roll when it should not.
    """

    slug: str
    temperature: float = 0.0
    caution: float = 0.0

    def choose(self, evaluation: Evaluation, player: int, chance: random.Random) -> str:
        """Return the text of the action it takes.

        Args:
            evaluation: What the analysis says about the position.
            player: A player who has a decision to make.
            chance: Source of its random choices.
        """
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

"""Bots that play Pig."""

from games.engine.core import Action, Bot, RandomBot, Rules
from tests.kinds.pig.engine.events import HOLD, ROLL
from tests.kinds.pig.engine.state import PigState

ENOUGH = 20
"""Where a roll loses as much on average as it gains: a sixth of 20 is five sixths of 4."""


class PatientBot(Bot[PigState]):
    """Holds at 20 points."""

    slug = "patient"

    def choose(self, rules: Rules[PigState], state: PigState, player: int) -> Action:
        return HOLD if state.points >= ENOUGH else ROLL


BOTS: dict[str, Bot[PigState]] = {bot.slug: bot for bot in (RandomBot(), PatientBot())}

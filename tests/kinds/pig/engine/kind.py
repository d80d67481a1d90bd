"""The declaration of Pig for the registry."""

from games.engine.kind import GameKind
from tests.kinds.pig.engine import notation
from tests.kinds.pig.engine.bots import BOTS
from tests.kinds.pig.engine.rules import PigRules
from tests.kinds.pig.engine.state import PigVariant

KIND = GameKind(
    slug=PigRules.kind,
    place=3,
    rule_prefix="PG",
    rules=PigRules,
    variant=PigVariant,
    bots=BOTS,
    notation=notation,
)

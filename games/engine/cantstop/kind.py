"""The declaration of Can't Stop for the registry."""

from games.engine.analysis_bots import with_analysis
from games.engine.cantstop import notation
from games.engine.cantstop.bots import BOTS
from games.engine.cantstop.orders import CantStopOrders
from games.engine.cantstop.rules import CantStopAlone, CantStopRules
from games.engine.cantstop.variant import CantStopVariant
from games.engine.kind import GameKind

KIND = GameKind(
    slug=CantStopRules.kind,
    place=1,
    rule_prefix="CS",
    rules=CantStopRules,
    variant=CantStopVariant,
    bots=with_analysis(BOTS),
    notation=notation,
    orders=CantStopOrders,
    solo=CantStopAlone,
)

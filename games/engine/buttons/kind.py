"""The declaration of Buttons for the registry."""

from games.engine.analysis_bots import with_analysis
from games.engine.buttons import notation
from games.engine.buttons.bots import BOTS
from games.engine.buttons.orders import ButtonsOrders
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.variant import ButtonsVariant
from games.engine.kind import GameKind

KIND = GameKind(
    slug=ButtonsRules.kind,
    place=2,
    rule_prefix="BT",
    rules=ButtonsRules,
    variant=ButtonsVariant,
    bots=with_analysis(BOTS),
    notation=notation,
    orders=ButtonsOrders,
)

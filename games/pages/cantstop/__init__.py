"""The pages of Can't Stop beside its table."""

from games.pages.cantstop.lesson import LESSON
from games.pages.cantstop.rules import rules_context
from games.pages.cantstop.setting_up import PositionForm
from games.pages.cantstop.sheet import CantStopSheet
from games.pages.cantstop.strategy import strategy_context
from games.pages.kind_pages import KindPages


class CantStopPages(KindPages):
    LESSON = LESSON
    PositionForm = PositionForm
    score_sheet = CantStopSheet()
    rules_context = staticmethod(rules_context)
    strategy_context = staticmethod(strategy_context)


PAGES = CantStopPages()

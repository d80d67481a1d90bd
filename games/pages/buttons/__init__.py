"""The pages of Buttons beside its table."""

from games.pages.buttons.lesson import LESSON
from games.pages.buttons.rules import rules_context
from games.pages.buttons.setting_up import PositionForm
from games.pages.buttons.sheet import ButtonsSheet
from games.pages.buttons.strategy import strategy_context
from games.pages.kind_pages import KindPages


class ButtonsPages(KindPages):
    LESSON = LESSON
    PositionForm = PositionForm
    score_sheet = ButtonsSheet()
    rules_context = staticmethod(rules_context)
    strategy_context = staticmethod(strategy_context)


PAGES = ButtonsPages()

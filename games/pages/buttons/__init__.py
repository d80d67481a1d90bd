"""The pages of Buttons beside its table."""

from typing import Any

from games.pages.buttons.lesson import LESSON
from games.pages.buttons.rules import rules_context
from games.pages.buttons.setting_up import PositionForm
from games.pages.buttons.sheet import ButtonsSheet
from games.pages.buttons.strategy import strategy_context
from games.pages.kind_pages import KindPages


class ButtonsPages(KindPages):
    """Buttons."""

    LESSON = LESSON
    PositionForm = PositionForm
    score_sheet = ButtonsSheet()

    def rules_context(self) -> dict[str, Any]:
        return rules_context()

    def strategy_context(self) -> dict[str, Any]:
        return strategy_context()


PAGES = ButtonsPages()

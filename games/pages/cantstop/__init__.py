"""The pages of Can't Stop beside its table."""

from typing import Any

from games.pages.cantstop.lesson import LESSON
from games.pages.cantstop.rules import rules_context
from games.pages.cantstop.setting_up import PositionForm
from games.pages.cantstop.sheet import CantStopSheet
from games.pages.cantstop.strategy import strategy_context
from games.pages.kind_pages import KindPages


class CantStopPages(KindPages):
    """Can't Stop."""

    LESSON = LESSON
    PositionForm = PositionForm
    score_sheet = CantStopSheet()

    def rules_context(self) -> dict[str, Any]:
        return rules_context()

    def strategy_context(self) -> dict[str, Any]:
        return strategy_context()


PAGES = CantStopPages()

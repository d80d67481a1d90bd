"""The pages of Pig beside its table."""

from typing import Any

from games.pages.kind_pages import KindPages
from tests.kinds.pig.engine.bots import ENOUGH


class PigPages(KindPages):
    """Pig."""

    def strategy_context(self) -> dict[str, Any]:
        return {"enough": ENOUGH}


PAGES = PigPages()

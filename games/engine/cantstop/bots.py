from typing import Any

from games.engine.core import Bot

BOTS: dict[str, Bot[Any]] = {}

"""The site with dice that a test can load: what a server runs instead of the site as it is.

It waits long for salts, so that a slow browser sends its own, too.
"""

import os
import threading
from datetime import timedelta
from pathlib import Path
from unittest import mock

from cantstop_site.asgi import application
from games.engine.dice import RollAddress
from games.services.dice import GameChance
from tests.browser.server import NEXT_GAME

__all__ = ["application"]

_loaded = Path(os.environ["LOADED_DICE"])
_lock = threading.Lock()
_roll = GameChance.roll


def _roll_loaded(dice: GameChance, address: RollAddress, count: int) -> tuple[int, ...]:
    """Return the first faces of the next line for this game; without one, leave it to chance."""
    path = _loaded / dice.game.code
    with _lock:
        if not (dice.game.version or path.exists()) and (_loaded / NEXT_GAME).exists():
            (_loaded / NEXT_GAME).rename(path)
        rolls = path.read_text().split() if path.exists() else []
        if not rolls:
            return _roll(dice, address, count)
        path.write_text("\n".join(rolls[1:]))
    return tuple(map(int, rolls[0][:count]))


mock.patch.object(GameChance, "roll", _roll_loaded).start()
mock.patch("games.services.start.SALT_TIME", timedelta(minutes=1)).start()

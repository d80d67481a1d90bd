"""The site with dice that wait: what a server runs in tests of how it stops.

HELD: a folder. A roll writes there the file "begun", and waits for the file "go on".
PATIENCE: how many seconds the server waits for what is unfinished.
"""

import os
import time
from pathlib import Path
from unittest import mock

from cantstop_site import server
from cantstop_site.asgi import application
from games.engine.dice import RollAddress
from games.services.dice import GameChance

__all__ = ["application"]

_folder = Path(os.environ["HELD"])
_roll = GameChance.roll


def _roll_when_told(dice: GameChance, address: RollAddress, count: int) -> tuple[int, ...]:
    (_folder / "begun").touch()
    while not (_folder / "go on").exists():
        time.sleep(0.01)
    return _roll(dice, address, count)


def _last_first(dice: GameChance, label: str, count: int) -> tuple[int, ...]:
    return tuple(reversed(range(count)))


mock.patch.object(GameChance, "roll", _roll_when_told).start()
mock.patch.object(GameChance, "shuffle", _last_first).start()
mock.patch.object(server, "PATIENCE", float(os.environ["PATIENCE"])).start()

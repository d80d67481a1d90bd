"""The site with a clock that a test can set forward: what a server runs instead of the site.

With REFEREE_ALWAYS_AWAKE the time that is skipped passes for players; without it nobody was at
work meanwhile, as if the machine had been off.
"""

import os
from datetime import datetime, timedelta
from pathlib import Path
from unittest import mock

from django.apps import apps
from django.utils import timezone

from cantstop_site.asgi import application

__all__ = ["application"]

_ahead = Path(os.environ["CLOCK_AHEAD"])
_now = timezone.now
CENTURY = timedelta(days=36_525)


def _moved() -> datetime:
    seconds = float(_ahead.read_text() or 0) if _ahead.exists() else 0
    return _now() + timedelta(seconds=seconds)


mock.patch.object(timezone, "now", _moved).start()
for model in apps.get_models():
    for field in model._meta.fields:
        if field.default is _now:
            field.default = _moved
if "REFEREE_ALWAYS_AWAKE" in os.environ:
    mock.patch("games.services.clocks.SILENCE", CENTURY).start()

"""The site on a machine whose clock is an hour ahead."""

import time
from datetime import timedelta
from unittest import mock

from django.utils import timezone

HOUR = timedelta(hours=1)
_time, _now = time.time, timezone.now
mock.patch.object(time, "time", side_effect=lambda: _time() + HOUR.total_seconds()).start()
mock.patch.object(timezone, "now", side_effect=lambda: _now() + HOUR).start()

from cantstop_site.asgi import application  # noqa: E402

__all__ = ["application"]

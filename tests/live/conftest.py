"""What tests of live play share."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from tests.browser.wire import Wire


@pytest.fixture
def wire() -> Iterator[Wire]:
    """Return a wire to Redis that can be cut."""
    wire = Wire(urlsplit(settings.REDIS_URL).port or 6379)
    yield wire
    wire.close()

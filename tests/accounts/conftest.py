"""What the tests of accounts share."""

import secrets
from typing import Any

import pytest

from accounts.models import User
from tests.accounts.helpers import PASSWORD


@pytest.fixture(autouse=True)
def fresh_cache(settings: Any) -> None:
    """Rate limits are counted in the cache: every test starts with none of them used."""
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": secrets.token_hex(8),
        }
    }
    settings.ACCOUNT_RATE_LIMITS = {"guest": "3/m/ip"}


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("Ada", "ada@example.org", PASSWORD)

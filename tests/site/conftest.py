"""What many tests of the site look at, made once for all of a module and undone after them."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.site.cast import Site, make_site
from tests.site.hostile import Hostile, make_hostile

Made = TypeVar("Made")


def shared(make: Callable[[], Made], blocker: DjangoDbBlocker) -> Iterator[Made]:
    """Yield what was made, in a transaction that those of the tests are within."""
    with blocker.unblock(), transaction.atomic():
        yield make()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    yield from shared(make_site, django_db_blocker)


@pytest.fixture(scope="module")
def hostile(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Hostile]:
    yield from shared(make_hostile, django_db_blocker)

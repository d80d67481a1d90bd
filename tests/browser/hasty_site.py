"""The site where games soon rest and are soon abandoned: what a server runs instead."""

from datetime import timedelta
from unittest import mock

from cantstop_site.asgi import application
from tests.browser.server import HASTY_SECONDS

__all__ = ["application"]

mock.patch("games.queries.LIVELY", timedelta(seconds=HASTY_SECONDS)).start()
mock.patch("games.services.tables.GUEST_TIME", timedelta(seconds=HASTY_SECONDS)).start()
mock.patch("games.services.play.LOOK_AGAIN", timedelta(seconds=1)).start()

"""The site where games soon rest and are soon abandoned: what a server runs instead."""

from datetime import timedelta
from unittest import mock

from cantstop_site.asgi import application

__all__ = ["application"]

SECONDS = 3

mock.patch("games.queries.LIVELY", timedelta(seconds=SECONDS)).start()
mock.patch("games.services.tables.GUEST_TIME", timedelta(seconds=SECONDS)).start()
mock.patch("games.services.play.LOOK_AGAIN", timedelta(seconds=1)).start()

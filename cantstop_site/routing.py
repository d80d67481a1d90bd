"""Addresses of the sockets."""

from typing import Any, cast

from django.urls import path, re_path

from games.chat.consumer import TableConsumer
from games.live.consumers import LobbyConsumer, NowhereConsumer, WaitingConsumer

# Django's `path` is typed for views; channels routes ASGI applications with it. Codes are no
# longer than in the database: groups are named after them, and have short names.
websocket_urlpatterns: list[Any] = [
    path("ws/waiting/", cast("Any", WaitingConsumer.as_asgi())),
    path("ws/lobby/", cast("Any", LobbyConsumer.as_asgi())),
    re_path(r"^ws/games/(?P<code>[a-z0-9]{1,16})/$", cast("Any", TableConsumer.as_asgi())),
    re_path("", cast("Any", NowhereConsumer.as_asgi())),
]

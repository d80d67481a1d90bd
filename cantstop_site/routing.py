"""URLs of the WebSockets."""

from typing import Any, cast

from django.urls import path, re_path

from games.chat.consumer import TableConsumer
from games.live.consumers import LobbyConsumer, NowhereConsumer, WaitingConsumer

# Cast, because Django's `path` is typed for views. Codes are at most as long as in the database,
# because the names of groups contain them, and the channel layer limits these names.
websocket_urlpatterns: list[Any] = [
    path("ws/waiting/", cast("Any", WaitingConsumer.as_asgi())),
    path("ws/lobby/", cast("Any", LobbyConsumer.as_asgi())),
    re_path(r"^ws/games/(?P<code>[a-z0-9]{1,16})/$", cast("Any", TableConsumer.as_asgi())),
    re_path("", cast("Any", NowhereConsumer.as_asgi())),
]

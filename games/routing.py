"""Addresses of the sockets."""

from typing import Any, cast

from django.urls import path

from games.chat.consumer import TableConsumer
from games.consumers import LobbyConsumer

# Django's `path` is typed for views; channels routes ASGI applications with it.
websocket_urlpatterns: list[Any] = [
    path("ws/lobby/", cast("Any", LobbyConsumer.as_asgi())),
    path("ws/games/<slug:code>/", cast("Any", TableConsumer.as_asgi())),
]

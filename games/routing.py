"""Addresses of the sockets."""

from django.urls import path

from games.consumers import GameConsumer, LobbyConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/games/<slug:code>/", GameConsumer.as_asgi()),
]

"""The floor's ASGI application."""

from typing import Any, cast

from django.core.asgi import get_asgi_application

http = get_asgi_application()

# These import models, so they come after Django is set up.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.urls import path  # noqa: E402

from benchmarks.load.floor.playing import group  # noqa: E402


class TableConsumer(AsyncWebsocketConsumer):
    """A socket that passes on the messages of its group."""

    async def connect(self) -> None:
        place = self.scope["url_route"]["kwargs"]
        self.group = group(place["number"], place["viewer"])
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def moved(self, message: dict[str, str]) -> None:
        await self.send(text_data=message["text"])


sockets: list[Any] = [path("ws/<int:number>/<str:viewer>/", cast("Any", TableConsumer.as_asgi()))]
application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(sockets))),
    }
)

"""The ladder's ASGI application; the environment says in RUNG how high it climbs."""

import os
from typing import Any, cast

import django

django.setup(set_prefix=False)

# These import models, so they come after Django is set up.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from django.test import override_settings  # noqa: E402

from benchmarks.load.floor.asgi import sockets  # noqa: E402
from benchmarks.load.floor.playing import push  # noqa: E402
from benchmarks.load.ladder.views import ready_texts  # noqa: E402
from cantstop_site.handler import Handler  # noqa: E402

RUNG = os.environ["RUNG"]

whole = Handler()
with override_settings(MIDDLEWARE=[]):
    bare = Handler()


async def moved(scope: Any, receive: Any, send: Any) -> None:
    """Answer a move without Django."""
    while (await receive()).get("more_body"):
        pass
    if RUNG == "pushes":
        number = int(scope["path"].split("/")[2])
        await push(number, ready_texts(number))
    await send({"type": "http.response.start", "status": 204})
    await send({"type": "http.response.body"})


async def http(scope: Any, receive: Any, send: Any) -> None:
    is_move = scope["path"].count("/") > 2
    if is_move and RUNG in {"http", "pushes"}:
        await moved(scope, receive, send)
    else:
        await (bare if is_move and RUNG == "django" else whole)(scope, receive, send)


application = ProtocolTypeRouter(
    {
        "http": cast("Any", http),
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(sockets))),
    }
)

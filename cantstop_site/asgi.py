"""The ASGI application: pages over HTTP, pushes over sockets, and background work (`lifespan`)."""

import asyncio
import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cantstop_site.settings")
django.setup(set_prefix=False)

# These import models, so they come after Django is set up.
from channels.layers import get_channel_layer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402

from accounts.sockets import closed_by_outages, for_own_pages, with_user  # noqa: E402
from cantstop_site.demo import living  # noqa: E402
from cantstop_site.handler import Handler  # noqa: E402
from cantstop_site.health import with_health  # noqa: E402
from cantstop_site.routing import websocket_urlpatterns  # noqa: E402
from games import referee, serving, worker  # noqa: E402
from games.backlog import Backlog  # noqa: E402
from games.notices import notifier  # noqa: E402
from operations import metrics  # noqa: E402
from operations.asgi import observed  # noqa: E402


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    """Run the referee and other background work until the server stops and this work is done."""
    await receive()  # the server has started
    await send({"type": "lifespan.startup.complete"})
    stopping = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(serving.run(stopping))
        if settings.REFEREE_IN_SERVER:
            tasks.create_task(referee.run(stopping))
            tasks.create_task(worker.run(stopping, worker.REST_IN_SERVER))
            tasks.create_task(notifier.run(stopping))
        if settings.DEMO:
            tasks.create_task(living.run(stopping))
        await receive()
        stopping.set()
    await send({"type": "lifespan.shutdown.complete"})


metrics.serve(Backlog())

get_channel_layer()  # loads the client of Redis, so that no request waits for it

site = ProtocolTypeRouter(
    {
        "http": Handler(),
        "websocket": closed_by_outages(for_own_pages(with_user(URLRouter(websocket_urlpatterns)))),
        "lifespan": lifespan,
    }
)
application = with_health(observed(site))

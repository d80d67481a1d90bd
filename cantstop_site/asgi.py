"""The site's ASGI application: pages over HTTP, pushes over sockets, the referee, the worker."""

import asyncio
import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cantstop_site.settings")
django.setup(set_prefix=False)

# These import models, so they come after Django is set up.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402

from accounts.sockets import OwnOriginValidator, closed_by_outages, with_user  # noqa: E402
from cantstop_site.handler import Handler  # noqa: E402
from cantstop_site.health import with_health  # noqa: E402
from cantstop_site.operations import metrics  # noqa: E402
from cantstop_site.operations.asgi import observed  # noqa: E402
from cantstop_site.routing import websocket_urlpatterns  # noqa: E402
from games import referee  # noqa: E402
from games.backlog import Backlog  # noqa: E402
from games.pictures import worker  # noqa: E402


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    """Run the referee and the worker while the server runs; end when they have finished."""
    await receive()  # the server has started
    await send({"type": "lifespan.startup.complete"})
    if settings.REFEREE_IN_SERVER:
        stopping = asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(referee.run(stopping))
            tasks.create_task(worker.run(stopping))
            await receive()
            stopping.set()
    else:
        await receive()
    await send({"type": "lifespan.shutdown.complete"})


metrics.serve(Backlog())

site = ProtocolTypeRouter(
    {
        "http": Handler(),
        "websocket": closed_by_outages(
            OwnOriginValidator(with_user(URLRouter(websocket_urlpatterns)))
        ),
        "lifespan": lifespan,
    }
)
application = with_health(observed(site))

"""The site's ASGI application: pages over HTTP, pushes over sockets, the referee, the worker."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cantstop_site.settings")
django_application = get_asgi_application()

# These import models, so they come after Django is set up.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from accounts.sockets import OwnOriginValidator  # noqa: E402
from cantstop_site.routing import websocket_urlpatterns  # noqa: E402
from games.pictures.worker import with_worker  # noqa: E402
from games.referee import with_referee  # noqa: E402

application = with_worker(
    with_referee(
        ProtocolTypeRouter(
            {
                "http": django_application,
                "websocket": OwnOriginValidator(
                    AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
                ),
            }
        )
    )
)

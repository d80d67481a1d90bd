"""System checks: settings that would lose pushes or slow the site without anybody noticing."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register

IN_MEMORY = "channels.layers.InMemoryChannelLayer"


@register(deploy=True)
def check_channel_layer(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Warn when a production site keeps its channel layer inside one process."""
    if settings.DEBUG or settings.CHANNEL_LAYERS["default"]["BACKEND"] != IN_MEMORY:
        return []
    return [
        Warning(
            "The channel layer lives in this process only.",
            hint="Set REDIS_URL before running more than one server process.",
            id="games.W001",
        )
    ]

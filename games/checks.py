"""System checks: settings that would lose pushes or slow the site without anybody noticing."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

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


@register(deploy=True)
def check_secret_key(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse a production site whose key changes with every start."""
    if not settings.SECRET_KEY_IS_MADE_UP:
        return []
    return [
        Error(
            "SECRET_KEY is not set, so this process made one up.",
            hint="Set it in the environment: a long random text, the same for every process.",
            id="games.E001",
        )
    ]

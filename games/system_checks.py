"""System checks of settings that a public site needs and whose lack would show only later."""

import re
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

KEY = re.compile("[0-9a-f]{64}")
IN_MEMORY = "cantstop_site.channel_layer.ChannelLayerInMemory"


@register(deploy=True)
def check_channel_layer(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Warn if the channel layer of a production site is in the memory of one process."""
    if settings.DEBUG or settings.CHANNEL_LAYERS["default"]["BACKEND"] != IN_MEMORY:
        return []
    return [
        Warning(
            "The channel layer lives in this process only.",
            hint="Set REDIS_URL before running more than one server process.",
            id="games.W001",
        )
    ]


@register()
def check_commitments_key(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse a malformed key: without this check the first new table would fail."""
    if not settings.COMMITMENTS_KEY or KEY.fullmatch(settings.COMMITMENTS_KEY):
        return []
    return [
        Error(
            "COMMITMENTS_KEY is no key.",
            hint="Set it to 64 lower-case hexadecimal digits, or leave it out.",
            id="games.E002",
        )
    ]


@register(deploy=True)
def check_secret_key(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Refuse a production site whose SECRET_KEY is made up anew at every start."""
    if not settings.SECRET_KEY_IS_MADE_UP:
        return []
    return [
        Error(
            "SECRET_KEY is not set, so this process made one up.",
            hint="Set it in the environment: a long random text, the same for every process.",
            id="games.E001",
        )
    ]


@register(deploy=True)
def check_operator(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Warn if a production site does not name its operator, their address or its source code."""
    return [
        Warning(
            f"{name} is not set, so the pages Contact and About cannot say it.",
            hint="Set it in the environment; see .env.example.",
            id="games.W002",
        )
        for name in ("OPERATOR", "CONTACT_EMAIL", "SOURCE_URL")
        if not getattr(settings, name)
    ]

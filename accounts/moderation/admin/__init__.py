"""The panel of moderators inside Django's admin."""

from accounts.moderation.admin import (  # noqa: F401 - Django looks for pages here
    appeals,
    games,
    log,
    queue,
    sanctions,
    tuning,
)

"""The panel of moderators inside Django's admin."""

from accounts.moderation.admin import (  # noqa: F401 - Django looks for pages here
    action_log,
    appeals,
    cases,
    games,
    sanctions,
    wording,
)

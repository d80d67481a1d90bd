"""The panel of moderators inside Django's admin."""

from moderation.admin import (  # noqa: F401 - Django looks for pages here
    action_log,
    appeals,
    cases,
    comments,
    games,
    rulings,
    sanctions,
    wording,
)

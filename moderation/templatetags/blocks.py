"""Blocks on pages that show a player."""

from django import template
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.sanctions.models import Block

register = template.Library()


@register.filter
def block_on(owner: User | AnonymousUser | None, player: User) -> Block | None:
    """Return a user's block of a player, or None: `{% with block=user|block_on:player %}`."""
    return owner.blocks.filter(blocked=player).first() if isinstance(owner, User) else None

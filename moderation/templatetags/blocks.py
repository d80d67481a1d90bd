"""Blocks on pages that show a player."""

from django import template
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from accounts.sanctions.models import Block

register = template.Library()


@register.filter
def block_on(owner: User | AnonymousUser | None, player: User) -> Block | None:
    """Return how a user blocks a player, if at all: `{% with block=user|block_on:player %}`."""
    return owner.blocks.filter(blocked=player).first() if isinstance(owner, User) else None

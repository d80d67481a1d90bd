"""Blocks of users' chat, of games together, or of both. Blocked users are never notified."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.locks import one_transaction
from accounts.models import User
from accounts.sanctions.models import Block
from games.chat.pushing import notify_reader
from moderation.services.refusals import Conflict, Invalid

MOST_BLOCKS = 500


@one_transaction
def block(owner: User, blocked: User, *, chat: bool = True, tables: bool = True) -> Block | None:
    """Block a user's chat, tables or both; if both are false, unblock. Raises a Refusal."""
    if not (chat or tables):
        return unblock(owner, blocked)
    if owner.pk == blocked.pk:
        raise Invalid(_("You can't block yourself."))
    # Locked, so that two clicks at the same time make one block.
    User.objects.locked(owner.pk, blocked.pk)
    others = Block.objects.filter(owner=owner).exclude(blocked=blocked)
    if others.count() >= MOST_BLOCKS:
        raise Conflict(
            _("You've blocked %(most)d people. Unblock someone first."), most=MOST_BLOCKS
        )
    aspects = {"chat": chat, "tables": tables}
    made = Block.objects.update_or_create(owner=owner, blocked=blocked, defaults=aspects)[0]
    _notify(owner, blocked)
    return made


@transaction.atomic
def unblock(owner: User, blocked: User) -> None:
    if Block.objects.filter(owner=owner, blocked=blocked).delete()[0]:
        _notify(owner, blocked)


def _notify(owner: User, blocked: User) -> None:
    """Have open pages updated: the owner's chat, and the other user's list of tables."""
    notify_reader(owner.pk)
    notify_reader(blocked.pk)

"""Giving and lifting sanctions, with their effects on tables, sockets and chat."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.locks import patient_transaction
from accounts.models import User
from accounts.sanctions import checks, log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from accounts.sockets import close_user_sockets
from games.chat.pushing import notify_reader
from games.notices import subscriptions
from games.services.lobby import leave_everything
from moderation.models import Appeal, Case
from moderation.services import mails, recusal
from moderation.services.input_text import checked_text, required_text
from moderation.services.refusals import Conflict, Invalid

Kind = Sanction.Kind

GIVEN: dict[str, Action] = {
    Kind.WARNING: Action.WARNED,
    Kind.CHAT_MUTE: Action.MUTED,
    Kind.TABLE_BAN: Action.BANNED_FROM_TABLES,
    Kind.REPORT_BAN: Action.BANNED_FROM_REPORTS,
    Kind.SUSPENSION: Action.SUSPENDED,
}
"""The action in the log for giving each kind of sanction."""

HELPERS_LONGEST_MUTE = timedelta(days=1)
NEARLY = timedelta(minutes=5)
"""Sanctions that end this close to each other count as the same, as after a second click."""


@dataclass(frozen=True)
class SanctionRequest:
    """A sanction to give when a case is decided."""

    kind: str
    reason: str
    ends_at: datetime | None = None  # None: permanent


def outranks(moderator: User, user: User) -> bool:
    """Return whether the moderator may act against this user at all."""
    # Never against oneself; against staff, only with the right to change accounts.
    if moderator.pk == user.pk or (user.is_superuser and not moderator.is_superuser):
        return False
    return not user.is_staff or moderator.has_perm("accounts.change_user")


def may_give(moderator: User, user: User, kind: str, ends_at: datetime | None = None) -> bool:
    """Return whether this moderator may give, or lift, a sanction of this kind and end."""
    if not outranks(moderator, user):
        return False
    if kind == Kind.SUSPENSION:
        return moderator.has_perm("moderation.suspend")
    if moderator.has_perm("moderation.sanction"):
        return True
    is_short = ends_at is not None and ends_at <= timezone.now() + HELPERS_LONGEST_MUTE
    return kind == Kind.CHAT_MUTE and is_short and moderator.has_perm("moderation.mute_shortly")


@patient_transaction
def give(  # noqa: PLR0913, PLR0917 - a sanction has this many sides
    moderator: User,
    user: User,
    kind: str,
    reason: str,
    ends_at: datetime | None = None,
    note: str = "",
    case: Case | None = None,
) -> Sanction:
    """Give a sanction, in force at once, and notify the user.

    reason: for the user.  ends_at: None for a permanent one.  note: for moderators only.
    Raises PermissionDenied or a Refusal.
    """
    if kind not in Kind.values:
        raise Invalid(_("That sanction doesn't exist."))
    # A warning has no end: it stays open until it is read.
    ends_at = None if kind == Kind.WARNING else ends_at
    recusal.check(moderator, user, may=may_give(moderator, user, kind, ends_at))
    reason, note = required_text(reason), checked_text(note)
    if ends_at is not None and ends_at <= timezone.now():
        raise Invalid(_("Choose an end in the future."))
    # Locked: meanwhile nobody else gives the same sanction, and the user takes no seat.
    locked = User.objects.locked(user.pk, moderator.pk)
    _require_new(locked, kind, reason, ends_at)
    sanction = Sanction.objects.create(
        user=locked,
        kind=kind,
        reason=reason,
        note=note,
        ends_at=ends_at,
        given_by=moderator,
        case=case,
    )
    _write(moderator, GIVEN[kind], sanction, reason=reason)
    if kind == Kind.SUSPENSION:
        # Nobody should wait at a table for a suspended player.
        leave_everything(locked)
        subscriptions.end_all(locked)
        close_user_sockets(locked.pk, suspended=True)
    _show_in_chat(sanction)
    mails.notify_of_sanction(sanction)
    return sanction


@patient_transaction
def revoke(moderator: User, sanction: Sanction, reason: str) -> Sanction:
    """Lift a sanction, close its appeal, notify the user. Raises PermissionDenied or a Refusal."""
    locked = locked_sanction(moderator, sanction)
    recusal.check(moderator, locked.user, may=may_revoke(moderator, locked))
    reason = required_text(reason)
    if not locked.is_in_force:
        raise Conflict(_("This sanction is already over."))
    before = _as_logged(locked)
    locked.revoked_at = timezone.now()
    locked.revoked_by = moderator
    locked.revoke_reason = reason
    locked.unseen = True
    locked.save(update_fields=["revoked_at", "revoked_by", "revoke_reason", "unseen"])
    # An open appeal needs no answer any more.
    Appeal.objects.filter(sanction=locked, closed_at=None).update(
        status=Appeal.Status.LIFTED, waits_since=None, closed_at=locked.revoked_at, unseen=True
    )
    _write(moderator, Action.LIFTED, locked, before=before, reason=reason)
    _show_in_chat(locked)
    mails.notify_of_sanction(locked)
    return locked


def locked_sanction(actor: User, sanction: Sanction) -> Sanction:
    """Lock the sanction's user and the actor, then the sanction, and return it."""
    User.objects.locked(actor.pk, sanction.user_id)
    found = Sanction.objects.select_for_update(of=("self",)).select_related("user")
    return found.get(pk=sanction.pk)


def may_revoke(moderator: User, sanction: Sanction) -> bool:
    """Return whether this moderator may lift this sanction. Helpers may lift only their mutes."""
    if not may_give(moderator, sanction.user, sanction.kind, sanction.ends_at):
        return False
    return sanction.given_by_id == moderator.pk or moderator.has_perm(
        "moderation.suspend" if sanction.kind == Kind.SUSPENSION else "moderation.sanction"
    )


def may_lift(moderator: User, sanction: Sanction) -> bool:
    return may_revoke(moderator, sanction) and not recusal.knows(moderator, sanction.user_id)


def acknowledge(user: User, sanction: Sanction) -> None:
    """Note that the user has read a warning, unless noted before. Raises PermissionDenied."""
    if sanction.user_id != user.pk:
        raise PermissionDenied
    unread = Sanction.objects.filter(pk=sanction.pk, acknowledged_at=None)
    unread.update(acknowledged_at=timezone.now(), unseen=False)


def seen(shown: QuerySet[Sanction]) -> None:
    # Seeing a warning does not close it: it stays open until it is acknowledged.
    shown.filter(unseen=True).update(unseen=False)


def _require_new(user: User, kind: str, reason: str, ends_at: datetime | None) -> None:
    """Raise Conflict if the user already has this sanction, as after a second click."""
    if kind == Kind.WARNING:
        unread = user.sanctions.in_force().filter(kind=kind, acknowledged_at=None)
        if unread.filter(reason=reason).exists():
            raise Conflict(_("This person hasn't read the same warning yet."))
        return
    held = checks.sanction_against(user, kind)
    if held is None or (held.ends_at and (ends_at is None or ends_at > held.ends_at + NEARLY)):
        return
    if held.ends_at is None:
        raise Conflict(_("This person already has this sanction, permanently."))
    # Translators: %(end)s is a date with its time.
    raise Conflict(
        _("This person already has this sanction until %(end)s."),
        end=date_format(timezone.localtime(held.ends_at), "DATETIME_FORMAT"),
    )


def _show_in_chat(sanction: Sanction) -> None:
    """Have open pages replace the chat form by the notice of a mute, or the reverse."""
    if sanction.kind == Kind.CHAT_MUTE:
        notify_reader(sanction.user_id)


def _write(moderator: User, action: str, sanction: Sanction, **sides: Any) -> None:
    after, sentence = _as_logged(sanction), in_words(sanction)
    log.write(moderator, action, **sanction.in_log, after=after, sentence=sentence, **sides)


def in_words(sanction: Sanction) -> str:
    """Return the kind of a sanction and its end in English, for the log."""
    kind = sanction.kind.replace("-", " ")
    if sanction.kind == Kind.WARNING:
        return kind
    if sanction.ends_at is None:
        return f"{kind} for good"
    return f"{kind} until {sanction.ends_at:%Y-%m-%d %H:%M} UTC"


def _as_logged(sanction: Sanction) -> dict[str, Any]:
    return {
        "kind": sanction.kind,
        "reason": sanction.reason,
        "note": sanction.note,
        "ends_at": sanction.ends_at and sanction.ends_at.isoformat(),
        "revoked_at": sanction.revoked_at and sanction.revoked_at.isoformat(),
        "revoke_reason": sanction.revoke_reason,
    }

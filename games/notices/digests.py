"""Mails to users about notices they have not seen: at most one digest until their next visit."""

from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.db.models import Max, Q

from accounts.locks import one_transaction
from accounts.models import User
from games.broadcast import wake_worker
from games.models import Notice
from games.notices import mail
from games.notices.models import Delivery, Mailing
from operations import clock

DELIVERY_PAUSE = timedelta(minutes=1)
"""Time until the next check of a mail that waits because a push message is on its way."""

PATIENCE = timedelta(hours=1)
"""How long a mail waits for a push message, whose process may have been killed."""

ON_ITS_WAY = [Delivery.State.WAITING, Delivery.State.SENDING]
# Digests in these states do not count, so the next digest need not wait for a visit. A failed
# digest may have arrived: two digests are better than weeks without one.
CAME_TO_NOTHING = [Mailing.State.NOT_NEEDED, Mailing.State.FAILED]

STUCK = timedelta(hours=6)
"""After this time an unsent digest counts as failed. The last attempt comes after 1.5 hours."""


def people_due(most: int) -> list[int]:
    """Return the ids of at most `most` users with a notice that is due by mail."""
    due = Notice.objects.filter(mail_at__lte=clock.now()).order_by()
    return list(due.values_list("user_id", flat=True).distinct()[:most])


@one_transaction
def prepare(user_id: int) -> None:
    """Have the due notices of a user sent by mail, unless the user has visited or has a digest.

    Clocks that run low are named in a mail of their own, a reminder, even after a digest. It also
    names clocks whose mail is not due yet, so that users get one mail, not several within minutes.
    """
    try:
        user = User.objects.locked(user_id)
    except User.DoesNotExist:
        return  # just deleted, with all notices
    # The lock of the user keeps two processes from making two mails.
    now, visited_at = clock.now(), last_visit(user)
    low_time = Notice.Kind.LOW_TIME
    due = user.notices.filter(mail_at__lte=now)
    pushes = Delivery.objects.filter(notice__user=user, push__isnull=False)
    delivered = pushes.filter(state=Delivery.State.SENT)
    due.filter(pk__in=delivered.values("notice")).update(mail_at=None)
    on_their_way = pushes.filter(state__in=ON_ITS_WAY, notice__created_at__gt=now - PATIENCE)
    due.filter(pk__in=on_their_way.values("notice")).update(mail_at=now + DELIVERY_PAUSE)
    if visited_at > now - mail.WAIT:
        # Users on the site see notices there: without the delay each game would cause a mail.
        due.exclude(kind=low_time).update(mail_at=visited_at + mail.WAIT)

    unseen = list(mail.unseen(user))
    due_kinds = {notice.kind for notice in unseen if notice.mail_at and notice.mail_at <= now}
    due.update(mail_at=None)
    if low_time in due_kinds:
        reminded = [each for each in unseen if each.kind == low_time and each.mail_at]
        _mail(user, Mailing.Kind.REMINDER, reminded)
    if due_kinds - {low_time} and not _has_digest_since(user, visited_at):
        # The digest leaves out notices that a browser got, or that a reminder names now or later.
        known = set(delivered.values_list("notice", flat=True))
        known |= set(user.mailings.filter(kind="reminder").values_list("notices", flat=True))
        news = [
            each
            for each in unseen
            if each.pk not in known and (each.kind != low_time or not each.mail_at)
        ]
        _mail(user, Mailing.Kind.DIGEST, news)


def last_visit(user: User) -> datetime:
    """Return when a user last visited the site."""
    sessions = UserSession.objects.filter(user=user)
    seen_at: datetime | None = sessions.aggregate(newest=Max("last_seen_at"))["newest"]
    # Signing out deletes a session, so the last sign-in may be later than all remaining sessions.
    return max(filter(None, [seen_at, user.last_login, user.date_joined]))


def _has_digest_since(user: User, moment: datetime) -> bool:
    digests = user.mailings.filter(kind=Mailing.Kind.DIGEST, created_at__gt=moment)
    stuck = Q(state__in=ON_ITS_WAY, created_at__lt=clock.now() - STUCK)
    return digests.exclude(stuck | Q(state__in=CAME_TO_NOTHING)).exists()


def _mail(user: User, kind: Mailing.Kind, notices: list[Notice]) -> None:
    mailing = Mailing.objects.create(user=user, kind=kind, created_at=clock.now())
    mailing.notices.set(notices)
    user.notices.filter(pk__in=[notice.pk for notice in notices]).update(mail_at=None)
    wake_worker()

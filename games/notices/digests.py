"""Mails to users with what they have seen nowhere else: one, until they visit the site again."""

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
"""How long to wait for a notice that is still on its way to a browser before looking again."""

PATIENCE = timedelta(hours=1)
"""How old a notice may become on its way to a browser before a mail tells it all the same.

The delivery of a process that was killed stays on its way for ever.
"""

ON_ITS_WAY = [Delivery.State.WAITING, Delivery.State.SENDING]
CAME_TO_NOTHING = [Mailing.State.NOT_NEEDED, Mailing.State.FAILED]
"""Digests after which another one is made for what is new, without a visit.

One that failed may have arrived after all, which is better than weeks without any.
"""

STUCK = timedelta(hours=6)
"""How old a digest becomes that is still to be sent before it counts as one that failed.

The last attempt comes after an hour and a half; the process that was to send it was killed.
"""


def people_due(most: int) -> list[int]:
    """Return people who may have to get a mail now, by number."""
    due = Notice.objects.filter(mail_at__lte=clock.now()).order_by()
    return list(due.values_list("user_id", flat=True).distinct()[:most])


@one_transaction
def prepare(user_id: int) -> None:
    """Have a mail sent with what somebody has to be told by mail now, if they are to get one.

    Clocks that run low get a mail of their own, also after a digest: a reminder. It names those
    whose mail would be due later, too, so that several within minutes make one mail.
    """
    try:
        user = User.objects.locked(user_id)
    except User.DoesNotExist:
        return  # deleted a moment ago, and the notices with them
    now, visited_at = clock.now(), last_visit(user)
    low_time = Notice.Kind.LOW_TIME
    due = user.notices.filter(mail_at__lte=now)
    pushes = Delivery.objects.filter(notice__user=user, push__isnull=False)
    delivered = pushes.filter(state=Delivery.State.SENT)
    due.filter(pk__in=delivered.values("notice")).update(mail_at=None)
    on_their_way = pushes.filter(state__in=ON_ITS_WAY, notice__created_at__gt=now - PATIENCE)
    due.filter(pk__in=on_their_way.values("notice")).update(mail_at=now + DELIVERY_PAUSE)
    if visited_at > now - mail.WAIT:
        # They are here: the site itself tells them. Else each game would bring a mail meanwhile.
        due.exclude(kind=low_time).update(mail_at=visited_at + mail.WAIT)

    unseen = list(mail.unseen(user))
    due_kinds = {notice.kind for notice in unseen if notice.mail_at and notice.mail_at <= now}
    due.update(mail_at=None)
    if low_time in due_kinds:
        reminded = [each for each in unseen if each.kind == low_time and each.mail_at]
        _mail(user, Mailing.Kind.REMINDER, reminded)
    if due_kinds - {low_time} and not _has_digest_since(user, visited_at):
        # Without what a device has shown, or a reminder has named, or will soon.
        known = set(delivered.values_list("notice", flat=True))
        known |= set(user.mailings.filter(kind="reminder").values_list("notices", flat=True))
        told = [
            each
            for each in unseen
            if each.pk not in known and (each.kind != low_time or not each.mail_at)
        ]
        _mail(user, Mailing.Kind.DIGEST, told)


def last_visit(user: User) -> datetime:
    """Return when somebody was on the site for the last time."""
    sessions = UserSession.objects.filter(user=user)
    seen_at: datetime | None = sessions.aggregate(newest=Max("last_seen_at"))["newest"]
    # Signing out deletes a session, so the last sign-in may be later than all that are left.
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

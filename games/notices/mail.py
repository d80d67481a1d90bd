"""Write and send mails with notices."""

import logging
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.signing import BadSignature, SignatureExpired, TimestampSigner
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.language import speaking_to
from accounts.models import Channel, User
from accounts.preferences import preferences_of
from games.models import Notice
from games.models.notice import NoticeQuerySet
from games.notices.models import Mailing
from games.notices.refusals import LinkExpired
from games.notices.sending import NotDelivered
from games.notices.words import words_of
from games.services.notices import OF_A_WAIT

logger = logging.getLogger(__name__)

WAIT = timedelta(minutes=10)
"""How long after a notice a mail is due, if the user has not seen the notice elsewhere."""

REFUSED_FOR_GOOD = 500
"""Lowest SMTP code by which a mail server refuses for good."""

LINK_WORKS = timedelta(days=365)
"""How long the link that turns mails off works."""

_SIGNER = TimestampSigner(salt="unsubscribe")


def address_of(user: User) -> EmailAddress | None:
    """Return the confirmed address to which a user gets mails, or None."""
    found: EmailAddress | None = EmailAddress.objects.get_verified(user)
    return found


def unseen(user: User) -> NoticeQuerySet:
    """Return the unread notices that a user wants by mail, the oldest first.

    Empty for accounts that get no mails: without a confirmed address, closed, or to be deleted.
    """
    if user.is_closed or address_of(user) is None:
        return Notice.objects.none()
    chosen = preferences_of(user)
    kinds = [kind for kind in Notice.Kind if Channel.MAIL in chosen.channels_for(kind)]
    found = Notice.objects.filter(user=user, kind__in=kinds).open()
    return found.order_by("created_at", "pk")


def unsubscribe_path(user: User) -> str:
    """Return the path of the page that turns off all mails with notices to a user."""
    return reverse("unsubscribe", args=[_SIGNER.sign(str(user.pk))])


def unsubscriber(token: str) -> User | None:
    """Return the user whose mails this token turns off, or None; LinkExpired if it is too old."""
    try:
        return User.objects.filter(pk=_SIGNER.unsign(token, max_age=LINK_WORKS)).first()
    except (SignatureExpired, ValueError):  # ValueError: an old link without a time
        raise LinkExpired from None
    except BadSignature:
        return None


def is_needed(mailing: Mailing) -> bool:
    """Return whether a mail still has a notice that its reader has not read."""
    return unseen(mailing.user).filter(mailings=mailing).exists()


def send(mailing: Mailing) -> None:
    """Send a mail, or raise NotDelivered if the mail server did not take it."""
    address = address_of(mailing.user)
    notices = list(unseen(mailing.user).filter(mailings=mailing).select_related("game"))
    if address is None or not notices:
        return  # all read just now
    message = _message(mailing, notices, address.email)
    connection = get_connection()
    try:
        connection.open()
    except OSError as error:
        raise _not_delivered(error) from error
    # If the connection breaks while a mail is handed over, the mail may have arrived. Such an error
    # is not turned into NotDelivered, as otherwise the mail could arrive twice.
    try:
        connection.send_messages([message])
    except SMTPRecipientsRefused as error:
        [(code, _said)] = error.recipients.values()
        raise _not_delivered(error, code) from error
    except SMTPResponseException as error:
        raise _not_delivered(error, error.smtp_code) from error
    finally:
        connection.close()


def _not_delivered(error: OSError, code: int = 0) -> NotDelivered:
    logger.warning("The mail server did not take a mail: %s %s", type(error).__name__, code)
    return NotDelivered(for_good=code >= REFUSED_FOR_GOOD)


def _message(mailing: Mailing, notices: list[Notice], address: str) -> EmailMessage:
    user = mailing.user
    unsubscribe = settings.SITE_URL and settings.SITE_URL + unsubscribe_path(user)
    with speaking_to(user):
        values = {
            "user": user,
            "site_name": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
            "unsubscribe": unsubscribe,
            "news": [words_of(notice) for notice in notices],
            "is_turns": all(notice.kind in OF_A_WAIT for notice in notices),
        }
        subject = render_to_string(f"notices/email/{mailing.kind}_subject.txt", values)
        body = render_to_string(f"notices/email/{mailing.kind}_message.txt", values)
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    headers = {
        # The same at each attempt; the time keeps it unique if a new database counts from 1 again.
        "Message-ID": f"<mailing.{mailing.pk}.{mailing.created_at:%Y%m%d%H%M%S}@{host}>",
        "Auto-Submitted": "auto-generated",
    }
    if unsubscribe:
        headers["List-Unsubscribe"] = f"<{unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return EmailMessage(
        " ".join(subject.split()), body.strip() + "\n", to=[address], headers=headers
    )

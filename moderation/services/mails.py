"""Mails and notices to users about moderation, sent after the commit.

Mails go only to confirmed addresses: an unconfirmed address may be a stranger's.
"""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django_stubs_ext import StrOrPromise

from accounts.language import speaking_to
from accounts.models import User
from accounts.preferences import wants_mail
from accounts.sanctions.models import Sanction
from games.models import Notice
from games.services.notices import give_news
from moderation.models import AppealMessage, Case


def notify(user: User, template: str, path: str, **context: Any) -> None:
    """Send the user a mail with a link to `path`, if they have a confirmed address."""
    address = EmailAddress.objects.get_verified(user)
    if address is not None:
        send(user, address.email, template, path, **context)


def notify_of_changes(user: User, *changes: StrOrPromise) -> None:
    """Notify the user of changes in their account. changes: sentences, translated later."""
    notify(user, "account_changed", reverse("account_settings"), changes=changes)


def notify_reporters(case: Case) -> None:
    """Notify the reporters of a decided case; also by mail, if they want such mails."""
    reporters = User.objects.filter(reports__case=case, is_active=True).distinct()
    give_news(reporters.select_related("preferences"), Notice.About.REPORT)
    wanting = reporters.exclude(preferences__mail_reports=False)
    found = EmailAddress.objects.filter(user__in=wanting, verified=True).select_related("user")
    # Choose among a user's addresses like get_verified, but for all users at once.
    addresses = {address.user_id: address for address in found.order_by("primary", "-pk")}
    for address in addresses.values():
        send(address.user, address.email, "report_answered", reverse("my_reports"), case=case)


def send(user: User, address: str, template: str, path: str, **context: Any) -> None:
    """Send the mail of templates/moderation/email/<template>_subject.txt and _message.txt."""
    values = {
        "user": user,
        "site_name": settings.SITE_NAME,
        "link": settings.SITE_URL and settings.SITE_URL + path,
        **context,
    }
    with speaking_to(user):
        subject = render_to_string(f"moderation/email/{template}_subject.txt", values)
        message = render_to_string(f"moderation/email/{template}_message.txt", values)

    def deliver() -> None:
        send_mail(" ".join(subject.split()), message.strip() + "\n", None, [address])

    # Robust: a decision must not fail when the mail server is down.
    transaction.on_commit(deliver, robust=True)


def notify_of_sanction(sanction: Sanction) -> None:
    """Notify the user that a sanction was given, or lifted."""
    template = "lifted" if sanction.revoked_at else "sanction"
    about = Notice.About.LIFTED if sanction.revoked_at else Notice.About.SANCTION
    give_news([sanction.user], about)
    notify(sanction.user, template, reverse("my_sanctions"), sanction=sanction)


def notify_of_answer(message: AppealMessage) -> None:
    """Notify the user of an answer to their appeal; also by mail, if they want such mails."""
    sanction = message.appeal.sanction
    give_news([sanction.user], Notice.About.APPEAL)
    if not wants_mail(sanction.user, "appeals"):
        return
    path = reverse("appeal", args=[sanction.pk])
    notify(sanction.user, "appeal_answered", path, sanction=sanction, message=message)

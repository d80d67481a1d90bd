"""Changes by staff of the email addresses of an account."""

from collections.abc import Iterable, Iterator

from allauth.account.models import EmailAddress
from allauth.core import context
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.language import speaking_to
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from moderation.services import mails


def settle_addresses(
    request: HttpRequest, actor: User, user: User, before: Iterable[EmailAddress]
) -> None:
    """Complete the changes that a form made to addresses, log them, and notify the owner.

    before: the rows before the change.
    """
    old = {address.pk: address for address in before}
    now = {address.pk: address for address in EmailAddress.objects.filter(user=user)}
    done = sorted(set(_changes(old, now)))
    if not done:
        return
    new = [each for pk, each in now.items() if pk not in old or old[pk].email != each.email]
    for address in new:
        # A new address counts only once its owner has confirmed it.
        address.verified = False
        address.save(update_fields=["verified"])
    _keep_one_primary(user)
    # Log the kinds of changes, but no address: nobody could remove it from the log.
    log.write(actor, Action.CHANGED_ACCOUNT, subject=user, after={"email": done})
    # Removed addresses get a last mail, so that nobody loses an account unnoticed.
    gone = {each.email for each in old.values() if each.verified}
    gone -= {each.email for each in now.values()}
    text = _("Your email address was changed or removed. We won't email this one again.")
    for email in sorted(gone):
        mails.send(user, email, "account_changed", reverse("account_settings"), changes=[text])
    for address in new:
        _ask_to_confirm(request, address)


def _changes(old: dict[int, EmailAddress], now: dict[int, EmailAddress]) -> Iterator[str]:
    """Yield the kind of each change of an address, for the log."""
    for pk in old.keys() | now.keys():
        if pk not in old:
            yield "added"
        elif pk not in now:
            yield "removed"
        elif old[pk].email != now[pk].email:
            yield "replaced"
        elif old[pk].verified != now[pk].verified:
            yield "confirmed" if now[pk].verified else "unconfirmed"


def _keep_one_primary(user: User) -> None:
    """Make one address primary if none is, and copy the primary address to `user.email`."""
    primary = EmailAddress.objects.get_primary(user)
    if primary is None:
        primary = EmailAddress.objects.filter(user=user).order_by("-verified", "pk").first()
        if primary is not None:
            primary.primary = True
            primary.save(update_fields=["primary"])
    user.email = primary.email if primary else ""
    user.save(update_fields=["email"])


def _ask_to_confirm(request: HttpRequest, address: EmailAddress) -> None:
    def send() -> None:
        # allauth takes the request from this context.
        with context.request_context(request), speaking_to(address.user):
            address.send_confirmation(request)

    # Robust: the change must not fail when the mail server is down.
    transaction.on_commit(send, robust=True)

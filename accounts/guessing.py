"""Limits on wrong passwords: per IP address, per name as typed, and per account.

No answer reveals which names and email addresses belong to one account. So beyond an account's
limit the answer is "wrong password", and takes as long; only limits per typed name are reported.
"""

from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.addresses import address_of, has_signed_in_from
from accounts.limits import count
from accounts.models import User
from accounts.private_apis import RateLimitUsage


def account_named(username: str, email: str) -> User | None:
    """Return the account that somebody tries to sign in to, if it exists."""
    if email:
        known = EmailAddress.objects.filter(email__iexact=email).select_related("user")
        found = known.order_by("-verified", "pk").first()
        return found.user if found else User.objects.filter(email__iexact=email).first()
    return User.objects.filter(username__iexact=username).first() if username else None


def count_try(
    request: HttpRequest, account: User | None, typed: str
) -> list[RateLimitUsage] | None:
    """Count a try to sign in. Return the counts, to roll back on success; None beyond a limit.

    account: None for a name that nobody has.
    """
    # Count unknown names, too, so that the time an answer takes does not reveal them.
    whose = str(account.pk) if account else f"nobody {typed.lower()}"
    here = count(request, "login_failed_here", key=f"{whose} {address_of(request)}")
    if here is None:
        return None
    if has_signed_in_from(request, account):  # strangers elsewhere must not lock the owner out
        return [here]
    elsewhere = count(request, "login_failed_elsewhere", key=whose)
    return None if elsewhere is None else [here, elsewhere]

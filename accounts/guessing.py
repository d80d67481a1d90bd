"""Wrong passwords: counted by address, by name as typed, and by account however it was named.

Nobody learns from the answers which names and addresses of mails belong to one account. So what is
counted by account is refused in the words of a wrong password, after the same work, while what is
counted by the name as typed is refused openly.
"""

from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.addresses import address_of, has_signed_in_from
from accounts.limits import count
from accounts.models import User
from accounts.private_apis import RateLimitUsage


def account_named(username: str, email: str) -> User | None:
    """Return whose password was typed, None for nobody's."""
    if email:
        known = EmailAddress.objects.filter(email__iexact=email).select_related("user")
        found = known.order_by("-verified", "pk").first()
        return found.user if found else User.objects.filter(email__iexact=email).first()
    return User.objects.filter(username__iexact=username).first() if username else None


def count_try(
    request: HttpRequest, account: User | None, typed: str
) -> list[RateLimitUsage] | None:
    """Count a try to sign in to an account, or as nobody; None beyond a limit.

    Take back what is returned once the password was right. At an address where the account has
    signed in lately, what strangers did elsewhere does not matter. A name that nobody has is
    counted likewise, so that the time it takes tells nothing.
    """
    whose = str(account.pk) if account else f"nobody {typed.lower()}"
    here = count(request, "login_failed_here", key=f"{whose} {address_of(request)}")
    if here is None:
        return None
    if has_signed_in_from(request, account):
        return [here]
    elsewhere = count(request, "login_failed_elsewhere", key=whose)
    return None if elsewhere is None else [here, elsewhere]

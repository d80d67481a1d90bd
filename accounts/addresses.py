"""Where people sign in from, kept as hashes that nobody can turn back into addresses."""

import ipaddress
from datetime import datetime, timedelta

from django.db.models import OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import SeenAddress, User
from accounts.private_apis import get_client_ip

ADDRESSES_KEPT = timedelta(days=90)
HOME = 64
"""The bits of an IPv6 address that name a household; the rest changes by the hour."""


def hashed(address: str) -> str:
    """Return the hash of an address under the site's key: one for all addresses of a household."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        mapped = parsed.ipv4_mapped
        home = ipaddress.ip_network((parsed, HOME), strict=False).network_address
        parsed = mapped or home
    return salted_hmac("accounts.addresses", str(parsed), algorithm="sha256").hexdigest()


def address_of(request: HttpRequest) -> str:
    """Return the hashed address of a request, "" where it has none."""
    address = get_client_ip(request) if request.method else None
    return hashed(address) if address else ""


def has_signed_in_from(request: HttpRequest, user: User | None) -> bool:
    """Return whether the user signed in from the address of this request, in the time kept."""
    recent = SeenAddress.objects.filter(seen_at__gte=timezone.now() - ADDRESSES_KEPT)
    return recent.filter(user=user, hashed=address_of(request)).exists()


def note_address(request: HttpRequest, user: User) -> None:
    """Remember that the user signed in from the address of this request, if it has one."""
    address = address_of(request)
    if not address:
        return
    now = timezone.now()
    SeenAddress.objects.update_or_create(
        user=user,
        hashed=address,
        defaults={"seen_at": now},
        create_defaults={"first_seen_at": now, "seen_at": now},
    )


def sharing_address(user: User | OuterRef) -> QuerySet[SeenAddress]:
    """Return where others signed in from an address of this user, in the time kept.

    user: or a reference to one in the query around this one.
    """
    recent = SeenAddress.objects.filter(seen_at__gte=timezone.now() - ADDRESSES_KEPT)
    inner = OuterRef(user) if isinstance(user, OuterRef) else user
    return recent.filter(hashed__in=recent.filter(user=inner).values("hashed")).exclude(user=user)


def forget_addresses(now: datetime) -> int:
    """Forget those that were not seen for the time kept; return how many."""
    return SeenAddress.objects.filter(seen_at__lt=now - ADDRESSES_KEPT).delete()[0]

"""IP addresses that users sign in from, stored as keyed hashes."""

import ipaddress
from datetime import datetime, timedelta

from django.db.models import OuterRef, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import SeenAddress, User
from accounts.private_apis import get_client_ip

ADDRESSES_KEPT = timedelta(days=90)
HOUSEHOLD_BITS = 64  # first bits of an IPv6 address, the same for all devices of a household


def hashed(address: str) -> str:
    """Hash an address under the site's key; all addresses of a household have the same hash."""
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        household = ipaddress.ip_network((parsed, HOUSEHOLD_BITS), strict=False)
        parsed = parsed.ipv4_mapped or household.network_address
    # Without the key, all four billion IPv4 addresses could be hashed and compared.
    return salted_hmac("accounts.addresses", str(parsed), algorithm="sha256").hexdigest()


def address_of(request: HttpRequest) -> str:
    """Return the hashed IP address of a request; "" if the request has none."""
    address = get_client_ip(request) if request.method else None
    return hashed(address) if address else ""


def has_signed_in_from(request: HttpRequest, user: User | None) -> bool:
    recent = SeenAddress.objects.filter(seen_at__gte=timezone.now() - ADDRESSES_KEPT)
    return recent.filter(user=user, hashed=address_of(request)).exists()


def note_address(request: HttpRequest, user: User) -> None:
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
    """Return other users' sign-ins from this user's addresses. user: may be an outer query's."""
    recent = SeenAddress.objects.filter(seen_at__gte=timezone.now() - ADDRESSES_KEPT)
    inner = OuterRef(user) if isinstance(user, OuterRef) else user
    return recent.filter(hashed__in=recent.filter(user=inner).values("hashed")).exclude(user=user)


def forget_addresses(now: datetime) -> int:
    return SeenAddress.objects.filter(seen_at__lt=now - ADDRESSES_KEPT).delete()[0]

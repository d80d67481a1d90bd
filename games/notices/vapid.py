"""The key by which push services recognise this site as the sender (VAPID, RFC 8292)."""

from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode


def new_private_key() -> str:
    """Return a new private key in the form of the setting VAPID_PRIVATE_KEY."""
    vapid = Vapid02()
    vapid.generate_keys()
    secret = vapid.private_key.private_numbers().private_value
    return str(b64urlencode(secret.to_bytes(32)))


def public_key() -> str:
    """Return the public key with which browsers subscribe; "" if the site sends no pushes."""
    return _public_key_of(settings.VAPID_PRIVATE_KEY) if settings.VAPID_PRIVATE_KEY else ""


def signed_for(endpoint: str) -> dict[str, str]:
    """Return the header that proves to a push service that this site is the sender."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": _contact()}
    headers: dict[str, str] = _key(settings.VAPID_PRIVATE_KEY).sign(claims)
    return headers


@cache
def _key(private_key: str) -> Vapid02:
    return Vapid02.from_string(private_key)


@cache
def _public_key_of(private_key: str) -> str:
    point = _key(private_key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return str(b64urlencode(point))


def _contact() -> str:
    """Return the URL or mail address to which push services report faults."""
    if not settings.CONTACT_EMAIL and settings.SITE_URL.startswith("https://"):
        return str(settings.SITE_URL)
    return f"mailto:{settings.CONTACT_EMAIL or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"

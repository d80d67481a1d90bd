"""The form that a browser sends to subscribe to push messages."""

import re
from base64 import urlsafe_b64decode
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError

PUSH_SERVICE = re.compile(r"https://([a-z0-9-]+\.)+[a-z][a-z0-9-]*(:443)?/[!-~]*")
"""Endpoint at a push service: a host's name and the usual port. Its IP is checked at each send."""

BASE64URL = re.compile(r"[A-Za-z0-9_-]+={0,2}")

POINT, SECRET = 65, 16
"""Lengths in bytes of a browser's public key and of its secret (RFC 8291)."""


def check_endpoint(text: str) -> None:
    from games.notices.outgoing import may_be_public  # noqa: PLC0415 - large libraries

    is_here = settings.OUTGOING_MAY_STAY_HERE and text.startswith("http://127.0.0.1:")
    is_there = PUSH_SERVICE.fullmatch(text) and may_be_public(urlsplit(text).hostname or "")
    if not is_here and not is_there:
        raise ValidationError("", "no_endpoint")


def check_key(text: str) -> None:
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _decoded(text, POINT))
    except ValueError:
        raise ValidationError("", "no_key") from None


def check_secret(text: str) -> None:
    try:
        _decoded(text, SECRET)
    except ValueError:
        raise ValidationError("", "no_secret") from None


class SubscriptionForm(forms.Form):
    endpoint = forms.CharField(max_length=1000, validators=[check_endpoint])
    p256dh = forms.CharField(max_length=100, validators=[check_key])
    auth = forms.CharField(max_length=40, validators=[check_secret])


def _decoded(text: str, size: int) -> bytes:
    """Return the bytes of a text in base64url, or raise ValueError."""
    if not BASE64URL.fullmatch(text):
        raise ValueError
    data = urlsafe_b64decode(text + "==")  # surplus padding does no harm
    if len(data) != size:
        raise ValueError
    return data

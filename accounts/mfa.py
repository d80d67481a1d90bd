"""Second factors: the adapter of django-allauth, and when staff must prove their factor."""

import base64
import secrets
import time
from datetime import timedelta
from typing import Any, cast

from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from accounts.models import User
from accounts.requests import Request, page_before

# Recovery codes are no factor of their own: they only replace a lost factor.
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)

# How long after proving a factor staff may use the administration, and remove comments and chat.
STAFF_DAY = timedelta(hours=12)

# How long after proving a factor staff may change roles, passwords and email addresses of others.
JUST_NOW = timedelta(minutes=10)


class MFAAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": _("Set up a second step first."),
        "incorrect_code": _("That didn't work. Try again."),
    }

    def get_totp_label(self, user: User) -> str:
        return user.username

    def get_totp_issuer(self) -> str:
        return str(settings.SITE_NAME)

    def get_public_key_credential_rp_entity(self) -> dict[str, Any]:
        return {**super().get_public_key_credential_rp_entity(), "name": settings.SITE_NAME}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        return {**super().get_public_key_credential_user_entity(user), "name": user.username}

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}

    @sensitive_variables()
    def encrypt(self, text: str) -> str:
        return _fernet().encrypt(text.encode()).decode()

    @sensitive_variables()
    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _fernet().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            # The key is lost. With a random secret pages still work, but no code fits.
            return base64.b32encode(secrets.token_bytes(20)).decode()


def has_factor(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type__in=FACTORS).exists())


def has_proved(request: HttpRequest, within: timedelta = STAFF_DAY) -> bool:
    """Return whether this session proved a second factor lately, and the user still has one."""
    user = request.user
    if not user.is_authenticated:
        return False
    since = time.time() - within.total_seconds()
    records = get_authentication_records(request, user)
    if not any(record.get("method") == "mfa" and record["at"] >= since for record in records):
        return False
    typed = cast("Request", request)  # Django's admin passes its own type
    if not hasattr(typed, "has_factor"):  # the admin calls this several times for each page
        typed.has_factor = has_factor(user)
    return typed.has_factor


def ask_to_prove(request: HttpRequest, within: timedelta = STAFF_DAY) -> HttpResponse:
    """Redirect staff to prove their second factor, and then back. A POST must be sent again."""
    typed = cast("Request", request)
    is_read = request.method in {"GET", "HEAD"}
    if not is_read:
        messages.info(request, _("Nothing has changed yet. Confirm it's you, then try again."))
    if is_read and not typed.htmx:
        page = request.get_full_path()
    else:  # the address of a form or a part of a page is no page to come back to
        page = page_before(request) or reverse("home")
    query = {REDIRECT_FIELD_NAME: page}
    if within == JUST_NOW:
        query["again"] = "yes"
    way = f"{reverse('staff_second_factor')}?{urlencode(query)}"
    if typed.htmx:
        # htmx would follow a redirect by itself, and put the whole page into a part of this one.
        return HttpResponse(status=403, headers={"HX-Redirect": way})
    return redirect(way)


def factors_of(user: User) -> list[dict[str, Any]]:
    """Return the user's factors for display, without their secrets."""
    return [
        {"kind": factor.type, "added": factor.created_at, "used": factor.last_used_at}
        for factor in Authenticator.objects.filter(user=user).order_by("pk")
    ]


def remove_factors(user: User) -> int:
    return int(Authenticator.objects.filter(user=user).delete()[0])


@sensitive_variables()
def _fernet() -> MultiFernet:
    fernets = []
    # MultiFernet encrypts with the first key, and decrypts with any.
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        # A new HKDF for each key: an instance derives only once.
        kdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"second factors")
        fernets.append(Fernet(base64.urlsafe_b64encode(kdf.derive(key.encode()))))
    return MultiFernet(fernets)

"""Second factors: how django-allauth treats them here, and who has proved one."""

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

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
"""What counts as a second factor; recovery codes only stand in for one that is lost."""

STAFF_DAY = timedelta(hours=12)
"""For so long a proof lets staff into the administration and remove what others said."""

JUST_NOW = timedelta(minutes=10)
"""For so long it lets them change roles, passwords and e-mail addresses of others."""


class MFAAdapter(DefaultMFAAdapter):
    """Texts in our words, and secrets that are no use without the site's key."""

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
        """Open a secret. In place of one whose key is gone comes one that no code fits."""
        try:
            return _fernet().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return base64.b32encode(secrets.token_bytes(20)).decode()


def has_factor(user: User) -> bool:
    """Return whether the user has set up a second factor."""
    return bool(Authenticator.objects.filter(user=user, type__in=FACTORS).exists())


def has_proved(request: HttpRequest, within: timedelta = STAFF_DAY) -> bool:
    """Return whether this session proved a second factor lately, and the user still has one.

    Looked up once in a request: the administration asks several times for each page.
    """
    user = request.user
    if not user.is_authenticated:
        return False
    since = time.time() - within.total_seconds()
    records = get_authentication_records(request, user)
    if not any(record.get("method") == "mfa" and record["at"] >= since for record in records):
        return False
    typed = cast("Request", request)  # the administration has it by the type of Django's methods
    if not hasattr(typed, "has_factor"):
        typed.has_factor = has_factor(user)
    return typed.has_factor


def ask_to_prove(request: HttpRequest, within: timedelta = STAFF_DAY) -> HttpResponse:
    """Lead staff to proving their second factor, and from there back to the page they were on.

    What a form asked for is not done: they press again once they are back.
    """
    if request.method not in {"GET", "HEAD"}:
        messages.info(request, _("Nothing has changed yet. Confirm it's you, then try again."))
    typed = cast("Request", request)
    query = {REDIRECT_FIELD_NAME: _page_of(typed)}
    if within == JUST_NOW:
        query["again"] = "yes"
    way = f"{reverse('staff_second_factor')}?{urlencode(query)}"
    if typed.htmx:
        # A part of a page has no room for it: the browser is led there as a whole.
        return HttpResponse(status=403, headers={"HX-Redirect": way})
    return redirect(way)


def _page_of(request: Request) -> str:
    """Return the page a request came from: its own address, or that of the form's page."""
    if request.method in {"GET", "HEAD"} and not request.htmx:
        return request.get_full_path()
    return page_before(request) or reverse("home")


def factors_of(user: User) -> list[dict[str, Any]]:
    """Return the user's factors in words, for them to read: no secrets."""
    return [
        {"kind": factor.type, "added": factor.created_at, "used": factor.last_used_at}
        for factor in Authenticator.objects.filter(user=user).order_by("pk")
    ]


def remove_factors(user: User) -> int:
    """Take all second factors away from somebody who has lost them; return how many."""
    return int(Authenticator.objects.filter(user=user).delete()[0])


@sensitive_variables()
def _fernet() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([Fernet(_derived(key)) for key in keys])


@sensitive_variables()
def _derived(key: str) -> bytes:
    kdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"second factors")
    return base64.urlsafe_b64encode(kdf.derive(key.encode()))

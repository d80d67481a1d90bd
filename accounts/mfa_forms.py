"""Forms of second factors: django-allauth's, in this site's words."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base_forms
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from accounts.forms import PlainForm

LONGEST_NAME = 40
# Python and the libraries raise these for credentials that no browser makes, such as deep lists
# or numbers with too many digits.
UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError, struct.error)


@contextmanager
def refusing_unreadable() -> Iterator[None]:
    try:
        yield
    except UNREADABLE:
        raise get_adapter().validation_error("incorrect_code") from None


class CredentialField(forms.JSONField):
    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        with refusing_unreadable():
            return super().to_python(value)

    def bound_data(self, data: Any, initial: Any) -> Any:
        return initial  # a credential answers one challenge only: the browser must make a new one


class CodeForm(PlainForm):
    """Asks for a code from an authenticator app, or a recovery code."""

    labels = {"code": _("Code")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].validators.append(MaxLengthValidator(20))
        self.fields["code"].widget.attrs.update(
            autocapitalize="none", spellcheck="false", inputmode="numeric"
        )


class ActivateTOTPForm(CodeForm, totp_forms.ActivateTOTPForm):
    labels = {"code": _("Code from the app")}
    help_texts = {"code": _("Six digits. They change every 30 seconds.")}


class AuthenticateForm(CodeForm, base_forms.AuthenticateForm):
    help_texts = {"code": _("From your authenticator app, or a recovery code.")}


class ReauthenticateForm(CodeForm, base_forms.ReauthenticateForm):
    help_texts = {"code": _("From your authenticator app, or a recovery code.")}


class PasskeyNameForm(PlainForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].validators.append(MaxLengthValidator(LONGEST_NAME))
        self.fields["name"].widget.attrs["maxlength"] = LONGEST_NAME


class AddPasskeyForm(PasskeyNameForm, AddWebAuthnForm):
    labels = {"name": _("Name"), "passwordless": _("Sign in with just this passkey, no password")}
    help_texts = {
        "name": _("A name to tell your passkeys apart, such as “Phone”."),
        "passwordless": _(
            "Your device will ask for your fingerprint, face or PIN. If this is off, you'll"
            " need your password, then the passkey."
        ),
    }

    credential = CredentialField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("passwordless", True)

    def clean(self) -> Any:
        with refusing_unreadable():
            return super().clean()


class EditPasskeyForm(PasskeyNameForm, EditWebAuthnForm):
    labels = {"name": _("Name")}


class AuthenticatePasskeyForm(PlainForm, AuthenticateWebAuthnForm):
    """Asks for a passkey after the password."""

    credential = CredentialField()

    def clean_credential(self) -> Any:
        with refusing_unreadable():
            return super().clean_credential()


class LoginPasskeyForm(AuthenticatePasskeyForm, LoginWebAuthnForm):
    """Asks for a passkey instead of a password."""


class ReauthenticatePasskeyForm(AuthenticatePasskeyForm, ReauthenticateWebAuthnForm):
    """Asks for a passkey again before an important change."""

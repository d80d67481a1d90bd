"""The form to enter the address of a webhook."""

from http.client import HTTPS_PORT
from urllib.parse import SplitResult, urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.notices.models import Webhook

FIRST_FREE_PORT = 1024
"""Lower ports, except that of https, belong to other services, such as mail."""


class WebhookForm(forms.Form):
    """The address of a webhook. outgoing.py checks its IP address again at every POST."""

    url = forms.URLField(
        label=_("Address"),
        max_length=Webhook._meta.get_field("url").max_length,
        assume_scheme="https",
        help_text=_("A public address that starts with https://."),
        widget=forms.URLInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_url(self) -> str:
        from games.notices.outgoing import may_be_public  # noqa: PLC0415 - large libraries

        url: str = self.cleaned_data["url"]
        parts = urlsplit(url)
        if settings.OUTGOING_MAY_STAY_HERE:
            return url
        if parts.scheme != "https":
            raise ValidationError(_("Enter an address that starts with https://."), "https-only")
        if parts.username is not None or parts.password is not None:
            raise ValidationError(
                _("Remove the name and password before the @, or we'd send them too."),
                "no-password",
            )
        if not _is_usual_port(parts):
            raise ValidationError(
                _("Remove the port, or use one that's 1024 or higher."), "bad-port"
            )
        if not may_be_public(parts.hostname or ""):
            raise ValidationError(
                _("This address is in a private network. Enter a public one."),
                "not-public",
            )
        return url


def _is_usual_port(parts: SplitResult) -> bool:
    try:
        port = parts.port
    except ValueError:
        return False
    return port is None or port == HTTPS_PORT or port >= FIRST_FREE_PORT

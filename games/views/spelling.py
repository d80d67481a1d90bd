"""Addresses with the code of a game as people write it down: in capitals, or with blanks."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.encoding import escape_uri_path
from django.views.decorators.http import require_safe

from accounts.requests import Request
from games.models.game import CODE_ALPHABET, CODE_LENGTH, read_code


class OtherSpelling:
    """Converts a code in an address that is not written as it is stored."""

    regex = rf"\s*(?:[{CODE_ALPHABET}{CODE_ALPHABET.upper()}][\s-]*){{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        code = read_code(value)
        if code == value:
            raise ValueError  # spelled as stored: another address matches
        return code

    def to_url(self, value: str) -> str:
        return value


@require_safe
def usual(request: Request, code: str, rest: str = "") -> HttpResponse:
    """Redirect to the address with the code as it is stored."""
    asked = request.META["QUERY_STRING"]
    address = reverse("game", args=[code]) + escape_uri_path(rest)
    return redirect(f"{address}?{asked}" if asked else address)

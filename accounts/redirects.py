"""Where to go after a form: only ever to a page of this site, whatever an address asks for."""

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

LONGEST = 2000


def is_own_page(request: HttpRequest, target: str) -> bool:
    """Return whether a text is the path of a page here.

    A path begins with a slash: anything else could be taken for the name of a view.
    """
    return (
        target.startswith("/")
        and len(target) <= LONGEST
        and target.isprintable()
        and url_has_allowed_host_and_scheme(
            target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
    )


def next_page(request: HttpRequest, otherwise: str) -> str:
    """Return the page of this site that the form or the address names as `next`, or another one."""
    wanted = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME, "")
    return wanted if is_own_page(request, wanted) else otherwise

"""Guests: people who play at once, without signing up."""

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.ratelimit import respond_429
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.limits import is_within_limit
from accounts.models import User
from accounts.usernames import make_guest_name

NAME_ATTEMPTS = 20


def ensure_player(request: HttpRequest) -> User:
    """Return the user of a request that changes something; a visitor becomes a guest.

    Answers 429 if too many new guests came from one IP address.
    """
    if request.user.is_authenticated:
        # A session expires a fixed time after its last save, and guests cannot sign in again.
        request.session.modified = True
        return request.user
    if request.method != "POST":  # reading a page makes nobody a guest
        raise ValueError("Only a POST may make a guest.")
    if not is_within_limit(request, "guest"):
        raise ImmediateHttpResponse(respond_429(request))
    guest = create_guest()
    login(request, guest)
    return guest


def create_guest() -> User:
    for _ in range(NAME_ATTEMPTS):
        guest = User(username=make_guest_name(), is_guest=True)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("No free name for a guest: purge the idle ones.")

"""Short ways to do what the tests of accounts do often."""

import re
import time
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.guests import create_guest
from accounts.models import User
from games.models import Game, Seat

PASSWORD = "lucky-otters-77"
OTHER_PASSWORD = "unlucky-otters-78"


def sign_up(client: Client, username: str = "Ada", **data: str) -> Any:
    """Send the sign-up form."""
    form = {"username": username, "email": "", "password1": PASSWORD, **data}
    return client.post(reverse("account_signup"), form)


def sign_in(client: Client, login: str = "Ada", password: str = PASSWORD, **data: str) -> Any:
    """Send the sign-in form."""
    form = {"login": login, "password": password, **data}
    return client.post(reverse("account_login"), form)


def code_for(secret: str, *, later: int = 0) -> str:
    """Return what an authenticator app with this secret shows now, or some half-minutes later."""
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // 30 + later)))


def prove_password(client: Client) -> None:
    """Enter the password again, as the site asks before something important."""
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def set_up_app(client: Client) -> tuple[str, Any]:
    """Set up an authenticator app; return its secret and the answer."""
    prove_password(client)
    address = reverse("mfa_activate_totp")
    secret = client.get(address).context["form"].secret
    return secret, client.post(address, {"code": code_for(secret)})


def signed_in(client: Client) -> User | None:
    """Return who is signed in, or None."""
    pk = client.session.get("_auth_user_id")
    return None if pk is None else User.objects.get(pk=pk)


def become_guest(client: Client) -> User:
    """Make this browser a guest's."""
    guest = create_guest()
    client.force_login(guest)
    return guest


def confirmed(user: User) -> EmailAddress:
    """Confirm the user's e-mail address."""
    address: EmailAddress = EmailAddress.objects.create(
        user=user, email=user.email, verified=True, primary=True
    )
    return address


def seat(user: User, status: str = Game.Status.FINISHED, **data: Any) -> Seat:
    """Seat the user at a table of its own."""
    game = Game.objects.create(
        kind="cantstop", rules_version=1, variant={}, size=2, status=status, **data
    )
    return Seat.objects.create(game=game, player=0, user=user)


def link_in_mail(index: int = -1) -> str:
    """Return the first link in a mail that was sent, without the host."""
    match = re.search(r"http://testserver(/\S+)", str(mail.outbox[index].body))
    assert match is not None
    return match[1]


def errors(response: Any, field: str) -> list[str]:
    """Return the codes of what the page says is wrong with a field."""
    context = response.context
    form = context["form"] if "form" in context else context["adminform"].form
    found = form.errors.as_data().get(field, [])
    assert all(error.code for error in found)
    return [error.code for error in found]

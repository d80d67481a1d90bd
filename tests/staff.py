"""Staff as the administration wants them: with a second factor, proved in this session."""

from datetime import timedelta

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.http import HttpRequest
from django.test import Client

from accounts.models import User
from accounts.private_apis import record_authentication


def staff_client(user: User, client: Client | None = None) -> Client:
    """Return a browser in which the user is signed in and may enter the administration."""
    client = client or Client()
    client.force_login(user)
    give_factor(user)
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, user, "mfa", type="totp")
    request.session.save()
    return client


def give_factor(user: User) -> str:
    """Set up an authenticator app for the user; return its secret."""
    Authenticator.objects.filter(user=user).delete()
    secret: str = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret


def age_proof(client: Client, by: timedelta) -> None:
    """Make everything this browser has proved so much older."""
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= by.total_seconds()
    session.save()

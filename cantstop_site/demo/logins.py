"""The four logins of the demo: passwords and second factors, which are the same each time.

They open nothing but a demo, which is why the command that makes them refuses any other site.
"""

import base64
import hmac
import time
from random import Random
from typing import NamedTuple

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator

from accounts.models import User
from cantstop_site.demo.cast import LOGINS, Person

PERIOD = 30
"""Seconds for which a code of an authenticator app holds."""


class Login(NamedTuple):
    """What someone needs to sign in. secret: of their second factor, "" for players."""

    person: Person
    password: str
    secret: str


def logins(seed: int) -> list[Login]:
    """Return the logins of the demo with this seed."""
    return [_login(seed, person) for person in LOGINS]


def _login(seed: int, person: Person) -> Login:
    chance = Random(f"{seed} {person.login}")
    password = "-".join("".join(chance.choices("bcdfghjkmnpqrstvwxz", k=4)) for _ in range(3))
    secret = base64.b32encode(chance.randbytes(20)).decode() if person.role else ""
    return Login(person, password, secret)


def give_login(user: User, login: Login) -> None:
    """Let someone sign in to this account."""
    user.set_password(login.password)
    user.save(update_fields=["password"])
    if login.secret:
        data = {"secret": get_adapter().encrypt(login.secret)}
        Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data=data)


def code_now(secret: str) -> str:
    """Return what an authenticator app shows now (RFC 6238)."""
    counter = int(time.time()) // PERIOD
    digest = hmac.digest(base64.b32decode(secret), counter.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 15
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def described(login: Login) -> str:
    """Return a login in lines of text."""
    person = login.person
    lines = [f"  {person.login:<10} {person.name:<8} {login.password}"]
    if login.secret:
        user = User.objects.get(username=person.name)
        uri = get_adapter().build_totp_url(user, login.secret)
        lines += [
            f"{'':13}second factor: {code_now(login.secret)} now; for an authenticator app:",
            f"{'':13}{uri}",
        ]
    return "\n".join(lines)

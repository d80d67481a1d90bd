"""The four logins of the demo: passwords and second factors.

Anybody can compute them, so the command that makes them refuses to run for a real site.
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

PERIOD = 30  # seconds for which a code of an authenticator app is valid


class Login(NamedTuple):
    person: Person
    password: str
    secret: str  # the secret of the second factor; "" for players


def logins(seed: int) -> list[Login]:
    made = []
    for person in LOGINS:
        chance = Random(f"{seed} {person.login}")
        # Without vowels, so that the letters never form a word.
        password = "-".join("".join(chance.choices("bcdfghjkmnpqrstvwxz", k=4)) for _ in range(3))
        secret = base64.b32encode(chance.randbytes(20)).decode() if person.role else ""
        made.append(Login(person, password, secret))
    return made


def give_login(user: User, login: Login) -> None:
    user.set_password(login.password)
    user.save(update_fields=["password"])
    if login.secret:
        data = {"secret": get_adapter().encrypt(login.secret)}
        Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data=data)


def code_now(secret: str) -> str:
    """Return the code that an authenticator app shows now (RFC 6238)."""
    counter = int(time.time()) // PERIOD
    digest = hmac.digest(base64.b32decode(secret), counter.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 15
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def described(login: Login) -> str:
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

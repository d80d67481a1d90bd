"""Receivers for signing in and out, new passwords, second factors, and deleted users."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.addresses import note_address
from accounts.mfa import FACTORS
from accounts.models import User
from accounts.online import note_session
from accounts.private_apis import record_authentication
from accounts.requests import Request
from accounts.sessions import session_ends
from accounts.sockets import close_user_sockets


@receiver(user_logged_in)
def begin_session(sender: object, request: HttpRequest, user: User, **kwargs: Any) -> None:
    # Saved first: allauth reads the stored session, and ends it if the user is not in it yet.
    request.session.save()
    note_session(request, user)
    note_address(request, user)


@receiver(authenticator_added, sender=Authenticator)
def prove_by_adding(
    sender: object, request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    # Setting up a second factor proves that the user has it.
    if authenticator.type in FACTORS:
        record_authentication(
            request, user, "mfa", id=authenticator.pk, type=str(authenticator.type)
        )


@receiver([password_changed, password_set, password_reset])
def close_sockets(sender: object, user: User, **kwargs: Any) -> None:
    # Django has ended the user's other sessions, so the sockets of these sessions must close.
    close_user_sockets(user.pk)


@receiver(user_logged_out)
def sign_out(sender: object, request: Request, user: User | None, **kwargs: Any) -> None:
    if user is not None:
        session_ends.send(User, session=request.session)
        # Django flushes the session only after this signal. But a page whose socket closes reloads
        # at once, and must not find the session.
        request.session.flush()
        close_user_sockets(user.pk)
    request.has_signed_out = True  # for accounts/headers.py


@receiver(password_reset)
def trust_address(sender: object, request: HttpRequest, user: User, **kwargs: Any) -> None:
    # Users who followed the link in their mail are going to sign in from this IP address.
    note_address(request, user)


@receiver(post_delete, sender=User)
def end_deleted(sender: object, instance: User, **kwargs: Any) -> None:
    close_user_sockets(instance.pk)

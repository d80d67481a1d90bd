"""What goes with signing in, signing out, another password, a second factor, and the end.

Sockets end with the session they were opened in, and so do notices on a device.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_added,
    password_changed,
    password_reset,
    password_set,
    user_signed_up,
)
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.backends.base import SessionBase
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.addresses import note_address
from accounts.lifecycle.deletion import keep_after_all
from accounts.lifecycle.retention import purge_due
from accounts.lifecycle.tombstones import note_likeness, note_shared_addresses
from accounts.mfa import FACTORS
from accounts.models import User
from accounts.online import note_session
from accounts.private_apis import record_authentication
from accounts.requests import Request
from accounts.sessions import session_ends
from accounts.sockets import close_user_sockets
from games.notices import subscriptions
from games.referee import day_begun


@receiver(user_logged_in)
def begin_session(sender: object, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Note where somebody signed in; an account that was to be deleted stays."""
    # Saved first: allauth looks at what is stored, and ends a session that is not the user's yet.
    request.session.save()
    note_session(request, user)
    note_address(request, user)
    note_shared_addresses(user)
    keep_after_all(request, user)


@receiver(user_signed_up)
def compare_newcomer(sender: object, user: User, **kwargs: Any) -> None:
    """Note what somebody who has signed up has in common with a deleted account."""
    note_likeness(user)


@receiver(email_added, sender=EmailAddress)
def compare_email(sender: object, user: User, **kwargs: Any) -> None:
    """Note whether another e-mail address is that of a deleted account."""
    note_likeness(user)


@receiver(authenticator_added, sender=Authenticator)
def prove_by_adding(
    sender: object, request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    """Users who set up a second factor a moment ago have shown that they have it."""
    if authenticator.type in FACTORS:
        record_authentication(
            request, user, "mfa", id=authenticator.pk, type=str(authenticator.type)
        )


@receiver([password_changed, password_set])
def end_other_sessions(sender: object, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """End what is sent to the other browsers of somebody: their sessions there have just ended."""
    subscriptions.end_all(user, but=request.session)
    close_user_sockets(user.pk)


@receiver(password_reset)
def end_sessions(sender: object, user: User, **kwargs: Any) -> None:
    """End what is sent to the browsers of somebody whose sessions have just ended."""
    subscriptions.end_all(user)
    close_user_sockets(user.pk)


@receiver(session_ends)
def end_push(sender: object, session: SessionBase, **kwargs: Any) -> None:
    """Show no more notices in a browser where nobody is signed in any more."""
    subscriptions.unsubscribe(session)


@receiver(user_logged_out)
def sign_out(sender: object, request: Request, user: User | None, **kwargs: Any) -> None:
    """End what is sent to a browser where somebody signs out; have it forget the site's pages."""
    if user is not None:
        subscriptions.unsubscribe(request.session)
        # Django ends the session after this. A page whose socket closes comes again at once.
        request.session.flush()
        close_user_sockets(user.pk)
    request.has_signed_out = True


@receiver(password_reset)
def trust_address(sender: object, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Remember where somebody has shown that the mail is theirs: they sign in there next."""
    note_address(request, user)


@receiver(post_delete, sender=User)
def end_deleted(sender: object, instance: User, **kwargs: Any) -> None:
    """Close the sockets of a deleted user."""
    close_user_sockets(instance.pk)


@receiver(day_begun)
def purge(sender: object, **kwargs: Any) -> None:
    """Delete and forget what is due."""
    purge_due(timezone.now())

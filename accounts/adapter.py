"""django-allauth's account adapter: signing up, signing in, and the mails about both."""

import secrets
import time
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts.addresses import address_of
from accounts.guessing import account_named, count_try
from accounts.language import language_of
from accounts.models import USERNAME_TAKEN, User
from accounts.private_apis import record_authentication
from accounts.requests import is_own_page
from accounts.sessions import session_ends
from accounts.sockets import close_user_sockets
from accounts.usernames import check_name


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("That's already your email address."),
        "email_password_mismatch": _("Wrong email address or password, or too many attempts."),
        "enter_current_password": _("That isn't your current password."),
        "incorrect_password": _("That isn't your password."),
        "too_many_login_attempts": _("Too many attempts. Wait a few minutes, then try again."),
        "username_blacklisted": _("That name is reserved. Choose another one."),
        "username_password_mismatch": _("Wrong username or password, or too many attempts."),
        "username_taken": USERNAME_TAKEN,
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        cleaned: str = super().clean_username(username, shallow)
        check_name(cleaned)
        if User.objects.is_taken(cleaned):
            raise self.validation_error("username_taken")
        # Former names are checked last: a name that is replaced just now is found here or above.
        if User.objects.had_name(username).exists():
            raise self.validation_error("username_blacklisted")
        return cleaned

    def clean_password(self, password: str, user: Any = None) -> str:
        try:
            cleaned: str = super().clean_password(password, user)
        except ValidationError as error:
            # The validators overlap: further errors would repeat the first in other words.
            raise error.error_list[0] from None
        return cleaned

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        typed = credentials.get("username", "")
        # A name that a moderator has replaced works, too: the user may not know the new name.
        now = {"username": User.objects.name_now(typed), "typed": typed} if typed else {}
        email = credentials.get("email", "")
        account = account_named(now.get("username", ""), email)
        tries = count_try(request, account, email or typed)
        if tries is None:
            # Beyond a limit, check a random password: that takes as long, and counts against
            # allauth's limit per name. Else the count would show if the password is right.
            credentials |= {"password": secrets.token_urlsafe()}
        found = super().authenticate(request, **credentials | now)
        if found is None or tries is None:
            return None
        for each in tries:
            each.rollback()
        return found

    def pre_authenticate(
        self, request: HttpRequest, *, typed: str = "", **credentials: Any
    ) -> None:
        # Count by the name as typed, so that nobody learns which two names belong to one account.
        by_name = {"username": typed} if typed else {}
        super().pre_authenticate(request, **credentials | by_name)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        typed: str = super()._get_login_attempts_cache_key(request, **credentials)
        # Each IP address has its own count, so that strangers elsewhere cannot lock users out.
        return f"{typed} {address_of(request)}"

    def new_user(self, request: HttpRequest) -> User:
        if request.user.is_authenticated and request.user.is_guest:
            return User.objects.get(pk=request.user.pk)  # so that guests keep their games
        return User()

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        user.is_guest = False
        filled: User = super().save_user(request, user, form, commit=False)
        if commit:
            # The password was hashed above: hashing takes long, and a transaction blocks others.
            with transaction.atomic():
                filled.save()
        return filled

    def is_safe_url(self, url: str) -> bool:
        return is_own_page(self.request, url)

    def get_client_ip(self, request: HttpRequest) -> str:
        # Code that signs a user in without a real request passes an empty one, with no method.
        address: str = super().get_client_ip(request) if request.method else "0.0.0.0"  # noqa: S104
        return address

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        # allauth asks for the password again; here a recent sign-in or sign-up is enough.
        # A session has a user only after all steps of signing in, so no step can be skipped.
        records = get_authentication_records(self.request, self.request.user)
        last = max((record["at"] for record in records), default=0)
        is_recent = time.time() - last < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
        return not is_recent and super().is_reauthentication_required(app=app, **kwargs)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in. A guest who has just signed up keeps the session."""
        before: Any = getattr(request, "guest", request.user)
        records = get_authentication_records(request, user)
        if before.is_authenticated and before.pk == user.pk:
            # Django flushes a session whose password hash is not the user's; the guest had none.
            update_session_auth_hash(request, user)
            # Forms in other tabs belong to the old session: a closed socket makes its page reload.
            close_user_sockets(before.pk)
        elif before.is_authenticated:
            session_ends.send(User, session=request.session)
            close_user_sockets(before.pk)
        super().login(request, user)
        for record in records:
            # Django flushes the session of a guest, and with it the records of this sign-in.
            if record not in get_authentication_records(request, user):
                again = {key: value for key, value in record.items() if key != "at"}
                record_authentication(request, user, **again)
        if not records:
            record_authentication(request, user, "signup")  # allauth records no sign-up

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        address = emailconfirmation.email_address
        if address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            # Another account has confirmed this address. Only the owner of the address learns so,
            # by mail: the page is the same in both cases.
            self.send_account_already_exists_mail(address.email)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        user = context.get("user")
        if not user:  # some mails of allauth name only an address
            known = EmailAddress.objects.filter(email=email, verified=True).select_related("user")
            user = next((address.user for address in known[:1]), None)
        with translation.override(language_of(user) or translation.get_language()):
            mail: EmailMessage = super().render_mail(template_prefix, email, context, headers)
        return mail

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        if email is None:
            verified = EmailAddress.objects.get_verified(user)
            if verified is None:  # an unconfirmed address may be a stranger's
                return
            email = verified.email
        super().send_notification_mail(
            template_prefix, user, {"user": user, **(context or {})}, email
        )

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account_settings")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        name = "account_settings" if self.request.user.is_authenticated else "account_login"
        return reverse(name)

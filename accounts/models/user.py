"""Who plays: people with an account, and guests, who are rows of the same kind."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.db import models
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import fold, folded
from accounts.models.former_names import FormerName
from accounts.models.tombstones import Trace
from accounts.statements import Select
from accounts.usernames import USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH, check_name

DELETION_GRACE = timedelta(days=7)
"""How long an account waits for its deletion, in case its owner thinks better of it."""

USERNAME_TAKEN = _("That name is taken. Choose another one.")


_with_number = Select(lambda number: User.objects.filter(pk=number), int)


class UserManager(DjangoUserManager["User"]):
    """Finds users by name without regard to case."""

    def get(self, *conditions: Any, **lookups: Any) -> "User":
        """Return the one user. By number alone, as each request asks, the SQL is built once."""
        # A manager of related users has a class of its own, and must look among these.
        alone = not conditions and lookups.keys() == {"pk"} and isinstance(lookups["pk"], int)
        if not alone or type(self) is not UserManager:
            return super().get(*conditions, **lookups)
        user = _with_number.first(lookups["pk"])
        if user is None:
            raise User.DoesNotExist
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)

    def looking_like(self, name: str) -> "models.QuerySet[User]":
        """Return whose name looks like this one, or is this one."""
        return self.filter(folded_username=fold(name))

    def is_taken(self, name: str) -> bool:
        """Return whether somebody has this name, one like it, or had it and is kept from it."""
        return (
            self.looking_like(name).exists()
            # Asked after that: a name that is changed in this moment is found as one or the other.
            or FormerName.objects.looking_like(name).exists()
            or Trace.objects.of_name(name).exists()
        )

    def had_name(self, name: str) -> "models.QuerySet[User]":
        """Return whose name this was before a moderator replaced it: nobody else takes it."""
        return self.filter(former_username__iexact=name).exclude(former_username="")

    def name_now(self, name: str) -> str:
        """Return the name of the user who signs in by this one: former names still work."""
        if self.filter(username__iexact=name).exists():
            return name
        renamed = (
            self.had_name(name).first() or self.filter(former_names__username__iexact=name).first()
        )
        return renamed.username if renamed else name

    def named(self, name: str) -> "User | None":
        """Return who has this name, or had it until they changed it; not one that was replaced."""
        return (
            self.filter(username__iexact=name).first()
            or self.filter(
                former_names__username__iexact=name, former_names__is_hidden=False
            ).first()
        )

    def locked(self, pk: int, *others: int | None) -> "User":
        """Return a user that nobody else changes or locks until the transaction is through.

        others: who is locked together with them, in the order of accounts/locks.py. Rows that
        name a user can be written without waiting for this lock. Raises User.DoesNotExist.
        """
        wanted = {pk, *(other for other in others if other is not None)}
        rows = self.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
        found = {user.pk: user for user in rows}
        if pk not in found:
            raise User.DoesNotExist
        return found[pk]


class User(AbstractUser):
    """Somebody who plays. A guest has a made-up name and no password until signing up."""

    # People are known by one name here, so Django's others are taken away.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("username"),
        max_length=USERNAME_MAX_LENGTH,
        unique=True,
        help_text=_("3 to 20 letters, digits, _ or -."),
        validators=[
            MinLengthValidator(USERNAME_MIN_LENGTH, _("Use at least %(limit_value)d characters.")),
            RegexValidator(r"\A[A-Za-z0-9_-]*\Z", _("Use only letters a to z, digits, _ and -.")),
        ],
        error_messages={"unique": USERNAME_TAKEN},
    )
    is_guest = models.BooleanField(
        _("guest"), default=False, help_text=_("Plays under a made-up name, with no account.")
    )

    folded_username = models.GeneratedField(
        verbose_name=_("username as it looks"),
        expression=folded("username"),
        output_field=models.CharField(max_length=USERNAME_MAX_LENGTH),
        db_persist=True,
    )
    is_lookalike = models.BooleanField(
        _("lookalike"),
        default=False,
        editable=False,
        help_text=_("Chose this name before we started refusing lookalikes."),
    )
    former_username = models.CharField(
        _("former username"),
        max_length=USERNAME_MAX_LENGTH,
        blank=True,
        editable=False,
        help_text=_(
            "Replaced by a moderator. It isn't shown anywhere, but still works for signing in."
        ),
    )
    # Not among the preferences: every page asks for it. No choices, so that another language of
    # the site needs no migration.
    language = models.CharField(
        _("language"),
        max_length=20,
        blank=True,
        editable=False,
        help_text=_("For pages and emails. If empty, the browser's language."),
    )
    message_unseen = models.BooleanField(
        _("unread message from a moderator"), default=False, editable=False
    )
    deletion_due_at = models.DateTimeField(
        _("deletion due at"), null=True, blank=True, editable=False
    )

    objects = UserManager()  # type: ignore[misc]

    REQUIRED_FIELDS = []

    class Meta(AbstractUser.Meta):
        constraints = [
            # Upper, not Lower: PostgreSQL looks `iexact` up by UPPER(), so the index serves it.
            models.UniqueConstraint(
                Upper("username"),
                name="user_username_once",
                violation_error_message=USERNAME_TAKEN,
            ),
            # What decides between two people who sign up in the same moment.
            models.UniqueConstraint(
                fields=["folded_username"],
                name="user_folded_username_once",
                condition=models.Q(is_lookalike=False),
                violation_error_message=USERNAME_TAKEN,
            ),
            models.UniqueConstraint(
                Upper("former_username"),
                name="user_former_username_once",
                condition=~models.Q(former_username=""),
            ),
        ]
        # Signing in by e-mail looks for it.
        indexes = [
            models.Index(fields=["email"], name="user_email"),
            models.Index(fields=["folded_username"], name="user_folded_username"),
            models.Index(
                fields=["deletion_due_at"],
                name="user_deletion_due",
                condition=models.Q(deletion_due_at__isnull=False),
            ),
        ]

    def clean(self) -> None:
        """Look at a new name. One from before a rule stays; staff may have any that is free."""
        super().clean()
        stored = User.objects.filter(pk=self.pk).values_list("username", flat=True).first()
        if self.username == stored:
            return
        others = User.objects.looking_like(self.username).exclude(pk=self.pk)
        former = FormerName.objects.looking_like(self.username).exclude(user=self.pk)
        try:
            if not (self.is_staff or self.is_guest):
                check_name(self.username)
            if others.exists() or former.exists() or Trace.objects.of_name(self.username).exists():
                raise ValidationError(USERNAME_TAKEN, "username_taken")
        except ValidationError as refused:
            raise ValidationError({"username": refused}) from None
        if User.objects.had_name(self.username).exclude(pk=self.pk).exists():
            raise ValidationError(USERNAME_TAKEN, "username_taken")
        self.is_lookalike = False

    @property
    def is_closed(self) -> bool:
        """Whether nobody uses the account any more: it is closed, or will be deleted."""
        return not self.is_active or self.deletion_due_at is not None

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.username])

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username

"""Users: people with an account, and guests."""

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
from accounts.statements import Select
from accounts.usernames import USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH, check_name

DELETION_GRACE = timedelta(days=7)  # in which users may cancel the deletion of their account

USERNAME_TAKEN = _("That name is taken. Choose another one.")

_with_number = Select(lambda number: User.objects.filter(pk=number), int)


class UserManager(DjangoUserManager["User"]):
    def get(self, *conditions: Any, **lookups: Any) -> "User":
        # Every request looks up its user by number alone, so the SQL of this query is built once.
        # Managers of relations are excluded: Django makes subclasses for them, which filter more.
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
        return self.filter(folded_username=fold(name))

    def is_taken(self, name: str) -> bool:
        """Return whether a user has or had this name, or one that looks like it."""
        return (
            self.looking_like(name).exists()
            # Last, so that a name that changes just now is found as a present or as a former name.
            or FormerName.objects.looking_like(name).exists()
        )

    def had_name(self, name: str) -> "models.QuerySet[User]":
        """Return the user whose name this was until a moderator replaced it."""
        return self.filter(former_username__iexact=name).exclude(former_username="")

    def name_now(self, name: str) -> str:
        """Return the present name of the user who has or had this name; the name itself if none."""
        if self.filter(username__iexact=name).exists():
            return name
        renamed = (
            self.had_name(name).first() or self.filter(former_names__username__iexact=name).first()
        )
        return renamed.username if renamed else name

    def named(self, name: str) -> "User | None":
        """Return the user who has this name, or who had it until they changed it themselves."""
        return (
            self.filter(username__iexact=name).first()
            or self.filter(
                former_names__username__iexact=name, former_names__is_hidden=False
            ).first()
        )

    def locked(self, pk: int, *others: int | None) -> "User":
        """Lock users until the commit, and return the first. Raises User.DoesNotExist.

        All users of a transaction are locked at once, in the order of accounts/locks.py.
        """
        # no_key: other transactions may insert rows that refer to the user meanwhile.
        wanted = {pk, *(other for other in others if other is not None)}
        rows = self.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
        found = {user.pk: user for user in rows}
        if pk not in found:
            raise User.DoesNotExist
        return found[pk]


class User(AbstractUser):
    """A player. Guests have a made-up name and no password until they sign up."""

    # Players have one name here.
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
    # Not in Preferences: every page needs the language. No `choices`, so that the site can add
    # languages without a migration.
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
            # Upper, not Lower: Django's `iexact` on PostgreSQL uses UPPER(), and so this index.
            models.UniqueConstraint(
                Upper("username"),
                name="user_username_once",
                violation_error_message=USERNAME_TAKEN,
            ),
            # Decides if two people choose lookalike names at the same moment.
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
        indexes = [
            models.Index(fields=["email"], name="user_email"),  # for signing in by email
            models.Index(fields=["folded_username"], name="user_folded_username"),
            models.Index(
                fields=["deletion_due_at"],
                name="user_deletion_due",
                condition=models.Q(deletion_due_at__isnull=False),
            ),
        ]

    def clean(self) -> None:
        """Check a new name. Staff may have any free name."""
        super().clean()
        stored = User.objects.filter(pk=self.pk).values_list("username", flat=True).first()
        if self.username == stored:  # a name chosen before a rule existed stays
            return
        others = User.objects.looking_like(self.username).exclude(pk=self.pk)
        former = FormerName.objects.looking_like(self.username).exclude(user=self.pk)
        try:
            if not (self.is_staff or self.is_guest):
                check_name(self.username)
            if others.exists() or former.exists():
                raise ValidationError(USERNAME_TAKEN, "username_taken")
        except ValidationError as refused:
            raise ValidationError({"username": refused}) from None
        if User.objects.had_name(self.username).exclude(pk=self.pk).exists():
            raise ValidationError(USERNAME_TAKEN, "username_taken")
        self.is_lookalike = False

    @property
    def is_closed(self) -> bool:
        """Whether the account is closed, or waits for its deletion."""
        return not self.is_active or self.deletion_due_at is not None

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.username])

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username

"""Forms of the account pages: django-allauth's in this site's words, and our own."""

from datetime import date
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.core.ratelimit import respond_429
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.language import has_choice, own_names
from accounts.limits import is_within_limit
from accounts.models import USERNAME_TAKEN, Preferences, User
from accounts.preferences import days_fixed_until
from accounts.time_zones import places
from accounts.usernames import USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH
from accounts.vacations import LONGEST_AHEAD

LOGIN_MAX_LENGTH = 254  # the longest email address

# The rules of AUTH_PASSWORD_VALIDATORS in one line.
PASSWORD_HELP = _("At least 8 characters, not just digits, and hard to guess.")


class PlainForm(forms.Form):
    """Mixin for allauth's forms: labels instead of placeholders, in our words."""

    labels: dict[str, Any] = {}
    help_texts: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, field.help_text)


class LoginForm(PlainForm, allauth_forms.LoginForm):
    labels = {"login": _("Username or email"), "password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.validators.append(MaxLengthValidator(LOGIN_MAX_LENGTH))
        login.widget.attrs.update(
            autocomplete="username", autocapitalize="none", spellcheck="false"
        )


class SignupForm(PlainForm, allauth_forms.SignupForm):
    labels = {
        "username": _("Username"),
        "email": _("Email (optional)"),
        "password1": _("Password"),
    }
    help_texts = {
        "username": User._meta.get_field("username").help_text,
        "email": _("The only way back in if you forget your password."),
        "password1": PASSWORD_HELP,
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(
            minlength=USERNAME_MIN_LENGTH, autocapitalize="none", spellcheck="false"
        )

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        if not is_within_limit(request, "new_account"):
            return None, respond_429(request)
        try:
            saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        except IntegrityError:
            # Somebody took the name between the check and the write.
            self.add_error("username", ValidationError(USERNAME_TAKEN, "username_taken"))
            return None, render(request, "account/signup.html", {"form": self})
        return saved


class EmailForm(PlainForm, allauth_forms.AddEmailForm):
    labels = {"email": _("New email address")}


class ChangePasswordForm(PlainForm, allauth_forms.ChangePasswordForm):
    labels = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("Confirm new password"),
    }
    help_texts = {"password1": PASSWORD_HELP}


class SetPasswordForm(PlainForm, allauth_forms.SetPasswordForm):
    labels = {"password1": _("Password"), "password2": _("Confirm password")}
    help_texts = {"password1": PASSWORD_HELP}


class ResetPasswordForm(PlainForm, allauth_forms.ResetPasswordForm):
    labels = {"email": _("Email")}


class ResetPasswordKeyForm(PlainForm, allauth_forms.ResetPasswordKeyForm):
    labels = {"password1": _("New password"), "password2": _("Confirm new password")}
    help_texts = {"password1": PASSWORD_HELP}


class ReauthenticateForm(PlainForm, allauth_forms.ReauthenticateForm):
    labels = {"password": _("Password")}


class ConfirmForm(forms.Form):
    """Confirms an action of a guest: an empty form, because guests have no password to ask for."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)


class NameForm(forms.Form):
    """A new name. `change_name` checks it."""

    username = forms.CharField(
        label=_("New name"),
        help_text=User._meta.get_field("username").help_text,
        max_length=USERNAME_MAX_LENGTH,
        widget=forms.TextInput(
            attrs={
                "minlength": USERNAME_MIN_LENGTH,
                "autocomplete": "username",
                "autocapitalize": "none",
                "spellcheck": "false",
            }
        ),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")


class BotsPaceForm(forms.ModelForm[Preferences]):
    """The one field of `PreferencesForm` that can also be set at a table."""

    class Meta:
        model = Preferences
        fields = ["bots_pace"]
        widgets = {"bots_pace": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


class PreferencesForm(forms.ModelForm[Preferences]):
    class Meta:
        model = Preferences
        fields = [
            *("invites", "hide_online", "auto_roll", "auto_take", "confirm_stop", "bots_pace"),
            *("time_zone", "weekend", "mail_reports", "mail_appeals"),
        ]
        widgets = {
            "invites": forms.RadioSelect,
            "bots_pace": forms.RadioSelect,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.fields["invites"].help_text = _("Whatever you choose, you can still invite others.")
        self.fields["time_zone"] = self._time_zone_field()
        if self.instance.user.is_guest:
            del self.fields["mail_reports"], self.fields["mail_appeals"]
        if has_choice():
            self.fields["language"] = forms.ChoiceField(
                label=_("Language of pages and emails"),
                choices=[("", _("Same as my browser")), *own_names()],
                initial=self.instance.user.language,
                required=False,
            )

    def clean_time_zone(self) -> str:
        # If no zone was chosen, keep the one that the browser may have sent (views/vacations.py).
        return self.cleaned_data["time_zone"] or self.instance.time_zone

    def clean(self) -> None:
        """Refuse another time zone or weekend within a week of the last change."""
        super().clean()
        until = days_fixed_until(self.instance)
        for name in ("time_zone", "weekend"):
            before, now = getattr(self.instance, name), self.cleaned_data.get(name)
            if until and before and now and now != before:
                day = date_format(until.astimezone(self.instance.zone), "DATE_FORMAT")
                # Translators: %(day)s is a date.
                message = _("You can change this again from %(day)s.") % {"day": day}
                self.add_error(name, ValidationError(message, "too-soon"))

    def _time_zone_field(self) -> forms.ChoiceField:
        stored = Preferences._meta.get_field("time_zone")
        now = self.instance.time_zone
        others = [(name, name.replace("_", " ")) for name in places() if name != now]
        return forms.ChoiceField(
            label=stored.verbose_name,
            help_text=stored.help_text,
            choices=[(now, now.replace("_", " ") or _("Not set (UTC)")), *others],
            required=False,
            # Browsers must not translate the names: they are the same in every language.
            widget=forms.Select(attrs={"translate": "no"}),
        )


class VacationForm(forms.Form):
    first_day = forms.DateField(
        label=_("First day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    last_day = forms.DateField(
        label=_("Last day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )

    def __init__(self, data: Any, *, today: date) -> None:
        super().__init__(data, label_suffix="")
        for field in self.fields.values():
            field.widget.attrs |= {
                "min": today.isoformat(),
                "max": (today + LONGEST_AHEAD).isoformat(),
            }

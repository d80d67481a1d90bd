"""Forms of users about moderation."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.moderation.models import LONGEST_TEXT


class AppealForm(forms.Form):
    """A message of an appeal."""

    text = forms.CharField(
        label=_("Your message"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Up to 1,000 characters."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)

"""The form of what users choose."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.side_models import Preferences


class PreferencesForm(forms.ModelForm[Preferences]):
    """Privacy for everybody, mails for people with an account."""

    class Meta:
        model = Preferences
        fields = ["invites", "hide_online", "mail_reports", "mail_appeals"]
        widgets = {"invites": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self.fields["invites"].help_text = _("You can always offer one yourself.")
        if self.instance.user.is_guest:
            del self.fields["mail_reports"], self.fields["mail_appeals"]

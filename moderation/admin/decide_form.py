"""The form that decides a case."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sanctions.models import Sanction
from games.chat import services as chat
from moderation.admin import durations
from moderation.admin.wording import TemplatedForm, words_field
from moderation.form_choices import set_choices
from moderation.models import Case, MessageTemplate
from moderation.services import texts
from moderation.services.sanctions import SanctionRequest, may_give

Kind = Sanction.Kind
Audience = MessageTemplate.Audience

NO_SANCTION = ("", _("no"))


class NamesField(forms.MultipleChoiceField):
    """The reported texts to remove. A text that is already gone is not an error."""

    def validate(self, value: Any) -> None:
        """Accept any names: the service skips texts that are gone."""


class DecideForm(TemplatedForm):
    audiences = {
        "reason": Audience.REASON,
        "to_subject": Audience.SUBJECT,
        "to_reporters": Audience.REPORTER,
    }
    verdict = forms.ChoiceField(
        label=_("Verdict"),
        choices=Case.Verdict,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a verdict.")},
    )
    remove = NamesField(
        label=_("Remove what was reported"),
        help_text=_("Only works if the verdict is “acted on”. You can still read it here."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    reason = words_field(
        _("Reason"),
        _(
            "Required for a sanction. The person will see this, with the end date and how to"
            " appeal."
        ),
    )
    until = durations.until_field()
    to_subject = words_field(
        _("Message to the person"), _("Optional. They'll see the reason for a sanction anyway.")
    )
    to_reporters = words_field(
        _("Message to the reporters"), _("Optional. They'll be told the verdict anyway.")
    )
    note = words_field(_("Note for moderators"), _("Only moderators see this."), rows=2)

    def __init__(self, moderator: User, case: Case, data: QueryDict | None = None) -> None:
        super().__init__(data, category=case.category)
        subject = case.subject
        kinds = [kind for kind in Kind if subject and may_give(moderator, subject, kind)]
        self.kinds = [kind.value for kind in kinds]
        for kind in kinds:
            # Warnings have no end, so they are given with the length of permanent sanctions.
            lengths = [(durations.FOR_GOOD, _("yes"))] if kind == Kind.WARNING else durations.ALL
            self.fields[kind.value] = forms.ChoiceField(
                label=kind.label.capitalize(), choices=[NO_SANCTION, *lengths], required=False
            )
        if chat.may_remove(moderator):
            standing = [
                (texts.name_of(item), f"“{texts.words(item)}” ({item.game.code})")
                for item in texts.removable_texts(case, moderator)
            ]
            set_choices(self, "remove", standing)
            # All texts are ticked at first, so that no reported text stays by oversight.
            ticked = data.getlist("remove") if data else [name for name, _text in standing]
            self.initial["remove"] = ticked
        else:
            del self.fields["remove"]

    def sanction_fields(self) -> list[forms.BoundField]:
        return [self[kind] for kind in self.kinds]

    def requests(self) -> list[SanctionRequest]:
        data = self.cleaned_data
        return [
            SanctionRequest(kind, data["reason"], durations.end_of(data[kind], data["until"]))
            for kind in self.kinds
            if data[kind]
        ]

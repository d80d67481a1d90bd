"""The part of the form of a new table that asks for the time control."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.registry import KINDS, default_stand_in
from games.engine.time_control import (
    BANKS,
    DAYS,
    PER_DECISION,
    Live,
    TimeControl,
    TurnByTurn,
)
from games.presenters import presenter
from games.presenters.bots import bots_on_offer
from games.presenters.paces import Paces
from games.presenters.time_control_words import live_short

MINUTE = 60
OWN_PACE = "own"
USUAL_DAYS = "3"

PACE_NAMES: Mapping[str, Promise] = {
    "fast": _("Fast: %(time)s"),
    "normal": _("Normal: %(time)s"),
    "relaxed": _("Relaxed: %(time)s"),
}
"""The labels of the field `pace`, by the field names of `Paces`."""


class TimeForm(forms.Form):
    """Time control and stand-in of a new table. Missing fields get their usual values."""

    LIVE, TURNS, NONE = "live", "turn-by-turn", "none"

    time = forms.TypedChoiceField(
        label=_("Time control"),
        choices=[(LIVE, _("Live")), (TURNS, _("Turn by turn")), (NONE, _("No clock"))],
        required=False,
        initial=LIVE,
        empty_value=LIVE,
        widget=forms.RadioSelect,
    )
    bank = forms.IntegerField(
        label=_("Time bank, in minutes"),
        min_value=BANKS[0] // MINUTE,
        max_value=BANKS[-1] // MINUTE,
        required=False,
    )
    per_decision = forms.IntegerField(
        label=_("Free seconds for each move"),
        min_value=PER_DECISION[0],
        max_value=PER_DECISION[-1],
        required=False,
    )
    days = forms.TypedChoiceField(
        label=_("Days for each turn"),
        choices=[(days, days) for days in DAYS],
        required=False,
        initial=USUAL_DAYS,
        empty_value=USUAL_DAYS,
        widget=forms.RadioSelect,
    )
    weekends_off = forms.BooleanField(label=_("Pause on weekends"), required=False, initial=False)

    def __init__(
        self,
        kind: str,
        data: Mapping[str, Any] | None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, label_suffix="", initial=dict(initial or {}))
        self.kind = kind
        paces = presenter(kind).PACES
        self.fields["pace"] = _pace_field(paces)
        self.fields["bank"].initial = paces.normal.bank // MINUTE
        self.fields["per_decision"].initial = paces.normal.per_decision
        if KINDS[kind].rules.max_players > 2:
            self.fields["stand_in"] = self._stand_in_field()

    def clean(self) -> None:
        """Ignore fields that the chosen time control does not have, and require the others."""
        asked = self._asked()
        for name in {"pace", "bank", "per_decision", "days", "stand_in"} - asked:
            self.errors.pop(name, None)
        for name in {"bank", "per_decision"} & asked:
            if self.cleaned_data.get(name) is None and name not in self.errors:
                self.add_error(name, gettext("Enter a number."))

    def time_control(self) -> TimeControl | None:
        """Return the chosen time control of a valid form; None for a table without a clock."""
        chosen = self.cleaned_data
        match chosen["time"]:
            case self.LIVE if chosen["pace"] == OWN_PACE:
                return Live(chosen["bank"] * MINUTE, chosen["per_decision"])
            case self.LIVE:
                live: Live = getattr(presenter(self.kind).PACES, chosen["pace"])
                return live
            case self.TURNS:
                return TurnByTurn(int(chosen["days"]), chosen["weekends_off"])
        return None

    def stand_in(self) -> str:
        """Return the bot that plays on for players without time left, "" if none ever does."""
        return str(self.cleaned_data["stand_in"]) if "stand_in" in self._asked() else ""

    def _asked(self) -> set[str]:
        """Return the names of the fields that apply, given the choices in other fields."""
        chosen = self.cleaned_data
        asked: set[str] = set()
        match chosen.get("time"):
            case self.LIVE:
                own = chosen.get("pace") == OWN_PACE
                asked = {"pace", "bank", "per_decision"} if own else {"pace"}
            case self.TURNS:
                asked = {"days"}
        # With two players the game ends when one of them runs out of time.
        if asked and chosen.get("size", 0) > 2:
            asked.add("stand_in")
        return asked

    def _stand_in_field(self) -> forms.ChoiceField:
        usual = default_stand_in(self.kind)
        return forms.TypedChoiceField(
            label=_("If a player runs out of time, who plays on?"),
            choices=[(slug, bot.name) for slug, bot in bots_on_offer(self.kind).items()],
            required=False,
            initial=usual,
            empty_value=usual,
        )


def _pace_field(paces: Paces) -> forms.ChoiceField:
    named = [
        (name, text % {"time": live_short(getattr(paces, name))})
        for name, text in PACE_NAMES.items()
    ]
    return forms.TypedChoiceField(
        label=pgettext_lazy("of a game", "Pace"),
        help_text=_("Each move has free seconds. After that your time bank runs down."),
        choices=[*named, (OWN_PACE, _("Custom"))],
        required=False,
        initial="normal",
        empty_value="normal",
        widget=forms.RadioSelect,
    )

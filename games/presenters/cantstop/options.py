"""The options of a Can't Stop table as a form."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine.cantstop.rules import CantStopAlone, CantStopRules
from games.engine.cantstop.variant import GOALS, Meeting, goals
from games.presenters.base import VariantForm
from games.presenters.fitting import FittingSelect
from games.presenters.names import separated

SIZES = range(CantStopAlone.min_players, CantStopRules.max_players + 1)


class OptionsForm(VariantForm):
    """Asks for a variant (CS-V1 to CS-V3)."""

    columns_to_win = forms.TypedChoiceField(
        label=_("Columns to win"),
        help_text=_("4 and 5 are for two or three players."),
        coerce=int,
        choices=[(goal, goal) for goal in GOALS],
        initial=3,
        widget=FittingSelect(
            {str(goal): [size for size in SIZES if goal in goals(size)] for goal in GOALS}
        ),
    )
    meeting = forms.ChoiceField(
        label=_("Landing on another player"),
        choices=[
            (Meeting.SHARE, _("Share the space")),
            (Meeting.JUMP, _("Jump over it")),
            (Meeting.MUST_ROLL, _("No stopping there")),
        ],
        initial=Meeting.SHARE,
    )
    stop_early = forms.BooleanField(
        label=_("Allow stopping before all three runners are out"), required=False, initial=True
    )

    def refuse_for_players(self, players: int) -> None:
        """Say which goals this number of players can choose from."""
        text = ngettext(
            "With %(players)d player, choose %(goals)s columns to win.",
            "With %(players)d players, choose %(goals)s columns to win.",
            players,
        )
        choice = {"players": players, "goals": separated(goals(players))}
        self.add_error("columns_to_win", text % choice)

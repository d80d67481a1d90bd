"""Standing orders of Can't Stop: the form that asks for them, and how they are told."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.cantstop.orders import CantStopOrders
from games.pov import Pov
from games.presenters import base
from games.presenters.cantstop.position import state_of
from games.presenters.names import separated

ONE_TURN, EVERY_TURN = "turn", "every"
MOST_GAINED = 30
"""Spaces: more than that has hardly ever been gained in a turn."""


class OrdersForm(base.OrdersForm):
    """Asks how far to go on."""

    roll_under = forms.IntegerField(
        label=gettext_lazy("Roll while my bust risk is under (%)"),
        min_value=1,
        max_value=100,
        initial=40,
    )
    at_top = forms.BooleanField(
        label=gettext_lazy("Stop when a runner reaches the top"), required=False, initial=True
    )
    at_gain = forms.IntegerField(
        label=gettext_lazy("Stop after gaining this many spaces"),
        min_value=1,
        max_value=MOST_GAINED,
        required=False,
    )
    turns = forms.ChoiceField(
        label=gettext_lazy("How long"),
        choices=[
            (ONE_TURN, gettext_lazy("One turn: this one, or my next")),
            (EVERY_TURN, gettext_lazy("Every turn, until I cancel")),
        ],
        initial=ONE_TURN,
        widget=forms.RadioSelect,
    )

    def __init__(self, pov: Pov, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(pov, data)
        self.note = _(
            "You still choose the pairs. We ask you if none of this applies, and before a "
            "roll that risks a win."
        )

    def fields_of(self, orders: CantStopOrders) -> dict[str, Any]:
        """Return what the fields say for these orders."""
        turns = EVERY_TURN if orders.turn is None else ONE_TURN
        return asdict(orders) | {"turns": turns}

    def orders(self) -> CantStopOrders:
        """Return what was chosen."""
        chosen = self.cleaned_data
        turn = self._present_turn() if chosen["turns"] == ONE_TURN else None
        return CantStopOrders(chosen["roll_under"], chosen["at_top"], chosen["at_gain"], turn)

    def _present_turn(self) -> int:
        """Return the player's turn, the present one or the next, counted from 1."""
        state, player = state_of(self.pov), self.pov.player or 0
        return state.turns[player] + (state.turn_player != player)


def orders_words(orders: CantStopOrders) -> str:
    """Return standing orders in a few words."""
    told = [_("roll under %(chance)d%%") % {"chance": orders.roll_under}]
    if orders.at_top:
        told.append(_("stop at the top"))
    if orders.at_gain is not None:
        told.append(_("stop at +%(n)d") % {"n": orders.at_gain})
    return separated([*told, _("every turn") if orders.turn is None else _("one turn")])

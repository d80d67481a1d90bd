"""Standing orders of Can't Stop: their form, and their words."""

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
MOST_GAINED = 30  # spaces: hardly any turn ever gained more


class OrdersForm(base.OrdersForm):
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
        turns = EVERY_TURN if orders.turn is None else ONE_TURN
        return asdict(orders) | {"turns": turns}

    def orders(self) -> CantStopOrders:
        chosen, turn = self.cleaned_data, None
        if chosen["turns"] == ONE_TURN:
            state, player = state_of(self.pov), self.pov.player or 0
            # The player's present turn, or their next one.
            turn = state.turns[player] + (state.turn_player != player)
        return CantStopOrders(chosen["roll_under"], chosen["at_top"], chosen["at_gain"], turn)


def orders_words(orders: CantStopOrders) -> str:
    told = [_("roll under %(chance)d%%") % {"chance": orders.roll_under}]
    if orders.at_top:
        told.append(_("stop at the top"))
    if orders.at_gain is not None:
        told.append(_("stop at +%(n)d") % {"n": orders.at_gain})
    return separated([*told, _("every turn") if orders.turn is None else _("one turn")])

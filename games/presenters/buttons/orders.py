"""Standing orders of Buttons: their form, and their words."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.buttons.layouts import Colour
from games.engine.buttons.orders import ButtonsOrders, Use
from games.pov import Pov
from games.presenters import base
from games.presenters.buttons import words
from games.presenters.names import separated

MOST_STARS = 12  # nobody ever earns more in a round


_PLACES = {
    "colour_1": gettext_lazy("Best colour"),
    "colour_2": gettext_lazy("Second best"),
    "colour_3": gettext_lazy("Third"),
    "colour_4": gettext_lazy("Last"),
}

_OTHERS = {
    Use.ASK: "",
    Use.GOLD: gettext_lazy("place on gold cells"),
    Use.NEVER: gettext_lazy("decline gold cells"),
    Use.COLOURS: gettext_lazy("gold cells by colour"),
}

_OWN = {
    Use.ASK: "",
    Use.GOLD: gettext_lazy("own rolls: gold cell"),
    Use.COLOURS: gettext_lazy("own rolls by colour"),
}


class OrdersForm(base.OrdersForm):
    others = forms.ChoiceField(
        label=gettext_lazy("When others offer me a gold cell"),
        choices=[
            (Use.ASK.value, gettext_lazy("Ask me")),
            (Use.GOLD.value, gettext_lazy("Always place")),
            (Use.NEVER.value, gettext_lazy("Always decline")),
            (Use.COLOURS.value, gettext_lazy("Place on my colours, decline others")),
        ],
        initial=Use.ASK.value,
    )
    own = forms.ChoiceField(
        label=gettext_lazy("When I roll"),
        choices=[
            (Use.ASK.value, gettext_lazy("Ask me")),
            (Use.GOLD.value, gettext_lazy("Take the gold cell if I can")),
            (Use.COLOURS.value, gettext_lazy("Take the best of my colours")),
        ],
        initial=Use.ASK.value,
    )
    roll_under = forms.IntegerField(
        label=gettext_lazy("Roll while my bust risk is under (%)"),
        min_value=1,
        max_value=100,
        required=False,
    )
    out_at = forms.IntegerField(
        label=gettext_lazy("Opt out at this many stars"),
        min_value=1,
        max_value=MOST_STARS,
        required=False,
    )

    def __init__(self, pov: Pov, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(pov, data)
        self.note = _("Orders stay until you cancel them. You always place your stars yourself.")
        choices = [("", "–"), *words.COLOURS.items()]
        for name, label in _PLACES.items():
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)
        self.order_fields(["others", "own", *_PLACES])

    def fields_of(self, orders: ButtonsOrders) -> dict[str, Any]:
        chosen = {"others": orders.others.value, "own": orders.own.value}
        colours = dict(zip(_PLACES, orders.colours, strict=False))
        return chosen | colours | {"roll_under": orders.roll_under, "out_at": orders.out_at}

    def clean(self) -> None:
        chosen = self.cleaned_data
        if self.errors:
            return
        by_colour = Use.COLOURS.value in {chosen["others"], chosen["own"]}
        if by_colour and not self._colours():
            self.add_error("colour_1", _("Choose at least one colour."))
        elif self.orders() == ButtonsOrders(colours=self._colours()):
            self.add_error(None, _("Choose at least one order."))

    def orders(self) -> ButtonsOrders:
        chosen = self.cleaned_data
        return ButtonsOrders(
            others=Use(chosen["others"]),
            own=Use(chosen["own"]),
            colours=self._colours(),
            roll_under=chosen["roll_under"],
            out_at=chosen["out_at"],
        )

    def _colours(self) -> tuple[Colour, ...]:
        """Return the colours chosen, the best first, each once."""
        chosen = [self.cleaned_data[name] for name in _PLACES]
        return tuple(dict.fromkeys(Colour(colour) for colour in chosen if colour))


def orders_words(orders: ButtonsOrders) -> str:
    told = [str(_OTHERS[orders.others]), str(_OWN[orders.own])]
    if Use.COLOURS in {orders.others, orders.own}:
        colours = " > ".join(words.colour_name(colour) for colour in orders.colours)
        # Translators: %(colours)s is a list of colours, such as "red, blue".
        told.append(_("colours: %(colours)s") % {"colours": colours})
    if (under := orders.roll_under) is not None:
        told.append(_("roll under %(chance)d%%") % {"chance": under})
    if (stars := orders.out_at) is not None:
        told.append(
            ngettext("opt out at %(n)d star", "opt out at %(n)d stars", stars) % {"n": stars}
        )
    return separated(filter(None, told))


def decline_until_cancelled(orders: ButtonsOrders | None) -> ButtonsOrders:
    """Return these orders, changed to decline the gold cells of all other players' rolls."""
    return replace(orders or ButtonsOrders(), others=Use.NEVER)

"""The base classes of presenters and of their forms, which the pages of all games use."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.engine.orders import Orders
from games.history import History
from games.models import Game
from games.pov import Pov
from games.presenters.paces import USUAL_PACES, Paces
from games.presenters.shared import About, BotText
from games.presenters.table import Table
from games.services.automatic import orders_of


class VariantForm(forms.Form):
    """The form of a table's options; a game without options has no fields."""

    def variant(self) -> dict[str, Any]:
        """Return the options as the variant object of a record."""
        return dict(self.cleaned_data)

    def refuse_for_players(self, players: int) -> None:
        text = ngettext(
            "These options don't work with %(players)d player.",
            "These options don't work with %(players)d players.",
            players,
        )
        self.add_error(None, text % {"players": players})


class OrdersForm(forms.Form):
    """The form of standing orders: moves that a player has the site make for them.

    Unbound, it depends on the present orders alone: they are a cache key of its rendered fields.
    """

    def __init__(self, pov: Pov, data: Mapping[str, Any] | None = None) -> None:
        present = orders_of(pov.game, pov.seat) if pov.seat else None
        initial = None if present is None else self.fields_of(present)
        super().__init__(data, initial=initial, label_suffix="", auto_id="orders_%s")
        self.pov = pov

    def fields_of(self, orders: Any) -> dict[str, Any]:
        """Return the initial values of the fields for these orders."""
        raise NotImplementedError

    def orders(self) -> Orders[Any]:
        """Return the orders of a valid form."""
        raise NotImplementedError


class Presenter(ABC):
    """The names, forms and words of a game kind; its package has one instance, `PRESENTER`.

    ABOUT: the game in a few words.  table_class: the class of `t` in its templates.
    BOTS: by slug, the strongest first.  LEVELS: the slugs of the bots with a level, level 1 first.
    NERVE: a sentence about how often a bot busts, with a placeholder for the share.
    OptionsForm: the form of a table's options.  LOG_TURNS: the number of turns in a table's log.
    OrdersForm: the form of standing orders, None in a game without orders.
    QUICK_ORDERS: functions that change the present orders, by the values of their buttons.
    PACES: the live time controls on offer.
    TYPING_ORDER: the order in which to type in the players' own dice, "" if all dice are alike.
    SHOWS_CHOICES: whether a replay shows the choices before a decision, and the worth of each.
    """

    ABOUT: ClassVar[About]
    table_class: ClassVar[type[Table]]
    BOTS: ClassVar[Mapping[str, BotText]]
    LEVELS: ClassVar[Sequence[str]]
    NERVE: ClassVar[Promise] = gettext_lazy("%(share)s of its turns end in a bust.")
    OptionsForm: type[VariantForm] = VariantForm
    LOG_TURNS: ClassVar[int] = 5
    OrdersForm: type[OrdersForm] | None = None
    QUICK_ORDERS: ClassVar[Mapping[str, Callable[[Any], Orders[Any]]]] = {}
    PACES: ClassVar[Paces] = USUAL_PACES
    SHOWS_CHOICES: ClassVar[bool] = False
    TYPING_ORDER: ClassVar[Promise | str] = ""

    @abstractmethod
    def turns(self, log: History, seq: int, most: int | None = None) -> Sequence[Any]:
        """Return the turns of the first `seq` events in order: all, or the last `most` of them.

        A turn has a `number`, the seq of its `first` event, and steps; a replay stops at each step.
        Turns are hashable, because their rendered lines are cached.
        """

    def move_name(self, action: str) -> str:
        """Return the name of an action for people. action: its text, as in records."""
        return gettext("Roll") if action == "roll" else str(self.ABOUT.hold)

    def options(self, game: Game) -> list[str]:
        """Return the options of a table, a sentence each."""
        return []

    def orders_words(self, orders: Any) -> str:
        """Return standing orders in a few words, for the player who gave them."""
        return ""

    def sprite(self) -> object:
        """Return the `sprite` variable for the template of the kind's drawings."""
        return None

    def mini_sprite(self) -> object:
        """Return the `sprite` variable for the template of the drawings of small boards."""
        return self.sprite()

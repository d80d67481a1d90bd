"""What a game kind says of itself to the pages that every game shares."""

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
    """Asks for a variant, field by field. A game without options asks for nothing."""

    def variant(self) -> dict[str, Any]:
        """Return the options as the variant object of a record."""
        return dict(self.cleaned_data)

    def refuse_for_players(self, players: int) -> None:
        """Say that this number of players cannot play with these options."""
        text = ngettext(
            "These options don't work with %(players)d player.",
            "These options don't work with %(players)d players.",
            players,
        )
        self.add_error(None, text % {"players": players})


class OrdersForm(forms.Form):
    """Asks for standing orders. Unless it has data, those there are decide all that it shows."""

    def __init__(self, pov: Pov, data: Mapping[str, Any] | None = None) -> None:
        """Create the form.

        Args:
            pov: The table as the player sees it who gives the orders.
            data: What they have chosen, None to ask them.
        """
        present = orders_of(pov.game, pov.seat) if pov.seat else None
        initial = None if present is None else self.fields_of(present)
        super().__init__(data, initial=initial, label_suffix="", auto_id="orders_%s")
        self.pov = pov

    def fields_of(self, orders: Any) -> dict[str, Any]:
        """Return what the fields say for these orders."""
        raise NotImplementedError

    def orders(self) -> Orders[Any]:
        """Return what was chosen, once the form is valid."""
        raise NotImplementedError


class Presenter(ABC):
    """Each kind's package has one instance of a subclass of its own, `PRESENTER`.

    ABOUT: the game in a few words.  table_class: the game as templates draw it.
    BOTS: by slug, the strongest first.
    LEVELS: the bots that have a level (`levels.py`), that of level 1 first.
    NERVE: how often a bot busts, with a place for the share.
    OptionsForm: asks for a variant.  LOG_TURNS: how many turns the log at a table lists.
    OrdersForm: asks for standing orders, None in a game that has none.
    QUICK_ORDERS: how buttons that give orders at once change those there are, by their values.
    PACES: what fast, normal and relaxed mean where people play live.
    TYPING_ORDER: in which order people type in dice of their own, "" where all are alike.
    SHOWS_CHOICES: whether a replay shows before a decision what could be chosen, and its worth.
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

        Each has its `number`, its `first` seq, and steps, on each of which a replay stops. It can
        be hashed: the line of a turn is drawn once.
        """

    def move_name(self, action: str) -> str:
        """Return what people call an action. action: its text, of one that the rules know."""
        return gettext("Roll") if action == "roll" else str(self.ABOUT.hold)

    def options(self, game: Game) -> list[str]:
        """Return the options of a table, a sentence each."""
        return []

    def orders_words(self, orders: Any) -> str:
        """Return standing orders in a few words, for the player who gave them."""
        return ""

    def sprite(self) -> object:
        """Return what the template of the kind's drawings, once a page, draws as `sprite`."""
        return None

    def mini_sprite(self) -> object:
        """Return what the template of what small boards are made from draws as `sprite`."""
        return self.sprite()

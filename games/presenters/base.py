"""What a game kind says of itself to the pages that every game shares."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.engine.core import Outcome, Resigned, Ruled, TimedOut
from games.engine.orders import Orders
from games.history import History
from games.models import Game
from games.pov import Pov
from games.presenters.ending import Fact, Moment
from games.presenters.paces import USUAL_PACES, Paces
from games.presenters.replaying import ReplayStep
from games.presenters.shared import About, BotText, Sound, Tally, by_ruling, last_one_left
from games.presenters.table import Score, Table
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

    ABOUT: the game in a few words.  BOTS: by slug, the strongest first.
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
    def table(self, pov: Pov) -> Table:
        """Return what the kind's table templates draw for this point of view."""

    @abstractmethod
    def sentence(self, pov: Pov) -> str:
        """Return what happened last, for the status line and screen readers.

        A kind whose boards show a part of it says that part as `heard` of its table,
        and what follows after that as `then`.
        """

    @abstractmethod
    def tally(self, pov: Pov, player: int) -> Tally:
        """Return how far a player has come at the position shown."""

    def standing(self, pov: Pov, player: int) -> tuple[Any, ...]:
        """Return how far a player has come without the words, to compare players."""
        return self.tally(pov, player).points

    @abstractmethod
    def turns(self, log: History, seq: int, most: int | None = None) -> Sequence[Any]:
        """Return the turns of the first `seq` events in order: all, or the last `most` of them.

        Each has its `number`, its `first` seq, and steps, on each of which a replay stops. It can
        be hashed: the line of a turn is drawn once.
        """

    def termination(self, pov: Pov, outcome: Outcome) -> str:
        """Return how the game came to its end, besides the names of the winners."""
        if outcome.termination in {Resigned.type, TimedOut.type}:
            return last_one_left(pov, outcome)
        if outcome.termination == Ruled.type:
            return by_ruling(pov, outcome)
        return self.won(pov, outcome)

    def won(self, pov: Pov, outcome: Outcome) -> str:
        """Return by what the winners have won, in a game that was played to its end."""
        return ""

    def final_score(self, pov: Pov, player: int) -> int | None:
        """Return what a player has of what wins such a game; None if it did not decide it."""
        return None

    def feats(self, pov: Pov) -> list[Fact]:
        """Return what stood out in a game that is over, such as the biggest gain of a turn."""
        return []

    def highlights(self, pov: Pov) -> list[Moment]:
        """Return the steps that mattered most besides the end and the lead, the first ones first.

        One of the end takes the place of its sentence.
        """
        return []

    def is_moment(self, pov: Pov) -> bool:
        """Return whether the last event is one at which a replay pauses if asked to: a bust."""
        return _is_bust(pov)

    def sounds(self, pov: Pov) -> tuple[Sound, ...]:
        """Return what is heard of the last event, in this order."""
        heard: list[Sound] = []
        if pov.event is not None and pov.rules.faces_of(pov.event) is not None:
            heard = ["dice", "bust"] if _is_bust(pov) else ["dice"]
        elif sound := self.sound(pov):
            heard = [sound]
        return (*heard, "over") if pov.outcome else tuple(heard)

    def sound(self, pov: Pov) -> Sound | None:
        """Return how the last event sounds, which is no roll; None where nothing is heard of it."""
        is_move = pov.event is not None and pov.event.player is not None
        return None if not is_move or isinstance(pov.event, Resigned | TimedOut) else "place"

    def score(self, pov: Pov, player: int) -> Score:
        """Return what seat lists show of a player's progress in a game that has started."""
        return Score(words=self.tally(pov, player).words)

    def move_name(self, action: str) -> str:
        """Return what people call an action. action: its text, of one that the rules know."""
        return gettext("Roll") if action == "roll" else str(self.ABOUT.hold)

    def options(self, game: Game) -> list[str]:
        """Return the options of a table, a sentence each."""
        return []

    def orders_words(self, orders: Any) -> str:
        """Return standing orders in a few words, for the player who gave them."""
        return ""

    def on_board(self, pov: Pov) -> Mapping[str, tuple[str, str]]:
        """Return the actions that the board shows for a position of a replay, by their texts.

        Returns:
            The letter of each, or "", and what its mark on the board names as `data-press`.
        """
        return {}

    def replay_step(self, pov: Pov) -> ReplayStep:
        """Return what the kind's replay templates draw besides the table, at this step."""
        return ReplayStep(pov=pov)

    def sprite(self) -> object:
        """Return what the template of the kind's drawings, once a page, draws as `sprite`."""
        return None

    def mini(self, pov: Pov) -> Hashable:
        """Return what the template of the kind's small board draws as `mini`, and draws once.

        By default each player's shape and progress. Of the log only the position is at hand.
        """
        return tuple((seat.player, self.score(pov, seat.player)) for seat in pov.seats)

    def mini_sprite(self) -> object:
        """Return what the template of what small boards are made from draws as `sprite`."""
        return self.sprite()

    def picture_width(self, pov: Pov) -> int:
        """Return how much of the width of a picture (of 1200) the boards take."""
        return 590


def _is_bust(pov: Pov) -> bool:
    if pov.before is None or pov.event is None:
        return False
    return bool(pov.rules.annotate_event(pov.before, pov.event).get("bust"))

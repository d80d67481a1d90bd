"""Pig: from a position to what its templates draw, and what it says of itself."""

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.engine.core import Action, Event, Outcome
from games.engine.turns import TurnState
from games.models import Game
from games.pov import Pov
from games.presenters import shared
from games.presenters.base import VariantForm
from games.presenters.names import name_of
from games.presenters.shared import About, BotText, Box, LogEntry, Odds, Tally
from games.presenters.table import Die
from games.presenters.turn_log import TurnPresenter, TurnTable
from tests.kinds.pig.engine.events import HOLD, ROLL, Rolled
from tests.kinds.pig.engine.rules import BUST
from tests.kinds.pig.engine.state import TARGETS, PigState, PigVariant


class OptionsForm(VariantForm):
    """Asks for the target (PG-V1)."""

    target = forms.TypedChoiceField(
        label=lazy("Points to win"),
        coerce=int,
        choices=[(n, n) for n in TARGETS],
        initial=100,
    )


class PigTable(TurnTable):
    """What the templates of Pig draw besides what all tables have."""

    @property
    def prompt(self) -> str:
        if not self.pov.live:
            return ""
        if self.pov.my_turn:
            return _("Your turn: roll or hold.")
        return _("%(name)s is to roll or to hold.") % {"name": self.turn_name}

    @property
    def keys(self) -> str:
        return _("Keys: R rolls, H holds.")

    @property
    def dice(self) -> tuple[Die, ...]:
        event = self.pov.event
        return (Die(event.dice[0] if isinstance(event, Rolled) else 0),)

    @property
    def bust(self) -> bool:
        return self.is_moment

    @property
    def odds(self) -> Odds | None:
        shown = self.pov.game.show_odds
        return shared.odds(_("Chance of a bust"), Fraction(1, 6)) if shown else None

    @property
    def turn_name(self) -> str:
        return name_of(self.pov.seats, _state(self.pov).turn_player)

    @property
    def points(self) -> int:
        """What the turn has gained."""
        return _state(self.pov).points

    @property
    def can_roll(self) -> bool:
        return ROLL in self._legal

    @property
    def can_hold(self) -> bool:
        return HOLD in self._legal

    @property
    def _legal(self) -> Sequence[Action]:
        pov, state = self.pov, _state(self.pov)
        return pov.rules.legal_actions(state, state.turn_player) if pov.my_turn else ()

    def happened(self, event: Event) -> str:
        name, you = name_of(self.pov.seats, event.actor), event.actor == self.pov.player
        if not isinstance(event, Rolled):
            words = _("You hold.") if you else _("%(name)s holds.")
        elif _busts(event):
            words = _("Bust! You rolled a 1.") if you else _("Bust! %(name)s rolled a 1.")
        else:
            words = _("You rolled a %(face)d.") if you else _("%(name)s rolled a %(face)d.")
        return words % {"name": name, "face": self.dice[0].face}

    def tally(self, player: int) -> Tally:
        score = _state(self.pov).scores[player]
        words = ngettext("%(n)d point", "%(n)d points", score) % {"n": score}
        return Tally((score,), words)

    def won(self, outcome: Outcome) -> str:
        score = _state(self.pov).scores[outcome.winners[0]]
        return ngettext("%(n)d point.", "%(n)d points.", score) % {"n": score}


class PigPresenter(TurnPresenter):
    """Pig."""

    ABOUT = About(
        name="Pig",
        box=Box("John Scarne", "Scarne on Dice", 1945, age=8, minutes=15),
        pitch=lazy("Roll one die as often as you dare. A 1, and the turn is lost."),
        asks=lazy("%(name)s: roll or hold?"),
        hold=lazy("Hold"),
        moments=lazy("Pause at busts"),
    )
    BOTS = {
        "patient": BotText(lazy("Patient"), lazy("Holds at 20 points.")),
        "random": BotText(
            lazy("Random"),
            lazy("Makes any legal move, at random."),
        ),
    }
    LEVELS = ("random", "patient")
    table_class = PigTable
    OptionsForm = OptionsForm

    def step(self, seq: int, before: TurnState, after: TurnState, event: Event) -> LogEntry:
        if isinstance(event, Rolled):
            return LogEntry(seq, "roll", event.player, str(event.dice[0]), bust=_busts(event))
        return LogEntry(seq, "hold", event.player, _("hold"))

    def options(self, game: Game) -> list[str]:
        target = cast("PigVariant", game.rules.variant).target
        return [_("The first to hold with %(n)d points wins.") % {"n": target}]


PRESENTER = PigPresenter()


def _state(pov: Pov) -> PigState:
    return cast("PigState", pov.state)


def _busts(event: Rolled) -> bool:
    return event.dice == (BUST,)

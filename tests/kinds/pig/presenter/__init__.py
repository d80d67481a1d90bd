"""Pig: from a position to what its templates draw, and what it says of itself."""

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from games.engine.core import Event, Outcome
from games.engine.turns import TurnState
from games.models import Game
from games.pov import Pov
from games.presenters import shared
from games.presenters.base import VariantForm
from games.presenters.names import name_of
from games.presenters.shared import About, BotText, Box, LogEntry, Tally
from games.presenters.table import Die, Table
from games.presenters.turn_log import TurnPresenter
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


@dataclass(frozen=True, kw_only=True)
class PigTable(Table):
    """points: what the turn has gained.  can_roll, can_hold: what the viewer may do."""

    turn_name: str
    points: int
    can_roll: bool
    can_hold: bool


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
    OptionsForm = OptionsForm

    def table(self, pov: Pov) -> PigTable:
        state = _state(pov)
        legal = pov.rules.legal_actions(state, state.turn_player) if pov.my_turn else ()
        event, name = pov.event, name_of(pov.seats, state.turn_player)
        odds = shared.odds(_("Chance of a bust"), Fraction(1, 6)) if pov.game.show_odds else None
        return PigTable(
            pov=pov,
            prompt=_("%(name)s is to roll or to hold.") % {"name": name} if pov.live else "",
            keys=_("Keys: R rolls, H holds."),
            dice=(Die(event.dice[0] if isinstance(event, Rolled) else 0),),
            bust=self.is_moment(pov),
            odds=odds,
            turn_name=name,
            points=state.points,
            can_roll=ROLL in legal,
            can_hold=HOLD in legal,
        )

    def happened(self, pov: Pov, event: Event) -> str:
        name = name_of(pov.seats, event.actor)
        if not isinstance(event, Rolled):
            return _("%(name)s holds.") % {"name": name}
        if _busts(event):
            return _("Bust! %(name)s rolled a 1.") % {"name": name}
        return _("%(name)s rolled a %(face)d.") % {"name": name, "face": event.dice[0]}

    def step(self, seq: int, before: TurnState, after: TurnState, event: Event) -> LogEntry:
        if isinstance(event, Rolled):
            return LogEntry(seq, "roll", event.player, str(event.dice[0]), bust=_busts(event))
        return LogEntry(seq, "hold", event.player, _("hold"))

    def tally(self, pov: Pov, player: int) -> Tally:
        score = _state(pov).scores[player]
        words = ngettext("%(n)d point", "%(n)d points", score) % {"n": score}
        return Tally((score,), words)

    def won(self, pov: Pov, outcome: Outcome) -> str:
        score = _state(pov).scores[outcome.winners[0]]
        return ngettext("%(n)d point.", "%(n)d points.", score) % {"n": score}

    def options(self, game: Game) -> list[str]:
        target = cast("PigVariant", game.rules.variant).target
        return [_("The first to hold with %(n)d points wins.") % {"n": target}]


PRESENTER = PigPresenter()


def _state(pov: Pov) -> PigState:
    return cast("PigState", pov.state)


def _busts(event: Rolled) -> bool:
    return event.dice == (BUST,)

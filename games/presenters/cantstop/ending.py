"""Facts and moments of a finished game of Can't Stop."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cantstop.analysis import bust_chance
from games.engine.cantstop.board import Track
from games.engine.cantstop.events import Rolled, Stopped
from games.pov import Pov
from games.presenters.cantstop.position import newly_claimed
from games.presenters.cantstop.words import happened
from games.presenters.ending import (
    Fact,
    Feat,
    Moment,
    best,
    fact,
    happenings,
    longest_risk,
    riskiest_roll,
)
from games.presenters.names import name_of


def feats(pov: Pov) -> list[Fact]:
    """Return the biggest gain, the turn with the most rolls, and the riskiest roll."""
    gain = best(
        Feat(_steps(before.markers[event.actor], before.runners), seq, event.actor)
        for seq, before, event, _after in happenings(pov)
        if isinstance(event, Stopped)
    )
    chances = (
        Feat(bust_chance(before), seq, event.actor)
        for seq, before, event, _after in happenings(pov)
        if isinstance(event, Rolled)
    )
    gained = []
    if gain:
        text = ngettext("%(n)d space in a turn", "%(n)d spaces in a turn", gain.amount)
        gained = [fact(pov, _("Biggest gain"), gain, text % {"n": gain.amount})]
    return [*gained, *longest_risk(pov), *riskiest_roll(pov, chances)]


def highlights(pov: Pov) -> list[Moment]:
    """Return the costliest bust, and the winners' claims of columns, the last claim first."""
    winners = pov.outcome.winners if pov.outcome else ()
    claims = [
        Moment(seq, happened(replace(pov, seq=seq, player=None), event))
        for seq, before, event, after in happenings(pov)
        if isinstance(event, Stopped) and event.player in winners and newly_claimed(before, after)
    ]
    return [*_costliest_bust(pov), *reversed(claims)]


def _costliest_bust(pov: Pov) -> Iterator[Moment]:
    bust = best(
        Feat(_steps(before.markers[event.actor], before.runners), seq, event.actor)
        for seq, before, event, after in happenings(pov)
        if isinstance(event, Rolled) and after.bust
    )
    if bust is not None and bust.amount:
        text = ngettext(
            "%(name)s busts and loses %(n)d space.",
            "%(name)s busts and loses %(n)d spaces.",
            bust.amount,
        )
        yield Moment(bust.seq, text % {"name": name_of(pov.seats, bust.player), "n": bust.amount})


def _steps(markers: Track, runners: Track) -> int:
    """Return the steps of the runners since the turn began."""
    return sum(runner - marker for marker, runner in zip(markers, runners, strict=True) if runner)

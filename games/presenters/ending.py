"""The summary of a finished game: facts about the whole game, and the steps that mattered."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.core import Event
from games.pov import Pov
from games.presenters import presenter, table_of
from games.presenters.names import name_of, name_or_you, separated
from games.presenters.replaying import changes_of_lead
from games.presenters.shared import percent

if TYPE_CHECKING:
    from games.presenters.table import Table

MOST_MOMENTS = 4


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a whole game. seq: the step that shows it, None if no single step does."""

    label: str
    value: str
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """A step that mattered, in words."""

    seq: int
    words: str


class Happening(NamedTuple):
    """An event of the log, with the positions before and after it."""

    seq: int
    before: Any
    event: Event
    after: Any


class Feat(NamedTuple):
    """A player's deed at a step. amount: its size; of several feats the largest is shown."""

    amount: Any
    seq: int
    player: int


def facts(table: "Table") -> list[Fact]:
    """Return up to six facts about a finished game, the best first."""
    return [*table.feats, *_counts(table.pov)]


def moments(table: "Table") -> list[Moment]:
    """Return up to four steps of a finished game, in order; the last one is its end."""
    pov = table.pov
    end = Moment(pov.seq, table_of(replace(pov, player=None)).status)
    found: dict[int, Moment] = {}
    for moment in (*_lead_for_good(pov), *table.highlights):
        found.setdefault(moment.seq, moment)
    last = found.pop(pov.seq, end)
    return sorted([*list(found.values())[: MOST_MOMENTS - 1], last], key=lambda each: each.seq)


# --- Helpers for the facts of each kind ---------------------------------------------------------


def happenings(pov: Pov) -> Iterator[Happening]:
    """Yield every event up to the position shown."""
    log = pov.log
    for index in range(pov.seq):
        yield Happening(index + 1, log.states[index], log.events[index], log.states[index + 1])


def best(feats: Iterable[Feat]) -> Feat | None:
    """Return the feat with the largest amount, the first of several equal ones; or None."""
    return max(feats, key=lambda feat: feat.amount, default=None)


def fact(pov: Pov, label: str, feat: Feat, value: str) -> Fact:
    """Return a feat as a fact, with the player's name unless they played alone."""
    if pov.game.size > 1:
        # Translators: %(what)s is what they did, such as "12 spaces in a turn" or "5 rolls".
        value = _("%(name)s: %(what)s") % {"name": name_or_you(pov, feat.player), "what": value}
    return Fact(label, value, feat.seq)


def longest_risk(pov: Pov) -> list[Fact]:
    """Return a fact about the turn with the most rolls; [] if no turn had two."""
    longest = best(
        Feat(address.roll, seq, event.actor)
        for seq, before, event, _after in happenings(pov)
        if pov.rules.faces_of(event) and (address := pov.rules.roll_address(before))
    )
    if longest is None or longest.amount < 2:
        return []
    text = ngettext("%(n)d roll", "%(n)d rolls", longest.amount)
    if _is_bust(pov, longest.seq):
        text = ngettext("%(n)d roll, a bust", "%(n)d rolls, the last a bust", longest.amount)
    return [fact(pov, _("Longest turn"), longest, text % {"n": longest.amount})]


def riskiest_roll(pov: Pov, rolls: Iterable[Feat]) -> list[Fact]:
    """Return a fact about the riskiest roll that was no bust; [] if the table hides odds.

    rolls: feats whose amount is the chance of a bust.
    """
    if not pov.game.show_odds:
        return []
    riskiest = best(roll for roll in rolls if roll.amount and not _is_bust(pov, roll.seq))
    if riskiest is None:
        return []
    chance: Fraction = riskiest.amount
    told = _("%(chance)s bust risk") % {"chance": percent(chance)}
    return [fact(pov, _("Riskiest roll"), riskiest, told)]


# --- Facts of every kind ------------------------------------------------------------------------


def _counts(pov: Pov) -> Iterator[Fact]:
    busts = [
        event.player
        for seq, _before, event, _after in happenings(pov)
        if pov.rules.faces_of(event) and _is_bust(pov, seq)
    ]
    if pov.game.size == 1:
        yield Fact(_("Busts"), str(len(busts)))
    else:
        # Translators: one of several in a list, such as "Anna 3, Ben 1".
        told = _("%(name)s %(n)d")
        yield Fact(
            _("Busts"),
            separated(
                told % {"name": name_or_you(pov, seat.player), "n": busts.count(seat.player)}
                for seat in pov.seats
            ),
        )
        yield Fact(_("Lead changes"), str(max(len(_leads(pov)) - 1, 0)))
    length = pov.rules.length(pov.state)
    if "turns" in length:
        yield Fact(_("Turns"), str(length["turns"]))


def _lead_for_good(pov: Pov) -> Iterator[Moment]:
    leads = _leads(pov)
    if leads and pov.outcome and pov.outcome.winners == (leads[-1][1],):
        seq, leader = leads[-1]
        words = _("%(name)s takes the lead for good.") % {"name": name_of(pov.seats, leader)}
        if seq < pov.seq:
            yield Moment(seq, words)


def _leads(pov: Pov) -> list[tuple[int, int]]:
    """Return the changes of lead: the seq, and the new leader."""
    if pov.game.size == 1:
        return []
    turns = presenter(pov.game.kind).turns(pov.log, pov.seq)
    return list(changes_of_lead(pov, [turn.steps[-1].seq for turn in turns]))


def _is_bust(pov: Pov, seq: int) -> bool:
    told = pov.rules.annotate_event(pov.log.states[seq - 1], pov.log.events[seq - 1])
    return bool(told.get("bust"))

"""Facts and moments of a finished game of Buttons."""

from collections import Counter
from collections.abc import Iterator
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.buttons.analysis import bust_chance, stars_if_out
from games.engine.buttons.events import Rolled, StarsPlaced
from games.engine.buttons.state import ButtonsState
from games.pov import Pov
from games.presenters.buttons.position import scene
from games.presenters.buttons.words import stars
from games.presenters.ending import Fact, Feat, Moment, best, fact, happenings, riskiest_roll
from games.presenters.names import name_of


def feats(pov: Pov) -> list[Fact]:
    """Return the biggest gain, the round with the most rolls, and the riskiest roll."""
    chances = (
        Feat(bust_chance(before, event.actor), seq, event.actor)
        for seq, before, event, _after in happenings(pov)
        if isinstance(event, Rolled)
    )
    return [*_biggest_gain(pov), *_longest_risk(pov), *riskiest_roll(pov, chances)]


def highlights(pov: Pov) -> list[Moment]:
    """Return the last stars, the costliest bust, and a winner's most stars of an earlier round."""
    return [*_last_stars(pov), *_costliest_bust(pov), *_most_stars_before(pov)]


def _biggest_gain(pov: Pov) -> Iterator[Fact]:
    gain = best(_placings(pov))
    if gain is not None:
        told = {"stars": stars(gain.amount), "round": _round(pov, gain.seq)}
        value = _("%(stars)s in round %(round)d") % told
        yield fact(pov, _("Biggest gain"), gain, value)


def _longest_risk(pov: Pov) -> Iterator[Fact]:
    """Yield the most rolls of a player in one round, since a turn has only one roll (BT-5)."""
    rolls: Counter[tuple[int, int]] = Counter()
    found: list[Feat] = []
    for seq, before, event, _after in happenings(pov):
        if isinstance(event, Rolled):
            rolls[before.round, event.actor] += 1
            found.append(Feat(rolls[before.round, event.actor], seq, event.actor))
    longest = best(found)
    if longest is not None and longest.amount > 1:
        text = ngettext(
            "%(n)d roll in round %(round)d", "%(n)d rolls in round %(round)d", longest.amount
        )
        value = text % {"n": longest.amount, "round": _round(pov, longest.seq)}
        yield fact(pov, _("Most rolls"), longest, value)


def _last_stars(pov: Pov) -> Iterator[Moment]:
    """Yield one sentence for the last stars, even if several players placed stars."""
    placed = [event for event in scene(pov).events if isinstance(event, StarsPlaced)]
    if not placed or not isinstance(pov.event, StarsPlaced) or pov.outcome is None:
        return
    winners = [event for event in placed if event.player in pov.outcome.winners]
    if len(winners) != 1:
        yield Moment(pov.seq, _("The last stars are placed."))
        return
    (event,) = winners
    count = len(event.cells)
    text = ngettext(
        "%(name)s places %(n)d star and wins.", "%(name)s places %(n)d stars and wins.", count
    )
    yield Moment(pov.seq, text % {"name": name_of(pov.seats, event.actor), "n": count})


def _costliest_bust(pov: Pov) -> Iterator[Moment]:
    bust = best(
        Feat((stars_if_out(before, player), len(before.buttons[player])), seq, player)
        for seq, before, event, _after in happenings(pov)
        if isinstance(event, Rolled)
        and before.buttons[player := event.actor]
        and not before.roller_cells(event)
    )
    if bust is not None:
        earned, count = bust.amount
        told = {
            "name": name_of(pov.seats, bust.player),
            "buttons": ngettext("%(n)d button", "%(n)d buttons", count) % {"n": count},
            "stars": stars(earned),
        }
        yield Moment(bust.seq, _("%(name)s busts and loses %(buttons)s, worth %(stars)s.") % told)


def _most_stars_before(pov: Pov) -> Iterator[Moment]:
    winners = pov.outcome.winners if pov.outcome else ()
    final = scene(pov).states[0].round
    most = best(
        feat for feat in _placings(pov) if feat.player in winners and _round(pov, feat.seq) < final
    )
    if most is not None and most.amount > 1:
        text = ngettext("%(name)s places %(n)d star.", "%(name)s places %(n)d stars.", most.amount)
        told = {"name": name_of(pov.seats, most.player), "n": most.amount}
        yield Moment(most.seq, text % told)


def _placings(pov: Pov) -> Iterator[Feat]:
    for seq, _before, event, _after in happenings(pov):
        if isinstance(event, StarsPlaced):
            yield Feat(len(event.cells), seq, event.actor)


def _round(pov: Pov, seq: int) -> int:
    return cast("ButtonsState", pov.log.states[seq - 1]).round

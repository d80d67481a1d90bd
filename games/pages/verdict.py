"""What decided a finished game, in a few sentences, as one of its players sees it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.explanation import Explanation, Sum
from games.pages.mistakes import Mistake
from games.pov import Pov
from games.presenters import table_of
from games.presenters.judged import Figures
from games.presenters.names import names_at_first

EVEN = 5
"""Luck and mistakes below this are not worth a figure: half a point, or a 20th of a turn."""


class Verdict(NamedTuple):
    """Whether dice or choices were stronger, by the larger of the figures in the sentences."""

    title: str
    sentences: Sequence[str]


def verdict(
    pov: Pov, explanation: Explanation, me: int | None, mistakes: Sequence[Mistake]
) -> Verdict:
    """Return what decided a game.

    Args:
        pov: The game, at any step.
        explanation: Of the same log.
        me: The player who reads it; None for spectators, who read about the winner.
        mistakes: All that are told of, the dearest first.
    """
    end = replace(pov, player=me, seq=pov.game.version)
    winners = end.outcome.winners if end.outcome else ()
    player = next(iter(winners), 0) if me is None else me
    name = None if me is not None else names_at_first(pov.seats)[player]
    found = explanation.sum_of(player)
    dearest = [mistake.dearest for mistake in mistakes if mistake.player == player][:1]
    if pov.game.size == 1:
        return Verdict(_headline(end), [*_turns(found), *dearest])
    luck, skill = found.own_dice + found.other_dice, found.own_errors + found.other_errors
    others = max(abs(found.leaving), abs(found.ruling))
    if not winners or others > max(abs(luck), abs(skill)):
        title = _headline(end)
    elif player in winners:
        title = _won(end, player, name, by_dice=luck > found.other_errors or skill < 0)
    elif luck <= found.own_errors:
        title = _("The dice beat you.")
    else:
        title = _lost(end, player, outplayed=skill < 0)
    gained = _gained(found.other_errors, _opponent(end, player), name)
    return Verdict(title, [*_points(luck, found.own_errors, name), *gained, *dearest])


def _headline(end: Pov) -> str:
    return table_of(end).headline


def _won(end: Pov, player: int, name: str | None, *, by_dice: bool) -> str:
    told = {"name": name, "other": _opponent(end, player)}
    if by_dice:
        text = (
            _("The dice were on your side.")
            if name is None
            else _("The dice were on the side of %(name)s.")
        )
    elif told["other"] is None:
        text = _("You played best.") if name is None else _("%(name)s played best.")
    else:
        text = _("You outplayed %(other)s.") if name is None else _("%(name)s outplayed %(other)s.")
    return text % told


def _lost(end: Pov, player: int, *, outplayed: bool) -> str:
    """Return the title for the reader, who lost more by mistakes than by the dice."""
    other = _opponent(end, player)
    if not outplayed:
        return _("Your mistakes decided it.")
    if other is None:
        return _("Others played better.")
    return _("%(other)s outplayed you.") % {"other": other}


def _opponent(end: Pov, player: int) -> str | None:
    """Return the name of the only opponent, None if there are several."""
    return names_at_first(end.seats)[1 - player] if end.game.size == 2 else None


def _points(luck: int, own_errors: int, name: str | None) -> Iterator[str]:
    """Yield what luck and mistakes did to a chance of winning. name: whose, None for the reader."""
    points = _in_points(luck)
    told = {"name": name, "points": points}
    if abs(luck) < EVEN:
        yield _("Luck evened out.")
    elif luck > 0 and name is None:
        yield (
            ngettext(
                "Luck raised your win probability by %(points)d percentage point.",
                "Luck raised your win probability by %(points)d percentage points.",
                points,
            )
            % told
        )
    elif luck > 0:
        yield (
            ngettext(
                "Luck raised the win probability of %(name)s by %(points)d percentage point.",
                "Luck raised the win probability of %(name)s by %(points)d percentage points.",
                points,
            )
            % told
        )
    elif name is None:
        yield (
            ngettext(
                "Luck lowered your win probability by %(points)d percentage point.",
                "Luck lowered your win probability by %(points)d percentage points.",
                points,
            )
            % told
        )
    else:
        yield (
            ngettext(
                "Luck lowered the win probability of %(name)s by %(points)d percentage point.",
                "Luck lowered the win probability of %(name)s by %(points)d percentage points.",
                points,
            )
            % told
        )
    lost = _in_points(own_errors)
    told["points"] = lost
    if -own_errors < EVEN:
        yield (
            _("You made no costly mistakes.")
            if name is None
            else _("%(name)s made no costly mistakes.") % told
        )
    elif name is None:
        yield (
            ngettext(
                "Your mistakes cost you %(points)d point.",
                "Your mistakes cost you %(points)d points.",
                lost,
            )
            % told
        )
    else:
        yield (
            ngettext(
                "Own mistakes cost %(points)d point.",
                "Own mistakes cost %(points)d points.",
                lost,
            )
            % told
        )


def _gained(other_errors: int, opponent: str | None, name: str | None) -> Iterator[str]:
    """Yield what the only opponent gave away: without it, the sums do not add up to the result."""
    if opponent is None or other_errors < EVEN:
        return
    points = _in_points(other_errors)
    if name is None:
        text = ngettext(
            "Mistakes by %(other)s gave you %(points)d point.",
            "Mistakes by %(other)s gave you %(points)d points.",
            points,
        )
    else:
        text = ngettext(
            "Mistakes by %(other)s were worth %(points)d point.",
            "Mistakes by %(other)s were worth %(points)d points.",
            points,
        )
    yield text % {"other": opponent, "points": points}


def _turns(found: Sum) -> Iterator[str]:
    """Yield the sentences for a player alone: more turns are worse."""
    luck, lost = found.own_dice, -found.own_errors
    figures = Figures(alone=True)
    if abs(luck) < EVEN:
        yield _("The dice were even.")
    elif luck > 0:
        yield _("The dice saved %(turns)s turns.") % {"turns": figures.loss(Fraction(luck))}
    else:
        yield _("The dice cost %(turns)s turns.") % {"turns": figures.loss(Fraction(-luck))}
    if lost < EVEN:
        yield _("Mistakes cost no turns.")
    else:
        yield _("Mistakes cost %(turns)s turns.") % {"turns": figures.loss(Fraction(lost))}


def _in_points(value: int) -> int:
    """Return percentage points, of tenths of one."""
    return (abs(value) + 5) // 10

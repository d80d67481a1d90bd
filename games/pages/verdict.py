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
from games.presenters.evaluated import Figures
from games.presenters.names import names_at_first

# Luck and mistakes below this are not worth a figure: half a point, or a 20th of a turn.
EVEN = 5


class Verdict(NamedTuple):
    """The title says whether dice or choices decided a game, the sentences give figures."""

    title: str
    sentences: Sequence[str]


def verdict(
    pov: Pov, explanation: Explanation, me: int | None, mistakes: Sequence[Mistake]
) -> Verdict:
    """Say what decided a game, from the side of one player.

    me: the player who reads the verdict; None for spectators, who read about the winner.
    mistakes: the dearest first.
    """
    end = replace(pov, player=me, seq=pov.game.version)
    winners = end.outcome.winners if end.outcome else ()
    player = next(iter(winners), 0) if me is None else me
    names = names_at_first(pov.seats)
    name = names[player] if me is None else None  # None: the sentences say "you"
    opponent = names[1 - player] if pov.game.size == 2 else None
    found = explanation.sum_of(player)
    dearest = [mistake.dearest for mistake in mistakes if mistake.player == player][:1]
    if pov.game.size == 1:
        return Verdict(table_of(end).headline, [*_turns(found), *dearest])
    luck, skill = found.own_dice + found.other_dice, found.own_errors + found.other_errors
    others = max(abs(found.leaving), abs(found.ruling))
    if not winners or others > max(abs(luck), abs(skill)):
        title = table_of(end).headline
    else:
        title = _title(found, name, opponent, won=player in winners)
    sentences = [_luck(luck, name), _mistakes(found.own_errors, name)]
    if opponent is not None and found.other_errors >= EVEN:
        # Without this sentence, the figures would not add up to the result.
        sentences.append(_gained(found.other_errors, opponent, name))
    return Verdict(title, [*sentences, *dearest])


def _title(found: Sum, name: str | None, opponent: str | None, *, won: bool) -> str:
    """Say whether dice or choices decided the game."""
    luck, skill = found.own_dice + found.other_dice, found.own_errors + found.other_errors
    if won and (luck > found.other_errors or skill < 0):
        text = (
            _("The dice were on your side.")
            if name is None
            else _("The dice were on the side of %(name)s.")
        )
    elif won and opponent is None:
        text = _("You played best.") if name is None else _("%(name)s played best.")
    elif won:
        text = _("You outplayed %(other)s.") if name is None else _("%(name)s outplayed %(other)s.")
    # Only a reader can have lost: spectators read about the winner.
    elif luck <= found.own_errors:
        text = _("The dice beat you.")
    elif skill >= 0:
        text = _("Your mistakes decided it.")
    elif opponent is None:
        text = _("Others played better.")
    else:
        text = _("%(other)s outplayed you.")
    return text % {"name": name, "other": opponent}


def _luck(luck: int, name: str | None) -> str:
    """Say how luck changed a chance of winning. luck: in tenths of a percentage point."""
    if abs(luck) < EVEN:
        return _("Luck evened out.")
    points = _in_points(luck)
    if luck > 0 and name is None:
        text = ngettext(
            "Luck raised your win probability by %(points)d percentage point.",
            "Luck raised your win probability by %(points)d percentage points.",
            points,
        )
    elif luck > 0:
        text = ngettext(
            "Luck raised the win probability of %(name)s by %(points)d percentage point.",
            "Luck raised the win probability of %(name)s by %(points)d percentage points.",
            points,
        )
    elif name is None:
        text = ngettext(
            "Luck lowered your win probability by %(points)d percentage point.",
            "Luck lowered your win probability by %(points)d percentage points.",
            points,
        )
    else:
        text = ngettext(
            "Luck lowered the win probability of %(name)s by %(points)d percentage point.",
            "Luck lowered the win probability of %(name)s by %(points)d percentage points.",
            points,
        )
    return text % {"name": name, "points": points}


def _mistakes(own_errors: int, name: str | None) -> str:
    """Say what a player's own mistakes cost. own_errors: in tenths of a point, at most 0."""
    points = _in_points(own_errors)
    if -own_errors >= EVEN and name is None:
        text = ngettext(
            "Your mistakes cost you %(points)d point.",
            "Your mistakes cost you %(points)d points.",
            points,
        )
    elif -own_errors >= EVEN:
        text = ngettext(
            "Own mistakes cost %(points)d point.", "Own mistakes cost %(points)d points.", points
        )
    elif name is None:
        text = _("You made no costly mistakes.")
    else:
        text = _("%(name)s made no costly mistakes.")
    return text % {"name": name, "points": points}


def _gained(other_errors: int, opponent: str, name: str | None) -> str:
    """Say what the only opponent's mistakes gave the player, in tenths of a point."""
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
    return text % {"other": opponent, "points": points}


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
    # From tenths of a point, rounded half up.
    return (abs(value) + 5) // 10

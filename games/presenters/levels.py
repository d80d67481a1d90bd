"""How strong the bot is that "Play a bot" sits down: a few levels, the same in every game.

Nobody is asked before the game: another level can be had at its table until the first move.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine.registry import KINDS
from games.models import TableOptions
from games.pov import Pov
from games.presenters import presenter
from games.presenters.bots import bots_on_offer
from games.queries import last_bot_of

NAMES: Mapping[str, Promise] = {
    "easy": _("Easy"),
    "medium": _("Medium"),
    "strong": _("Strong"),
    "oracle": _("Oracle"),
}
"""The levels, the easiest first."""

FOR_NEWCOMERS = "medium"
"""At this level people who have just learned a game win about half of the time."""


class Level(NamedTuple):
    """A level to choose. chosen: whether it is the one of the bot at the table."""

    slug: str
    name: Promise
    chosen: bool


def levels_at(pov: Pov) -> list[Level]:
    """Return the levels among which a player may choose now, the easiest first.

    They may at a table as "Play a bot" opens it, as long as they have not made a move.
    """
    game, bots = pov.game, [seat.bot for seat in pov.seats if seat.bot]
    by_level = _bots_by_level(game.kind)
    opened = TableOptions.of(game) == options_against_bot(game.kind)
    begins = game.same_dice_as_id is None and (game.is_waiting or game.is_running)
    if pov.seat is None or not (opened and begins) or len(bots) != game.size - 1:
        return []
    if any(event.player == pov.player for event in pov.log.events[: game.version]):
        return []
    if not set(bots) <= set(by_level.values()):
        return []
    return [Level(level, NAMES[level], bot in bots) for level, bot in by_level.items()]


def options_against_bot(kind: str) -> TableOptions:
    """Return what a table is like that "Play a bot" opens."""
    return TableOptions(kind, KINDS[kind].rules.min_players)


def usual_level(user: User | AnonymousUser) -> str:
    """Return the level of the bot that a visitor played last; else that for newcomers."""
    last = last_bot_of(user) if isinstance(user, User) else None
    if last is None or last.bot not in KINDS[last.game.kind].bots:
        return FOR_NEWCOMERS
    by_strength = list(KINDS[last.game.kind].bots)
    strength = by_strength.index(last.bot)
    levels = _bots_by_level(last.game.kind)
    reached = [level for level, bot in levels.items() if by_strength.index(bot) <= strength]
    return reached[-1] if reached else next(iter(levels), FOR_NEWCOMERS)


def bot_at(kind: str, level: str) -> str:
    """Return the bot of a level, the strongest in a game that does not have this level."""
    bots = _bots_by_level(kind)
    return bots.get(level) or list(bots.values())[-1]


def _bots_by_level(kind: str) -> dict[str, str]:
    offered = bots_on_offer(kind)
    levels = presenter(kind).LEVELS
    return {level: levels[level] for level in NAMES if levels.get(level) in offered}

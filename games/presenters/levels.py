"""Levels of bots: the same few in every game, each level with one bot.

Visitors play at once, without choosing a level; they can change the level until their first move.
"""

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.registry import KINDS
from games.models import TableOptions
from games.pov import Pov
from games.presenters import presenter
from games.presenters.bots import bots_on_offer
from games.presenters.names import bot_name
from games.queries import last_bot_of

HIGHEST = 5
"""The highest level. A game may have fewer."""

FOR_NEWCOMERS = 2
"""People who have just learned a game win about half of their games at this level."""


class Level(NamedTuple):
    """A level to choose. bot: the name of its bot.  chosen: whether that bot is at the table."""

    number: int
    bot: str
    chosen: bool


class BotToAdd(NamedTuple):
    """A bot that may take a seat. is_usual: whether its level is the one for newcomers."""

    slug: str
    words: str
    is_usual: bool


def bots_to_add(kind: str) -> list[BotToAdd]:
    """Return the bots that may take a seat: the easiest level first, bots without a level last."""
    texts, usual = bots_on_offer(kind), level_at(kind, FOR_NEWCOMERS)
    # Translators: %(bot)s is the name of a bot and a sentence about it.
    words = _("Level %(number)d · %(bot)s")
    with_level = [
        BotToAdd(bot, words % {"number": number, "bot": texts[bot].choice}, number == usual)
        for number, bot in bots_by_level(kind).items()
    ]
    others = [
        BotToAdd(bot, text.choice, is_usual=False)
        for bot, text in texts.items()
        if not level_of(kind, bot)
    ]
    return [*with_level, *others]


def levels_at(pov: Pov) -> list[Level]:
    """Return the levels to choose from, the easiest first.

    Only tables opened by "Play a bot" offer levels, until the player's first move.
    """
    game, bots = pov.game, [seat.bot for seat in pov.seats if seat.bot]
    opened = TableOptions.of(game) == options_against_bot(game.kind)
    begins = game.same_dice_as_id is None and (game.is_waiting or game.is_running)
    if pov.seat is None or not (opened and begins) or len(bots) != game.size - 1:
        return []
    if any(event.player == pov.player for event in pov.log.events[: game.version]):
        return []
    by_level = bots_by_level(game.kind)
    if not set(bots) <= set(by_level.values()):
        return []
    return [
        Level(number, bot_name(game.kind, bot), bot in bots) for number, bot in by_level.items()
    ]


def options_against_bot(kind: str) -> TableOptions:
    """Return the options of a table opened by "Play a bot"."""
    return TableOptions(kind, KINDS[kind].rules.min_players)


def usual_level(user: User | AnonymousUser) -> int:
    """Return the level of the bot that a visitor played last, else the level for newcomers."""
    last = last_bot_of(user) if isinstance(user, User) else None
    if last is None or last.bot not in KINDS[last.game.kind].bots:
        return FOR_NEWCOMERS
    strength = _strength(last.game.kind)
    reached = [
        number
        for number, bot in bots_by_level(last.game.kind).items()
        if strength[bot] <= strength[last.bot]
    ]
    return max(reached, default=1)


def next_level(kind: str, bot: str, *, up: bool) -> int:
    """Return the next level up or down from a bot, 0 if there is none."""
    strength = _strength(kind)
    if bot not in strength:
        return 0
    by_level = bots_by_level(kind)
    if up:
        return min((n for n in by_level if strength[by_level[n]] > strength[bot]), default=0)
    return max((n for n in by_level if strength[by_level[n]] < strength[bot]), default=0)


def level_at(kind: str, level: int) -> int:
    """Return a level, or the highest available level below it."""
    return max((number for number in bots_by_level(kind) if number <= level), default=1)


def bot_at(kind: str, level: int) -> str:
    """Return the bot of a level, or of the highest available level below it."""
    return bots_by_level(kind)[level_at(kind, level)]


def level_of(kind: str, bot: str) -> int:
    """Return the level of a bot, 0 for a bot without one."""
    levels = presenter(kind).LEVELS
    return levels.index(bot) + 1 if bot in levels else 0


def level_words(number: int) -> str:
    """Return a level in words, to stand after the name of its bot; "" for level 0."""
    # Translators: It stands after the name of a bot, as in "Cautious level 2".
    return _("level %(number)d") % {"number": number} if number else ""


def bots_by_level(kind: str) -> dict[int, str]:
    """Return the available bots by level, the easiest first."""
    offered = bots_on_offer(kind)
    levels = enumerate(presenter(kind).LEVELS, start=1)
    return {number: bot for number, bot in levels if bot in offered}


def _strength(kind: str) -> dict[str, int]:
    return {bot: place for place, bot in enumerate(KINDS[kind].bots)}

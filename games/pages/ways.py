"""The ways into a game that pages offer: against bots, and with people."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from games import queries
from games.engine.registry import KINDS
from games.models import Game
from games.pages import pages_of
from games.presenters import presenter
from games.presenters.levels import level_at, level_words, usual_level
from games.presenters.shared import About
from games.presenters.time_control_words import live_short


@dataclass(frozen=True)
class Ways:
    """The ways into games of one kind."""

    kind: str
    about: About
    has_lesson: bool
    fewest: int  # least number of players
    most: int
    pace: str  # the usual live clock in words
    level: str  # the level of the usual bot, in words
    live: int  # number of live tables with the usual rules that wait for players
    days: int  # number of turn-by-turn tables with the usual rules that wait for players
    is_usual: bool  # whether the visitor played this kind last; for new visitors, the first kind


def ways_for(visitor: queries.Visitor, tables: Iterable[Game]) -> list[Ways]:
    """List the ways into games of each kind. tables: those that wait for players."""
    waiting = Counter(
        (game.kind, queries.days_of(game) is not None)
        for game in tables
        if queries.is_as_usual(game)
    )
    last = queries.last_kind_of(visitor) if isinstance(visitor, User) else None
    usual, level = last if last in KINDS else next(iter(KINDS)), usual_level(visitor)
    return [
        Ways(
            kind=slug,
            about=presenter(slug).ABOUT,
            has_lesson=pages_of(slug).LESSON is not None,
            fewest=kind.rules.min_players,
            most=kind.rules.max_players,
            pace=live_short(presenter(slug).PACES.normal),
            level=level_words(level_at(slug, level)),
            live=waiting[slug, False],
            days=waiting[slug, True],
            is_usual=slug == usual,
        )
        for slug, kind in KINDS.items()
    ]

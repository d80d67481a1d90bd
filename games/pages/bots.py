"""The page about the bots: their characters and their measured strength."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.analysis.measured import Measured, measured
from games.engine.core import RandomBot
from games.engine.registry import KINDS
from games.engine.shares import Share
from games.presenters import presenter
from games.presenters.bots import bots_on_offer
from games.presenters.levels import level_of, level_words
from games.presenters.names import bot_name
from games.presenters.shared import About, BotText, percent, rounded

# A bot is called cautious or reckless if its share of busts, divided by the strongest bot's, is
# below or above these numbers.
CAUTIOUS, RECKLESS = 0.8, 1.25


@dataclass(frozen=True, slots=True)
class Strength:
    """The share of its games that a bot won."""

    share: str
    interval: str
    x: float  # place in the drawing, 0 to 100


@dataclass(frozen=True, slots=True)
class Nerve:
    """How much a bot dares, compared with the strongest one."""

    word: str
    sentence: str


@dataclass(frozen=True, slots=True)
class BotView:
    """A bot of a game."""

    slug: str
    text: BotText
    level: str  # in words; "" for a bot without a level
    plays_at_random: bool  # games against it say nothing about the strength of other bots
    is_offered: bool
    strength: Strength | None
    nerve: Nerve | None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A bot's wins against each other bot."""

    name: str
    cells: Sequence[str | None]  # None if it would play itself


@dataclass(frozen=True, slots=True)
class Cross:
    """All bots' wins against each other."""

    names: Sequence[str]
    rows: Sequence[CrossRow]
    error: str  # the greatest error of any cell, in percentage points


@dataclass(frozen=True, slots=True)
class BotsOfKind:
    """The bots of a game. measured, cross: None if nothing was measured."""

    kind: str
    about: About
    bots: Sequence[BotView]
    measured: Measured | None
    cross: Cross | None


def bots_of(kind: str) -> BotsOfKind:
    """Return the bots of a game, the strongest first."""
    found, offered = measured(kind), bots_on_offer(kind)
    texts = presenter(kind).BOTS
    bots = [
        BotView(
            slug,
            texts[slug],
            level=level_words(level_of(kind, slug)),
            plays_at_random=isinstance(KINDS[kind].bots[slug], RandomBot),
            is_offered=slug in offered,
            strength=_strength(found.strength.get(slug)) if found else None,
            nerve=_nerve(kind, slug, found) if found else None,
        )
        for slug in (_by_strength(found, texts) if found else texts)
    ]
    return BotsOfKind(
        kind, presenter(kind).ABOUT, bots, found, _cross(kind, found) if found else None
    )


def _strength(share: Share | None) -> Strength | None:
    if share is None:
        return None
    interval = _("%(low)s to %(high)s") % {"low": _percent(share.low), "high": _percent(share.high)}
    return Strength(_percent(share.mean), interval, 100 * share.mean)


def _nerve(kind: str, slug: str, found: Measured) -> Nerve | None:
    if slug not in found.nerve:
        return None
    nerve, usual = found.nerve[slug], found.nerve[_by_strength(found, found.strength)[0]]
    word = _("balanced")
    if nerve < CAUTIOUS * usual:
        word = _("cautious")
    elif nerve > RECKLESS * usual:
        word = _("reckless")
    sentence = str(presenter(kind).NERVE) % {"share": _percent(nerve, 0)}
    return Nerve(word, sentence)


def _by_strength(found: Measured, slugs: Iterable[str]) -> list[str]:
    """Return the bots, the strongest first, and those without a measured strength last."""
    return sorted(
        slugs, key=lambda slug: -found.strength[slug].mean if slug in found.strength else 0
    )


def _cross(kind: str, found: Measured) -> Cross:
    slugs = _by_strength(found, dict.fromkeys(slug for pair in found.won for slug in pair))
    rows = [
        CrossRow(
            bot_name(kind, slug),
            [
                _percent(found.won[slug, other].mean, 0) if (slug, other) in found.won else None
                for other in slugs
            ],
        )
        for slug in slugs
    ]
    most = max(share.high - share.low for share in found.won.values()) / 2
    error = number_format(rounded(Fraction(most) * 100), decimal_pos=1)
    return Cross([bot_name(kind, slug) for slug in slugs], rows, error)


def _percent(share: float, decimals: int = 1) -> str:
    return percent(Fraction(share), decimals)

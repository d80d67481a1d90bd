"""The names of the people and bots at a table."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from django.utils.text import get_text_list
from django.utils.translation import get_language_bidi, pgettext
from django.utils.translation import gettext as _

from accounts.written_text import clean_line
from games.models import Seat
from games.pov import Pov
from games.presenters import presenter

JOINER = "\u200d"
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"

_RIGHT_TO_LEFT = {"R", "AL", "AN", ""}
"""Bidirectional classes of scripts that run from right to left, and of unassigned characters."""

LONGEST_SHOWN = 25  # characters of a name from a record: boards have room for no more


def seat_name(seat: Seat) -> str:
    """Return the name of a seat's player, without the number that tells equal bots apart."""
    if seat.name is not None:
        return _quoted(seat.name)
    if seat.user is not None:
        return seat.user.username
    if seat.bot:
        return bot_name(seat.game.kind, seat.bot)
    return _("deleted player")


def name_at_first(seat: Seat) -> str:
    """Return the name of the player who began the game in this seat, even if a bot took it over."""
    if seat.taken_over_after is None:
        return seat_name(seat)
    return seat.left_by.username if seat.left_by is not None else _("deleted player")


def recorded_name(seat: Seat) -> str:
    """Return the name for the record of the game: that of the player who began the game."""
    return name_at_first(seat) if seat.name is None else seat.name


def _quoted(name: str) -> str:
    """Return a name from a record, in quotes, because it names no user of this site."""
    shown = clean_line(name)
    if not shown:
        return _("unnamed player")
    if len(shown) > LONGEST_SHOWN:
        shown = shown[: _cut_before(shown, LONGEST_SHOWN - 1)].rstrip() + "…"
    # Isolated, so that the name reverses no text beside it, in mails and notices too. Only names
    # from records may run from right to left on a page that runs from left to right.
    if get_language_bidi() or any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in shown):
        shown = f"{ISOLATE}{shown}{END_OF_ISOLATE}"
    return _("“%(name)s”") % {"name": shown}


def _cut_before(text: str, end: int) -> int:
    """Return the last place up to `end` at which a cut splits no joined characters."""
    before = end
    while before and (
        text[before - 1] == JOINER
        # Marks, joiners, skin tones: they belong to the character before them.
        or unicodedata.category(text[before]) in {"Mn", "Mc", "Me", "Cf", "Sk"}
    ):
        before -= 1
    return before or end


def bot_name(kind: str, slug: str) -> str:
    """Return the name of a bot, or its slug if the bot no longer exists."""
    bot = presenter(kind).BOTS.get(slug)
    return str(bot.name) if bot else slug


def name_of(seats: Sequence[Seat], player: int) -> str:
    """Return the name of a player, given by number; "" if nobody has that number."""
    seat = next((seat for seat in seats if seat.player == player), None)
    return name_among(seats, seat) if seat else ""


def name_or_you(pov: Pov, player: int) -> str:
    """Return "You" for the viewer, and other players' names; only names if all share a device."""
    return _("You") if player == pov.player and not pov.is_host else name_of(pov.seats, player)


def name_among(seats: Iterable[Seat], seat: Seat) -> str:
    """Return the name of the player in one of these seats; equal bots are numbered."""
    name = seat_name(seat)
    if not seat.bot:
        return name
    called = attrgetter("bot", "name")
    alike = sorted(other.player for other in seats if seat.bot and called(other) == called(seat))
    if len(alike) < 2:
        return name
    number = alike.index(seat.player) + 1
    return _("%(name)s %(number)d") % {"name": name, "number": number}


def names_by_player(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names of all players, by number."""
    return tuple(name_among(seats, seat) for seat in sorted(seats, key=attrgetter("player")))


def names_at(seats: Sequence[Seat], seq: int) -> tuple[str, ...]:
    """Return the names of the players at the time of an event, by number."""
    return next(names_at_each(seats, [seq]))


def names_at_each(seats: Sequence[Seat], seqs: Iterable[int]) -> Iterator[tuple[str, ...]]:
    """Yield the names of the players at the time of each event."""
    now, at_first = names_by_player(seats), names_at_first(seats)
    in_order = sorted(seats, key=attrgetter("player"))
    until = [-1 if seat.taken_over_after is None else seat.taken_over_after for seat in in_order]
    for seq in seqs:
        yield tuple(
            before if seq <= last else after
            for before, after, last in zip(at_first, now, until, strict=True)
        )


def names_at_first(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names of the players who began the game, by number."""
    return tuple(name_at_first(seat) for seat in sorted(seats, key=attrgetter("player")))


def joined_names(seats: Sequence[Seat]) -> str:
    """Return the names at a table as one text, with dashes between them."""
    return " – ".join(name_among(seats, seat) for seat in seats)


def listed(items: Iterable[object]) -> str:
    """Return the items as a list in a sentence: "6, 7 and 8"."""
    texts = [str(item) for item in items]
    if len(texts) == 1:
        return texts[0]  # the usual case
    return get_text_list(texts, pgettext("last of a list", "and"))


def separated(items: Iterable[object]) -> str:
    """Return the items as a list without an "and": "6 at 2, 7 at 3"."""
    # Translators: what stands between the items of a list without an "and".
    return _(", ").join(map(str, items))

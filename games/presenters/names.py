"""What the people and programs at a table are called."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from django.utils.text import get_text_list
from django.utils.translation import get_language_bidi, pgettext
from django.utils.translation import gettext as _

from accounts.written_text import kept_line
from games.models import Seat
from games.pov import Pov
from games.presenters import presenter

JOINER = "\u200d"
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"

_TURNING = {"R", "AL", "AN", ""}
"""Characters of scripts that run from right to left, and such as Python does not know yet."""

LONGEST_SHOWN = 25
"""More of a name out of a record is not shown."""


def seat_name(seat: Seat) -> str:
    """Return the name of the player who holds, or held, the seat, without a number."""
    if seat.name is not None:
        return _told_name(seat.name)
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
    """Return the name for the record of the game: of the player who began it."""
    return name_at_first(seat) if seat.name is None else seat.name


def _told_name(name: str) -> str:
    """Return a name out of a record, marked wherever it stands as nobody's on this site.

    The boards have room for names as short as those of users. All other names are in Latin
    letters, or in the language of the page.
    """
    shown = kept_line(name)
    if len(shown) > LONGEST_SHOWN:
        shown = shown[: _whole(shown, LONGEST_SHOWN - 1)].rstrip() + "…"
    return _("“%(name)s”") % {"name": _isolated(shown)} if shown else _("unnamed player")


def _isolated(name: str) -> str:
    """Return a name that turns nothing beside it round, wherever it stands: also in plain text.

    Browsers treat these characters as <bdi>, mails and notices know no other way.
    """
    turns = get_language_bidi() or any(unicodedata.bidirectional(c) in _TURNING for c in name)
    return f"{ISOLATE}{name}{END_OF_ISOLATE}" if turns else name


def _whole(text: str, end: int) -> int:
    """Return where to cut a text near a place, so that no joined sequence is cut in two."""
    before = end
    while before and (text[before - 1] == JOINER or _belongs_to_one_before(text[before])):
        before -= 1
    return before or end


def _belongs_to_one_before(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] == "M" or category in {"Cf", "Sk"}  # marks, joiners, colours of skin


def bot_name(kind: str, slug: str) -> str:
    """Return what people call a bot; the slug itself for one that is no longer known."""
    bot = presenter(kind).BOTS.get(slug)
    return str(bot.name) if bot else slug


def name_of(seats: Sequence[Seat], player: int) -> str:
    """Return the name of a player, by number."""
    seat = next((seat for seat in seats if seat.player == player), None)
    return name_among(seats, seat) if seat else ""


def called(pov: Pov, player: int) -> str:
    """Return "You" for the viewer, and for others their names."""
    return _("You") if player == pov.player and not pov.hosts else name_of(pov.seats, player)


def name_among(seats: Iterable[Seat], seat: Seat) -> str:
    """Return the name of the holder of one of these seats; bots of one kind are numbered."""
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
    """Return the names of all players, the first one's first."""
    return tuple(name_among(seats, seat) for seat in sorted(seats, key=attrgetter("player")))


def names_at(seats: Sequence[Seat], seq: int) -> tuple[str, ...]:
    """Return the names of those who played when an event happened, the first one's first."""
    return next(names_at_each(seats, [seq]))


def names_at_each(seats: Sequence[Seat], seqs: Iterable[int]) -> Iterator[tuple[str, ...]]:
    """Yield for each of several events the names of those who played then."""
    now, at_first = names_by_player(seats), names_at_first(seats)
    in_order = sorted(seats, key=attrgetter("player"))
    until = [-1 if seat.taken_over_after is None else seat.taken_over_after for seat in in_order]
    for seq in seqs:
        yield tuple(
            before if seq <= last else after
            for before, after, last in zip(at_first, now, until, strict=True)
        )


def names_at_first(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names of those who began the game, the first one's first."""
    return tuple(name_at_first(seat) for seat in sorted(seats, key=attrgetter("player")))


def together(seats: Sequence[Seat]) -> str:
    """Return the names at a table as one text, with dashes between them."""
    return " – ".join(name_among(seats, seat) for seat in seats)


def listed(items: Iterable[object]) -> str:
    """Return the items as people list them: "6, 7 and 8"."""
    texts = [str(item) for item in items]
    if len(texts) == 1:
        return texts[0]  # as nearly always
    return get_text_list(texts, pgettext("last of a list", "and"))


def separated(items: Iterable[object]) -> str:
    """Return the items as a note has them, without an "and": "6 at 2, 7 at 3"."""
    # Translators: what stands between the items of a list without an "and".
    return _(", ").join(map(str, items))

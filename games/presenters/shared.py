"""What pages show of every game, whatever is played: seats, title, odds, who left, who won."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.core import Event, Outcome, Ruled, TimedOut
from games.models import Game, Seat
from games.pov import Pov
from games.presenters import presenter
from games.presenters.names import listed, name_of, seat_name


class Box(NamedTuple):
    """What is printed on the box of the game: who made it, and for which ages.

    age: in years, the youngest that editions are sold for.  minutes: how long a game takes.
    """

    author: str
    publisher: str
    year: int
    age: int
    minutes: int


class About(NamedTuple):
    """A game in a few words.

    name: a proper name, the same in every language.  pitch: two sentences for the front page.
    opponent: slug of the bot that "Play now" sits down.
    asks: the question before a roll, with a place for a name.  hold: what not to roll is called.
    moments: what a replay may pause at, as the label of a choice.
    challenge: what the daily challenge asks for, "" in a game that nobody plays alone.
    """

    name: str
    box: Box
    pitch: Promise
    opponent: str
    asks: Promise
    hold: Promise
    moments: Promise
    challenge: Promise | str = ""


class BotText(NamedTuple):
    """A bot's name, and one sentence about it."""

    name: Promise
    sentence: Promise


class Tally(NamedTuple):
    """How far a player has come. points: more is better, the first number counts most."""

    points: tuple[Any, ...]
    words: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A line of the seat list.

    near: whether the page is seen from here.  score: what the kind shows of the player's progress.
    """

    seat: Seat
    name: str
    you: bool
    near: bool
    turn: bool
    left: bool
    score: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Odds:
    """The chance that a roll is a bust. width: 0..100, for the bar.  hint: more exactly, or ""."""

    label: str
    percent: str
    width: float
    hint: str = ""


def shared_context(pov: Pov) -> dict[str, Any]:
    """Return what the templates of every kind draw for this point of view."""
    kind = presenter(pov.game.kind)
    return {
        "seats": [_seat_view(pov, seat) for seat in _in_order(pov)],
        "free_seats": range(len(pov.seats), pov.game.size),
        "status": kind.sentence(pov),
        "heard": "",
        "then": "",
        "title": _title(pov, kind.ABOUT.name),
        "options": kind.options(pov.game),
        "bots": kind.BOTS,
        "turns_alone": pov.rules.length(pov.state)["turns"] if pov.game.size == 1 else 0,
        "winners": _winners(pov, pov.outcome) if pov.outcome else "",
    }


def odds(label: str, chance: Fraction, hint: str = "") -> Odds | None:
    """Return a chance as the tables show it, None where it is none, or next to none."""
    width = rounded(chance * 100)
    if not width:
        return None
    return Odds(label, percent(chance), width, hint)


@dataclass(frozen=True, slots=True)
class RollNotTaken:
    """What a player who would not roll would have rolled."""

    name: str
    faces: tuple[int, ...]
    bust: bool


def roll_not_taken(pov: Pov) -> RollNotTaken | None:
    """Return the roll that somebody preferred not to make with this step, or will with the next.

    None where nobody could roll, or did, and for every game that is not over.
    """
    with_this_step = _declined_roll(replace(pov, seq=pov.seq - 1)) if pov.seq else None
    return with_this_step or _declined_roll(pov)


def _declined_roll(pov: Pov) -> RollNotTaken | None:
    address, coming = pov.rules.roll_address(pov.state), pov.next_event
    if pov.dice is None or address is None or coming is None or coming.player != address.player:
        return None
    if pov.rules.faces_of(coming) is not None:
        return None
    event = pov.rules.resolve(pov.state, address.player, pov.rules.parse_action("roll"), pov.dice)
    rolled = pov.rules.faces_of(event)
    if rolled is None:
        return None
    bust = bool(pov.rules.annotate_event(pov.state, event)["bust"])
    return RollNotTaken(name_of(pov.seats, address.player), rolled.faces, bust)


def percent(chance: Fraction, decimals: int = 1) -> str:
    """Return a chance as a percentage, in the reader's language."""
    number = number_format(rounded(chance * 100, decimals), decimal_pos=decimals)
    return _("%(number)s%%") % {"number": number}


def rounded(number: Fraction, decimals: int = 1) -> float:
    """Return a number for people: halves go up, where Python's `round` goes to the even digit."""
    scale = int(10**decimals)
    return math.floor(number * scale + Fraction(1, 2)) / scale


def start(pov: Pov) -> str:
    """Return the sentence for a table where nothing has happened yet."""
    if pov.game.is_waiting:
        free = pov.game.size - len(pov.seats)
        if not free:
            return _("Everybody is here: the game starts in a moment.")
        return ngettext(
            "Waiting for %(free)d more player.", "Waiting for %(free)d more players.", free
        ) % {"free": free}
    if pov.game.status == Game.Status.CANCELLED:
        return _("This table was closed before the game began.")
    return _("The game begins.")


def left(event: Event, *, you: bool) -> str:
    """Return that somebody left the game, with a place for the name of somebody else."""
    if isinstance(event, TimedOut):
        return _("Your time ran out.") if you else _("%(name)s ran out of time.")
    return _("You resigned.") if you else _("%(name)s resigned.")


def ruled(event: Ruled) -> str:
    """Return that a moderator decided the game."""
    if event.winners:
        return _("A moderator awards the game.")
    return _("A moderator ends the game.")


def by_ruling(outcome: Outcome) -> str:
    """Return how a game came to its end that a moderator decided."""
    return _("By the ruling of a moderator.") if outcome.winners else _("A moderator ended it.")


def last_one_left(pov: Pov, outcome: Outcome) -> str:
    """Return how a game ended that everybody has left, or everybody but one."""
    if not outcome.winners:
        if outcome.termination != TimedOut.type:
            return ""
        alone = pov.game.size == 1
        return _("Time ran out.") if alone else _("Time ran out for everybody who was left.")
    (winner,) = outcome.winners
    name = name_of(pov.seats, winner)
    if outcome.termination == TimedOut.type:
        return _("The last of the others ran out of time; only %(name)s is left.") % {"name": name}
    return _("Only %(name)s is left in the game.") % {"name": name}


def _winners(pov: Pov, outcome: Outcome) -> str:
    if pov.game.size == 1:
        return _alone(pov, outcome)
    if not outcome.winners:
        return _("Nobody has won")
    names = listed(name_of(pov.seats, player) for player in outcome.winners)
    if len(outcome.winners) > 1:
        return _("%(names)s share the win") % {"names": names}
    if pov.player in outcome.winners:
        return _("You have won!")
    return _("%(name)s has won") % {"name": names}


def _alone(pov: Pov, outcome: Outcome) -> str:
    if not outcome.winners:
        return _("Ended") if outcome.termination == Ruled.type else _("Given up")
    turns = pov.rules.length(pov.state)["turns"]
    return ngettext("Done in %(turns)d turn", "Done in %(turns)d turns", turns) % {"turns": turns}


def _title(pov: Pov, game_name: str) -> str:
    if pov.my_turn:
        return _("Your turn · %(game)s") % {"game": game_name}
    if not pov.seats:
        return _("Closed table · %(site)s") % {"site": settings.SITE_NAME}
    names = " – ".join(seat_name(seat) for seat in pov.seats)
    return _("%(names)s · %(game)s") % {"names": names, "game": game_name}


def _in_order(pov: Pov) -> list[Seat]:
    """Return the seats round the table, from the one whose side a replay is seen from."""
    return sorted(pov.seats, key=lambda seat: (seat.player < (pov.side or 0), seat.player))


def _seat_view(pov: Pov, seat: Seat) -> SeatView:
    waiting = pov.game.is_waiting
    return SeatView(
        seat=seat,
        name=seat_name(seat),
        you=seat.player == pov.player,
        near=seat.player == pov.near,
        turn=seat.player in pov.active and not waiting,
        left=seat.player in pov.state.left,
        score={} if waiting else presenter(pov.game.kind).score(pov, seat.player),
    )

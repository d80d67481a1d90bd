"""The notation of Buttons: short texts of events, and words and tags of text records.

games/engine/notation.py describes each function.
"""

import re
from collections.abc import Iterable

from games.engine.buttons.actions import Decline, Place, PlaceStars, Roll
from games.engine.buttons.events import Dealt, Declined, Hand, OptedOut, Placed, Rolled, StarsPlaced
from games.engine.buttons.layouts import Colour
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.state import ButtonsState, Phase
from games.engine.buttons.variant import RANDOM
from games.engine.core import Action, Event, Json
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.notation import LETTERS, ROLL, Stored, Values, leaving_word, one

OPTIONS: tuple[str, ...] = ("Layouts",)
SETUP: tuple[str, ...] = ("Deal",)
HEADING = re.compile(r"r[0-9]+|[0-9]+[a-d]|\*")

_SIGNS: dict[type[Event], str] = {Declined: "-", OptedOut: "O"}
_PLAIN = {"-": Declined.type, "O": OptedOut.type}
_ORDER = list(Colour)
_ROLL = re.compile(r"([0-9])x([0-9])(?:\+([0-9]+))?:")
_CELL = re.compile(r":?[0-9]{2}")
_CELLS = re.compile(r"[0-9]{2}(?:\+[0-9]{2})*")


def text(event: Event) -> str:
    """Return the event without its player as a short text.

    The deal is the layouts and the hands of all players in seat order: `1A2B ry|gb`. A roll is the
    white die, the gold die and the other black dice: `4x2+2344`. A button is the row and the column
    of its cell, `43`; stars are all their cells, `*43+55`. A declined roll is `-` and opting out is
    `O`. Resigning is `R`, and timing out is `T`, or `T+bc` together with the players b and c.
    """
    match event:
        case Dealt(layouts=layouts, cards=cards):
            return f"{''.join(layouts)} {'|'.join(map(_hand, cards))}"
        case Rolled(white=white, gold=gold, black=black):
            return f"{white}x{gold}" + ("+" + _digits(black) if black else "")
        case Placed(cell=cell):
            return _digits(cell)
        case StarsPlaced(cells=cells):
            return "*" + "+".join(map(_digits, cells))
        case _:
            return leaving_word(event) or _SIGNS[type(event)]


def write_options(variant: Json) -> list[tuple[str, Values]]:
    """Return the tag for the layouts."""
    layouts = variant["layouts"]
    return [("Layouts", (layouts if isinstance(layouts, str) else " ".join(layouts),))]


def read_option(name: str, values: Values) -> Json:
    """Return the option for the layouts as JSON. The layouts' names are not checked here."""
    value = one(values)
    return {"layouts": value if value == RANDOM else value.split()}


def write_setup(event: Event) -> tuple[str, Values]:
    """Return the tag for the deal: the layouts and the hands in seat order."""
    if not isinstance(event, Dealt):
        raise TypeError(f"no event of nobody in Buttons: {event!r}")
    return "Deal", (" ".join(event.layouts), " ".join(map(_hand, event.cards)))


def read_setup(name: str, values: Values) -> Stored:
    """Return the deal. values: layouts and hands in seat order; cards of a hand in any order.

    Raises:
        ValueError: The number of values is not two, a letter is no card, or nobody holds red.
    """
    if len(values) != 2:
        raise Fault(
            "buttons-deal",
            _("must be two values, layouts and hands, not %(count)d"),
            count=len(values),
        )
    hands = [sorted(map(_card, hand), key=_ORDER.index) for hand in values[1].split()]
    starter = next((player for player, hand in enumerate(hands) if Colour.RED in hand), None)
    if starter is None:
        raise Fault("buttons-no-red", _("no one holds the red card"))
    cards = [[card.value for card in hand] for hand in hands]
    return Dealt.type, {"layouts": values[0].split(), "cards": cards, "starter": starter}


def headings(state: ButtonsState) -> tuple[str, ...]:
    """Return the round and the turn, such as `r1` and `2a`; `r1` and `*` while stars are placed."""
    player = speaker(state)
    if player is not None:
        return f"r{state.round}", f"{state.turns[player]}{LETTERS[player]}"
    return (f"r{state.round}", "*") if state.phase is Phase.STARS else ()


def speaker(state: ButtonsState) -> int | None:
    """Return the turn player, or None before the deal, while stars are placed or after the end."""
    return state.turn_player if state.phase in {Phase.TURN, Phase.PLACE} else None


def word(state: ButtonsState, event: Event) -> str:
    """Return `text` without `*`, and with a colon after a roll or before the roller's cell."""
    match event:
        case Rolled():
            return text(event) + ":"
        case Placed(player=player):
            return ":" * (player == speaker(state)) + text(event)
        case _:
            return text(event).removeprefix("*")


def action_word(action: Action) -> str:
    """Return a cell by its two numbers, and the cells of stars with a plus between them."""
    match action:
        case Place(cell=cell):
            return _digits(cell)
        case PlaceStars(cells=cells):
            return "+".join(map(_digits, cells))
        case Roll():
            return ROLL
        case Decline():
            return _SIGNS[Declined]
        case _:
            return _SIGNS[OptedOut]


def read_word(rules: ButtonsRules, state: ButtonsState, player: int, word: str) -> Stored:
    """Return the event for a roll, a decision on a roll, opting out, or stars.

    Raises:
        ValueError: The word is unknown, or a colon is wrong or missing.
    """
    if found := _ROLL.fullmatch(word):
        white, gold, black = found.groups(default="")
        return Rolled.type, {
            "white": int(white),
            "gold": int(gold),
            "black": sorted(map(int, black)),
        }
    if state.phase is Phase.STARS and _CELLS.fullmatch(word):
        return StarsPlaced.type, {"cells": sorted(map(_cell, word.split("+")))}
    if _CELL.fullmatch(word):
        if word.startswith(":") != (player == speaker(state)):
            raise Fault("buttons-colon", _("only the roller's cell comes after a colon"))
        return Placed.type, {"cell": _cell(word.removeprefix(":"))}
    if word in _PLAIN:
        return _PLAIN[word], {}
    raise Fault(
        "buttons-word", _("not a roll such as 4x2+2344:43 or 4x2+2344:X, nor a cell, -, O, R or T")
    )


def _cell(digits: str) -> list[int]:
    return [int(digit) for digit in digits]


def _hand(cards: Hand) -> str:
    return "".join(card.value[0] for card in cards)


def _card(letter: str) -> Colour:
    for colour in _ORDER:
        if colour.value[0] == letter:
            return colour
    raise Fault(
        "buttons-card-letter", _("a card must be r, y, g or b, not %(letter)r"), letter=letter
    )


def _digits(numbers: Iterable[int]) -> str:
    return "".join(map(str, numbers))

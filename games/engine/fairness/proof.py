"""What a record says of the dice of a game, and whether that is so."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from games.engine.core import Event, Rules, S
from games.engine.fairness.fair_dice import SALT, SCHEMES, FairDice, commitment
from games.engine.fairness.verify import check_chance


class RecordSeat(TypedDict):
    """A seat as it was taken. salt: its part in the dice.  player: who plays from it."""

    salt: str
    player: int


class RecordDice(TypedDict):
    """The dice of a game as records show them.

    secret: 64 hexadecimal digits, None while the game keeps it.
    seats: in the order people sat down.
    """

    scheme: str
    code: str
    commitment: str
    secret: str | None
    seats: list[RecordSeat]


_HEX = re.compile(r"[0-9a-f]{64}")
_CODE = re.compile(r"[0-9A-Za-z_-]{1,64}")


def dice_of_record(rules: Rules[S], events: Sequence[Event], value: object) -> RecordDice:
    """Return the dice a record names for this log, which is trusted to be legal.

    Raises ValueError when they are none, or do not make what the log shows; what a scheme
    nobody here knows makes is not checked.
    """
    dice = told_dice(rules, value)
    fair = fair_dice(dice)
    if fair is None:
        return dice
    if not is_committed(dice):
        raise ValueError("dice: the commitment is not that of the secret")
    check_chance(rules, events, fair, places(dice))
    return dice


def told_dice(rules: Rules[S], value: object) -> RecordDice:
    """Return the dice a record names, of which nothing is checked but that they could be some.

    Raises ValueError when they could not.
    """
    dice = _dice(value)
    _check_seats(rules.players, dice["seats"])
    return dice


def fair_dice(dice: RecordDice) -> FairDice | None:
    """Return the dice that the secret and the salts make.

    None without the secret, or with a scheme that nobody here knows.
    """
    if dice["secret"] is None or dice["scheme"] not in SCHEMES:
        return None
    salts = tuple(seat["salt"] for seat in dice["seats"])
    return FairDice(bytes.fromhex(dice["secret"]), dice["code"], salts, dice["scheme"])


def is_committed(dice: RecordDice) -> bool:
    """Return whether the commitment is that of the secret, in a scheme that is known."""
    secret = bytes.fromhex(dice["secret"] or "")
    return commitment(secret, dice["code"], dice["scheme"]) == dice["commitment"]


def places(dice: RecordDice) -> list[int]:
    """Return of each player which seat is theirs, counted from 0 as `dice["seats"]` are."""
    players = [seat["player"] for seat in dice["seats"]]
    return [players.index(player) for player in range(len(players))]


def _dice(value: object) -> RecordDice:
    match value:
        case {
            "scheme": str(scheme),
            "code": str(code),
            "commitment": str(sealed),
            "secret": str() | None as secret,
            "seats": list(seats),
            **rest,
        } if not rest:
            _check_text("code", _CODE, code)
            _check_text("commitment", _HEX, sealed)
            if secret is not None:
                _check_text("secret", _HEX, secret)
            return {
                "scheme": scheme,
                "code": code,
                "commitment": sealed,
                "secret": secret,
                "seats": [_seat(seat) for seat in seats],
            }
    raise ValueError(f"dice: not scheme, code, commitment, secret and seats: {_keys(value)}")


def _keys(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, Mapping) else repr(value)


def _seat(value: Any) -> RecordSeat:
    match value:
        case {"salt": str(salt), "player": int(player), **rest} if not rest:
            if type(player) is int:
                _check_text("salt", SALT, salt)
                return {"salt": salt, "player": player}
    raise ValueError(f"dice: not a seat: {value!r}")


def _check_text(name: str, pattern: re.Pattern[str], value: str) -> None:
    if not pattern.fullmatch(value):
        raise ValueError(f"dice: not a {name}: {value!r}")


def _check_seats(players: int, seats: Sequence[RecordSeat]) -> None:
    named = [seat["player"] for seat in seats]
    if sorted(named) != list(range(players)):
        raise ValueError(f"dice: the seats are not those of {players} players: {named}")

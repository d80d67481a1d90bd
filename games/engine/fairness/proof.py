"""Read and verify the `dice` of a record: the proof of a game's dice."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from games.engine.core import Event, Rules, S
from games.engine.fairness.fair_dice import SALT, SCHEMES, FairDice, commitment
from games.engine.fairness.verify import check_chance
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _


class RecordSeat(TypedDict):
    """A seat in a record."""

    salt: str
    player: int  # from 0, in the order of play


class RecordDice(TypedDict):
    """The `dice` of a record: the data that prove the dice of its game."""

    scheme: str  # records may have schemes that are not in `SCHEMES`
    code: str
    commitment: str  # 64 hexadecimal digits
    secret: str | None  # 64 hexadecimal digits; None until it is published
    seats: list[RecordSeat]  # in the order in which people sat down


_HEX = re.compile(r"[0-9a-f]{64}")
_CODE = re.compile(r"[0-9A-Za-z_-]{1,64}")


def dice_of_record(rules: Rules[S], events: Sequence[Event], value: object) -> RecordDice:
    """Return the untrusted `dice` of a record, after verifying the random parts of its log.

    The log must be legal. Nothing is verified if the scheme is unknown or the secret is missing.

    Raises:
        ChanceError: The log shows other dice.
        ValueError: The data have a wrong form, or the commitment doesn't match the secret.
    """
    dice = _dice(value)
    seated = [seat["player"] for seat in dice["seats"]]
    if sorted(seated) != list(range(rules.players)):
        raise Fault(
            "dice-seats",
            _("dice: the seats don't match %(players)d players: %(named)s"),
            players=rules.players,
            named=seated,
        )
    if dice["secret"] is None or dice["scheme"] not in SCHEMES:
        return dice
    secret, code, scheme = bytes.fromhex(dice["secret"]), dice["code"], dice["scheme"]
    if commitment(secret, code, scheme) != dice["commitment"]:
        raise Fault("dice-commitment", _("dice: the commitment doesn't match the secret"))
    salts = tuple(seat["salt"] for seat in dice["seats"])
    check_chance(rules, events, FairDice(secret, code, salts, scheme), places(dice))
    return dice


def places(dice: RecordDice) -> list[int]:
    """Return for each player the index of their seat in `dice["seats"]`."""
    players = [seat["player"] for seat in dice["seats"]]
    return [players.index(player) for player in range(len(players))]


def _dice(value: object) -> RecordDice:
    match value:
        case {
            "scheme": str(scheme),
            "code": str(code),
            "commitment": str(digest),
            "secret": str() | None as secret,
            "seats": list(seats),
            **rest,
        } if not rest:
            _check_text("code", _CODE, code)
            _check_text("commitment", _HEX, digest)
            if secret is not None:
                _check_text("secret", _HEX, secret)
            return {
                "scheme": scheme,
                "code": code,
                "commitment": digest,
                "secret": secret,
                "seats": [_seat(seat) for seat in seats],
            }
    raise Fault(
        "dice-keys",
        _("dice: the keys must be scheme, code, commitment, secret and seats, not %(keys)s"),
        keys=", ".join(map(str, value)) if isinstance(value, Mapping) else repr(value),
    )


def _seat(value: Any) -> RecordSeat:
    match value:
        case {"salt": str(salt), "player": int(player), **rest} if not rest:
            if type(player) is int:  # `True` is an `int`, too
                _check_text("salt", SALT, salt)
                return {"salt": salt, "player": player}
    raise Fault("dice-seat", _("dice: not a seat: %(value)r"), value=value)


def _check_text(name: str, pattern: re.Pattern[str], value: str) -> None:
    if not pattern.fullmatch(value):
        raise Fault("dice-text", _("dice: not a %(name)s: %(value)r"), name=name, value=value)

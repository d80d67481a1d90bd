"""Fair dice: how they are made, and how one game's dice are calculated, for readers to check."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page, require_safe

from accounts.requests import Request, for_anybody
from games.engine.dice import RollAddress
from games.engine.fairness.fair_dice import (
    FIRST_SCHEME,
    SALTS,
    SCHEME,
    FairDice,
    commitment,
    label_of,
    salts_hash,
)
from games.engine.fairness.proof import RecordDice, places
from games.engine.fairness.verify import SEATS, logged_rolls, shuffles
from games.engine.records.download import NAME, script
from games.engine.registry import KINDS
from games.models import Game
from games.pov import Pov, pov_of
from games.presenters.names import name_of
from games.queries import started_game
from games.services.commitments import ought_to_have_salts
from games.services.dice import record_of

EXAMPLE = FairDice(bytes(range(32)), "bcdfghjk", ("0123456789abcdef", "", "My_own-salt3"))
"""The source of the test vectors on the page."""

EXAMPLE_ROLLS = (
    (RollAddress(0, 1, 1), 4),
    (RollAddress(1, 3, 1), 6),
    (RollAddress(1, 27, 1), 4),
    (RollAddress(2, 12, 4), 40),
)

SCRIPT_FRESH = 3600
"""Seconds for which caches may keep the script. A new release may change it."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """An order drawn before the first turn. logged: the order in the record, or ()."""

    label: str
    message: str
    logged: Sequence[int]


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of the game. message: the text hashed for it, without the number of the block."""

    seq: int
    name: str
    address: RollAddress
    message: str
    faces: tuple[int, ...]


@require_safe
def fair_dice(request: Request) -> HttpResponse:
    """Explain the dice, in enough detail to check them with a program of one's own."""
    committed = commitment(EXAMPLE.secret, EXAMPLE.code)
    context = {
        "scheme": SCHEME,
        "first_scheme": FIRST_SCHEME,
        "example": EXAMPLE,
        "example_secret": EXAMPLE.secret.hex(),
        "example_committed": f"{SCHEME}|{EXAMPLE.code}|{EXAMPLE.secret.hex()}",
        "example_commitment": committed,
        "example_salts": f"{SALTS}|{committed}|{','.join(EXAMPLE.salts)}",
        "example_salts_hash": salts_hash(committed, EXAMPLE.salts),
        "rolls": [
            (EXAMPLE.message(label_of(address)), EXAMPLE.roll(address, count))
            for address, count in EXAMPLE_ROLLS
        ],
        "shuffles": [(EXAMPLE.message(label), order) for label, order in _example_orders().items()],
    }
    return render(request, "games/fair_dice.html", context)


def _example_orders() -> dict[str, tuple[int, ...]]:
    """Return the orders drawn before games of all kinds with the seats of the example, by label."""
    orders: dict[str, tuple[int, ...]] = {}
    for kind in KINDS.values():
        orders |= shuffles(kind.make_rules(len(EXAMPLE.salts), {}), EXAMPLE)
    return orders


@require_safe
@for_anybody
@conditional_page
def verify_script(request: Request) -> HttpResponse:
    """Answer with the script that verifies a record without the site."""
    answer = HttpResponse(script(), content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{NAME}"'
    patch_cache_control(answer, public=True, max_age=SCRIPT_FRESH)
    return answer


@require_safe
def verify(request: Request, code: str) -> HttpResponse:
    """Show where the dice of a game come from, line by line; the browser verifies the record.

    In a game with the players' own dice, only the record can be verified.
    """
    game = started_game(code, request.user)
    pov = pov_of(game, None)
    proof = {} if game.own_dice else _proof(pov)
    return render(request, "games/verify.html", {"game": game, "pov": pov, **proof})


def _proof(pov: Pov) -> dict[str, Any]:
    """Return the context about a game's dice. Raises Http404 if they have no proof."""
    game, told = pov.game, record_of(pov.game)
    if told is None:
        raise Http404
    return {
        "told": told,
        "began": None if game.is_imported else (game.same_dice_as or game).started_at,
        "bound": told["scheme"] != FIRST_SCHEME,
        "salts": ",".join(seat["salt"] for seat in told["seats"]),
        "salts_ought_to_be_listed": _ought_to_have_salts_listed(game),
        "seats": [
            {"name": name_of(pov.seats, seat["player"]), "salt": seat["salt"]}
            for seat in told["seats"]
        ],
        "shuffles": _shuffles(pov, told),
        "setup": _setup(pov),
        "rolls": _rolls(pov, pov.dice) if pov.dice else [],
    }


def _ought_to_have_salts_listed(game: Game) -> bool:
    ought = ought_to_have_salts()
    if game.challenge is not None:
        return ought(game.challenge.begins_at)
    return ought((game.same_dice_as or game).started_at)


def _shuffles(pov: Pov, told: RecordDice) -> list[Shuffle]:
    """Return every order drawn before the first turn of a game that is over.

    Only the order of the seats is in the record: the other orders make the set-up.
    """
    if pov.dice is None:
        return []
    return [
        Shuffle(label, pov.dice.message(label), places(told) if label == SEATS else ())
        for label in shuffles(pov.rules, pov.dice)
    ]


def _setup(pov: Pov) -> list[str]:
    """Return the events of the set-up, as the log has them."""
    if pov.dice is None:
        return []
    made = pov.rules.setup(pov.dice)
    return [json.dumps(pov.rules.event_to_json(event)) for event in pov.log.events[: len(made)]]


def _rolls(pov: Pov, dice: FairDice) -> list[Roll]:
    return [
        Roll(
            seq=roll.seq,
            name=name_of(pov.seats, roll.address.player),
            address=roll.address,
            message=dice.message(label_of(roll.address)),
            faces=roll.faces.faces,
        )
        for roll in logged_rolls(pov.rules, pov.log.events[: pov.game.version])
    ]

"""Dice that prove themselves: how they are made, and the sums of one game for checking."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page, require_safe

from games.engine.dice import RollAddress
from games.engine.fair import SCHEME, FairDice, commitment, label_of, message_of
from games.engine.proof import RecordDice
from games.engine.registry import KINDS
from games.engine.verify import SEATS, LoggedRoll, logged_rolls, shuffles
from games.history import history
from games.models import Game
from games.pov import Pov, pov_of
from games.presenters.names import name_of
from games.queries import started_game
from games.services.dice import record_of

EXAMPLE = FairDice(bytes(range(32)), "bcdfghjk", ("0123456789abcdef", "", "My_own-salt3"))
"""What the vectors of the page are made from."""

EXAMPLE_ROLLS = (
    (RollAddress(0, 1, 1), 4),
    (RollAddress(1, 3, 1), 6),
    (RollAddress(1, 8, 1), 4),
    (RollAddress(2, 12, 4), 40),
)


@require_safe
def fair_dice(request: HttpRequest) -> HttpResponse:
    """Explain the dice, exactly enough to check them with a program of one's own."""
    context = {
        "scheme": SCHEME,
        "example": EXAMPLE,
        "example_secret": EXAMPLE.secret.hex(),
        "example_commitment": commitment(EXAMPLE.secret),
        "rolls": [
            (EXAMPLE.message(label_of(address)), EXAMPLE.roll(address, count))
            for address, count in EXAMPLE_ROLLS
        ],
        "shuffles": [(EXAMPLE.message(label), order) for label, order in _example_orders().items()],
    }
    return render(request, "games/fair_dice.html", context)


def _example_orders() -> dict[str, tuple[int, ...]]:
    """Return what is drawn before games of any kind, at a table for the seats of the example."""
    orders: dict[str, tuple[int, ...]] = {}
    for kind in KINDS.values():
        orders |= shuffles(kind.make_rules(len(EXAMPLE.salts), {}), EXAMPLE)
    return orders


@require_safe
@conditional_page
def dice(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with what a browser needs to check the rolls; the secret is null in a running game."""
    game = started_game(code, request.user)
    told = _told(game)
    rolls = [
        {
            "seq": roll.seq,
            "player": roll.address.player,
            "turn": roll.address.turn,
            "roll": roll.address.roll,
            "count": roll.count,
            "faces": list(roll.faces.faces),
            "in_order": roll.faces.in_order,
        }
        for roll in _rolls(game)
    ]
    data = {key: told[key] for key in ("scheme", "code", "commitment", "secret")}
    salts = [seat["salt"] for seat in told["seats"]]
    players = [seat["player"] for seat in told["seats"]]
    answer = JsonResponse({**data, "salts": salts, "players": players, "rolls": rolls})
    patch_cache_control(answer, no_cache=True)
    return answer


@require_safe
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Show every sum that the chance of a game comes from, line by line."""
    game = started_game(code, request.user)
    told = _told(game)
    pov = pov_of(game, None)
    context = {
        "game": game,
        "pov": pov,
        "told": told,
        "seats": [
            {"name": name_of(pov.seats, seat["player"]), "salt": seat["salt"]}
            for seat in told["seats"]
        ],
        "shuffles": _shuffles(pov, told),
        "setup": _setup(pov),
        "ends": pov.outcome is not None,
        "rolls": [_roll(pov, told, roll) for roll in _rolls(game)] if pov.dice else [],
    }
    return render(request, "games/verify.html", context)


def _told(game: Game) -> RecordDice:
    """Return what is public of a game's dice, or raise Http404 for a game without them."""
    told = record_of(game)
    if told is None:
        raise Http404
    return told


def _rolls(game: Game) -> list[LoggedRoll]:
    return list(logged_rolls(game.rules, history(game).events[: game.version]))


def _shuffles(pov: Pov, told: RecordDice) -> list[dict[str, Any]]:
    """Return every order drawn before the first turn of a game that is over."""
    if pov.dice is None:
        return []
    players = [seat["player"] for seat in told["seats"]]
    # As it was, whatever it should have been. Known dice were drawn for the seats of another game.
    places = [players.index(player) for player in range(len(players))]
    return [
        {
            "label": label,
            "message": pov.dice.message(label),
            "order": places if label == SEATS else order,
        }
        for label, order in shuffles(pov.rules, pov.dice).items()
    ]


def _setup(pov: Pov) -> list[dict[str, Any]]:
    """Return what the set-up in the log says, and whether it is what chance had to make it."""
    if pov.dice is None:
        return []
    made = pov.rules.setup(pov.dice)
    return [
        {"logged": json.dumps(pov.rules.event_to_json(logged)), "right": logged == due}
        for logged, due in zip(pov.log.events, made, strict=False)
    ]


def _roll(pov: Pov, told: RecordDice, roll: LoggedRoll) -> dict[str, Any]:
    salts = [seat["salt"] for seat in told["seats"]]
    return {
        "seq": roll.seq,
        "name": name_of(pov.seats, roll.address.player),
        "address": roll.address,
        "message": message_of(told["code"], salts, label_of(roll.address)),
        "count": roll.count,
        "faces": roll.faces.faces,
        "in_order": roll.faces.in_order,
    }

"""Records of games that tests import."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from django.test import Client

from accounts.models import User
from games.engine.core import Json
from games.engine.dice import SeededDice
from games.engine.fairness.fair_dice import FairDice
from games.engine.fairness.verify import SEATS
from games.engine.records.game_record import GameRecord
from games.engine.records.json_record import RecordPlayer
from games.engine.records.text_record import text_of
from games.engine.registry import KINDS
from games.models import Game, GameDice, GameEvent, Seat
from games.services.imports import import_game
from tests.engine.recorded_games import played, proven

ADDRESS = "/replays/import/"
NAMES = ("Ada", "Bo")


def recorded_game(
    kind: str = "cantstop", names: Sequence[str] = NAMES, *, seed: int = 1, **changes: Any
) -> GameRecord:
    """Return a game with dice that prove themselves, played to its end, one player being a bot."""
    rules = KINDS[kind].make_rules(len(names), {})
    dice, proof = proven(seed, tuple(f"salt-{n}" for n in range(len(names))))
    log = played(rules, dice, Random(seed), 10_000)
    players: list[RecordPlayer] = [{"name": name, "bot": None} for name in names]
    players[-1]["bot"] = "careful"
    return GameRecord(rules, players, log, **({"dice": proof, "date": "2024.02.29"} | changes))


def record_text(kind: str = "cantstop", names: Sequence[str] = NAMES, **changes: Any) -> str:
    return text_of(recorded_game(kind, names, **changes))


def record_json(kind: str = "cantstop", names: Sequence[str] = NAMES, **changes: Any) -> str:
    return json.dumps(recorded_game(kind, names, **changes).to_json())


def unfinished_text() -> str:
    rules = KINDS["cantstop"].make_rules(2, {})
    log = played(rules, SeededDice(1), Random(1), 5)
    return text_of(GameRecord(rules, [{"name": name, "bot": None} for name in NAMES], log))


def rolled_anew(told: Json) -> Json:
    """Return the record of a finished game with another salt, and another game that follows.

    So anybody can forge it who knows the secret, which is in the record.
    """
    proof, players = told["dice"], len(told["players"])
    rules = KINDS[told["kind"]].rules_of_record(players, told["variant"])
    salts = ("forged", *(seat["salt"] for seat in proof["seats"][1:]))
    dice = FairDice(bytes.fromhex(proof["secret"]), proof["code"], salts, proof["scheme"])
    order = dice.shuffle(SEATS, players)
    seats = [{"salt": salt, "player": order.index(place)} for place, salt in enumerate(salts)]
    people: list[RecordPlayer] = [{"name": f"P{n}", "bot": None} for n in range(players)]
    log = played(rules, dice, Random(1), 10_000)
    forged: Json = GameRecord(rules, people, log, proof | {"seats": seats}).to_json()
    return forged


def imported_game(user: User | None, kind: str = "cantstop", **changes: Any) -> Game:
    return import_game(record_text(kind, **changes), user)


def paste(client: Client, text: str) -> Any:
    return client.post(ADDRESS, {"record": text})


def counts() -> list[int]:
    """Return how many rows there are of all that a game has."""
    return [model.objects.count() for model in (Game, Seat, GameEvent, GameDice, User)]


FORMS: dict[str, Callable[..., str]] = {"text": record_text, "json": record_json}

"""Bots decide without the dice: nothing they get leads to the secret, and none is opened."""

import random
import types
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.fernet import MultiFernet
from django.db import connection
from django.db.models import Model

from games.engine.core import Action, Bot, Rules, State
from games.engine.fairness.fair_dice import FairDice
from games.engine.registry import KINDS
from games.models import Game
from games.services import bot_moves
from games.services.dice import GameChance, Source
from tests.games.tables import running_table

pytestmark = pytest.mark.django_db

EVERY_BOT = [(kind, bot) for kind in KINDS for bot in KINDS[kind].bots]

NOT_FOR_BOTS = (Model, GameChance, FairDice, Source, bytes, bytearray)


def reachable(*things: object) -> Iterator[object]:
    """Yield everything that attributes and items of these things lead to, themselves too."""
    seen: set[int] = set()
    waiting = list(things)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type | types.ModuleType | types.FunctionType):
            continue
        seen.add(id(thing))
        yield thing
        if isinstance(thing, dict):
            waiting += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set | frozenset):
            waiting += thing
        waiting += getattr(thing, "__dict__", {}).values()
        slots = [slot for kind in type(thing).__mro__ for slot in getattr(kind, "__slots__", ())]
        waiting += [getattr(thing, slot) for slot in slots if hasattr(thing, slot)]


class Watched(Bot[Any]):
    """A bot that is watched while it thinks: how often it did is counted."""

    def __init__(self, bot: Bot[Any], chance: random.Random | None = None) -> None:
        self.bot = bot
        self.chance = chance
        self.thoughts = 0
        self.thinks = False

    def seeded(self, chance: random.Random) -> "Watched":
        self.chance, self.bot = chance, self.bot.seeded(chance)
        return self

    def choose(self, rules: Rules[Any], state: State, player: int) -> Action:
        self.thoughts += 1
        given = [rules, state, player, self.bot, self.chance]
        for thing in reachable(*given):
            assert not isinstance(thing, NOT_FOR_BOTS), f"a bot can reach {thing!r}"
            assert not callable(getattr(thing, "roll", None)), f"a bot can roll {thing!r}"
        self.thinks = True
        try:
            with connection.execute_wrapper(refuse):
                return self.bot.choose(rules, state, player)
        finally:
            self.thinks = False


def refuse(*args: Any) -> None:
    raise AssertionError("a bot asked the database")


def test_a_bot_that_could_reach_dice_would_be_noticed() -> None:
    game = running_table()
    assert game in reachable({"table": [game]})
    chance = GameChance(game)
    chance.shuffle("x", 2)
    assert any(isinstance(thing, FairDice) for thing in reachable(chance))
    assert any(isinstance(thing, bytes) for thing in reachable(chance))


def table_of_bots(kind: str, bot: str) -> Game:
    game = running_table(2, kind=kind)
    game.seats.update(user=None, bot=bot)
    return game


@pytest.mark.parametrize(("kind", "slug"), EVERY_BOT)
def test_a_bot_that_thinks_can_reach_no_dice(
    kind: str, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = Watched(KINDS[kind].bots[slug])
    monkeypatch.setitem(KINDS[kind].bots, slug, bot)
    opened = []
    really_open = MultiFernet.decrypt

    def counted(self: MultiFernet, sealed: bytes) -> bytes:
        opened.append(bot.thinks)
        return really_open(self, sealed)

    game = table_of_bots(kind, slug)
    monkeypatch.setattr(MultiFernet, "decrypt", counted)
    while game.is_running and game.version < 16:
        bot_moves.move_bots(game)
        game = Game.objects.get(pk=game.pk)
    assert bot.thoughts > 6
    assert opened, "rolls were made"
    assert not any(opened)


def test_the_seal_is_opened_for_a_roll_and_for_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = table_of_bots("cantstop", "bold")
    opened: list[int] = []
    really_open = MultiFernet.decrypt

    def noted(self: MultiFernet, sealed: bytes) -> bytes:
        opened.append(game.version + 1)
        return really_open(self, sealed)

    monkeypatch.setattr(MultiFernet, "decrypt", noted)
    while game.version < 20:
        bot_moves.move_bots(game)
        game = Game.objects.get(pk=game.pk)
    rolls = game.events.filter(kind="rolled").order_by("seq")
    assert opened == list(rolls.values_list("seq", flat=True))

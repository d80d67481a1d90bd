"""How many presses a game costs a player, with and without the ways to save presses.

Run: python -m benchmarks.presses [--games 200] [--kind cantstop]. Two people play each game through
the site's forms, as one of the bots decides. A press is a button, or a choice before it: a pair of
sums if there are several, a cell, a field. It fails if a way takes more presses than it may.
"""

import argparse
import os
import random
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import cycle, product
from typing import Any

from django.utils import timezone

CHANCE = random.SystemRandom()


@dataclass(frozen=True)
class Way:
    """A way to play."""

    name: str
    rolls_on: bool = False  # whether splits are taken and rolled on with one press
    chosen: dict[str, Any] = field(default_factory=dict)  # in the players' preferences
    orders: dict[str, str] = field(default_factory=dict)  # standing orders from the start
    most: int | None = None  # presses that it may take; None for a way to compare with


FORCED: dict[str, Any] = {"auto_roll": True, "auto_take": True}
ORDERS = {
    "others": "colours",
    "own": "colours",
    "colour_1": "red",
    "colour_2": "green",
    "colour_3": "blue",
    "roll_under": "45",
    "out_at": "4",
}
WAYS = {
    "cantstop": [
        Way("choose, then roll or stop"),
        Way("take and roll on", rolls_on=True, most=55),
        Way("and automatic first rolls", rolls_on=True, chosen={"auto_roll": True}, most=45),
    ],
    "buttons": [
        Way("one decision a press"),
        Way("automatic where there is no choice", chosen=FORCED),
        Way("and standing orders", chosen=FORCED, orders=ORDERS, most=25),
    ],
}
PLAYERS = {"cantstop": ["bold", "rule-of-28", "cautious"], "buttons": ["careful", "greedy"]}
"""Bots that think, unlike the one that plays at random."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kind", choices=WAYS)
    chosen = parser.parse_args()
    os.environ["DATABASE_URL"] = "sqlite://:memory:"
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    sys.exit(not measure(chosen.games, [chosen.kind] if chosen.kind else list(WAYS)))


def measure(games: int, kinds: Sequence[str]) -> bool:
    """Print the presses of each way; return whether none takes more than it may."""
    from django.conf import settings
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.ACCOUNT_RATE_LIMITS = False  # nobody plays so fast
    within = True
    for kind in kinds:
        print(f"{kind}: presses of a player in a game of two, mean of {games} games")
        for way in WAYS[kind]:
            within &= report(way, list(presses(kind, way, games)))
    return within


def report(way: Way, counted: list[tuple[str, int]]) -> bool:
    mean = statistics.mean(count for _, count in counted)
    texts = [f"{mean:5.1f}", f"(at most {way.most})" if way.most else ""]
    for bot in sorted({bot for bot, _ in counted}):
        own = statistics.mean(count for name, count in counted if name == bot)
        texts.append(f"{bot} {own:.1f}")
    print(f"  {way.name:36} {'   '.join(filter(None, texts))}", flush=True)
    return way.most is None or mean <= way.most


def presses(kind: str, way: Way, games: int) -> Iterator[tuple[str, int]]:
    """Play games and yield, for each player, the bot that thought for them and their presses."""
    pairs = cycle(product(PLAYERS[kind], repeat=2))
    for _, bots in zip(range(games), pairs, strict=False):
        table = Table(kind, way, bots)
        table.play()
        yield from zip(bots, table.pressed, strict=True)


class Table:
    """A game that people play with their browsers.

    pressed: how many presses each of them has made so far.
    """

    def __init__(self, kind: str, way: Way, bots: Sequence[str]) -> None:
        from accounts.preferences import save_preferences
        from tests.games.tables import player_client, running_table, user_at

        self.way, self.bots = way, bots
        game = running_table(len(bots), kind=kind)
        self.code, self.pressed = game.code, [0] * len(bots)
        self.clients = [player_client(game, player) for player in range(len(bots))]
        for player in range(len(bots)):
            save_preferences(user_at(game, player), **way.chosen)
            if way.orders:
                token = game.rules.token(game.position(), player)
                sent = way.orders if token is None else way.orders | {"token": str(token)}
                self._press(player, "orders", sent, fields=len(way.orders))

    def play(self) -> None:
        """Play the game to its end."""
        from games import referee
        from games.models import Game

        while (game := Game.objects.get(code=self.code)).is_running:
            if game.due_at is not None and game.due_at <= timezone.now():
                referee.handle(self.code)
            else:
                self._act(game)

    def _act(self, game: Any) -> None:
        """Let the first player with a decision to make press their way to the action they want."""
        state = game.position()
        player = game.rules.active_players(state)[0]
        wanted = self._wanted(game, state, player)
        text = str(wanted)
        sent = {"action": text, "token": str(game.rules.token(state, player))}
        before = _cells_pressed(game.rules, state, player, wanted)
        if text.startswith("split:"):  # the only one there is is chosen already
            event = game.rules.resolve(state, player, wanted, None)
            then = str(self._wanted(game, game.rules.apply_event(state, event), player))
            sent["then"] = then
            before = len(game.rules.legal_actions(state, player)) > 1
            before &= then == "stop" or not self.way.rolls_on
        self._press(player, "act", sent, fields=before)

    def _wanted(self, game: Any, state: Any, player: int) -> Any:
        from games.engine.registry import decide

        return decide(game.rules, state, player, self.bots[player], CHANCE)

    def _press(self, player: int, form: str, sent: Mapping[str, str], fields: int) -> None:
        answer = self.clients[player].post(f"/games/{self.code}/{form}/", sent)
        if answer.status_code != HTTPStatus.FOUND:
            raise RuntimeError(answer.content.decode())
        self.pressed[player] += 1 + fields


def _cells_pressed(rules: Any, state: Any, player: int, wanted: Any) -> int:
    """Return how many cells of a board are pressed before the button that sends them.

    The only cell of a roll is chosen already, and the best places of stars are: a press moves one.
    """
    from games.engine.buttons.actions import Place, PlaceStars
    from games.engine.buttons.analysis import stars_in_line

    if isinstance(wanted, PlaceStars):
        return len({*wanted.cells}.difference(stars_in_line(state, player)))
    is_own_roll = isinstance(wanted, Place) and state.rolled.player == player
    return int(is_own_roll and len(rules.legal_actions(state, player)) > 1)


if __name__ == "__main__":
    main()

"""Play games between bots and count who wins."""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.core import Rules
from games.engine.records.json_record import record
from games.engine.registry import KINDS
from games.engine.replay import fold
from tools.management.arguments import add_option, rules_of, slugs_of
from tools.simulate import SimulatedGame, simulate


@dataclass
class Tally:
    """Counts over all games."""

    games: int = 0
    seconds: float = 0  # the time of playing, without that of counting
    wins: Counter[int] = field(default_factory=Counter)  # by the index of the bot
    length: Counter[str] = field(default_factory=Counter)  # sums over games: "events", "turns", …

    def add(self, rules: Rules[Any], game: SimulatedGame, seconds: float) -> None:
        self.games += 1
        self.seconds += seconds
        self.wins.update(game.winners)
        self.length["events"] += len(game.events)
        self.length.update(rules.length(fold(rules, game.events)))


class Command(BaseCommand):
    """`manage.py simulate`: needs no database, and runs no system checks."""

    help = "Play games between bots without the database; print speed, mean length and wins."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", choices=sorted(KINDS), help="which game")
        parser.add_argument("--players", type=int, default=2)
        parser.add_argument("--bots", required=True, help="one for each player: slug,slug,...")
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument("--seed", type=int, default=0, help="the same seed, the same games")
        parser.add_argument("--records", type=Path, metavar="DIR", help="write a record per game")
        add_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        kind = KINDS[options["kind"]]
        slugs, players = slugs_of(kind, options["bots"]), options["players"]
        if len(slugs) != players:
            raise CommandError(f"{players} players need as many bots, not {len(slugs)}")
        rules = rules_of(kind, players, options["option"])
        if options["games"] < 1:
            raise CommandError("--games is at least 1")
        bots = [kind.bots[slug] for slug in slugs]
        games = simulate(rules, bots, options["games"], options["seed"])
        try:
            self._run(rules, slugs, games, options["records"])
        except OSError as error:
            raise CommandError(f"cannot write records: {error}") from error

    def _run(
        self,
        rules: Rules[Any],
        slugs: list[str],
        games: Iterable[SimulatedGame],
        directory: Path | None,
    ) -> None:
        if directory is not None:
            directory.mkdir(parents=True, exist_ok=True)
        tally = Tally()
        begun = perf_counter()
        for game in games:
            tally.add(rules, game, perf_counter() - begun)
            if directory is not None:
                _write(directory, rules, slugs, game)
            begun = perf_counter()
        self._report(tally, slugs)

    def _report(self, tally: Tally, slugs: list[str]) -> None:
        games, seconds, wins = tally.games, tally.seconds, tally.wins
        self.stdout.write(f"{games} games in {seconds:.2f} s: {games / seconds:.0f} games/s")
        means = [f"{total / games:.2f} {what}" for what, total in tally.length.items()]
        self.stdout.write(f"mean length: {', '.join(means)}")
        for index, slug in enumerate(slugs):
            share = wins[index] / games
            self.stdout.write(f"{index + 1}. {slug}: {wins[index]} wins ({share:.1%})")


def _write(directory: Path, rules: Rules[Any], slugs: list[str], game: SimulatedGame) -> None:
    seated = [slugs[seat] for seat in game.seats]
    data = record(rules, [{"name": slug, "bot": slug} for slug in seated], game.events)
    path = directory / f"{rules.kind}-{game.number:06}.json"
    path.write_text(json.dumps(data) + "\n", encoding="utf-8")

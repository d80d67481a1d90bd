"""Play games between bots and count who wins."""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.core import Rules
from games.engine.record import record
from games.engine.registry import KINDS, GameKind
from games.engine.simulate import SimulatedGame, simulate

STOP_EARLY = {"allowed": True, "not-allowed": False}


class Command(BaseCommand):
    """`manage.py simulate`: needs no database, and checks nothing of the site."""

    help = "Play games between bots without the database; print speed and wins."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", choices=sorted(KINDS), help="which game")
        parser.add_argument("--players", type=int, default=2)
        parser.add_argument("--bots", required=True, help="one for each player: slug,slug,...")
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument("--seed", type=int, default=0, help="the same seed, the same games")
        parser.add_argument("--records", type=Path, metavar="DIR", help="write a record per game")
        options = parser.add_argument_group("options of the table")
        options.add_argument("--columns-to-win", type=int)
        options.add_argument("--meeting", help="share, jump or must-roll")
        options.add_argument("--stop-early", choices=sorted(STOP_EARLY))

    def handle(self, *args: Any, **options: Any) -> None:
        kind = KINDS[options["kind"]]
        slugs = _slugs(kind, options["bots"], options["players"])
        try:
            rules = kind.make_rules(options["players"], _variant(options))
        except ValueError as error:
            raise CommandError(str(error)) from error
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
        wins: Counter[int] = Counter()
        played = 0
        begun = perf_counter()
        for game in games:
            played = game.number
            wins.update(game.winners)
            if directory is not None:
                _write(directory, rules, slugs, game)
        self._report(played, perf_counter() - begun, slugs, wins)

    def _report(self, games: int, seconds: float, slugs: list[str], wins: Counter[int]) -> None:
        self.stdout.write(f"{games} games in {seconds:.2f} s: {games / seconds:.0f} games/s")
        for index, slug in enumerate(slugs):
            share = wins[index] / games
            self.stdout.write(f"{index + 1}. {slug}: {wins[index]} wins ({share:.1%})")


def _slugs(kind: GameKind, text: str, players: int) -> list[str]:
    slugs = text.split(",")
    for slug in slugs:
        if slug not in kind.bots:
            raise CommandError(f"no bot {slug!r}; there are {', '.join(kind.bots)}")
    if len(slugs) != players:
        raise CommandError(f"{players} players need as many bots, not {len(slugs)}")
    return slugs


def _variant(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were given, as a record's variant object."""
    variant = {
        "columns_to_win": options["columns_to_win"],
        "meeting": options["meeting"],
        "stop_early": STOP_EARLY.get(options["stop_early"]),
    }
    return {name: value for name, value in variant.items() if value is not None}


def _write(directory: Path, rules: Rules[Any], slugs: list[str], game: SimulatedGame) -> None:
    seated = [slugs[seat] for seat in game.seats]
    data = record(rules, [{"name": slug, "bot": slug} for slug in seated], game.events)
    path = directory / f"{rules.kind}-{game.number:06}.json"
    path.write_text(json.dumps(data) + "\n", encoding="utf-8")

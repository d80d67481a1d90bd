"""Play matches between bots and measure how strong they are."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.analysis.measured import path_of, weights_of
from games.engine.core import RandomBot
from games.engine.registry import KINDS
from games.engine.shares import Share, is_clear, share_of
from tools.management.arguments import add_option, rules_of, slugs_of
from tools.matches import Match, NoEvaluator, Result, bot_without_stand_in

DIGITS = 4  # decimals of shares in the JSON file


@dataclass
class Score:
    """A bot's results."""

    games: int = 0
    won: float = 0  # sum of the shares of wins
    ended: int = 0  # number of turns or rounds that it has ended
    busts: int = 0  # how many of these turns or rounds ended in a bust

    @property
    def share(self) -> Share:
        return share_of(self.won, self.games)

    @property
    def nerve(self) -> float:
        """The share of its turns or rounds that ended in a bust."""
        return self.busts / self.ended if self.ended else 0


@dataclass
class Scores:
    """The scores of several bots, in the order of `bots`."""

    bots: Sequence[str]
    each: list[Score] = field(init=False)

    def __post_init__(self) -> None:
        self.each = [Score() for _ in self.bots]

    @property
    def played(self) -> dict[str, Score]:
        scores = zip(self.bots, self.each, strict=True)
        return {slug: score for slug, score in scores if score.games}

    def add(self, result: Result, indices: Sequence[int]) -> None:
        """Count a game between the bots with these indices."""
        for place, index in enumerate(indices):
            score = self.each[index]
            score.games += 1
            score.won += result.shares[place]
            score.ended += result.ended[place]
            score.busts += result.busts[place]


class Command(BaseCommand):
    """`manage.py match`: needs no database, and runs no system checks."""

    help = "Play games between bots without the database and print what share of them each wins."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", choices=sorted(KINDS), help="which game")
        parser.add_argument("--bots", help="slug,slug,...; with --cross all bots by default")
        parser.add_argument(
            "--players", type=int, help="a multiple of the number of bots; by default as many"
        )
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--seed", type=int, default=0, help="the same seed, the same games")
        add_option(parser)
        parser.add_argument(
            "--until-clear",
            type=float,
            metavar="SHARE",
            help="stop as soon as it is clear whether the first bot wins more than its fair share"
            " of the games or less than this; --games is the most",
        )
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument(
            "--cross",
            action="store_true",
            help="let every bot play every other one, two to a table, and write what they did",
        )
        parser.add_argument(
            "--to", type=Path, metavar="FILE", help="where; by default where the site looks for it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1 or options["processes"] < 1:
            raise CommandError("--games and --processes are at least 1")
        try:
            if options["cross"]:
                self._cross(options)
            else:
                self._match(options)
        except NoEvaluator as error:
            raise CommandError(str(error)) from error

    def _match(self, options: dict[str, Any]) -> None:
        if options["bots"] is None:
            raise CommandError("--bots is needed without --cross")
        match = _match_of(options, slugs_of(KINDS[options["kind"]], options["bots"]))
        fair, more = 1 / len(match.bots), options["until_clear"]
        if more is not None and not fair < more < 1:
            raise CommandError(f"--until-clear is more than the fair share {fair:.2f}, less than 1")
        scores, verdict = Scores(match.bots), None
        begun = perf_counter()
        for result in match.results(options["games"], options["processes"]):
            scores.add(result, range(len(match.bots)))
            first = scores.each[0]
            if more is not None:
                verdict = is_clear(first.won, first.games, fair, more)
                if verdict is not None:
                    break
        games, seconds = scores.each[0].games, perf_counter() - begun
        self.stdout.write(f"{games} games in {seconds:.2f} s: {games / seconds:.0f} games/s")
        for number, (slug, score) in enumerate(zip(scores.bots, scores.each, strict=True), 1):
            self.stdout.write(f"{number}. {slug}: {_percent(score.share)}, nerve {score.nerve:.1%}")
        if more is not None:
            words = {
                None: "needs more games to be clear",
                True: "clearly wins more than its fair share",
                False: f"clearly wins less than {more:.0%}",
            }
            self.stdout.write(f"{match.bots[0]} {words[verdict]}")

    def _cross(self, options: dict[str, Any]) -> None:
        kind = KINDS[options["kind"]]
        if options["players"] not in {None, 2} or options["until_clear"] is not None:
            raise CommandError("--cross goes with neither --players nor --until-clear")
        chosen = slugs_of(kind, options["bots"]) if options["bots"] else list(kind.bots)
        bots = [slug for slug in kind.bots if slug in chosen]
        if len(bots) < 2:
            raise CommandError("--cross is for two bots or more")
        scores, pairs = Scores(bots), []
        for weaker, stronger in combinations(range(len(bots)), 2):
            match = _match_of(options, [bots[stronger], bots[weaker]])
            pair = Score()
            # A win against a bot that plays at random says little.
            both_decide = not any(isinstance(kind.bots[slug], RandomBot) for slug in match.bots)
            for result in match.results(options["games"], options["processes"]):
                if both_decide:
                    scores.add(result, (stronger, weaker))
                pair.games += 1
                pair.won += result.shares[0]
            self.stdout.write(f"{match.bots[0]} against {match.bots[1]}: {_percent(pair.share)}")
            share = _share_to_json(pair.share)
            pairs.append(
                {
                    "bot": match.bots[0],
                    "against": match.bots[1],
                    "games": pair.games,
                    "wins": round(pair.won, DIGITS),
                    "low": share["low"],
                    "high": share["high"],
                }
            )
        data = {
            "command": " ".join(_command(options)),
            "games": options["games"],
            "seed": options["seed"],
            "date": datetime.now(UTC).date().isoformat(),
            "weights": weights_of(kind.slug),
            "bots": bots,
            "pairs": pairs,
            "strength": {
                slug: _share_to_json(score.share) for slug, score in scores.played.items()
            },
            "nerve": {slug: round(score.nerve, DIGITS) for slug, score in scores.played.items()},
        }
        path = options["to"] or path_of(kind.slug)
        try:
            path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"cannot write what was measured: {error}") from error


def _match_of(options: dict[str, Any], bots: Sequence[str]) -> Match:
    """Return the match that the options describe. Raises CommandError or NoEvaluator."""
    players = options["players"] or len(bots)
    rules_of(KINDS[options["kind"]], players, options["option"])
    if players % len(bots):
        raise CommandError(f"{players} seats cannot be shared out to {len(bots)} bots")
    for slug in bots:  # an error must come before the first game
        bot_without_stand_in(options["kind"], slug)
    return Match(options["kind"], dict(options["option"]), tuple(bots), players, options["seed"])


def _percent(share: Share) -> str:
    return f"wins {share.mean:.1%} ({share.low:.1%} to {share.high:.1%})"


def _share_to_json(share: Share) -> dict[str, float]:
    return {name: round(value, DIGITS) for name, value in asdict(share).items()}


def _command(options: dict[str, Any]) -> Iterator[str]:
    """Yield the words of the command that repeats the measurement."""
    yield from ("python manage.py match", options["kind"], "--cross")
    if options["bots"]:
        yield f"--bots {options['bots']}"
    yield f"--games {options['games']} --seed {options['seed']}"
    for name, value in options["option"]:
        yield f"--option {name}={json.dumps(value)}"

"""What more processes do not make faster: `python -m benchmarks.load.bottlenecks`."""

import gzip
import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, process_time

import django

COMMITMENTS = 300
WRITERS = 4
RENDERINGS = 20


def main() -> None:
    django.setup()
    for measure in (commitments, lobby, record):
        measure()


def commitments() -> None:
    """Print how many entries a second go into the public list, which has one order."""
    from django.utils import timezone

    from games.services.commitments import publish_commitment

    def publish(_: int) -> None:
        publish_commitment(secrets.token_hex(32), timezone.now())

    with ThreadPoolExecutor(WRITERS) as writers:
        list(writers.map(publish, range(WRITERS)))  # opens the connections
        begun = perf_counter()
        list(writers.map(publish, range(COMMITMENTS)))
    rate = COMMITMENTS / (perf_counter() - begun)
    print(f"public list: {rate:.0f} entries a second, by {WRITERS} writers")


def lobby() -> None:
    """Print what each process does for each change in a full lobby."""
    from games.live.rendering import lobby
    from games.queries import MOST_OPEN_TABLES
    from tests.games.factories import make_user, make_waiting_game

    for number in range(MOST_OPEN_TABLES):
        make_waiting_game(make_user(f"waits{number}"))
    size = len(lobby("en").encode())
    begun = process_time()
    for _ in range(RENDERINGS):
        lobby("en")
    spent = 1000 * (process_time() - begun) / RENDERINGS
    print(f"list of {MOST_OPEN_TABLES} open tables: {spent:.1f} ms CPU, {size:,} bytes")


def record() -> None:
    """Print how large the record of a game is, which holds all that its rows do."""
    from games.export import recorded_game
    from games.history import history
    from games.models import Game

    game = Game.objects.filter(status=Game.Status.FINISHED).earliest("pk")
    seats = list(game.seats.select_related("user"))
    log = history(game)
    data = recorded_game(game, seats, log.events, log.used).to_json()
    size = len(gzip.compress(json.dumps(data).encode()))
    print(f"record of a finished game of {game.version} events: {size:,} bytes compressed")


if __name__ == "__main__":
    main()

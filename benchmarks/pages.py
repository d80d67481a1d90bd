"""What pages cost the server: CPU time, queries and size of each.

Run: python -m benchmarks.pages [--rounds 20]. Uses a database file of its own. With
`--against FOLDER`, another checkout of the site, it measures both in turn and compares them.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

SIZES = {"cantstop": 4, "buttons": 2}
BOTS = {"cantstop": "rule-of-28", "buttons": "careful"}
FINISHED, RUNNING, WAITING = 30, 10, 8
EVENTS = 25  # of a running game
CHUNK = 64
ALTERNATIONS = 2


@dataclass
class Cost:
    """What a page costs. cpu: milliseconds, one for each request.  size: bytes, compressed."""

    cpu: list[float]
    queries: int
    size: int


@dataclass(frozen=True)
class Asked:
    """A page, and games at which to look at it. user: the one signed in, "" for nobody.

    Each request takes the next game. The last one only gets templates ready, before the others.
    """

    name: str
    paths: tuple[str, ...]
    user: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help=f"at most {FINISHED - 1}")
    parser.add_argument("--against", type=Path, help="another checkout of the site")
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.against:
        here = Path(__file__).parents[1]
        print_comparison(*measured_in_turn([options.against, here], options.rounds))
        return
    costs = measured(options.rounds)
    if options.json:
        print(json.dumps({name: asdict(cost) for name, cost in costs.items()}))
    else:
        print_costs(costs)


def measured_in_turn(folders: list[Path], rounds: int) -> list[dict[str, Cost]]:
    """Return the costs of pages in some checkouts, measured alternately by this very file."""
    found: list[dict[str, Cost]] = [{} for _ in folders]
    for _ in range(ALTERNATIONS):
        for costs, folder in zip(found, folders, strict=True):
            run = [sys.executable, __file__, "--json", "--rounds", str(rounds)]
            answer = subprocess.run(
                run,
                check=True,
                cwd=folder,
                env=os.environ | {"PYTHONPATH": str(folder)},
                stdout=subprocess.PIPE,
            )
            for name, values in json.loads(answer.stdout).items():
                cost = Cost(**values)
                costs[name] = Cost(
                    (costs[name].cpu if name in costs else []) + cost.cpu, cost.queries, cost.size
                )
    return found


def measured(rounds: int) -> dict[str, Cost]:
    """Return the cost of each page here, on a small site of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'benchmark.sqlite3'}",
            "DEBUG": "False",
            "DJANGO_SETTINGS_MODULE": "cantstop_site.settings",
            "REDIS_URL": "",
            "REFEREE_IN_SERVER": "False",
            "SECRET_KEY": "only-for-benchmarks",
        }
        import django
        from django.conf import settings
        from django.core.management import call_command

        settings.STATIC_ROOT = str(Path(folder) / "static")
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        return asyncio.run(measured_on(make_site(), rounds))


def make_site() -> list[Asked]:
    """Fill the site with people and games, and return the pages to look at."""
    from tests.games.factories import make_user

    people = [make_user(name) for name in ("Mireille", "kestrel", "Ada", "Bo", "solver", "Juno")]
    mine, other = people[0].username, people[1].username
    of_games = [page for kind in BOTS for page in pages_of(kind, people)]
    return [
        Asked("front page", ("/",)),
        Asked("front page, signed in", ("/",), mine),
        Asked("lobby", ("/lobby/",)),
        Asked("lobby, signed in", ("/lobby/",), mine),
        Asked("watch", ("/watch/",)),
        Asked("replays", ("/replays/",)),
        Asked("my games", ("/my-games/",), mine),
        Asked("a player", (f"/players/{other}/",)),
        Asked("about", ("/about/",)),
        Asked("about, signed in", ("/about/",), mine),
        *of_games,
    ]


def pages_of(kind: str, people: list[Any]) -> list[Asked]:
    """Make games of one kind, and return their pages."""
    from tests.games.factories import make_finished_game, make_running_game, make_waiting_game

    def seats(number: int) -> list[Any]:
        others = range(number, number + SIZES[kind] - 1)
        return [BOTS[kind], *(people[other % len(people)] for other in others)]

    finished = [make_finished_game(*seats(n), seed=n, kind=kind) for n in range(FINISHED)]
    running = [
        make_running_game(*seats(n), seed=n, kind=kind, events=EVENTS) for n in range(RUNNING)
    ]
    for number in range(WAITING):
        make_waiting_game(people[number % len(people)], size=SIZES[kind], kind=kind)
    me = people[0]
    mine = [game for game in running if game.seats.filter(user=me).exists()]
    steps = tuple(f"/games/{game.code}/replay/{game.version // 2}/" for game in finished)
    return [
        Asked(f"{kind}: table", tuple(f"/games/{game.code}/" for game in running)),
        Asked(
            f"{kind}: table, a player", tuple(f"/games/{game.code}/" for game in mine), me.username
        ),
        Asked(f"{kind}: replay step", steps),
        Asked(f"{kind}: replay step, again", steps),
        Asked(f"{kind}: replay step, signed in", steps, me.username),
        Asked(f"{kind}: {CHUNK} frames", frames_of(finished)),
        Asked(f"{kind}: {CHUNK} frames, again", frames_of(finished)),
        Asked(f"{kind}: {EVENTS} frames while it runs", frames_of(running)),
    ]


def frames_of(games: list[Any]) -> tuple[str, ...]:
    asked = f"frames/?from=0&to={CHUNK - 1}&lang=en"
    return tuple(f"/games/{game.code}/replay/{asked}" for game in games)


async def measured_on(pages: list[Asked], rounds: int) -> dict[str, Cost]:
    from asgiref.sync import sync_to_async
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from accounts.models import User
    from cantstop_site.handler import Handler

    handler = Handler()

    @sync_to_async
    def prepared(page: Asked) -> tuple[str, int]:
        client = Client(headers={"host": "127.0.0.1"})
        if page.user:
            client.force_login(User.objects.get(username=page.user))
        assert client.get(page.paths[-1]).status_code == 200, page.paths[-1]
        with CaptureQueriesContext(connection) as queries:
            client.get(page.paths[-1])
        return client.cookies.output(header="", attrs=[], sep=";"), len(queries)

    costs = {}
    for page in pages:
        cookies, queries = await prepared(page)
        cpu, size = [], 0
        paths = page.paths[:-1] or page.paths
        for number in range(rounds):
            path = paths[number % len(paths)]
            start = time.process_time()
            body = await fetched(handler, path, cookies)
            cpu.append((time.process_time() - start) * 1000)
            size = len(body)
        costs[page.name] = Cost(cpu, queries, size)
    return costs


async def fetched(application: Any, path: str, cookies: str) -> bytes:
    """Return the body of a page, asked for as a server would."""
    path, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "query_string": query.encode(),
        "root_path": "",
        "headers": [
            (b"host", b"127.0.0.1"),
            (b"accept", b"text/html,*/*;q=0.8"),
            (b"accept-encoding", b"gzip, deflate, br"),
            (b"accept-language", b"en-GB,en;q=0.5"),
            (b"cookie", cookies.encode()),
        ],
        "client": ("127.0.0.1", 40000),
        "server": ("127.0.0.1", 80),
    }
    sent: list[dict[str, Any]] = []
    asked = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not asked:
            await asyncio.Event().wait()  # a client that stays until it is answered
        return asked.pop()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await application(scope, receive, send)
    assert sent[0]["status"] == 200, (path, sent[0])
    return b"".join(message.get("body", b"") for message in sent)


def print_costs(costs: dict[str, Cost]) -> None:
    print(f"{'page':34}{'CPU ms':>8}{'queries':>9}{'kB sent':>9}")
    for name, cost in costs.items():
        print(f"{name:34}{median(cost):8.2f}{cost.queries:9}{cost.size / 1000:9.1f}")


def print_comparison(before: dict[str, Cost], after: dict[str, Cost]) -> None:
    print(
        f"{'page':34}{'CPU ms, before':>16}{'after':>8}{'share':>7}{'queries':>14}{'kB sent':>16}"
    )
    for name, new in after.items():
        old = before[name]
        print(
            f"{name:34}{median(old):16.2f}{median(new):8.2f}{median(new) / median(old):7.2f}"
            f"{f'{old.queries} → {new.queries}':>14}"
            f"{f'{old.size / 1000:.1f} → {new.size / 1000:.1f}':>16}"
        )


def median(cost: Cost) -> float:
    return statistics.median(cost.cpu)


if __name__ == "__main__":
    main()

"""Tables that are played while things break, and what must hold of each of them afterwards.

A window does what the scripts of a page do: it keeps a socket open, asks by itself where it hears
nothing, and shows nothing older than what it shows. A player goes on pressing what is offered.
"""

import asyncio
import itertools
import json
import random
import re
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

import aiohttp

from benchmarks.load.people import Person, Refused
from benchmarks.load.site_table import Move, Screen, SiteTable, WrongGame
from games.engine.records.game_record import read_json_record
from games.engine.replay import positions
from games.live.consumers import COME_BACK, CUT_OFF

STALE = 10
"""Seconds after which every page must show what anybody knows of its game."""

FINISHED_WITHIN = 300
"""Seconds within which all games must be over, on a slow machine, too."""

ANSWERED_WITHIN = 30

BETWEEN = re.compile(r"<!--(\d+) to (\d+)-->")
POLL, POLL_CUT_OFF, MOST_RECONNECT, RESTARTING = 20, 3, 4, 1012
"""As in live.js and socket.js."""

MOVES_BEFORE = 4
"""How many moves a table has seen on average before something breaks."""

HURRIED = 0.0125
"""Seconds for each table that a player thinks on average once nothing is to be seen any more."""

SHARE_SENT_TWICE = 0.1
SHARE_SENT_LATE = 0.1

GONE = (aiohttp.ClientError, OSError, TimeoutError)
"""What a browser is told when the network or the server is gone."""

_addresses = (f"10.{b}.{c}.{d}" for b, c, d in itertools.product(range(256), repeat=3))


class Sent(NamedTuple):
    """An action of a player. The token says at which step, so no two of a game are the same."""

    seat: int
    token: str
    action: str


class Window:
    """A page of a table in somebody's browser."""

    def __init__(self, table: "FaultyTable", person: Person, page: str) -> None:
        self.screen = Screen()
        self.stale = 0.0
        """For how many seconds at most it did not show what was known elsewhere."""
        self.changed = asyncio.Event()
        self._table, self._person = table, person
        self._unseen: deque[tuple[int, float]] = deque()
        self._is_live = True
        self.take(page)

    @property
    def shows_end(self) -> bool:
        return any(part.css_first(".end") for part in self.screen.regions.values())

    def take(self, html: str) -> bool:
        """Show a page, a push or an answer; return whether it fits to what is shown."""
        between = BETWEEN.match(html)
        version = self.screen.version
        if between and int(between[1]) != version and int(between[2]) > version:
            return False
        if self.screen.take(html) > version:
            self._table.know(self.screen.version)
            while self._unseen and self._unseen[0][0] <= self.screen.version:
                self.stale = max(self.stale, monotonic() - self._unseen.popleft()[1])
        self.changed.set()
        return True

    def miss(self, version: int) -> None:
        """Note that there is a version that another browser knows."""
        if version > self.screen.version:
            self._unseen.append((version, monotonic()))

    async def live(self) -> None:
        """Stay up to date until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._keep_socket())
            tasks.create_task(self._poll())

    async def ask(self) -> None:
        """Ask what is new, as a page does that hears nothing."""
        with suppress(Refused, *GONE):
            async with asyncio.timeout(ANSWERED_WITHIN):
                address = f"{self._table.path}?have={self.screen.version}"
                self.take(await self._person.text(address, {"HX-Request": "true"}))

    async def _keep_socket(self) -> None:
        tries = 0
        while True:
            with suppress(*GONE):
                address = f"{self._table.socket}&have={self.screen.version}"
                socket = await self._person.socket(address)
                tries, self._is_live = 0, True
                async for message in socket:
                    self._is_live = message.data != CUT_OFF
                    if not self.take(message.data):
                        await self.ask()
                if socket.close_code == COME_BACK:
                    await self.ask()
                self._is_live = socket.close_code == RESTARTING
            await asyncio.sleep(min(2**tries, MOST_RECONNECT) * random.random())
            tries += 1

    async def _poll(self) -> None:
        quiet = 0
        while True:
            await asyncio.sleep(1)
            quiet += 1
            if quiet >= (POLL if self._is_live else POLL_CUT_OFF):
                quiet = 0
                await self.ask()


class FaultyTable(SiteTable):
    """A table of people who press on whatever happens, and one spectator."""

    def __init__(self, site: str, number: int, pace: float) -> None:
        """pace: seconds that a player thinks on average."""
        super().__init__(site, number + 1, stop_chance=0.35)
        self.windows: list[Window] = []
        self.acknowledged: list[Sent] = []
        self.tried: set[Sent] = set()
        self.pace = pace
        self._known = -1
        self._late: set[asyncio.Task[None]] = set()

    def visitor(self) -> Person:
        return Person(self.site, next(_addresses))

    async def sit_down(
        self, kind: str, *, with_bot: bool, options: Mapping[str, str] | None = None
    ) -> None:
        await self.seat(kind, *((1, 1) if with_bot else (2, 0)), options)
        self.people.append(self.visitor())
        for person in self.people:
            self.windows.append(Window(self, person, await self.look(person)))

    def know(self, version: int) -> None:
        """Note that a browser shows this version."""
        if version > self._known:
            self._known = version
            for window in self.windows:
                window.miss(version)

    async def play(self) -> None:
        """Play until every page shows the end."""
        async with asyncio.TaskGroup() as tasks:
            staying = [tasks.create_task(window.live()) for window in self.windows]
            playing = [tasks.create_task(self._play(seat)) for seat in range(self.players)]
            await asyncio.wait(playing)
            for window in self.windows:
                while not window.shows_end:
                    await _change(window)
            await asyncio.gather(*self._late)
            for task in staying:
                task.cancel()

    async def _play(self, seat: int) -> None:
        window = self.windows[seat]
        while not window.shows_end:
            offer = window.screen.offers[window.screen.version]
            if not offer.actions:
                await _change(window)
                continue
            await asyncio.sleep(2 * self.pace * random.random())
            if window.screen.offers[window.screen.version] == offer:
                await self._press(seat, self.choose(seat, offer))

    async def _press(self, seat: int, move: Move) -> None:
        luck = random.random()
        if luck < SHARE_SENT_TWICE:
            await asyncio.gather(self._send(move), self._send(move))
            return
        if luck > 1 - SHARE_SENT_LATE:
            self._late.add(asyncio.create_task(self._send_late(move)))
        await self._send(move)

    async def _send_late(self, move: Move) -> None:
        await asyncio.sleep(5 * random.random())
        await self._send(move)

    async def _send(self, move: Move) -> None:
        window = self.windows[move.seat]
        sent = Sent(move.seat, dict(move.fields)["token"], move.action)
        self.tried.add(sent)
        fields = [*move.fields, ("have", str(window.screen.version))]
        headers = self.headers[move.seat]
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                answer = await self.people[move.seat].post(f"{self.path}act/", fields, headers)
        except (Refused, *GONE):
            await window.ask()  # it may have been done all the same
            return
        self.acknowledged.append(sent)
        if not window.take(answer):
            await window.ask()

    async def verify(self) -> None:
        """Check the log against what was sent and acknowledged, and how late pages were.

        Raises:
            WrongGame: Something is lost, doubled, made up, or came late.
        """
        record = json.loads(await self.people[0].text(f"{self.path}record.json"))
        game = read_json_record(record)
        # The record lists seats in the order of arrival, and bots came last.
        seats = {
            seat["player"]: place
            for place, seat in enumerate(record["dice"]["seats"][: self.players])
        }
        done = Counter(
            Sent(
                seats[event.player],
                str(game.rules.token(before, event.player)),
                str(game.rules.action_of(event)),
            )
            for before, event in zip(positions(game.rules, game.events), game.events, strict=False)
            if event.player is not None and event.player in seats
        )
        wrong = {
            "acknowledged and lost": set(self.acknowledged) - set(done),
            "done more than once": {sent for sent, times in done.items() if times > 1},
            "done by nobody": set(done) - self.tried,
            "seconds late": {window.stale for window in self.windows if window.stale > STALE},
        }
        if any(wrong.values()):
            raise WrongGame(f"{self.path}: {wrong}")


async def _change(window: Window) -> None:
    window.changed.clear()
    await window.changed.wait()


async def play_while(
    url: str,
    count: int,
    pace: float,
    hurt: Callable[[], None],
    clock: Mapping[str, str] | None = None,
) -> str:
    """Play at so many tables, break something in the midst, play to the end, and verify all games.

    pace: seconds that a player thinks on average, until all is well again.  clock: the time control
    as it is chosen in the form of a new table; nobody plays with bots then, who need none.  Returns
    a line on what happened.
    """
    tables = [FaultyTable(url, number, pace) for number in range(count)]
    for number, table in enumerate(tables):
        kind = "buttons" if number % 2 else "cantstop"
        await table.sit_down(kind, with_bot=number % 3 == 2 and not clock, options=clock)
    try:
        playing = asyncio.gather(*(table.play() for table in tables))
        while _acknowledged(tables) < MOVES_BEFORE * count:
            await asyncio.sleep(0.1)
        before = _acknowledged(tables)
        await asyncio.to_thread(hurt)
        after = _acknowledged(tables)
        for table in tables:
            table.pace = HURRIED * count
        async with asyncio.timeout(FINISHED_WITHIN):
            await playing
        for table in tables:
            await table.verify()
    finally:
        for table in tables:
            await table.close()
    total = _acknowledged(tables)
    assert after < total, "all games were over before all was well again"
    late = max(window.stale for table in tables for window in table.windows)
    return (
        f"{total} actions acknowledged, {after - before} of them meanwhile; "
        f"no page more than {late:.1f} s late"
    )


def _acknowledged(tables: list[FaultyTable]) -> int:
    return sum(len(table.acknowledged) for table in tables)

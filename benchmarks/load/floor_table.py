"""A table of the floor."""

import itertools
import re
from time import perf_counter

from benchmarks.load.driving import Table
from benchmarks.load.people import Person, fields_of, form_at

VERSION = re.compile(r'data-version="(\d+)"')


class FloorTable(Table):
    """Two guests who roll in turns, and spectators."""

    def __init__(self, site: str) -> None:
        super().__init__()
        self.site = site
        self.number = ""
        self.people: list[Person] = []
        self._tokens: list[str] = []
        self._turns = itertools.cycle((0, 1))

    async def open(self, spectators: int = 2) -> None:
        await self.seat()
        self.people += [Person(self.site) for _ in range(spectators)]
        for person in self.people:
            await self.connect(person)

    async def seat(self) -> None:
        self.people = [Person(self.site) for _ in range(2)]
        for player in self.people:
            _, page = await player.submit(form_at(await player.page("/"), "/"))
            form = form_at(page, "/tables/")
            self._tokens.append(dict(fields_of(form))["csrfmiddlewaretoken"])
            if not self.number:
                _, answer = await player.submit(form)
                self.number = answer.text()

    async def look(self, person: Person) -> None:
        """Nothing: a table has no page of its own."""

    async def connect(self, person: Person) -> None:
        viewer = self.add_viewer(0)
        role = str(viewer) if viewer < 2 else "watching"

        def hear(text: str) -> None:
            found = VERSION.search(text)
            assert found is not None
            self.show(viewer, int(found[1]), len(text.encode()))

        await person.listen(f"/ws/{self.number}/{role}/", hear)

    def next_move(self) -> int:
        return next(self._turns)

    async def send(self, move: int) -> None:
        headers = {"X-CSRFToken": self._tokens[move], "HX-Request": "true"}
        await self.people[move].post(f"/tables/{self.number}/{move}/", [], headers)

    async def close(self) -> None:
        for person in self.people:
            await person.close()


class LadderTable(FloorTable):
    """A table of a rung of the ladder. pushes: whether its sockets hear of moves."""

    def __init__(self, site: str, *, pushes: bool) -> None:
        super().__init__(site)
        self._pushes = pushes

    async def make(self, move: int) -> float:
        if self._pushes:
            return await super().make(move)
        begun = perf_counter()
        await self.send(move)
        return perf_counter() - begun

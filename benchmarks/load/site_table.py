"""A table of the site, as its people's browsers see it."""

import json
import random
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from benchmarks.load.driving import Table
from benchmarks.load.people import Fields, Person, form_at
from games.engine.records.game_record import read_json_record
from games.engine.replay import positions

VERSION = re.compile(r'id="t-status"[^>]*?data-version="(\d+)"')
PRESSABLE = "#t-controls, #t-pieces"
"""The regions that hold what a player can press, in a page as in a push."""

STOP_CHANCE = 0.05
"""How often a turn is stopped that may be: seldom, so that games last longer than is measured."""

PASSWORD = "correct-horse-battery-9"


class WrongGame(Exception):
    """A browser showed something else than the rules say."""


@dataclass(frozen=True)
class Offer:
    """What a page lets its player do. picks: cells, of which a button takes `to_pick`."""

    token: str
    actions: frozenset[str]
    picks: tuple[str, ...] = ()
    to_pick: int = 0


NOTHING = Offer("", frozenset())


class Screen:
    """What one browser shows of a table: the latest of each region, by its id."""

    def __init__(self) -> None:
        self.version = -1
        self.regions: dict[str, LexborNode] = {}
        self.offers: dict[int, Offer] = {}
        """What was offered at each version that was shown."""

    def take(self, text: str) -> int:
        """Put a push or an answer into the page, unless it shows something newer already.

        Returns the version of the table that it is of, or -1 for anything else.
        """
        found = VERSION.search(text)
        if found is None:
            return -1
        if int(found[1]) < self.version:
            return int(found[1])
        self.version = int(found[1])
        for node in LexborHTMLParser(text).css(PRESSABLE):
            self.regions[node.id or ""] = node
        self.offers[self.version] = self._offer()
        return self.version

    def _offer(self) -> Offer:
        parts = list(self.regions.values())
        tokens = (part.css_first("input[name=token]") for part in parts)
        token = next((_value(node) for node in tokens if node is not None), "")
        # One action at a time: what a page sends with it, as the roll that follows, is left out.
        pressable = "button[name=action]:not([disabled]), input[type=radio][name=action]"
        buttons = [button for part in parts for button in part.css(pressable)]
        if not token or not buttons:
            return NOTHING
        return Offer(
            token,
            frozenset(button.attributes["value"] or "" for button in buttons),
            tuple(_value(cell) for part in parts for cell in part.css("input[name=pick]")),
            sum(int(button.attributes.get("data-pick") or 0) for button in buttons),
        )


def _value(node: LexborNode) -> str:
    return node.attributes.get("value") or ""


@dataclass(frozen=True)
class Move:
    """What a player sends. seat: their place in the order of arrival."""

    seat: int
    action: str
    fields: Fields


class SiteTable(Table):
    """A running game of people who signed in by the site's forms, and of spectators."""

    def __init__(self, site: str, number: int, stop_chance: float = STOP_CHANCE) -> None:
        super().__init__()
        self.site = site
        self.path = self.socket = ""
        self.people: list[Person] = []
        self.screens: list[Screen] = []
        """Those of the players come first."""
        self.players = 0
        self.sent: list[tuple[int, str]] = []
        """By whose seat each action that was answered was sent."""
        self.headers: list[dict[str, str]] = []
        """What scripts of each person's page send with a form."""
        self._stop_chance = stop_chance
        self._number = number
        self._chance = random.Random(number)

    async def open(self, spectators: int = 2, kind: str = "cantstop", players: int = 2) -> None:
        """Seat the people, and open a socket for each of them and of the spectators."""
        await self.seat(kind, players)
        self.people += [self.visitor() for _ in range(spectators)]
        for person in self.people:
            await self.connect(person, await self.look(person))

    def visitor(self) -> Person:
        """Return a person who is new to the site."""
        return Person(self.site)

    async def seat(
        self,
        kind: str = "cantstop",
        players: int = 2,
        bots: int = 0,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """Start a game of guests; at the first table one has signed up, which takes long.

        options: what else is chosen in the form of a new table.
        """
        self.players = players
        self.people = [self.visitor() for _ in range(players)]
        creator, *others = self.people
        if self._number == 0:
            await sign_up(creator)
        form = form_at(await creator.page(f"/games/new/?kind={kind}"), "/games/new/")
        self.path, _ = await creator.submit(form, size=str(players + bots), **options or {})
        for person in others:
            form = form_at(await person.page(self.path), f"{self.path}join/")
            await person.submit(form)
        for _ in range(bots):
            form = form_at(await creator.page(self.path), f"{self.path}add-bot/")
            await creator.submit(form)

    async def look(self, person: Person) -> str:
        """Return the table's page, which names the socket and what scripts send with forms."""
        text = await person.text(self.path)
        page = LexborHTMLParser(text)
        table, body = page.css_first("[data-socket]"), page.body
        assert table is not None, "a table's page has a socket"
        assert body is not None
        self.socket = table.attributes["data-socket"] or ""
        token = json.loads(body.attributes["hx-headers"] or "{}")["X-CSRFToken"]
        self.headers.append({"X-CSRFToken": token, "HX-Request": "true"})
        return text

    async def connect(self, person: Person, page: str = "") -> None:
        """Open the socket of a page that was looked at."""
        screen = Screen()
        viewer = self.add_viewer(screen.take(page))
        self.screens.append(screen)

        def hear(text: str) -> None:
            version = screen.take(text)
            if version >= 0:
                self.show(viewer, version, len(text.encode()))

        # Scripts say which version the page shows, here and with every form.
        await person.listen(f"{self.socket}&have={screen.version}", hear)

    def next_move(self) -> Move | None:
        for seat in range(self.players):
            screen = self.screens[seat]
            offer = screen.offers[screen.version]
            if offer.actions:
                return self.choose(seat, offer)
        return None

    def choose(self, seat: int, offer: Offer) -> Move:
        """Return one of the moves that are offered to a player."""
        actions = sorted(offer.actions)
        if "stop" in actions and len(actions) > 1:
            stops = self._chance.random() < self._stop_chance
            actions = ["stop"] if stops else [text for text in actions if text != "stop"]
        action = self._chance.choice(actions)
        picks = self._chance.sample(offer.picks, offer.to_pick)
        fields = [("token", offer.token), ("action", action), *(("pick", cell) for cell in picks)]
        return Move(seat, action + "+".join(sorted(picks)), fields)

    async def send(self, move: Move) -> None:
        person, headers = self.people[move.seat], self.headers[move.seat]
        fields = [*move.fields, ("have", str(self.screens[move.seat].version))]
        answer = await person.post(f"{self.path}act/", fields, headers)
        self.sent.append((move.seat, move.action))
        self.screens[move.seat].take(answer)

    async def close(self) -> None:
        for person in self.people:
            await person.close()

    async def check(self) -> int:
        """Check the record against the rules, what was sent, and what pages offered at each step.

        Raises:
            WrongGame: Something differs.
        """
        record = json.loads(await self.people[0].text(f"{self.path}record.json"))
        game = read_json_record(record)
        states = positions(game.rules, game.events)
        # The record lists seats in the order of arrival, as people are here.
        seats = [seat["player"] for seat in record["dice"]["seats"]]
        made = [
            (seats.index(event.player), str(game.rules.action_of(event)))
            for event in game.events
            if event.player is not None
        ]
        if made != self.sent:
            raise WrongGame(f"{self.path}: {made} was played, {self.sent} was sent")
        for seat, screen in enumerate(self.screens):
            player = seats[seat] if seat < self.players else None
            for version, offer in screen.offers.items():
                if not fits(game.rules, states[version], player, offer):
                    raise WrongGame(f"{self.path}{version}: player {player} was offered {offer}")
        return len(states)


def fits(rules: Any, state: Any, player: int | None, offer: Offer) -> bool:
    """Return whether the page of a player, or of a spectator, offers what the rules do."""
    legal = [] if player is None else [str(act) for act in rules.legal_actions(state, player)]
    if not legal:
        return offer == NOTHING
    assert player is not None
    if offer.token != str(rules.token(state, player)):
        return False
    return any(act.startswith(tuple(offer.actions)) for act in legal) and (
        bool(offer.picks) or offer.actions == set(legal)
    )


async def sign_up(person: Person) -> None:
    """Make an account by the form."""
    form = form_at(await person.page("/accounts/signup/"), "/accounts/signup/")
    await person.submit(form, username=f"visitor{secrets.token_hex(4)}", password1=PASSWORD)

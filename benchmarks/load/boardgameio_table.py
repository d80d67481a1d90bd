"""A match of the boardgame.io server, whose positions are checked by this project's rules."""

import random
from typing import Any

import aiohttp
import socketio

from benchmarks.load.driving import Table
from benchmarks.load.site_table import STOP_CHANCE, WrongGame
from games.engine.cantstop.actions import Roll, Split
from games.engine.core import Action
from games.engine.dice import ScriptedDice
from games.engine.registry import KINDS

GAME = "/cantstop"


class BoardgameioTable(Table):
    """Two players and spectators, each with a connection of socket.io."""

    def __init__(self, server: str, number: int) -> None:
        super().__init__()
        self.server = server
        self.match = ""
        self.rules = KINDS["cantstop"].make_rules(2, {})
        self.state = self.rules.initial_state()
        self.checked = 0
        self._spectators = 0
        self._state_id = 0
        self._asked: Action | None = None
        self._credentials: list[str] = []
        self._clients: list[socketio.AsyncClient] = []
        self._chance = random.Random(number)

    async def open(self, spectators: int = 2) -> None:
        self._spectators = spectators
        lobby = f"{self.server}/games{GAME}"
        async with aiohttp.ClientSession(raise_for_status=True) as http:
            async with http.post(f"{lobby}/create", json={"numPlayers": 2}) as answer:
                self.match = (await answer.json())["matchID"]
            for player in ("0", "1"):
                seat = {"playerID": player, "playerName": f"player {player}"}
                async with http.post(f"{lobby}/{self.match}/join", json=seat) as answer:
                    self._credentials.append((await answer.json())["playerCredentials"])
        for number, credentials in enumerate(self._credentials):
            await self.watch(str(number), credentials)
        for _ in range(spectators):
            await self.watch(None, None)
        await self.until_shown()

    async def watch(self, player: str | None, credentials: str | None) -> None:
        viewer, client = self.add_viewer(), socketio.AsyncClient(reconnection=False)
        self._clients.append(client)

        async def hear(match: str, state: dict[str, Any], *rest: Any) -> None:
            if viewer == 0:
                self._check(state)
            self.show(viewer, state["_stateID"], 0)

        async def hear_first(match: str, answer: dict[str, Any]) -> None:
            self.show(viewer, answer["state"]["_stateID"], 0)

        client.on("update", hear, namespace=GAME)
        client.on("sync", hear_first, namespace=GAME)
        await client.connect(self.server, transports=["websocket"], namespaces=[GAME])
        await client.emit("sync", (self.match, player, credentials, 2), namespace=GAME)

    def next_move(self) -> Action | None:
        legal = self.rules.legal_actions(self.state, self.state.turn_player)
        if not legal:
            return None
        first, *others = legal
        if str(legal[-1]) == "stop":
            return legal[-1] if self._chance.random() < STOP_CHANCE else first
        return self._chance.choice([first, *others])

    async def send(self, move: Action) -> None:
        self._asked = move
        player = self.state.turn_player
        name, *_ = str(move).split(":")
        sent = {
            "type": "MAKE_MOVE",
            "payload": {
                "type": name,
                "args": [list(move.columns)] if isinstance(move, Split) else [],
                "playerID": str(player),
                "credentials": self._credentials[player],
            },
        }
        match = (sent, self._state_id, self.match, str(player))
        await self._clients[player].emit("update", match, namespace=GAME)

    def _check(self, state: dict[str, Any]) -> None:
        """Follow the move by the rules, and compare the state of the server."""
        assert self._asked is not None
        shown = state["G"]
        dice = ScriptedDice([shown["rolled"]] if isinstance(self._asked, Roll) else [])
        event = self.rules.resolve(self.state, self.state.turn_player, self._asked, dice)
        self.state = self.rules.apply_event(self.state, event)
        self._state_id = state["_stateID"]
        expected = {
            "phase": self.state.phase.value,
            "runners": list(self.state.runners),
            "markers": {str(n): list(track) for n, track in enumerate(self.state.markers)},
            "owners": list(self.state.owners),
        }
        is_over = self.rules.outcome(self.state) is not None
        if is_over != ("gameover" in state["ctx"]):
            raise WrongGame(f"match {self.match}: {state['ctx']}")
        if not is_over and any(shown[name] != value for name, value in expected.items()):
            raise WrongGame(f"match {self.match}: {shown} is not {expected}")
        self.checked += 1

    async def renew(self) -> bool:
        """Begin another match: this server is so fast that some come to their end."""
        await self.close()
        self._clients.clear()
        self._credentials.clear()
        self.versions.clear()
        self.state, self._state_id = self.rules.initial_state(), 0
        await self.open(self._spectators)
        return True

    async def check(self) -> int:
        return self.checked

    async def close(self) -> None:
        for client in self._clients:
            await client.disconnect()

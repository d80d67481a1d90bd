"""The tables that sockets of this process show, and the last push to each audience.

A change is rendered once for each audience: all viewers who get the same regions. The process that
made the change renders it right after the commit, from rows in memory, for its own audiences and
for audiences that other processes asked for. Other processes get these regions with the message,
and render missing regions. A push contains the regions that differ, and names the versions before
and after it: a page at another version asks for the whole table.
"""

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, NamedTuple

from accounts.statements import Select
from games.broadcast import (
    THIS_PROCESS,
    AudienceKey,
    Message,
    Rendered,
    game_changed,
    game_group,
    send,
)
from games.live.rendering import Regions, clocks, render_regions, replay_head
from games.models import Game, Seat
from games.pov import Pov, at_device, pov_of
from games.queries import is_visible_to
from operations import work

REPLAY = "replay"
HOST = "host"
INVITED = "invited"
PUSHES_KEPT = 16
"""Number of changes of a table whose pushes are cached for its sockets."""

WANTED_SECONDS = 300
"""How long a process renders an audience for another process after each request."""


_present = Select(
    lambda code: Game.objects.filter(code=code).values_list("version", "status", "annulled_at"),
    str,
)
_whole = Select(lambda code: Game.objects.filter(code=code).select_related("challenge"), str)


class Viewer(NamedTuple):
    """A socket's user (None: a visitor), at a table or at the replay of its running game."""

    user_id: int | None
    language: str
    replay: bool = False


class Audience(NamedTuple):
    """Viewers of a table who get the same regions."""

    # A player's number; None for spectators; REPLAY for replay pages; INVITED for a user with a
    # reserved seat; HOST for the user who acts for all players on one device.
    seat: int | str | None
    language: str


@dataclass(frozen=True)
class Shown:
    """The last push to an audience."""

    version: int  # of the game
    started: bool  # whether the game has started: then seats no longer change hands
    regions: Regions
    push: str  # the differing regions, or all of them
    since: int | None = None  # the version before the push; None if it has all regions


@dataclass
class ShownTable:
    """A table and its viewers in this process."""

    code: str
    viewers: Counter[Viewer] = field(default_factory=Counter)
    # `Audience.seat` by user id, also for an invited user and the host.
    players: dict[int | None, int | str] = field(default_factory=dict)
    seated: bool = False  # whether the game is running: then seats no longer change hands
    game: Game | None = None  # as last read in this process
    seats: Sequence[Seat] | None = None  # the seats of `game`; None until read
    # Regions of `game` that do not depend on the viewer, by language and name.
    same_for_all: dict[str, dict[str, str]] = field(default_factory=dict)
    version: int = -1  # the last version rendered for all viewers
    shown: dict[Audience, Shown] = field(default_factory=dict)
    # The pushes of the last changes, by stamp of the change.
    pushes: dict[str, Mapping[Viewer, str]] = field(default_factory=dict)
    # Held while the table is read and rendered.
    lock: Lock = field(default_factory=Lock)
    # Audiences that other processes asked for, each with the monotonic time until it is rendered.
    wanted: dict[Audience, float] = field(default_factory=dict)

    def audience_of(self, viewer: Viewer) -> Audience:
        """Return the audience to which a viewer belongs."""
        seat = REPLAY if viewer.replay else self.players.get(viewer.user_id)
        return Audience(seat, viewer.language)

    def state_for(self, viewer: Viewer, have: int | None = None) -> str | None:
        """Return the present regions for a new socket; None if the viewer may not see the table.

        have: the version that the page already shows. If it is the present version, only clocks
        are sent.
        """
        with self.lock:
            game = self._present_game()
            if game is None or not is_visible_to(game, viewer.user_id):
                return None
            work.note(game=game.pk)
            if have == game.version and game.is_running and game.annulled_at is None:
                if not self.seated:
                    self._note_players(game, game.seats.all())
                # Clocks change without an event when time is given back.
                has_clocks = game.timing is not None and not viewer.replay
                text = clocks(pov_of(game, None), viewer.language) if has_clocks else ""
                return _between(have, game.version, text)
            shown = self.shown.get(self.audience_of(viewer))
            if shown is None or shown.version != game.version or not game.is_running:
                look = pov_of(game, None, seats=self.seats)
                self.seats = look.seats
                self._note_players(game, look.seats)
                audience = self.audience_of(viewer)
                shown = _show(look, audience, same_for_all=self._same_for_all(audience))
                # `setdefault`: viewers of the audience may still wait for the push to this version.
                self.shown.setdefault(audience, shown)
            return shown.regions.text_since_start if have else shown.regions.text

    def _present_game(self) -> Game | None:
        """Return the present game: `self.game` if it is still current, else read again."""
        game = self.game
        if game is not None and game.is_running and game.version >= self.version:
            now = _present.first(self.code)
            if now == (game.version, game.status, game.annulled_at):
                return game
        self._take(_whole.first(self.code))
        return self.game

    def _take(self, game: Game | None, seats: Sequence[Seat] | None = None) -> None:
        self.game, self.seats = game, seats
        self.same_for_all = {}

    def _same_for_all(self, audience: Audience) -> dict[str, str]:
        return self.same_for_all.setdefault(audience.language, {})

    def render(self, message: Message, game: Game | None = None) -> None:
        """Render a change of this process; add regions for other processes to the message."""
        with self.lock:
            if game is None:
                self._keep(message, self._pushes(self._read()))
            elif game.version > self.version:
                look = pov_of(game, None, seats=list(game.seats.all()))
                self._keep(message, self._pushes(look))
                wanted = self._wanted()
                regions = [
                    (key, shown.regions.texts) for key, shown in self.shown.items() if key in wanted
                ]
                message["rendered"] = {"version": game.version, "regions": regions}
            else:
                self._keep(message, {})  # a later change is already rendered, and includes this one

    def follow(self, message: Message) -> None:
        """Take over the regions of a change that another process rendered, or render them here."""
        asks = False
        with self.lock:
            if message["stamp"] in self.pushes:
                return  # another socket of this process did it
            rendered = message.get("rendered")
            if rendered is None or not self.seated:
                pushes = self._pushes(self._read())
            elif rendered["version"] <= self.version:
                pushes = {}
            elif (taken := self._taken(rendered)) is not None:
                pushes = taken
            else:
                pushes, asks = self._pushes(self._read()), True
            self._keep(message, pushes)
        if asks:
            audiences = list({self.audience_of(viewer) for viewer in pushes})
            wish: Message = {"type": "game.wanted", "process": THIS_PROCESS, "audiences": audiences}
            send(game_group(self.code), wish)

    def want(self, process: str, audiences: Iterable[AudienceKey]) -> None:
        """Render these audiences from now on, too, if another process asks for them."""
        if process != THIS_PROCESS:
            until = time.monotonic() + WANTED_SECONDS
            self.wanted.update({Audience(*key): until for key in audiences})

    def _wanted(self) -> set[Audience]:
        now = time.monotonic()
        return {audience for audience, until in dict(self.wanted).items() if until > now}

    def _read(self) -> Pov:
        return pov_of(Game.objects.get(code=self.code), None)

    def _pushes(self, look: Pov) -> dict[Viewer, str]:
        self.version = look.seq
        self._take(look.game, look.seats)
        self._note_players(look.game, look.seats)
        audiences = {viewer: self.audience_of(viewer) for viewer in list(self.viewers)}
        self.shown = {
            audience: _show(look, audience, self.shown.get(audience), self._same_for_all(audience))
            for audience in {*audiences.values(), *self._wanted()}
        }
        return {viewer: self.shown[audience].push for viewer, audience in audiences.items()}

    def _taken(self, rendered: Rendered) -> dict[Viewer, str] | None:
        """Return pushes with regions of another process; None if an audience here is missing."""
        regions = {Audience(*key): Regions(texts) for key, texts in rendered["regions"]}
        audiences = {viewer: self.audience_of(viewer) for viewer in list(self.viewers)}
        if not regions.keys() >= set(audiences.values()):
            return None
        self.version = rendered["version"]
        self.shown = {
            audience: _shown(
                audience, self.version, True, regions[audience], self.shown.get(audience)
            )
            for audience in set(audiences.values())
        }
        return {viewer: self.shown[audience].push for viewer, audience in audiences.items()}

    def _keep(self, message: Message, pushes: Mapping[Viewer, str]) -> None:
        self.pushes[message["stamp"]] = pushes
        while len(self.pushes) > PUSHES_KEPT:
            del self.pushes[next(iter(self.pushes))]

    def _note_players(self, game: Game, seats: Iterable[Seat]) -> None:
        self.seated = game.is_running
        self.players = {game.invited_id: INVITED} if game.invited_id else {}
        self.players |= {seat.user_id: seat.player for seat in seats if seat.user_id}
        if game.host_id:
            self.players[game.host_id] = HOST


def enter(code: str, viewer: Viewer) -> ShownTable:
    """Add a viewer to a table; return the table."""
    with _lock:
        table = _tables.setdefault(code, ShownTable(code))
        table.viewers[viewer] += 1
        return table


def leave(table: ShownTable, viewer: Viewer) -> None:
    """Remove a viewer from a table, and delete the table if it has no viewers left."""
    with _lock:
        table.viewers[viewer] -= 1
        if not table.viewers[viewer]:
            del table.viewers[viewer]
        if not table.viewers:
            del _tables[table.code]


def answer_for(game: Game, viewer: Viewer, have: int | None) -> str | None:
    """Return the answer to an action: the push to the player's audience, or the whole table.

    None if no socket of that audience is in this process. have: the version of the player's page.
    """
    table = _tables.get(game.code)
    shown = table.shown.get(table.audience_of(viewer)) if table else None
    if shown is None or shown.version < game.version:
        return None
    return shown.push if have is not None and have == shown.since else shown.regions.text


def render_change(
    sender: Any, code: str, message: Message, game: Game | None, **kwargs: Any
) -> None:
    # Called after the commit, in the request that made the change. `answer_for` uses the result.
    table = _tables.get(code)
    if table is not None:
        table.render(message, game)


def _show(
    look: Pov,
    audience: Audience,
    before: Shown | None = None,
    same_for_all: dict[str, str] | None = None,
) -> Shown:
    """Return the next push to an audience. before: the last push to it."""
    if audience.seat == REPLAY:
        regions = replay_head(look.game, audience.language)
    else:
        player = audience.seat if isinstance(audience.seat, int) else None
        is_host = audience.seat == HOST
        if is_host and look.game.is_finished:
            claimed = (s.player for s in look.seats if s.user_id == look.game.host_id)
            player = next(claimed, None)
        elif is_host:
            player = at_device(look.game, look.state)
        pov = replace(look, player=player, invited=audience.seat == INVITED, is_host=is_host)
        last = before.regions if before and before.started else None
        regions = render_regions(pov, audience.language, before=last, same_for_all=same_for_all)
    started = look.game.started_at is not None
    return _shown(audience, look.game.version, started, regions, before)


def _shown(
    audience: Audience, version: int, started: bool, regions: Regions, before: Shown | None
) -> Shown:
    # The start draws the seats, so regions from before it may belong to another seat.
    if before is None or not before.started or audience.seat == REPLAY:
        # Viewers who have been here since the start have got `own_salt` by now.
        text = regions.text_since_start if started and version > 1 else regions.text
        return Shown(version, started, regions, text)
    news = regions.news_since(before.regions)
    # Standing orders change neither the version nor anything that other players see.
    push = _between(before.version, version, news) if news or version != before.version else ""
    return Shown(version, started, regions, push, before.version)


def _between(since: int, version: int, regions: str) -> str:
    """Return regions with a comment that names both versions, for live.js."""
    return f"<!--{since} to {version}-->{regions}"


_tables: dict[str, ShownTable] = {}
_lock = Lock()
game_changed.connect(render_change)

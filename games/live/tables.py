"""The tables that sockets of this process show, and what those sockets were last sent.

A change is rendered once for all who see the same. The process that made it does so right after
the commit, from the rows it has at hand; others do when they hear of it. Only the regions that
look different from before are sent, with the two versions between which they lead: a page at
another version asks for the whole.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, NamedTuple

from cantstop_site.operations import work
from games.broadcast import game_changed
from games.live.rendering import Regions, render_regions, replay_head
from games.models import Game, Seat
from games.pov import Pov, pov_of
from games.queries import is_visible_to

REPLAY = "replay"
PUSHES_KEPT = 16
"""Changes of a table whose pushes are kept until its sockets have taken them."""


class Viewer(NamedTuple):
    """Who looks from a socket, at a table or at the replay of its running game."""

    user_id: int | None
    language: str
    replay: bool = False


class Audience(NamedTuple):
    """Viewers who see the same. seat: a player's number, None for spectators, or `REPLAY`."""

    seat: int | str | None
    language: str


@dataclass(frozen=True)
class Shown:
    """What an audience was last sent.

    version: of the game.  started: whether it had begun, and seats change hands no more.
    push: what was new in it.  since: the version that this was new to, None if all was.
    """

    version: int
    started: bool
    regions: Regions
    push: str
    since: int | None = None


@dataclass
class ShownTable:
    """A table with the viewers it has in this process.

    players: by user.  seated: whether the seats change hands no more.
    game: as it was when somebody last opened a socket.
    version: up to which all viewers were rendered what they are sent.
    pushes: of the last changes, by stamp.  lock: held while the table is read and rendered.
    """

    code: str
    viewers: Counter[Viewer] = field(default_factory=Counter)
    players: dict[int | None, int] = field(default_factory=dict)
    seated: bool = False
    game: Game | None = None
    version: int = -1
    shown: dict[Audience, Shown] = field(default_factory=dict)
    pushes: dict[str, Mapping[Viewer, str]] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def audience_of(self, viewer: Viewer) -> Audience:
        """Return the viewers who see the same as this one."""
        seat = REPLAY if viewer.replay else self.players.get(viewer.user_id)
        return Audience(seat, viewer.language)

    def state_for(self, viewer: Viewer, have: int | None = None) -> str | None:
        """Return the table as it is now, for a socket that has just been opened.

        Args:
            viewer: Who opened it.
            have: The version that the page shows already.

        Returns:
            All regions, or none if the page has them; None if the viewer may not see the table.
        """
        with self.lock:
            game = Game.objects.select_related("challenge").filter(code=self.code).first()
            if game is None or not is_visible_to(game, viewer.user_id):
                return None
            work.note(game=game.pk)
            self.game = game
            if have == game.version and game.is_running and game.annulled_at is None:
                if not self.seated:
                    self._note_players(game, game.seats.all())
                return _between(have, game.version, "")
            shown = self.shown.get(self.audience_of(viewer))
            if shown is None or shown.version != game.version or not game.is_running:
                look = pov_of(game, None)
                self._note_players(look.game, look.seats)
                audience = self.audience_of(viewer)
                shown = _show(look, audience)
                # Others of the audience may still wait for the push that leads here.
                self.shown.setdefault(audience, shown)
            return shown.regions.text

    def render(self, stamp: str, game: Game | None = None) -> None:
        """Render a change for everybody here, unless that is done.

        Args:
            stamp: The name of the change.
            game: The game after it; None to read it anew.
        """
        with self.lock:
            if stamp in self.pushes:
                return
            if game is None:
                look = pov_of(Game.objects.get(code=self.code), None)
                self.pushes[stamp] = self._pushes(look)
            elif game.version > self.version:
                look = pov_of(game, None, seats=list(game.seats.all()))
                self.pushes[stamp] = self._pushes(look)
            else:
                self.pushes[stamp] = {}  # a later change was rendered before, and this with it
            while len(self.pushes) > PUSHES_KEPT:
                del self.pushes[next(iter(self.pushes))]

    def _pushes(self, look: Pov) -> Mapping[Viewer, str]:
        self.version = look.seq
        self._note_players(look.game, look.seats)
        audiences = {viewer: self.audience_of(viewer) for viewer in list(self.viewers)}
        same_for_all: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self.shown = {
            audience: _show(
                look, audience, self.shown.get(audience), same_for_all[audience.language]
            )
            for audience in set(audiences.values())
        }
        return {viewer: self.shown[audience].push for viewer, audience in audiences.items()}

    def _note_players(self, game: Game, seats: Iterable[Seat]) -> None:
        self.seated = game.is_running
        self.players = {seat.user_id: seat.player for seat in seats if seat.user_id}


def enter(code: str, viewer: Viewer) -> ShownTable:
    """Return a table, with a viewer more."""
    with _lock:
        table = _tables.setdefault(code, ShownTable(code))
        table.viewers[viewer] += 1
        return table


def leave(table: ShownTable, viewer: Viewer) -> None:
    """Note that a viewer has gone, and forget a table without viewers."""
    with _lock:
        table.viewers[viewer] -= 1
        if not table.viewers[viewer]:
            del table.viewers[viewer]
        if not table.viewers:
            del _tables[table.code]


def answer_for(game: Game, viewer: Viewer, have: int | None) -> str | None:
    """Return what somebody is answered who has just acted; None if no socket here shows it to them.

    It is what their sockets are sent, or the whole table where their page is at another version.
    """
    table = _tables.get(game.code)
    shown = table.shown.get(table.audience_of(viewer)) if table else None
    if shown is None or shown.version < game.version:
        return None
    return shown.push if have is not None and have == shown.since else shown.regions.text


def _render_change(sender: Any, code: str, stamp: str, game: Game | None, **kwargs: Any) -> None:
    table = _tables.get(code)
    if table is not None:
        table.render(stamp, game)


def _show(
    look: Pov,
    audience: Audience,
    before: Shown | None = None,
    same_for_all: dict[str, str] | None = None,
) -> Shown:
    """Return what an audience is to be sent. before: what it was sent last."""
    version, started = look.game.version, look.game.started_at is not None
    if isinstance(audience.seat, str):
        regions = replay_head(look.game, audience.language)
        return Shown(version, started, regions, regions.text)
    if before is not None and not before.started:
        before = None  # it may have been sent to others: the start draws the seats anew
    pov = replace(look, player=audience.seat)
    last = before.regions if before else None
    regions = render_regions(pov, audience.language, before=last, same_for_all=same_for_all)
    if before is None:
        return Shown(version, started, regions, regions.text)
    push = _between(before.version, version, regions.news_since(before.regions))
    return Shown(version, started, regions, push, before.version)


def _between(since: int, version: int, regions: str) -> str:
    """Return regions that lead from one version to another, marked as such (see live.js)."""
    return f"<!--{since} to {version}-->{regions}"


_tables: dict[str, ShownTable] = {}
_lock = Lock()
game_changed.connect(_render_change)

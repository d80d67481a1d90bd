"""Lines as a reader sees them: the context of the templates of pages and pushes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import translation

from accounts.refusals import Refusal
from accounts.statements import Select
from games.chat.audience import (
    Reader,
    Visitor,
    lines_of,
    lines_of_players,
    players_at,
    reader_of,
    reads_only_players,
    visible_lines,
)
from games.chat.line_text import Part, WordFilter, with_links
from games.chat.models import LONGEST_LINE, Channel, ChatLine, FilteredWord
from games.chat.phrases import words_of
from games.chat.services import check_may_talk
from games.models import Game, Seat

PAGE = 30
"""Number of lines on a page."""

OLD_ENOUGH = timedelta(days=1)
"""Links in lines by accounts younger than this are shown as text."""


@dataclass(frozen=True)
class LineView:
    """A line as it is shown."""

    line: ChatLine
    parts: Sequence[Part]
    player: int | None  # the author's number; None for spectators and before the start

    @property
    def from_spectator(self) -> bool:
        return self.line.channel == Channel.SPECTATORS


@dataclass(frozen=True)
class LogView:
    """Lines in the order in which they were said."""

    lines: Sequence[LineView]
    older: int | None = None  # the id of the first line here, if there are older lines
    # The id of the line before a new one, 0 for none: so a page can tell whether it has all lines.
    before: int | None = None


@dataclass(frozen=True)
class Refused:
    """A refused line, and why."""

    draft: str
    why: Refusal


@dataclass(frozen=True)
class Composer:
    """The form to say something, or why there is none. refused: the line just refused, or None."""

    may_talk: bool = False
    may_write: bool = False
    seated: bool = False
    why_not: Refusal | None = None
    refused: Refused | None = None
    longest: int = LONGEST_LINE


@dataclass(frozen=True)
class Panel:
    """The chat of a table as somebody sees it. alone: whether there is nobody to talk to."""

    game: Game
    log: LogView
    composer: Composer
    reader: Reader
    alone: bool


def composer_of(
    game: Game, visitor: Visitor, seated: bool, refused: Refused | None = None
) -> Composer:
    """Return the form with which this visitor can say something."""
    try:
        user = check_may_talk(game, visitor, seated)
    except Refusal as refusal:
        return Composer(seated=seated, why_not=refusal)
    return Composer(True, not user.is_guest, seated, refused=refused)


def views_of(
    game: Game, lines: Sequence[ChatLine], reader: Reader, players: Mapping[int, int]
) -> list[LineView]:
    """Return the lines as this reader sees them. players: as `players_at` returns them."""
    # If all lines are phrases, they need no filter, and so no query.
    written = any(line.text for line in lines)
    words = FilteredWord.objects.values_list("word", flat=True) if written else []
    hidden = WordFilter(words if reader.hide_words else [])
    return [LineView(line, _parts(line, hidden), _player_of(game, line, players)) for line in lines]


def _player_of(game: Game, line: ChatLine, players: Mapping[int, int]) -> int | None:
    # The start of the game draws the seats, so nobody has a shape before.
    if game.started_at is None or line.user_id is None or line.channel != Channel.PLAYERS:
        return None
    return players.get(line.user_id)


def _parts(line: ChatLine, hidden: WordFilter) -> list[Part]:
    if line.removed_at is not None:
        return []
    if line.phrase:
        return [Part(words_of(line.phrase))]
    of_age = line.user is not None and line.created_at - line.user.date_joined >= OLD_ENOUGH
    parts = with_links(line.text) if of_age else [Part(line.text)]
    return [Part(hidden.hide(part.text), part.href) for part in parts]


def last_lines(
    game: Game, reader: Reader, players: Mapping[int, int], before: int | None = None
) -> LogView:
    """Return the last lines, or the last ones before the line with the id `before`."""
    if before is None and not reader.hidden:
        # Nearly every page of a table runs this query, so its SQL is built once.
        only_players = reads_only_players(game, reader)
        last = (_last_of_players if only_players else _last_of_all)(game.pk)
    else:
        lines = visible_lines(game, reader)
        last = list(_last(lines if before is None else lines.filter(pk__lt=before)))
    shown = last[:PAGE][::-1]
    older = shown[0].pk if len(last) > PAGE else None
    return LogView(views_of(game, shown, reader, players), older=older)


def _last(lines: QuerySet[ChatLine]) -> QuerySet[ChatLine]:
    return lines.reverse()[: PAGE + 1]


_last_of_all = Select(lambda game: _last(lines_of(game)), int)
_last_of_players = Select(lambda game: _last(lines_of_players(game)), int)


def one_line(game: Game, pk: int, reader: Reader, players: Mapping[int, int]) -> LogView:
    """Return one line, or raise ChatLine.DoesNotExist if this reader does not see it."""
    lines = visible_lines(game, reader)
    line = lines.get(pk=pk)
    before = lines.filter(pk__lt=pk).reverse().values_list("pk", flat=True).first()
    return LogView(views_of(game, [line], reader, players), before=before or 0)


def panel_of(  # noqa: PLR0913 - what is known, and what was tried
    game: Game,
    visitor: Visitor,
    *,
    line: int | None = None,
    before: int | None = None,
    seats: Iterable[Seat] | None = None,
    refused: Refused | None = None,
) -> Panel:
    """Return a table's chat as this visitor sees it: the last lines, or those before a line.

    line: the id of the only line to show; raises ChatLine.DoesNotExist if the visitor can't see it.
    seats: the game's seats, if already read.  refused: the visitor's line just refused, or None.
    """
    players = players_at(game, seats)
    seated = visitor.pk in players
    reader = reader_of(visitor.pk, seated)
    if line is not None:
        log = one_line(game, line, reader, players)
    else:
        log = last_lines(game, reader, players, before)
    composer = composer_of(game, visitor, seated, refused)
    return Panel(game, log, composer, reader, alone=len(players) < 2 and not game.is_waiting)


def line_push(code: str, pk: int, reader: Reader, language: str) -> str:
    """Return a line as a push, or "" if this reader does not see it."""
    game = Game.objects.get(code=code)
    with translation.override(language):
        try:
            return _pushed(game, one_line(game, pk, reader, players_at(game)))
        except ChatLine.DoesNotExist:
            return ""


def last_push(game: Game, reader: Reader) -> str:
    """Return the id of the last line as a push, so a page can tell whether it has all lines."""
    last = visible_lines(game, reader).reverse().values_list("pk", flat=True).first()
    return _pushed(game, LogView([], before=last)) if last else ""


def _pushed(game: Game, log: LogView) -> str:
    return render_to_string("chat/_lines.html", {"game": game, "log": log, "oob": True})

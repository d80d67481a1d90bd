"""What was reported, kept word for word: content may go, what was said of it stays.

A snapshot is plain JSON with these parts, each only where it belongs:

name        what the suspect was called, and when the account was made
game        code, kind, status, players (player, name, user, bot, left), moment of the start
said        the reported line or comment: id, kind, channel, seq, user, name, text, at, removed
lines       the chat around a reported line, in order, itself among it: the same fields
comments    the comments on the same step as a reported one, likewise
waits       the longest decisions of the suspect: step, seconds
left        games the suspect left lately: code, how, moment
written     what the suspect wrote lately, for a report on them as a whole: these, and where
refused     what they wanted to say and could not, because it was too much: user, name, text, at
"""

from typing import Any

from django.utils import timezone

from accounts.models import User
from accounts.moderation.models import Evidence, Report
from accounts.moderation.services import conduct, writing
from accounts.moderation.services.subjects import Subject
from games.models import Game, Seat
from games.presenters.names import seat_name

Reason, Target = Report.Reason, Report.Target
Json = dict[str, Any]

MOST_WAITS = 5
MOST_LEFT = 20


def keep(report: Report, subject: Subject, suspect: User) -> Evidence:
    """Store what there is to see of a report now."""
    return Evidence.objects.create(
        report=report,
        snapshot=snapshot(subject, suspect, report.reason),
        game=subject.game,
        seq=subject.seq,
    )


def snapshot(subject: Subject, suspect: User, reason: str) -> Json:
    """Return what is reported, in words and figures."""
    kept: Json = {"name": suspect.username, "joined": suspect.date_joined.isoformat()}
    if subject.game is not None:
        kept["game"] = _game(subject.game)
    if subject.item is not None:
        kept["said"] = writing.kept(subject.item)
        around = "lines" if subject.target == Target.LINE else "comments"
        kept[around] = writing.context_of(subject.item)
    if reason == Reason.STALLING and subject.game is not None:
        kept["waits"] = _waits(subject.game, suspect)
    if reason == Reason.LEAVING:
        kept["left"] = _left(suspect)
    if subject.target == Target.PLAYER and reason in (Reason.ABUSE, Reason.SPAM, Reason.OTHER):
        kept["written"] = writing.written(suspect)
    if subject.target == Target.GAME and reason == Reason.SPAM and subject.game is not None:
        kept["refused"] = writing.refused(suspect, subject.game)
    return kept


def _game(game: Game) -> Json:
    seats = game.seats.select_related("user", "game").order_by("player")
    return {
        "code": game.code,
        "kind": game.kind,
        "status": game.status,
        "started_at": game.started_at and game.started_at.isoformat(),
        "version": game.version,
        "termination": game.termination,
        "players": [_player(game, seat) for seat in seats],
    }


def _player(game: Game, seat: Seat) -> Json:
    return {
        "player": seat.player,
        "name": seat_name(seat),
        "user": seat.user_id,
        "bot": seat.bot,
        "left": conduct.how_left(game, seat),
        "won": seat.won,
    }


def _waits(game: Game, suspect: User) -> list[Json]:
    seat = game.seats.filter(user=suspect).first()
    longest = conduct.waits(game, seat.player)[:MOST_WAITS] if seat else []
    return [{"seq": wait.seq, "seconds": wait.seconds} for wait in longest]


def _left(suspect: User) -> list[Json]:
    events = conduct.left_games(suspect, timezone.now() - conduct.RECENT)[:MOST_LEFT]
    return [
        {"code": event.game.code, "how": event.kind, "at": event.created_at.isoformat()}
        for event in events
    ]

"""Copies of reported content, which stay when the content itself is deleted.

A snapshot is plain JSON with these keys, each only if it applies:

name        the subject's name; `joined`: when the account was made
game        code, kind, status, started_at, players (player, name, user, bot, left, won), …
said        the reported line or comment: id, kind, channel, seq, user, name, text, at, removed
lines       the chat around a reported line, with that line, in order; fields as in `said`
comments    the comments on the step of a reported comment, with that comment; fields as in `said`
waits       the longest decisions of the subject: seq, seconds
left        games that the subject left lately: code, how, at
written     the subject's latest lines and comments, if a player was reported; `where`: the game
refused     the subject's lines that were refused as too many: user, name, text, at
"""

from typing import Any

from django.utils import timezone

from accounts.models import User
from games.history import history
from games.models import Game
from games.presenters.names import name_at_first
from moderation.models import Report
from moderation.services import leavings, texts
from moderation.services.reportable import Reportable

Reason, Target = Report.Reason, Report.Target
Json = dict[str, Any]

MOST_WAITS = 5
MOST_LEFT = 20


def snapshot(thing: Reportable, subject: User, reason: str) -> Json:
    """Return a copy of the reported content, with figures that help to decide."""
    # Copies, not foreign keys: names change, and content can be deleted.
    kept: Json = {"name": subject.username, "joined": subject.date_joined.isoformat()}
    if thing.game is not None:
        kept["game"] = _game(thing.game)
    if thing.item is not None:
        kept["said"] = texts.as_snapshot(thing.item)
        around = "lines" if thing.target == Target.LINE else "comments"
        kept[around] = texts.context_of(thing.item)
    if reason == Reason.STALLING and thing.game is not None:
        seat = thing.game.seats.filter(user=subject).first()
        kept["waits"] = _waits(thing.game, seat.player)[:MOST_WAITS] if seat else []
    if reason == Reason.LEAVING:
        left = leavings.left_games(subject, timezone.now() - leavings.RECENT)[:MOST_LEFT]
        kept["left"] = [
            {"code": each.game.code, "how": each.how, "at": each.at.isoformat()} for each in left
        ]
    if thing.target == Target.PLAYER and reason in (Reason.ABUSE, Reason.SPAM, Reason.OTHER):
        kept["written"] = texts.recent_texts(subject)
    if thing.target == Target.GAME and reason == Reason.SPAM and thing.game is not None:
        kept["refused"] = texts.refused_lines(subject, thing.game)
    return kept


def _waits(game: Game, player: int) -> list[Json]:
    """Return how long each decision took, the longest first, with the step that ended it.

    For a decision that the player still has to make, the step is the last of the game.
    """
    log, rules = history(game), game.rules
    times = [game.started_at or game.created_at, *log.times]
    found = []
    for seq, event in enumerate(log.events[: game.version], start=1):
        opened = rules.token(log.states[seq - 1], player)
        if event.player == player and opened is not None:
            found.append((seq, times[seq] - times[opened]))
    opened = rules.token(log.states[game.version], player) if game.is_running else None
    if opened is not None:
        found.append((game.version, timezone.now() - times[opened]))
    found.sort(key=lambda wait: -wait[1])
    return [{"seq": seq, "seconds": int(wait.total_seconds())} for seq, wait in found]


def _game(game: Game) -> Json:
    seats = game.seats.select_related("user", "left_by", "game").order_by("player")
    players = [
        {
            "player": seat.player,
            "name": name_at_first(seat),
            "user": seat.user_id or seat.left_by_id,
            "bot": seat.bot,
            "left": leavings.how_left(game, seat),
            "won": seat.won,
        }
        for seat in seats
    ]
    return {
        "code": game.code,
        "kind": game.kind,
        "status": game.status,
        "started_at": game.started_at and game.started_at.isoformat(),
        "version": game.version,
        "termination": game.termination,
        "players": players,
    }

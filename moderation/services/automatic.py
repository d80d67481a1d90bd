"""Reports that the site makes by itself, for moderators to decide."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sanctions import alarms
from games.chat.line_text import WordFilter
from games.chat.models import ChatLine, FilteredWord, RefusedLine
from games.models import Game, StepComment
from moderation.models import Report
from moderation.services import leavings
from moderation.services.reports import automatic

Reason, Target = Report.Reason, Report.Target

FLOOD = timedelta(minutes=10)
FLOOD_LINES = 8
"""This many refused lines within FLOOD open a case."""

LEAVING_GAMES = 10
"""Number of latest games that count. Users with fewer games are not reported."""

LEAVING_SHARE = 0.5
"""The share of left games that opens a case."""


def listen() -> None:
    alarms.listen(alarms.LEFT_GAME_ENDED, look_at_leavers)
    alarms.listen(alarms.LINE_SAID, look_at_line)
    alarms.listen(alarms.LINE_REFUSED, look_at_flood)
    alarms.listen(alarms.COMMENTED, look_at_comment)


def look_at_line(line_id: int) -> None:
    """Report a line that contains a filtered word."""
    line = ChatLine.objects.select_related("user").get(pk=line_id)
    _look_at_words(line.user, Target.LINE, line.pk, line.text)


def look_at_comment(comment_id: int) -> None:
    """Report a comment that contains a filtered word."""
    comment = StepComment.objects.select_related("user").get(pk=comment_id)
    _look_at_words(comment.user, Target.COMMENT, comment.pk, comment.text)


def _look_at_words(user: User | None, target: str, number: int, text: str) -> None:
    if user is None or not text:
        return
    listed = FilteredWord.objects.filter(opens_case=True).values_list("word", flat=True)
    found = WordFilter(listed).finds(text)
    if found:
        # Each word once, in the order of the text.
        words = ", ".join(dict.fromkeys(found))
        automatic(user, Reason.ABUSE, target, number, _("On the word list: %(words)s"), words=words)


def look_at_flood(refused_id: int) -> None:
    """Report a user if too many of their lines were refused."""
    refused = RefusedLine.objects.select_related("user").get(pk=refused_id)
    since = timezone.now() - FLOOD
    count = RefusedLine.objects.filter(user=refused.user, created_at__gte=since).count()
    if count >= FLOOD_LINES:
        text = _("%(count)d messages refused within ten minutes.")
        automatic(refused.user, Reason.SPAM, Target.GAME, refused.game_id, text, count=count)


def look_at_leavers(game_id: int) -> None:
    """Report players who left this game, and too many of their latest games."""
    game = Game.objects.get(pk=game_id)
    for seat in game.seats.select_related("user", "left_by"):
        # If a bot took over the seat, its former player counts.
        user = seat.user or seat.left_by
        if user is None or not leavings.left_of(user, [game]):
            continue
        games = leavings.latest_games(user, LEAVING_GAMES)
        left = leavings.left_of(user, games)
        if len(games) >= LEAVING_GAMES and len(left) >= LEAVING_SHARE * len(games):
            counts = {"left": len(left), "all": len(games)}
            text = _("Left %(left)d of the last %(all)d games.")
            automatic(user, Reason.LEAVING, Target.GAME, game.pk, text, **counts)

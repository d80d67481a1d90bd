"""What was said and reported, and the cases that made, quickly."""

from typing import Any

from accounts.models import User
from accounts.sanctions.models import ModerationAction
from games.chat.models import Channel, ChatLine
from games.models import Game, StepComment
from moderation.models import Case, Report
from moderation.services import claims, reports
from tests.games.factories import make_finished_game, make_user


def comment_of(
    user: User, text: str = "You are all fools", game: Game | None = None
) -> StepComment:
    """Return a comment on a step of a public game, by default one between two bots."""
    game = game or make_finished_game("rule-of-28", "rule-of-28", resign_after=12)
    return StepComment.objects.create(game=game, seq=3, user=user, text=text)


def report_comment(reporter: User, comment: StepComment, reason: str = "abuse") -> Report:
    """Return a report of a comment."""
    return reports.report(reporter, "comment", comment.pk, reason, "")


def case_about(subject: User, reporter: User | None = None) -> Case:
    """Return the open case about somebody, for a comment that was reported."""
    return report_comment(reporter or make_user(f"by-{subject.pk}"), comment_of(subject)).case


def claimed_case(moderator: User, subject: User, reporter: User | None = None) -> Case:
    """Return the case about somebody, claimed by this moderator."""
    return claims.claim(moderator, case_about(subject, reporter).pk)


def line_of(
    user: User, text: str = "You are all fools", game: Game | None = None, **fields: Any
) -> ChatLine:
    """Return a line somebody said, by default to those who watch a public game of two bots."""
    game = game or make_finished_game("rule-of-28", "rule-of-28", resign_after=12)
    values = {"channel": Channel.SPECTATORS, "seq": 3, "text": text} | fields
    return ChatLine.objects.create(game=game, user=user, **values)


def log_of(case: Case) -> list[tuple[str, str]]:
    """Return who did what about a case, in order."""
    acts = ModerationAction.objects.filter(case=case.pk).order_by("pk")
    return list(acts.values_list("actor_name", "action"))

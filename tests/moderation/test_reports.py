"""Reports: what applies, what is kept of it, and the case they gather in."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.checks import Sanctioned
from accounts.sanctions.models import Sanction
from games.models import Game, GameEvent
from games.services.play import submit_action
from moderation.models import Case, Category, Report
from moderation.services import reportable, reports
from moderation.services.refusals import (
    AlreadyReported,
    NotFound,
    TooManyReports,
)
from tests.games.factories import make_finished_game, make_running_game, make_user, take_over
from tests.games.tables import running_table, user_at
from tests.moderation.reported import comment_of, report_comment

UNLISTED: dict[str, Any] = {"visibility": Game.Visibility.UNLISTED}


def slow_game(subject: User, reporter: User, **fields: Any) -> Game:
    """Return a running game in which every step took ten minutes."""
    game = make_running_game(subject, reporter, events=8, **fields)
    for event in game.events.all():
        moment = game.created_at + timedelta(minutes=10 * event.seq)
        GameEvent.objects.filter(pk=event.pk).update(created_at=moment)
    return game


def refusal(reporter: User, target: str, number: int, reason: str, **options: Any) -> str:
    with pytest.raises(Refusal) as refused:
        reports.report(reporter, target, number, reason, "", **options)
    assert not Report.objects.exists()
    assert not Case.objects.exists()
    return str(refused.value)


def test_a_report_opens_a_case_about_the_author(vera: User, rude: User) -> None:
    made = report_comment(vera, comment_of(rude))
    assert (made.reporter, made.subject, made.is_open) == (vera, rude, True)
    assert (made.case.subject, made.case.subject_name) == (rude, "Rude")
    assert made.case.category == Category.CHAT


def test_reports_of_one_room_gather_in_one_case(vera: User, rude: User) -> None:
    first = report_comment(vera, comment_of(rude))
    second = report_comment(make_user("Otto"), comment_of(rude), "spam")
    assert first.case == second.case
    assert first.case.reports.count() == 2


def test_each_room_has_a_case_of_its_own(vera: User, rude: User) -> None:
    report_comment(vera, comment_of(rude))
    reports.report(vera, "name", rude.pk, "name", "")
    assert {case.category for case in Case.objects.all()} == {Category.CHAT, Category.NAME}


def test_a_report_after_the_decision_opens_another_case(vera: User, rude: User) -> None:
    comment = comment_of(rude)
    first = report_comment(vera, comment)
    Case.objects.update(decided_at=timezone.now())
    Report.objects.update(is_open=False)
    assert report_comment(vera, comment).case != first.case


def test_the_same_report_twice_is_refused(vera: User, rude: User) -> None:
    comment = comment_of(rude)
    report_comment(vera, comment)
    with pytest.raises(AlreadyReported):
        report_comment(vera, comment)
    assert Report.objects.count() == 1


def test_another_reason_is_another_report(vera: User, rude: User) -> None:
    comment = comment_of(rude)
    report_comment(vera, comment)
    assert report_comment(vera, comment, "spam").case.reports.count() == 2


def test_who_left_a_game_to_a_bot_can_be_reported_for_it(vera: User, rude: User) -> None:
    game = make_running_game(vera, rude, "random")
    take_over(game, rude)
    assert reportable.find(vera, "game", game.pk).subjects == (rude,)
    assert reportable.find(vera, "player", rude.pk, game.code).game == game


def test_two_players_of_one_game_can_be_reported_for_the_same(vera: User) -> None:
    ann, ben = make_user("Ann"), make_user("Ben")
    game = make_finished_game(vera, ann, ben, resign_after=12)
    for subject in (ann, ben):
        reports.report(vera, "game", game.pk, "help", "They helped.", subject_id=subject.pk)
    assert {case.subject for case in Case.objects.all()} == {ann, ben}


def test_the_evidence_outlives_the_comment(vera: User, rude: User) -> None:
    comment = comment_of(rude, "Exactly <b>this</b>")
    made = report_comment(vera, comment)
    game, seq = comment.game, comment.seq
    comment.delete()
    made.refresh_from_db()
    kept = made.evidence
    assert (kept.game, kept.seq) == (game, seq)
    assert kept.snapshot["said"]["text"] == "Exactly <b>this</b>"
    assert kept.snapshot["name"] == "Rude"
    assert kept.snapshot["game"]["code"] == game.code


def test_the_evidence_has_what_was_said_around_it(vera: User, rude: User) -> None:
    comment = comment_of(rude, "fool")
    comment_of(vera, "hello", comment.game)
    kept = report_comment(vera, comment).evidence.snapshot
    assert [said["text"] for said in kept["comments"]] == ["fool", "hello"]


def test_nobody_reports_themselves(rude: User) -> None:
    assert "yourself" in refusal(rude, "player", rude.pk, "other")
    assert "yourself" in refusal(rude, "comment", comment_of(rude).pk, "abuse")


def test_what_does_not_exist_is_not_found(vera: User) -> None:
    for target in ("player", "name", "comment", "game", "cheese"):
        with pytest.raises(NotFound):
            reports.report(vera, target, 2**70, "other", "text")


def test_a_table_of_bots_has_nobody_to_report(vera: User) -> None:
    game = make_finished_game(vera, "rule-of-28", resign_after=12)
    assert "no one else" in refusal(vera, "game", game.pk, "stalling")


def test_stalling_shows_the_longest_waits(vera: User, rude: User) -> None:
    game = slow_game(rude, vera)
    made = reports.report(vera, "game", game.pk, "stalling", "")
    assert made.evidence.snapshot["waits"][0]["seconds"] >= 600


def test_a_decision_that_is_open_counts_as_waiting(vera: User) -> None:
    game = running_table()
    Game.objects.update(started_at=timezone.now() - timedelta(hours=3))
    (player,) = game.rules.active_players(game.position())
    made = reports.report(user_at(game, 1 - player), "game", game.pk, "stalling", "")
    assert made.evidence.snapshot["waits"][0]["seconds"] >= 3 * 3600 - 60


def test_a_report_of_leaving_shows_which_games_were_left(vera: User) -> None:
    game = running_table()
    submit_action(game.code, 0, game.rules.parse_action("resign"), None)
    made = reports.report(user_at(game, 1), "game", game.pk, "leaving", "")
    assert [left["code"] for left in made.evidence.snapshot["left"]] == [game.code]


def test_a_report_of_leaving_belongs_to_play(vera: User, rude: User) -> None:
    assert reports.report(vera, "player", rude.pk, "leaving", "").case.category == Category.PLAY


def test_help_needs_words(vera: User, rude: User) -> None:
    game = make_finished_game(vera, rude, resign_after=12)
    assert "briefly" in refusal(vera, "game", game.pk, "help")


def test_a_report_of_abuse_shows_what_was_written_lately(vera: User, rude: User) -> None:
    comment = comment_of(rude, "fool")
    kept = reports.report(vera, "player", rude.pk, "abuse", "").evidence.snapshot
    assert [(said["where"], said["text"]) for said in kept["written"]] == [
        (comment.game.code, "fool")
    ]


@pytest.mark.parametrize(
    ("target", "reason"), [("comment", "stalling"), ("game", "abuse"), ("name", "spam")]
)
def test_a_reason_must_fit_the_thing(vera: User, rude: User, target: str, reason: str) -> None:
    numbers = {
        "comment": comment_of(rude).pk,
        "game": make_finished_game(vera, rude, resign_after=12).pk,
        "name": rude.pk,
    }
    assert "Choose a reason" in refusal(vera, target, numbers[target], reason)


def test_an_unlisted_game_is_reported_by_its_players_and_who_knows_its_code(rude: User) -> None:
    player, knower = make_user("Player"), make_user("Knower")
    game = slow_game(rude, player, **UNLISTED)
    with pytest.raises(NotFound):
        reports.report(knower, "game", game.pk, "other", "text", subject_id=rude.pk)
    for reporter in (player, knower):
        reports.report(
            reporter, "game", game.pk, "other", "text", subject_id=rude.pk, code=game.code
        )
    assert Report.objects.count() == 2


def test_a_comment_in_an_unlisted_game_is_nobodys_to_find(vera: User, rude: User) -> None:
    game = make_finished_game(rude, "rule-of-28", resign_after=12, **UNLISTED)
    assert "doesn't exist" in refusal(vera, "comment", comment_of(rude, "hi", game).pk, "abuse")


def test_players_of_a_running_game_find_no_comments_on_it(rude: User) -> None:
    game = running_table()
    comment = comment_of(rude, "take the 7", game)
    assert "comment doesn't exist" in refusal(user_at(game, 0), "comment", comment.pk, "help")


def test_a_deleted_comment_is_not_found(vera: User, rude: User) -> None:
    comment = comment_of(rude)
    comment.deleted_at = timezone.now()
    comment.save()
    assert "comment doesn't exist" in refusal(vera, "comment", comment.pk, "abuse")


def test_who_may_not_report_is_told_why(vera: User, rude: User) -> None:
    sanction = Sanction.objects.create(user=vera, kind="report-ban", reason="Made things up.")
    with pytest.raises(Sanctioned) as refused:
        report_comment(vera, comment_of(rude))
    assert refused.value.sanction == sanction
    assert not Report.objects.exists()


def test_one_user_has_only_so_many_open_reports(vera: User, rude: User) -> None:
    game = comment_of(rude).game
    for number in range(reports.MOST_OPEN):
        report_comment(vera, comment_of(rude, str(number), game))
    with pytest.raises(TooManyReports):
        report_comment(vera, comment_of(rude, "one more", game))
    assert Report.objects.count() == reports.MOST_OPEN


def test_a_text_is_at_most_so_long(vera: User, rude: User) -> None:
    with pytest.raises(Refusal, match="at most 1000 characters"):
        reports.report(vera, "player", rude.pk, "other", "x" * 1001)
    assert len(reports.report(vera, "player", rude.pk, "other", "x" * 1000).text) == 1000

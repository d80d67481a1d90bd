"""Reports of lines of chat: who may, what is kept, and what the site notices by itself."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.chat.models import FilteredWord
from games.chat.refusals import TooFast
from games.chat.services import say
from games.models import Game
from games.services.comments import add_comment
from moderation.models import Category, Report
from moderation.services import reports
from moderation.services.refusals import Invalid, NotFound
from tests.games.factories import make_finished_game, make_running_game
from tests.games.tables import client_of
from tests.html import inline_parts, one, text_of
from tests.moderation.reported import comment_of, line_of


def report_line(reporter: User, number: int, reason: str = "abuse", **options: Any) -> Report:
    return reports.report(reporter, "line", number, reason, "", **options)


def test_a_line_is_kept_word_for_word_with_what_was_said_around_it(vera: User, rude: User) -> None:
    line = line_of(rude, "first <b>")
    for number in range(12):
        line_of(vera, f"after {number}", line.game)
    line_of(vera, "to the players", line.game, channel="players")
    made = report_line(vera, line.pk)
    line.delete()
    made.refresh_from_db()
    kept = made.evidence.snapshot
    assert (kept["said"]["text"], kept["said"]["name"]) == ("first <b>", "Rude")
    assert [said["text"] for said in kept["lines"]] == [
        "first <b>",
        *[f"after {number}" for number in range(10)],
    ]
    assert made.case.category == Category.CHAT
    assert made.evidence.seq == 3


def test_the_page_shows_the_line_as_text(vera: User, rude: User) -> None:
    line = line_of(rude, "<script>alert(1)</script>")
    url = reverse("report", args=["line", line.pk])
    page = client_of(vera).get(url)
    assert "<script>alert(1)</script>" in text_of(one(page, "main"))
    assert inline_parts(page) == []


def test_a_quick_phrase_is_kept_as_it_was_read(vera: User, rude: User) -> None:
    line = line_of(rude, "", phrase="oops")
    assert report_line(vera, line.pk, "spam").evidence.snapshot["said"]["text"] == "Oops"


def test_a_line_that_was_removed_needs_no_report(vera: User, rude: User) -> None:
    line = line_of(rude, removed_at=timezone.now())
    with pytest.raises(Invalid, match="removed"):
        report_line(vera, line.pk)


def test_players_of_a_running_game_find_no_line_of_spectators(vera: User, rude: User) -> None:
    game = make_running_game(vera, "rule-of-28")
    line = line_of(rude, "take the 7", game)
    with pytest.raises(NotFound):
        report_line(vera, line.pk)
    Game.objects.update(status=Game.Status.FINISHED)
    assert report_line(vera, line.pk).subject == rude


def test_a_line_at_an_unlisted_table_is_for_those_who_know_it(vera: User, rude: User) -> None:
    game = make_finished_game("rule-of-28", rude, resign_after=12, visibility="unlisted")
    line = line_of(rude, "fool", game)
    with pytest.raises(NotFound):
        report_line(vera, line.pk)
    assert report_line(vera, line.pk, code=game.code).subject == rude


def test_nobody_reports_their_own_line(rude: User) -> None:
    with pytest.raises(Invalid, match="yourself"):
        report_line(rude, line_of(rude).pk)


def test_a_report_on_a_player_keeps_their_lines_and_comments(vera: User, rude: User) -> None:
    comment_of(rude, "a comment")
    line_of(rude, "a line")
    kept = reports.report(vera, "player", rude.pk, "abuse", "").evidence.snapshot
    assert {said["text"] for said in kept["written"]} == {"a comment", "a line"}


def test_a_word_of_the_list_opens_a_case(
    vera: User, rude: User, django_capture_on_commit_callbacks: Any
) -> None:
    FilteredWord.objects.all().delete()
    FilteredWord.objects.create(word="blockhead*", opens_case=True)
    FilteredWord.objects.create(word="dash", opens_case=False)
    game = make_running_game("rule-of-28", "rule-of-28")
    with django_capture_on_commit_callbacks(execute=True):
        say(game, rude, text="oh dash it")
    assert not Report.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        line = say(game, rude, text="what blockheads you are")
    made = Report.objects.get()
    assert (made.is_automatic, made.reason, made.target_id) == (True, "abuse", line.pk)
    assert made.text == "On the word list: blockheads"


def test_a_word_of_the_list_in_a_comment_opens_a_case(
    rude: User, django_capture_on_commit_callbacks: Any
) -> None:
    FilteredWord.objects.create(word="blockhead", opens_case=True)
    game = make_finished_game("rule-of-28", "rule-of-28", resign_after=12)
    with django_capture_on_commit_callbacks(execute=True):
        comment = add_comment(game, 3, rude, "Blockhead!")
    assert (Report.objects.get().target, Report.objects.get().target_id) == ("comment", comment.pk)


def test_a_flood_opens_one_case(
    rude: User, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moderation.services.automatic.FLOOD_LINES", 3)
    game = make_running_game("rule-of-28", "rule-of-28")
    refused = 0
    with django_capture_on_commit_callbacks(execute=True):
        for number in range(12):
            try:
                say(game, rude, text=f"{number} {'abcdefghijkl'[number] * (number + 1)}")
            except TooFast:
                refused += 1
    assert refused == 6
    made = Report.objects.get()
    assert (made.reason, made.target, made.target_id) == ("spam", "game", game.pk)
    assert made.text == "6 messages refused within ten minutes."
    assert len(made.evidence.snapshot["refused"]) >= 3


def test_an_alarm_that_fails_lets_the_line_stand(
    rude: User, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("moderation.services.automatic.WordFilter", None)
    FilteredWord.objects.create(word="blockhead", opens_case=True)
    game = make_running_game("rule-of-28", "rule-of-28")
    with django_capture_on_commit_callbacks(execute=True):
        assert say(game, rude, text="blockhead").pk

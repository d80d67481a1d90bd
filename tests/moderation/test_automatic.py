"""Cases the site opens by itself."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, Sanction
from games.engine.core import Outcome
from games.models import ClockNote, Game, TableOptions
from games.services import lobby
from games.services.finish import finish
from games.services.play import submit_action
from lifecycle.deletion import plan_deletion
from moderation.admin.user_history import history_of
from moderation.models import Case, Report
from moderation.services import automatic, reports, sanctions
from tests.games.factories import make_running_game, take_over
from tests.games.tables import make_user, token_of, user_at
from tests.html import elements, one, text_of
from tests.moderation.panel import case_page
from tests.moderation.people import make_staff
from tests.staff import staff_client


def left_game(leaver: User, capture: Any, rival: User | None = None) -> Game:
    """Return a game the leaver has resigned, with what its end sets off."""
    with capture(execute=True):
        game = lobby.create_table(leaver, TableOptions("cantstop", 2))
        game = lobby.join(game.code, rival or make_user())
        player = game.seats.get(user=leaver).player
        return submit_action(game.code, player, game.rules.parse_action("resign"), None)


@pytest.fixture(autouse=True)
def few_games_are_enough(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automatic, "LEAVING_GAMES", 4)


def test_who_leaves_half_of_their_games_has_a_case(
    rude: User, django_capture_on_commit_callbacks: Any
) -> None:
    rivals = [make_user(), make_user()]
    for number in range(4):
        assert not Report.objects.exists()
        leaver = rude if number % 2 else rivals[0]
        left_game(leaver, django_capture_on_commit_callbacks, rivals[1] if leaver == rude else rude)
    made = Report.objects.get()
    assert (made.subject, made.reason, made.is_automatic, made.reporter) == (
        rude,
        "leaving",
        True,
        None,
    )
    assert made.text == "Left 2 of the last 4 games."
    assert len(made.evidence.snapshot["left"]) == 2


def lost_seat(leaver: User, capture: Any) -> Game:
    """Return a game that is over, where a bot played on for the leaver; with what its end sets off.

    Everybody else stayed to the end.
    """
    game = make_running_game(leaver, make_user(), make_user(), events=1)
    take_over(game, leaver)
    with capture(execute=True):
        finish(game, Outcome((1,), "columns"))
    return game


def test_who_runs_out_of_time_until_a_bot_plays_on_has_left_the_game(
    rude: User, vera: User, django_capture_on_commit_callbacks: Any
) -> None:
    games = [lost_seat(rude, django_capture_on_commit_callbacks) for _ in range(4)]
    made = Report.objects.get()
    assert (made.subject, made.text) == (rude, "Left 4 of the last 4 games.")
    left = made.evidence.snapshot["left"]
    assert [each["code"] for each in left] == [game.code for game in reversed(games)]
    assert {each["how"] for each in left} == {"taken-over"}
    about = history_of(rude, vera)
    assert (about["left"], about["played"]) == (4, 4)
    assert [played["left"] for played in about["games"]] == [True] * 4


def test_who_stays_is_no_leaver_because_a_bot_plays_on_for_somebody_else(
    rude: User, vera: User, django_capture_on_commit_callbacks: Any
) -> None:
    for _ in range(4):
        game = make_running_game(make_user(), rude, make_user(), events=1)
        take_over(game, user_at(game, 0))
        with django_capture_on_commit_callbacks(execute=True):
            finish(game, Outcome((2,), "columns"))
    assert not Report.objects.exists()
    about = history_of(rude, vera)
    assert (about["left"], about["played"]) == (0, 4)


def test_a_bot_that_stands_in_for_a_turn_makes_nobody_a_leaver(
    rude: User, vera: User, django_capture_on_commit_callbacks: Any
) -> None:
    game = make_running_game(rude, make_user(), make_user(), events=1)
    ClockNote.objects.create(game=game, after=1, kind="stood-in", player=0, bot="bold")
    with django_capture_on_commit_callbacks(execute=True):
        finish(game, Outcome((2,), "columns"))
    about = history_of(rude, vera)
    assert (about["left"], about["played"]) == (0, 1)


def test_the_case_says_who_ran_out_of_time_and_not_which_bot_played_on(
    rude: User, moderator: User, django_capture_on_commit_callbacks: Any
) -> None:
    for _ in range(4):
        lost_seat(rude, django_capture_on_commit_callbacks)
    (leaver, *others) = Report.objects.get().evidence.snapshot["game"]["players"]
    assert (leaver["name"], leaver["user"], leaver["left"]) == ("Rude", rude.pk, "taken-over")
    assert {other["left"] for other in others} == {""}
    page = staff_client(moderator).get(case_page(Case.objects.get()))
    assert elements(page, "span.mod-tag", "ran out of time")
    words = text_of(one(page, "body"))
    assert "Rude ran out of time" in words
    assert words.count("ran out of time") == 5  # four times in sentences


def suspend(user: User) -> None:
    sanctions.give(make_staff("senior"), user, Sanction.Kind.SUSPENSION, "You called names.")


@pytest.mark.parametrize("take_away", [suspend, plan_deletion])
def test_nobody_is_a_leaver_because_the_site_took_them_away(
    take_away: Callable[[User], object],
    rude: User,
    vera: User,
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        tables = [lobby.create_table(rude, TableOptions("cantstop", 2)) for _ in range(4)]
        games = [lobby.join(table.code, vera) for table in tables]
        take_away(rude)
    rude.refresh_from_db()
    assert Game.objects.filter(status="finished").count() == 4
    assert not Report.objects.exists()
    assert history_of(rude, vera)["left"] == 0
    made = reports.report(vera, "game", games[0].pk, "leaving", "", subject_id=rude.pk)
    assert made.evidence.snapshot["left"] == []


def test_a_seat_that_is_lost_while_its_user_is_suspended_was_not_left(
    rude: User, vera: User, django_capture_on_commit_callbacks: Any
) -> None:
    lost_seat(rude, django_capture_on_commit_callbacks)
    suspend(rude)
    lost_seat(rude, django_capture_on_commit_callbacks)
    about = history_of(rude, vera)
    assert (about["left"], about["played"]) == (1, 2)


def test_what_somebody_left_before_they_were_suspended_still_counts(rude: User, vera: User) -> None:
    game = lobby.join(lobby.create_table(rude, TableOptions("cantstop", 2)).code, vera)
    player = game.seats.get(user=rude).player
    submit_action(game.code, player, game.rules.parse_action("resign"), None)
    suspend(rude)
    assert reports.report(vera, "game", game.pk, "leaving", "", subject_id=rude.pk)


def test_it_is_noticed_once_while_the_case_is_open(
    rude: User, django_capture_on_commit_callbacks: Any
) -> None:
    for _ in range(6):
        left_game(rude, django_capture_on_commit_callbacks)
    assert Report.objects.count() == Case.objects.count() == 1
    act = ModerationAction.objects.get()
    assert (act.action, act.actor, act.subject) == (Action.NOTICED, None, rude.pk)


def test_games_against_bots_are_nobodys_business(
    rude: User, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(4):
            game = lobby.create_table(rude, TableOptions("cantstop", 2), bots=["rule-of-28"])
            player = game.seats.get(user=rude).player
            submit_action(game.code, player, game.rules.parse_action("resign"), token_of(game, 0))
    assert Game.objects.filter(status="finished").count() == 4
    assert not Report.objects.exists()


def test_games_played_to_the_end_outweigh_some_left_ones(
    rude: User, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatic, "LEAVING_SHARE", 0.9)
    left_game(rude, django_capture_on_commit_callbacks)
    for _ in range(4):
        left_game(make_user(), django_capture_on_commit_callbacks, rude)
    left_game(rude, django_capture_on_commit_callbacks)
    assert not Report.objects.exists()


def test_what_the_site_notices_joins_what_people_report(vera: User) -> None:
    game = lobby.create_table(make_user(), TableOptions("cantstop", 2))
    subject = make_user()
    game = lobby.join(game.code, subject)
    player = game.seats.get(user=subject).player
    submit_action(game.code, player, game.rules.parse_action("resign"), None)
    by_hand = reports.report(vera, "game", game.pk, "leaving", "", subject_id=subject.pk)
    by_itself = reports.automatic(subject, "leaving", "game", game.pk, "Left many games.")
    assert by_itself is not None
    assert by_itself.case == by_hand.case

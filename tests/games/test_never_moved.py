"""Live games in which somebody never makes a move: they end without result, and soon."""

import json
from datetime import timedelta

import pytest

from accounts.models import Preferences
from games import queries, referee
from games.engine.core import Resign
from games.engine.records.download import verifier
from games.engine.records.text_record import from_text, text_of
from games.engine.time_control import Live, TurnByTurn
from games.export import recorded_once
from games.models import ClockNote, DiceTally, Game, Seat, SignOfLife
from games.pov import pov_of
from games.presenters import table_of
from games.services.clocks import FIRST_MOVE, GRACE, give_sign_of_life
from games.services.endings import end_clocks
from games.services.play import submit_action
from games.services.refusals import TimeIsUp
from games.services.snapshots import snapshot_fault
from moderation.services import leavings
from tests.games.days import Clock
from tests.games.pages import text
from tests.games.tables import buttons_table, client_of, log_of, running_table, user_at
from tests.games.test_clocks import (
    HOUR,
    SECOND,
    SLOW,
    act,
    notes,
    refereed,
    seat,
    wait,
)
from tests.html import plain

pytestmark = pytest.mark.django_db

AMPLE = Live(bank=3600, per_decision=60)
SHORT = Live(bank=60, per_decision=10)
RESULT = [(None, "ruled")]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def table(players: int = 2, control: Live | TurnByTurn = AMPLE) -> Game:
    return running_table(players, time_control=control.to_json())


def play_turn(game: Game, player: int) -> None:
    """Have a player decide until it is for another one to do so."""
    while (now := Game.objects.get(pk=game.pk)).position().turn_player == player:
        actions = [str(each) for each in now.rules.legal_actions(now.position(), player)]
        act(game, "stop" if "stop" in actions else actions[0])


def has_no_result(game: Game) -> bool:
    """Return whether a game is over, and for nobody won or lost."""
    users = [user for seat in game.seats.select_related("user") if (user := seat.user)]
    played = [queries.results_of(user, Game.objects.filter(pk=game.pk)) for user in users]
    return (
        game.is_finished
        and game.annulled_at is not None
        and not any(played)
        and not DiceTally.objects.exists()
        and not Seat.objects.filter(game=game, won=True).exists()
    )


def test_who_never_makes_the_first_move_ends_the_game_after_five_minutes(clock: Clock) -> None:
    game = table()
    assert seat(game, 0).due_at == clock.now + timedelta(minutes=5)
    wait(clock, FIRST_MOVE)
    assert refereed(game).is_running, "the referee waits a moment for what is on its way"
    wait(clock, GRACE)
    game = refereed(game)
    assert has_no_result(game)
    assert log_of(game) == RESULT
    assert notes(game) == [("never-moved", 0)]
    assert snapshot_fault(game) == ""


def test_where_the_clock_is_shorter_its_end_is_the_end_of_the_game(clock: Clock) -> None:
    game = table(2, SHORT)
    wait(clock, 70 * SECOND + GRACE)
    assert has_no_result(refereed(game))


def test_who_never_answers_the_first_move_ends_the_game_five_minutes_after_it(
    clock: Clock,
) -> None:
    game = table()
    wait(clock, 200 * SECOND)
    play_turn(game, 0)
    assert seat(game, 1).due_at == clock.now + FIRST_MOVE
    wait(clock, FIRST_MOVE + GRACE)
    game = refereed(game)
    assert has_no_result(game)
    assert notes(game) == [("never-moved", 1)]
    assert log_of(game)[-1:] == RESULT


def test_who_has_moved_once_loses_on_time_as_ever(clock: Clock) -> None:
    game = table()
    act(game, "roll")
    assert seat(game, 0).due_at == clock.now + HOUR + 60 * SECOND
    wait(clock, HOUR + 60 * SECOND + GRACE)
    game = refereed(game)
    assert log_of(game)[-1] == (0, "timed_out")
    assert seat(game, 1).won
    assert game.annulled_at is None


def test_the_bank_is_whole_after_the_first_move(clock: Clock) -> None:
    game = table()
    wait(clock, 50 * SECOND)
    act(game, "roll")
    assert seat(game, 0).time_left == HOUR


def test_of_three_it_ends_the_game_where_nobody_takes_the_seat_over(clock: Clock) -> None:
    game = table(3, SHORT)
    play_turn(game, 0)
    play_turn(game, 1)
    wait(clock, 70 * SECOND + GRACE)
    game = refereed(game)
    assert has_no_result(game)
    assert notes(game) == [("never-moved", 2)]
    assert seat(game, 2).user is not None


def test_of_three_a_bot_decides_for_who_has_moved_before(clock: Clock) -> None:
    game = table(3, SHORT)
    act(game, "roll")
    wait(clock, 70 * SECOND + GRACE)
    assert refereed(game).is_running
    assert notes(game) == [("stood-in", 0)]


def test_of_several_who_decide_at_once_all_who_never_moved_are_named(clock: Clock) -> None:
    game = buttons_table("42+2344", time_control=AMPLE.to_json())
    at_once = {"has_moved": False, "due_at": clock.now + FIRST_MOVE}
    Seat.objects.filter(game=game).update(**at_once)
    wait(clock, FIRST_MOVE + GRACE)
    game = refereed(game)
    assert has_no_result(game)
    assert notes(game) == [("never-moved", 0), ("never-moved", 1)]
    names = [user_at(game, player).username for player in (0, 1)]
    told = f"{names[0]} and {names[1]} never made a move. The game has no result."
    assert table_of(pov_of(game, None)).status == told


def test_what_the_site_does_where_there_is_no_choice_is_no_move(clock: Clock) -> None:
    game = table()
    user = user_at(game, 0)
    Preferences.objects.update_or_create(user=user, defaults={"auto_roll": True})
    wait(clock, SECOND)
    Game.objects.filter(pk=game.pk).update(due_at=clock.now)
    game = refereed(game)
    assert log_of(game) == [(0, "rolled")]
    assert seat(game, 0).due_at == clock.now + FIRST_MOVE
    wait(clock, FIRST_MOVE + GRACE)
    assert has_no_result(refereed(game))


def test_time_for_which_the_site_was_away_does_not_count(clock: Clock) -> None:
    pages, at_work = SignOfLife.Role.PAGES, SignOfLife.Role.REFEREE
    for role in (pages, at_work):
        give_sign_of_life(role)
    game = table()
    clock.now += HOUR
    for role in (pages, at_work):
        give_sign_of_life(role)
    assert refereed(game).is_running
    assert seat(game, 0).due_at == clock.now + FIRST_MOVE


def test_a_first_move_after_the_end_of_its_time_is_refused(clock: Clock) -> None:
    game = table()
    wait(clock, FIRST_MOVE + timedelta(milliseconds=1))
    with pytest.raises(TimeIsUp):
        act(game, "roll")
    assert not seat(game, 0).has_moved


def test_of_two_referees_one_ends_the_game(clock: Clock) -> None:
    game = table()
    wait(clock, FIRST_MOVE + GRACE)
    before = Game.objects.get(pk=game.pk)
    assert [end_clocks(before), end_clocks(before)] == [True, False]
    assert log_of(game) == RESULT
    assert ClockNote.objects.filter(game=game).count() == 1


def test_who_resigns_before_their_first_move_has_lost(clock: Clock) -> None:
    game = submit_action(table().code, 0, Resign(), None)
    assert seat(game, 1).won
    assert game.annulled_at is None


def test_turn_by_turn_the_first_move_has_its_days(clock: Clock) -> None:
    game = table(2, SLOW)
    wait(clock, 2 * HOUR)
    referee.handle(game.code)
    assert Game.objects.get(pk=game.pk).is_running
    wait(clock, timedelta(days=3))
    assert log_of(refereed(game))[-1] == (0, "timed_out")


def unbegun(clock: Clock) -> Game:
    game = table()
    wait(clock, FIRST_MOVE + GRACE)
    return refereed(game)


def test_the_page_says_why_and_names_no_winner(clock: Clock) -> None:
    game = unbegun(clock)
    name = user_at(game, 0).username
    page = plain(text(client_of(user_at(game, 1)), f"/games/{game.code}/"))
    assert f"{name} never made a move." in page
    assert f"{name} never made a move. The game has no result." in page
    assert "No one won" in page
    assert "moderator" not in page
    assert "You won" not in page


def test_its_record_says_so_and_can_be_checked(clock: Clock) -> None:
    game = unbegun(clock)
    record = recorded_once(game)
    told = record.to_json()
    assert told["outcome"] == {"winners": [], "termination": "ruled"}
    assert told["time"]["notes"] == [{"after": 0, "type": "never-moved", "player": 0}]
    assert verifier().verify(json.dumps(told)).wrong is None
    text = text_of(record)
    assert '[Clock "0" "never-moved" "a"]' in text
    assert from_text(text).to_json() == told


def test_who_never_moved_has_left_the_game_for_moderators(clock: Clock) -> None:
    game = unbegun(clock)
    idle, other = user_at(game, 0), user_at(game, 1)
    assert leavings.left_of(idle, [game]) == [game]
    assert leavings.left_of(other, [game]) == []
    assert leavings.how_left(game, seat(game, 0)) == "never-moved"
    assert leavings.how_left(game, seat(game, 1)) == ""
    [leaving] = leavings.left_games(idle, clock.now - HOUR)
    assert leaving.how == "never-moved"

"""The clocks of players: each has their own, and only the server's time counts."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Preferences
from accounts.preferences import save_preferences
from accounts.vacations import end_vacation, take_vacation
from games import referee
from games.engine.core import Resign
from games.engine.registry import KINDS
from games.engine.time_control import Live, TurnByTurn
from games.models import ClockNote, Game, Seat, SignOfLife
from games.pov import player_of
from games.presenters.names import bot_name
from games.services import clocks
from games.services.clocks import GRACE, SILENCE, STAND_INS, give_sign_of_life
from games.services.play import submit_action
from games.services.refusals import TimeIsUp
from tests.games.days import NOON, Clock
from tests.games.tables import (
    buttons_table,
    client_of,
    log_of,
    make_user,
    play,
    player_client,
    running_table,
    token_of,
    user_at,
    waiting_table,
)
from tests.html import plain, texts
from tests.refusals import codes

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
LIVE = Live(bank=60, per_decision=10)
SLOW = TurnByTurn(days=3)
REFEREE, PAGES = SignOfLife.Role.REFEREE, SignOfLife.Role.PAGES


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def timed_table(players: int = 2, control: Live | TurnByTurn = LIVE, **options: Any) -> Game:
    """Return a game at its start, as if everybody had made a move in it."""
    return moved(running_table(players, time_control=control.to_json(), **options))


def moved(game: Game) -> Game:
    """Let everybody have made a move in a game."""
    Seat.objects.filter(game=game).update(has_moved=True)
    return game


def seat(game: Game, player: int) -> Seat:
    return Seat.objects.get(game=game, player=player)


def act(game: Game, action: str) -> Game:
    """Take an action for the player whose turn it is."""
    now = Game.objects.get(pk=game.pk)
    player = now.rules.active_players(now.position())[0]
    return submit_action(
        now.code, player, now.rules.parse_action(action), now.rules.token(now.position(), player)
    )


def act_at_all(game: Game) -> Game:
    """Take any legal action for the player whose turn it is."""
    now = Game.objects.get(pk=game.pk)
    player = now.rules.active_players(now.position())[0]
    return act(game, str(now.rules.legal_actions(now.position(), player)[0]))


def refereed(game: Game) -> Game:
    """Have the referee look at what is due."""
    give_sign_of_life(REFEREE)
    for code in referee.claim_due(100):
        referee.handle(code)
    return Game.objects.get(pk=game.pk)


def wait(clock: Clock, time: timedelta) -> None:
    """Let time pass in which a referee is at work."""
    clock.now += time
    SignOfLife.objects.update_or_create(role=REFEREE, defaults={"seen_at": clock.now})


def used(game: Game) -> list[int | None]:
    return list(game.events.order_by("seq").values_list("used", flat=True))


def notes(game: Game) -> list[tuple[str, int | None]]:
    return list(ClockNote.objects.filter(game=game).values_list("kind", "player"))


def test_the_clock_of_who_is_to_decide_runs_and_no_other(clock: Clock) -> None:
    game = timed_table()
    assert seat(game, 0).due_at == clock.now + 70 * SECOND
    assert seat(game, 1).due_at is None
    assert seat(game, 1).time_left == 60 * SECOND


def test_the_seconds_of_a_decision_cost_nothing_of_the_bank(clock: Clock) -> None:
    game = timed_table()
    wait(clock, 9 * SECOND)
    act(game, "roll")
    assert seat(game, 0).time_left == 60 * SECOND
    assert seat(game, 0).due_at == clock.now + 70 * SECOND
    assert used(game) == [9000]


def test_what_a_decision_takes_beyond_its_seconds_is_taken_from_the_bank(clock: Clock) -> None:
    game = timed_table()
    wait(clock, 25 * SECOND)
    act(game, "roll")
    assert seat(game, 0).time_left == 45 * SECOND


def test_a_bank_stays_what_it_is_while_others_decide(clock: Clock) -> None:
    game = timed_table()
    wait(clock, 25 * SECOND)
    submit_action(game.code, 0, Resign(), None)
    game = timed_table(3)
    wait(clock, 25 * SECOND)
    act(game, "roll")
    while Game.objects.get(pk=game.pk).position().turn_player == 0:
        now = Game.objects.get(pk=game.pk)
        actions = [str(a) for a in now.rules.legal_actions(now.position(), 0)]
        act(game, "stop" if "stop" in actions else actions[0])
    assert seat(game, 0).due_at is None
    wait(clock, 30 * SECOND)
    act(game, "roll")
    assert seat(game, 0).time_left == 45 * SECOND
    assert seat(game, 1).time_left == 40 * SECOND


def test_who_decides_late_where_all_decide_costs_nobody_else(clock: Clock) -> None:
    game = moved(buttons_table("42+2344", time_control=LIVE.to_json()))
    begun = clock.now
    waiting = list(Seat.objects.filter(game=game, due_at__isnull=False))
    assert {each.player for each in waiting} == {0, 1}
    wait(clock, 20 * SECOND)
    act_at_all(game)
    quick, slow = seat(game, 0), seat(game, 1)
    assert quick.running_since is None
    assert (slow.running_since, slow.due_at) == (begun, begun + 70 * SECOND)


def test_what_comes_in_after_the_end_of_a_clock_is_refused_and_changes_nothing(
    clock: Clock,
) -> None:
    game = timed_table()
    wait(clock, 70 * SECOND + timedelta(milliseconds=1))
    with pytest.raises(TimeIsUp):
        act(game, "roll")
    assert Game.objects.get(pk=game.pk).version == 0
    assert refereed(game).is_running, "the referee waits a moment for what is on its way"


def test_who_presses_after_the_end_of_their_clock_is_told_so(clock: Clock) -> None:
    game = timed_table()
    wait(clock, 70 * SECOND + timedelta(milliseconds=1))
    form = {"action": "roll", "token": token_of(game, 0)}
    answer = player_client(game, 0).post(f"/games/{game.code}/act/", form)
    assert (answer.status_code, codes(answer)) == (409, ["time-is-up"])


def test_what_came_in_before_the_end_of_a_clock_counts_although_it_is_handled_after_it(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = timed_table()
    wait(clock, 71 * SECOND)
    monkeypatch.setattr("operations.clock.arrived_at", lambda: clock.now - 2 * SECOND)
    assert act(game, "roll").version == 1
    assert used(game) == [69000]


def test_of_two_players_who_runs_out_of_time_loses(clock: Clock) -> None:
    game = timed_table()
    wait(clock, 70 * SECOND + GRACE)
    game = refereed(game)
    assert game.is_finished
    assert log_of(game) == [(0, "timed_out")]
    assert used(game) == [70000]
    assert seat(game, 1).won
    assert seat(game, 0).due_at is None


def test_of_two_who_are_both_late_who_was_late_first_loses(clock: Clock) -> None:
    game = moved(buttons_table("42+2344", time_control=LIVE.to_json()))
    Seat.objects.filter(game=game, player=0).update(due_at=clock.now + 71 * SECOND)
    wait(clock, 80 * SECOND)
    game = refereed(game)
    assert log_of(game)[-1] == (1, "timed_out")
    assert seat(game, 0).won


def test_of_two_whose_time_runs_out_at_the_same_moment_nobody_wins(clock: Clock) -> None:
    game = moved(buttons_table("42+2344", time_control=LIVE.to_json()))
    wait(clock, 80 * SECOND)
    game = refereed(game)
    assert log_of(game)[-2:] == [(0, "timed_out"), (1, "timed_out")]
    assert not Seat.objects.filter(game=game, won=True).exists()


def test_all_who_are_to_decide_on_a_roll_have_the_same_time_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moments = (NOON + number * timedelta(milliseconds=1) for number in itertools.count())
    monkeypatch.setattr(timezone, "now", lambda: next(moments))
    game = buttons_table("42+2344", time_control=LIVE.to_json())
    assert len(set(game.seats.values_list("due_at"))) == 1


def test_at_a_live_table_of_three_a_bot_first_decides_for_a_turn(clock: Clock) -> None:
    game = timed_table(3)
    user = seat(game, 0).user
    wait(clock, 70 * SECOND + GRACE)
    game = refereed(game)
    absent = seat(game, 0)
    assert (absent.stood_in, absent.user, absent.due_at) == (True, user, None)
    assert notes(game) == [("stood-in", 0)]
    while Game.objects.get(pk=game.pk).position().turn_player == 0:
        wait(clock, 10 * SECOND)
        refereed(game)
    back = seat(game, 0)
    assert (back.stood_in, back.stand_ins, back.time_left) == (False, 1, timedelta())
    assert seat(game, 1).due_at is not None


def test_after_two_such_turns_the_bot_takes_the_seat_over_for_good(clock: Clock) -> None:
    game = timed_table(3)
    user = seat(game, 0).user
    Seat.objects.filter(game=game, player=0).update(stand_ins=STAND_INS)
    wait(clock, 70 * SECOND + GRACE)
    game = refereed(game)
    taken = seat(game, 0)
    assert (taken.user, taken.left_by, taken.taken_over_after) == (None, user, 0)
    assert taken.bot in game_bots(game)
    assert notes(game) == [("taken-over", 0)]
    assert game.is_running


def game_bots(game: Game) -> set[str]:
    return set(KINDS[game.kind].bots)


def test_turn_by_turn_the_bot_takes_the_seat_over_at_once(clock: Clock) -> None:
    game = timed_table(3, SLOW)
    wait(clock, 3 * DAY + GRACE)
    refereed(game)
    assert notes(game) == [("taken-over", 0)]


def test_logs_name_who_played_each_turn_also_after_a_bot_took_over(clock: Clock) -> None:
    game = play(timed_table(3, SLOW), "1111 2+2 S 1111 2+2 S 1111 2+2 S")
    person = user_at(game, 0)
    wait(clock, 3 * DAY + GRACE)
    game = play(refereed(game), "6666 12+12 S")
    others = [str(user_at(game, player)) for player in (1, 2)]
    played = [str(person), *others, bot_name(game.kind, clocks.stand_in_of(game))]
    table, replay = game.get_absolute_url(), game.get_replay_url()
    for address, names in ((table, played[::-1]), (replay, played)):
        page = client_of(None).get(address, follow=True)
        assert texts(page, "ol.turns-log b") == names


def test_the_bot_that_was_chosen_for_the_table_takes_over(clock: Clock) -> None:
    game = timed_table(3, SLOW, stand_in="cautious")
    wait(clock, 3 * DAY + GRACE)
    refereed(game)
    assert seat(game, 0).bot == "cautious"


def test_who_has_left_can_do_nothing_more_there(clock: Clock) -> None:
    game = timed_table(3, SLOW)
    user = seat(game, 0).user
    assert user is not None
    wait(clock, 3 * DAY + GRACE)
    assert player_of(refereed(game), user.pk) is None


def test_turn_by_turn_each_decision_has_a_day_at_least(clock: Clock) -> None:
    game = timed_table(2, SLOW)
    wait(clock, 2 * DAY + 20 * HOUR)
    act(game, "roll")
    assert seat(game, 0).due_at == clock.now + DAY


def test_turn_by_turn_a_turn_has_its_days_for_all_its_decisions(clock: Clock) -> None:
    game = timed_table(2, SLOW)
    begun = clock.now
    wait(clock, 5 * HOUR)
    act(game, "roll")
    assert seat(game, 0).due_at == begun + 3 * DAY


def test_who_plays_with_bots_alone_has_no_clock(clock: Clock) -> None:
    game = waiting_table(make_user(), bots=["random"], time_control=LIVE.to_json())
    assert game.is_running
    assert game.timing is None
    assert not Seat.objects.filter(game=game, due_at__isnull=False).exists()


def test_time_for_which_no_referee_was_at_work_is_given_back_and_said(clock: Clock) -> None:
    give_sign_of_life(REFEREE)
    game = timed_table()
    wait(clock, 5 * SECOND)
    due_at = seat(game, 0).due_at
    assert due_at is not None
    clock.now += 90 * SECOND
    game = refereed(game)
    assert game.is_running
    assert seat(game, 0).due_at == due_at + 90 * SECOND
    note = ClockNote.objects.get(game=game)
    assert (note.kind, note.seconds, note.after) == ("given-back", 90, 0)


def test_time_is_given_back_once(clock: Clock) -> None:
    give_sign_of_life(REFEREE)
    game = timed_table()
    clock.now += 90 * SECOND
    refereed(game)
    refereed(game)
    assert len(notes(game)) == 1


def test_who_acts_before_the_referee_is_back_loses_no_time_either(clock: Clock) -> None:
    give_sign_of_life(REFEREE)
    game = timed_table()
    wait(clock, 5 * SECOND)
    clock.now += 90 * SECOND
    act(game, "roll")
    assert used(game) == [5000]
    refereed(game)
    assert seat(game, 0).due_at == clock.now + 70 * SECOND


def test_nobody_is_out_of_a_game_by_a_look_amid_an_outage(clock: Clock) -> None:
    give_sign_of_life(REFEREE)
    game = timed_table()
    clock.now += 90 * SECOND
    referee.handle(game.code)
    assert Game.objects.get(pk=game.pk).is_running


def test_an_order_that_was_due_before_an_outage_is_not_put_off_by_it(clock: Clock) -> None:
    give_sign_of_life(REFEREE)
    game = timed_table()
    soon = clock.now + SECOND
    Game.objects.filter(pk=game.pk).update(due_at=soon)
    clock.now += 90 * SECOND
    give_sign_of_life(REFEREE)
    assert Game.objects.get(pk=game.pk).due_at == soon


def test_after_an_outage_the_referee_looks_again_when_the_clock_ends(clock: Clock) -> None:
    give_sign_of_life(REFEREE)
    game = timed_table()
    clock.now += 90 * SECOND
    assert refereed(game).due_at == clock.now + 70 * SECOND + GRACE


def test_a_short_pause_of_the_referee_is_none(clock: Clock) -> None:
    give_sign_of_life(REFEREE)
    game = timed_table()
    clock.now += SILENCE
    refereed(game)
    assert notes(game) == []


def at_work(clock: Clock, time: timedelta, *roles: SignOfLife.Role) -> None:
    """Let time pass in which those of these roles are at work, and nobody else."""
    end = clock.now + time
    while clock.now < end:
        clock.now = min(end, clock.now + SECOND)
        for role in roles:
            give_sign_of_life(role)


def given_back(game: Game) -> list[int | None]:
    """Return how much time is said to have been given back, each time."""
    return [note.seconds for note in ClockNote.objects.filter(game=game, kind="given-back")]


def table_of_both(clock: Clock, control: Live | TurnByTurn = LIVE) -> Game:
    """Return a game whose first player has thought for ten seconds while all were at work."""
    for role in (PAGES, REFEREE):
        give_sign_of_life(role)
    game = timed_table(2, control)
    at_work(clock, 10 * SECOND, PAGES, REFEREE)
    return game


def left(game: Game, clock: Clock) -> timedelta:
    due_at = seat(game, 0).due_at
    assert due_at is not None
    return due_at - clock.now


@pytest.mark.parametrize("there", [PAGES, REFEREE])
def test_time_for_which_one_of_the_two_was_away_is_given_back_and_said_once(
    clock: Clock, there: SignOfLife.Role
) -> None:
    game = table_of_both(clock)
    at_work(clock, 90 * SECOND, there)
    for code in [game.code] * 2:
        referee.handle(code)
    assert Game.objects.get(pk=game.pk).is_running, "nobody could act"
    at_work(clock, SECOND, PAGES, REFEREE)
    assert left(game, clock) == 60 * SECOND
    assert given_back(game) == [91]
    at_work(clock, 5 * SECOND, PAGES, REFEREE)
    assert left(game, clock) == 55 * SECOND
    assert given_back(game) == [91]


@pytest.mark.parametrize(("first", "second"), [(PAGES, REFEREE), (REFEREE, PAGES)])
def test_where_all_were_away_it_is_said_once_in_whichever_order_they_are_back(
    clock: Clock, first: SignOfLife.Role, second: SignOfLife.Role
) -> None:
    game = table_of_both(clock)
    at_work(clock, 90 * SECOND)
    at_work(clock, SECOND, first)
    at_work(clock, SECOND, first, second)
    assert left(game, clock) == 60 * SECOND
    assert given_back(game) == [91]


@pytest.mark.parametrize(("first", "second"), [(PAGES, REFEREE), (REFEREE, PAGES)])
def test_two_who_went_and_came_back_at_different_moments_leave_nobody_short(
    clock: Clock, first: SignOfLife.Role, second: SignOfLife.Role
) -> None:
    game = table_of_both(clock)
    at_work(clock, 20 * SECOND, second)
    at_work(clock, 30 * SECOND)
    at_work(clock, 40 * SECOND, first)
    at_work(clock, SECOND, first, second)
    assert left(game, clock) == 60 * SECOND
    assert given_back(game) == [51, 40], "together as long as one of them was away"


def test_two_servers_that_wake_at_once_give_the_time_back_once(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table_of_both(clock)
    at_work(clock, 90 * SECOND, REFEREE)
    # The second one has read the old sign, as the first one did.
    wake = clocks._wake  # noqa: SLF001
    monkeypatch.setattr(clocks, "_wake", lambda role: [wake(role), wake(role)])
    at_work(clock, SECOND, PAGES)
    assert left(game, clock) == 60 * SECOND
    assert given_back(game) == [91]


def test_a_server_signs_at_most_once_a_second_however_many_there_are(
    clock: Clock, django_assert_num_queries: Any
) -> None:
    give_sign_of_life(PAGES)
    clock.now += SECOND
    with django_assert_num_queries(4):
        for _ in range(3):
            give_sign_of_life(PAGES)


def test_a_role_that_was_never_there_is_not_waited_for(clock: Clock) -> None:
    give_sign_of_life(REFEREE)
    game = timed_table()
    at_work(clock, 80 * SECOND, REFEREE)
    assert refereed(game).is_finished


def test_a_clock_that_a_bot_starts_while_no_server_is_there_loses_nothing(clock: Clock) -> None:
    game = table_of_both(clock)
    at_work(clock, 20 * SECOND, REFEREE)
    act(game, "roll")
    at_work(clock, 40 * SECOND, REFEREE)
    at_work(clock, SECOND, PAGES, REFEREE)
    assert left(game, clock) == 70 * SECOND
    assert given_back(game) == [41], "the longest that one of the clocks had run"


def test_turn_by_turn_less_than_a_minute_is_given_back_without_a_word(clock: Clock) -> None:
    game = table_of_both(clock, SLOW)
    at_work(clock, 30 * SECOND, REFEREE)
    at_work(clock, SECOND, PAGES, REFEREE)
    assert left(game, clock) == 3 * DAY - 10 * SECOND
    assert given_back(game) == []


def test_the_bots_of_a_timed_game_move_before_its_clocks_run_out(clock: Clock) -> None:
    game = timed_table(3, SLOW)
    Seat.objects.filter(game=game, player=1).update(user=None, bot="random", due_at=None)
    while Game.objects.get(pk=game.pk).position().turn_player == 0:
        now = Game.objects.get(pk=game.pk)
        actions = [str(a) for a in now.rules.legal_actions(now.position(), 0)]
        act(game, "stop" if "stop" in actions else actions[0])
    due_at = Game.objects.get(pk=game.pk).due_at
    assert due_at is not None
    assert due_at - clock.now < timedelta(minutes=1)


def test_what_the_site_does_for_a_player_costs_nothing_of_their_time(
    clock: Clock, settings: Any
) -> None:
    settings.BOT_PACE = 1.0
    game = timed_table(2, Live(bank=60, per_decision=5))
    hasty, slow = seat(game, 1).user, seat(game, 0).user
    assert hasty is not None
    assert slow is not None
    save_preferences(hasty, auto_roll=True)
    save_preferences(slow, bots_pace=Preferences.Pace.SLOW)
    while Game.objects.get(pk=game.pk).position().turn_player == 0:
        now = Game.objects.get(pk=game.pk)
        actions = [str(a) for a in now.rules.legal_actions(now.position(), 0)]
        act(game, "stop" if "stop" in actions else actions[0])
    version = Game.objects.get(pk=game.pk).version
    at_work(clock, 6 * SECOND, REFEREE)
    assert refereed(game).version == version, "all are to see how the turn ended"
    wait(clock, SECOND)
    assert refereed(game).version == version + 1
    assert seat(game, 1).time_left == 60 * SECOND
    assert used(game)[version] == 750


def test_a_decision_token_has_nothing_to_do_with_the_clock(clock: Clock) -> None:
    game = timed_table()
    token = token_of(game, 0)
    wait(clock, 20 * SECOND)
    assert token_of(Game.objects.get(pk=game.pk), 0) == token


def test_a_weekend_stops_the_clock_where_the_table_says_so(clock: Clock) -> None:
    # A Saturday noon in March: the clock waits for the end of Sunday in the player's time zone.
    game = timed_table(2, TurnByTurn(1, weekends_off=True))
    assert seat(game, 0).due_at == datetime(2026, 3, 17, tzinfo=UTC)


def test_a_vacation_that_begins_amid_a_turn_stops_its_clock(clock: Clock) -> None:
    game = timed_table(2, SLOW)
    user = seat(game, 0).user
    assert user is not None
    wait(clock, 5 * HOUR)
    today = clock.now.date()
    take_vacation(user, today, today + 6 * DAY)
    # Of three days five hours are gone when it begins; the rest follows its last day.
    assert seat(game, 0).due_at == datetime(2026, 3, 21, tzinfo=UTC) + 3 * DAY - 5 * HOUR
    wait(clock, 6 * DAY)
    game = refereed(game)
    assert game.is_running
    act(game, "roll")
    assert used(game) == [5 * 3600 * 1000]


def test_a_vacation_that_ends_early_starts_the_clock_again(clock: Clock) -> None:
    game = timed_table(2, SLOW)
    user = seat(game, 0).user
    assert user is not None
    today = clock.now.date()
    vacation = take_vacation(user, today, today + 6 * DAY)
    wait(clock, DAY)
    end_vacation(vacation)
    assert seat(game, 0).due_at == datetime(2026, 3, 16, tzinfo=UTC) + 3 * DAY


def test_a_live_clock_knows_no_days_off(clock: Clock) -> None:
    game = timed_table(2, LIVE)
    user = seat(game, 0).user
    assert user is not None
    take_vacation(user, clock.now.date(), clock.now.date())
    assert seat(game, 0).due_at == clock.now + 70 * SECOND


def test_the_table_says_who_is_on_vacation(clock: Clock) -> None:
    game = timed_table(control=SLOW)
    away, other = (user_at(game, player) for player in range(2))
    page = client_of(other).get(game.get_absolute_url())
    assert page.context["on_vacation"] == []
    today = clock.now.date()
    take_vacation(away, today, today + 6 * DAY)
    page = client_of(other).get(game.get_absolute_url())
    assert page.context["on_vacation"] == [(away.username, today + 6 * DAY)]
    assert f"{away.username} is on vacation until" in plain(page.content.decode())

"""Who has gone from a live game in their turn need not be waited for."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import presence
from games.engine.time_control import Live, TurnByTurn
from games.models import Game, Seat
from games.notices.words import words_of
from games.services import lobby
from games.services.endings import stop_waiting
from games.services.refusals import AgainstTheRules, NotGone, NotStarted
from games.services.start import LOOK_AROUND
from tests.games.days import Clock
from tests.games.pages import text
from tests.games.tables import (
    client_of,
    log_of,
    make_user,
    player_client,
    running_table,
    user_at,
    waiting_table,
)
from tests.games.test_clocks import LIVE, SLOW, act_at_all, notes, refereed, seat, timed_table, wait
from tests.html import one, plain, text_of, texts

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


class Eyes:
    """Who was last seen when, by number; others look at the table."""

    def __init__(self) -> None:
        self.left_at: dict[int, datetime] = {}

    def last_seen(self, code: str, users: list[int | None]) -> dict[int, datetime | None]:
        return {user: self.left_at.get(user) for user in users if user is not None}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def eyes(monkeypatch: pytest.MonkeyPatch) -> Eyes:
    eyes = Eyes()
    monkeypatch.setattr(presence, "last_seen", eyes.last_seen)
    return eyes


def goes(eyes: Eyes, clock: Clock, game: Game, player: int) -> None:
    """Have a player leave the table now."""
    user_id = seat(game, player).user_id
    assert user_id is not None
    eyes.left_at[user_id] = clock.now


def test_who_is_left_alone_for_a_minute_can_claim_the_win(clock: Clock, eyes: Eyes) -> None:
    game = timed_table()
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    game = stop_waiting(game.code, 1, 0, claims=True)
    assert game.is_finished
    assert [each.player for each in game.seats.filter(won=True)] == [1]
    assert notes(game) == [("gone", 0)]
    assert game.clock_notes.get().seconds == 60
    assert log_of(game)[-1] == (0, "timed_out")
    page = plain(text(player_client(game, 1), game.get_absolute_url()))
    assert f"{user_at(game, 0)} left the game." in page  # in its log, and as the reason
    assert "ran out of time" not in page


def test_a_claim_against_who_never_moved_ends_the_game_without_result(
    clock: Clock, eyes: Eyes
) -> None:
    game = timed_table()
    Seat.objects.filter(game=game).update(has_moved=False)
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    game = stop_waiting(game.code, 1, 0, claims=True)
    assert (game.is_finished, game.annulled_at is None) == (True, False)
    assert not game.seats.filter(won=True).exists()
    assert notes(game) == [("gone", 0), ("never-moved", 0)]


def test_or_they_play_on_with_the_bot_in_the_others_place(clock: Clock, eyes: Eyes) -> None:
    game = timed_table()
    user = seat(game, 0).user
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    game = stop_waiting(game.code, 1, 0, claims=False)
    taken = seat(game, 0)
    assert game.is_running
    assert (taken.user, taken.left_by, taken.taken_over_after) == (None, user, 0)
    assert notes(game) == [("gone", 0), ("taken-over", 0)]
    page = plain(text(player_client(game, 1), game.get_absolute_url()))
    assert f"plays on for {user}." in page
    assert "Time ran out" not in page
    wait(clock, 10 * SECOND)
    assert refereed(game).version > 0, "the bot plays"


def test_with_three_players_a_bot_can_be_put_in_and_nobody_can_claim_the_win(
    clock: Clock, eyes: Eyes
) -> None:
    game = timed_table(3)
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    with pytest.raises(AgainstTheRules):
        stop_waiting(game.code, 2, 0, claims=True)
    game = stop_waiting(game.code, 2, 0, claims=False)
    assert game.is_running
    assert seat(game, 0).bot
    assert seat(game, 1).user is not None


def test_a_second_less_than_a_minute_is_too_short(clock: Clock, eyes: Eyes) -> None:
    game = timed_table()
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE - SECOND)
    with pytest.raises(NotGone):
        stop_waiting(game.code, 1, 0, claims=True)
    assert notes(game) == []


def test_the_minute_begins_with_the_turn_of_who_has_gone(clock: Clock, eyes: Eyes) -> None:
    game = timed_table()
    goes(eyes, clock, game, 1)
    while Game.objects.get(pk=game.pk).position().turn_player == 0:
        wait(clock, 5 * SECOND)
        act_at_all(game)
    wait(clock, MINUTE - SECOND)
    with pytest.raises(NotGone):
        stop_waiting(game.code, 0, 1, claims=True)
    wait(clock, SECOND)
    assert stop_waiting(game.code, 0, 1, claims=True).is_finished


def test_who_is_there_and_only_thinks_is_waited_for(clock: Clock, eyes: Eyes) -> None:
    game = timed_table()
    wait(clock, MINUTE)
    with pytest.raises(NotGone):
        stop_waiting(game.code, 1, 0, claims=True)


def test_who_has_gone_while_it_is_anothers_turn_is_not_waited_for_at_all(
    clock: Clock, eyes: Eyes
) -> None:
    game = timed_table()
    goes(eyes, clock, game, 1)
    wait(clock, MINUTE)
    with pytest.raises(NotGone):
        stop_waiting(game.code, 0, 1, claims=True)


@pytest.mark.parametrize("control", [SLOW, None])
def test_games_that_are_not_live_wait(
    control: Live | TurnByTurn | None, clock: Clock, eyes: Eyes
) -> None:
    game = timed_table(control=control) if control else running_table()
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    with pytest.raises(NotGone):
        stop_waiting(game.code, 1, 0, claims=True)


def test_the_second_claim_finds_the_game_over(clock: Clock, eyes: Eyes) -> None:
    game = timed_table()
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    stop_waiting(game.code, 1, 0, claims=True)
    with pytest.raises(AgainstTheRules):
        stop_waiting(game.code, 1, 0, claims=True)
    assert notes(game) == [("gone", 0)]


def test_a_bot_is_put_in_once(clock: Clock, eyes: Eyes) -> None:
    game = timed_table(3)
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    stop_waiting(game.code, 1, 0, claims=False)
    with pytest.raises(NotGone):
        stop_waiting(game.code, 2, 0, claims=False)


@pytest.mark.parametrize("absent", [1, 2, 9])
def test_nobody_claims_against_themselves_or_a_seat_that_is_not_there(
    absent: int, clock: Clock, eyes: Eyes
) -> None:
    game = timed_table()
    with pytest.raises(AgainstTheRules):
        stop_waiting(game.code, 1, absent, claims=True)


def test_before_the_game_there_is_nothing_to_claim(clock: Clock) -> None:
    with pytest.raises(NotStarted):
        stop_waiting(waiting_table().code, 0, 1, claims=True)


# --- The page -----------------------------------------------------------------


def press(client: Client, game: Game, **data: object) -> int:
    return client.post(reverse("game_absent", args=[game.code]), data).status_code


def test_the_page_offers_what_can_be_done_without_scripts_too(clock: Clock, eyes: Eyes) -> None:
    game = timed_table()
    other = player_client(game, 1)
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE - SECOND)
    assert said(other, game) == ""
    wait(clock, SECOND)
    assert f"{seat(game, 0).user} left during their turn." in said(other, game)
    assert press(other, game, player=0, answer="win") == 302
    assert Game.objects.get(pk=game.pk).is_finished


def test_the_page_puts_the_bot_in_and_says_nothing_more_of_who_left(
    clock: Clock, eyes: Eyes
) -> None:
    game = timed_table()
    other = player_client(game, 1)
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    buttons = texts(other.get(game.get_absolute_url()), "button")
    assert any(words.endswith("play on") for words in buttons)
    assert press(other, game, player=0, answer="bot") == 302
    assert Game.objects.get(pk=game.pk).is_running
    assert seat(game, 0).bot
    assert said(other, game) == ""


def said(client: Client, game: Game) -> str:
    """Return what the form says, as far as it is shown."""
    return text_of(one(client.get(game.get_absolute_url()), "#t-absent [role=status]"))


def test_only_players_of_live_games_have_the_form(clock: Clock, eyes: Eyes) -> None:
    live, slow = timed_table(), timed_table(control=SLOW)
    assert "t-absent" not in Client().get(live.get_absolute_url()).text
    assert "t-absent" not in player_client(slow, 0).get(slow.get_absolute_url()).text
    assert "Claim the win" in player_client(live, 0).get(live.get_absolute_url()).text
    three = timed_table(3)
    assert "Claim the win" not in player_client(three, 0).get(three.get_absolute_url()).text


@pytest.mark.parametrize(
    "data", [{}, {"player": 0}, {"answer": "win"}, {"player": "x", "answer": "win"}]
)
def test_a_malformed_answer_is_refused(data: dict[str, object], clock: Clock, eyes: Eyes) -> None:
    game = timed_table()
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    assert press(player_client(game, 1), game, **data) == 400
    assert notes(game) == []


def test_a_stranger_decides_nothing(clock: Clock, eyes: Eyes) -> None:
    game = timed_table()
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    assert press(Client(), game, player=0, answer="win") == 403
    stranger = Client()
    stranger.force_login(make_user())
    assert press(stranger, game, player=0, answer="win") == 403
    assert Game.objects.get(pk=game.pk).is_running
    assert Seat.objects.filter(game=game, won=True).count() == 0


# --- Tables that wait for players ---------------------------------------------


def open_live_table(**options: Any) -> Game:
    return waiting_table(players=3, time_control=LIVE.to_json(), **options)


def looked_after(clock: Clock, game: Game) -> Game:
    """Let the referee look at a waiting table until nobody's absence can be too short."""
    for _ in range(5):
        wait(clock, LOOK_AROUND)
        refereed(game)
    return Game.objects.get(pk=game.pk)


def people_at(game: Game) -> list[str]:
    return [str(seat.user) for seat in game.seats.order_by("player")]


def test_who_has_left_a_live_table_that_waits_loses_their_seat(clock: Clock, eyes: Eyes) -> None:
    game = open_live_table()
    guest = make_user()
    lobby.join(game.code, guest)
    goes(eyes, clock, game, 0)
    game = looked_after(clock, game)
    assert people_at(game) == [str(guest)]
    assert (game.is_waiting, game.creator) == (True, guest)


def test_who_has_lost_their_seat_is_told_wherever_they_are(clock: Clock, eyes: Eyes) -> None:
    game, host = open_live_table(), make_user()
    lobby.join(game.code, host)
    away = user_at(game, 0)
    goes(eyes, clock, game, 0)
    looked_after(clock, game)
    page = client_of(away).get("/notices/").content.decode()
    assert "You were away and lost your seat" in page
    assert not host.notices.exists()


def test_who_takes_a_seat_again_can_lose_it_again(clock: Clock, eyes: Eyes) -> None:
    game = open_live_table()
    lobby.join(game.code, make_user())
    away = user_at(game, 0)
    for _ in range(2):
        eyes.left_at[away.pk] = clock.now
        looked_after(clock, game)
        assert [notice.kind for notice in away.notices.open()] == ["game-over"]
        eyes.left_at.clear()
        lobby.join(game.code, away)
        assert not away.notices.exists()


def test_a_live_table_that_all_have_left_is_closed(clock: Clock, eyes: Eyes) -> None:
    game = open_live_table()
    host = user_at(game, 0)
    goes(eyes, clock, game, 0)
    assert looked_after(clock, game).status == Game.Status.CANCELLED
    [notice] = host.notices.all()
    assert words_of(notice).path == "/lobby/"


def test_who_is_away_for_a_minute_keeps_their_seat(clock: Clock, eyes: Eyes) -> None:
    game = open_live_table()
    goes(eyes, clock, game, 0)
    wait(clock, MINUTE)
    refereed(game)
    eyes.left_at.clear()
    assert looked_after(clock, game).is_waiting


def test_somebody_who_has_just_sat_down_is_there(clock: Clock) -> None:
    game, guest = open_live_table(), make_user()
    wait(clock, 2 * MINUTE)
    lobby.join(game.code, guest)
    wait(clock, LOOK_AROUND)
    refereed(game)
    assert str(guest) in people_at(game)


@pytest.mark.parametrize(
    "options",
    [
        {"visibility": Game.Visibility.UNLISTED},
        {"time_control": SLOW.to_json()},
        {"time_control": None},
    ],
)
def test_a_table_by_link_or_without_hurry_waits_for_those_who_do_not_look(
    options: dict[str, Any], clock: Clock, eyes: Eyes
) -> None:
    game = open_live_table(**options) if "visibility" in options else waiting_table(**options)
    goes(eyes, clock, game, 0)
    assert looked_after(clock, game).is_waiting


def test_an_open_table_closes_after_a_day_as_others_do(clock: Clock, eyes: Eyes) -> None:
    game = open_live_table()
    Game.objects.filter(pk=game.pk).update(created_at=clock.now - timedelta(days=1))
    wait(clock, LOOK_AROUND)
    assert refereed(game).status == Game.Status.CANCELLED

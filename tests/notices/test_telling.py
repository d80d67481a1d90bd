"""A person is told once of a turn that waits, unless they look; it is taken back when they act."""

from collections import Counter
from typing import Any

import pytest
from django.conf import settings
from django.db.models import F

from accounts.models import User
from accounts.preferences import save_preferences
from accounts.sanctions.models import Block
from accounts.vacations import take_vacation
from games import presence
from games.engine.core import Resign
from games.engine.dice import ScriptedDice
from games.models import Game, Notice, Seat
from games.notices import notifier
from games.notices.words import words_of
from games.services import invitations, lobby
from games.services.clocks import STAND_INS
from games.services.endings import end_clocks
from games.services.notices import LOW, SURE, TELL_AFTER, look_at_seat
from games.services.play import append, submit_action
from tests.games.days import Clock
from tests.games.tables import buttons_table, client_of, make_user, play, running_table, user_at
from tests.games.test_clocks import act_at_all, seat
from tests.notices.telling import (
    DAY,
    HOUR,
    LIVE,
    SECOND,
    SLOW,
    look,
    pass_turn,
    table,
    tell,
    told,
    turn_player,
)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(bool(settings.REDIS_URL), reason="Redis has a clock of its own"),
]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture(autouse=True)
def nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "here", {})
    monkeypatch.setattr(presence, "_seen", {})
    monkeypatch.setattr(presence, "_departed", {})


def open_page(game: Game, user: User) -> None:
    """Have a page of the table open, of which nobody knows whether anybody is there."""
    presence.here[game.code + presence.IN_SIGHT] = Counter([presence.user_key(user.pk)])


def beat(clock: Clock, game: Game, user: User) -> None:
    """Have a page of the table say that it is there, in sight."""
    seen = presence._seen.setdefault(game.code + presence.IN_SIGHT, {})
    seen[presence.user_key(user.pk)] = clock.now


def unseen_table(clock: Clock, **options: Any) -> Game:
    """Return a game in its second turn: of the first one nobody was told."""
    game = table(**options)
    wait_out = pass_turn(game)
    presence._seen.clear()
    return wait_out


def test_who_does_not_look_is_told_after_five_seconds(clock: Clock) -> None:
    game = unseen_table(clock)
    player = turn_player(game)
    tell(clock, TELL_AFTER - SECOND)
    assert told(user_at(game, player)) == []
    tell(clock, SECOND)
    assert told(user_at(game, player)) == ["turn"]
    assert told(user_at(game, 1 - player)) == []


def test_a_turn_is_told_once_however_often_the_notifier_looks(clock: Clock) -> None:
    game = unseen_table(clock)
    for _ in range(3):
        tell(clock)
    assert Notice.objects.filter(game=game).count() == 1


def test_who_has_the_table_in_sight_is_told_nothing(clock: Clock) -> None:
    game = unseen_table(clock)
    user = user_at(game, turn_player(game))
    open_page(game, user)
    tell(clock)
    beat(clock, game, user)
    tell(clock, SURE)
    assert not Notice.objects.filter(game=game).exists()


def test_a_page_that_has_slept_since_before_the_turn_is_no_pair_of_eyes(clock: Clock) -> None:
    game = unseen_table(clock)
    user = user_at(game, turn_player(game))
    open_page(game, user)
    tell(clock)
    assert told(user) == [], "it may yet beat"
    tell(clock, SURE)
    assert told(user) == ["turn"]


def test_who_is_at_the_table_with_a_hidden_page_is_told(clock: Clock) -> None:
    game = unseen_table(clock)
    user = user_at(game, turn_player(game))
    presence.here[game.code] = Counter([presence.user_key(user.pk)])
    tell(clock)
    assert told(user) == ["turn"]


def test_who_has_seen_that_it_is_their_turn_is_told_nothing_when_they_go(clock: Clock) -> None:
    game = unseen_table(clock)
    look(game, turn_player(game))
    tell(clock)
    tell(clock, HOUR)
    assert not Notice.objects.filter(game=game).exists()


def test_who_acts_within_five_seconds_is_told_nothing(clock: Clock) -> None:
    game = unseen_table(clock)
    pass_turn(game)
    tell(clock, TELL_AFTER - SECOND)
    assert not Notice.objects.filter(game=game).exists()


def test_each_turn_that_waits_has_a_notice_of_its_own(clock: Clock) -> None:
    game = unseen_table(clock)
    user = user_at(game, turn_player(game))
    tell(clock)
    pass_turn(game)
    tell(clock)
    pass_turn(game)
    tell(clock)
    assert Notice.objects.filter(user=user, kind="turn").count() == 2
    assert told(user) == ["turn"]


def test_a_second_decision_in_the_same_turn_is_not_told_again(clock: Clock) -> None:
    game = unseen_table(clock)
    player = turn_player(game)
    tell(clock)
    act_at_all(game)
    if turn_player(game) == player:
        tell(clock)
    assert Notice.objects.filter(user=user_at(game, player), kind="turn").count() == 1


def test_it_is_withdrawn_when_the_player_acts(clock: Clock) -> None:
    game = unseen_table(clock)
    user = user_at(game, turn_player(game))
    tell(clock)
    pass_turn(game)
    assert told(user) == []
    assert Notice.objects.get(user=user).withdrawn_at == clock.now


def test_it_is_read_on_all_devices_when_the_player_looks_at_the_table_on_one(clock: Clock) -> None:
    game = unseen_table(clock)
    player = turn_player(game)
    tell(clock)
    look(game, player)
    user = user_at(game, player)
    assert told(user) == []
    other = client_of(user).get("/notices/")
    assert other.context["unread"] == 0
    assert [notice.read_at for notice, _ in other.context["entries"]] == [clock.now]


def test_a_spectator_who_looks_changes_nothing_for_the_player(clock: Clock) -> None:
    game = unseen_table(clock)
    player = turn_player(game)
    tell(clock)
    client_of(make_user()).get(game.get_absolute_url())
    assert told(user_at(game, player)) == ["turn"]


def test_in_buttons_each_who_has_to_decide_is_told(clock: Clock) -> None:
    game = table(3, kind="buttons")
    presence._seen.clear()
    state = game.position()
    tell(clock)
    active = set(game.rules.active_players(state))
    for player in range(3):
        assert told(user_at(game, player)) == (["turn"] if player in active else [])


def test_bots_and_people_who_left_are_told_nothing(clock: Clock) -> None:
    game = unseen_table(clock)
    Seat.objects.filter(game=game).update(user=None, bot="bold")
    tell(clock)
    assert not Notice.objects.exists()


def test_twelve_hours_before_a_clock_runs_out_its_player_is_reminded(clock: Clock) -> None:
    game = unseen_table(clock)
    player = turn_player(game)
    user = user_at(game, player)
    tell(clock)
    tell(clock, SLOW.at_first - LOW - TELL_AFTER - SECOND)
    assert told(user) == ["turn"]
    tell(clock, 2 * SECOND)
    assert told(user) == ["low-time"], "in place of the first one"
    tell(clock, HOUR)
    assert Notice.objects.filter(user=user).count() == 2


def test_a_page_loaded_as_a_turn_begins_counts_it_when_other_pages_do(clock: Clock) -> None:
    game = unseen_table(clock)
    player = turn_player(game)
    client = client_of(user_at(game, player))
    assert client.get("/rules/").context["waiting_games"] == []
    look(game, player)
    tell(clock)
    assert client.get("/rules/").context["waiting_games"] == [game.code], "seen, and still waiting"
    pass_turn(game)
    assert client.get("/rules/").context["waiting_games"] == []


def test_who_has_seen_their_turn_is_reminded_all_the_same(clock: Clock) -> None:
    game = unseen_table(clock)
    player = turn_player(game)
    look(game, player)
    tell(clock)
    tell(clock, SLOW.at_first - LOW)
    assert told(user_at(game, player)) == ["low-time"]


def test_a_clock_that_got_more_time_is_reminded_later(clock: Clock) -> None:
    game = unseen_table(clock)
    player = turn_player(game)
    tell(clock)
    Seat.objects.filter(game=game, player=player).update(due_at=F("due_at") + DAY)
    tell(clock, SLOW.at_first - LOW)
    assert told(user_at(game, player)) == ["turn"]
    tell(clock, DAY)
    assert told(user_at(game, player)) == ["low-time"]


def test_live_tables_say_on_the_page_that_time_runs_low(clock: Clock) -> None:
    game = unseen_table(clock, control=LIVE)
    tell(clock)
    assert seat(game, turn_player(game)).tell_at is None


def test_players_are_told_of_the_end_unless_they_see_it(clock: Clock) -> None:
    game = unseen_table(clock)
    player = turn_player(game)
    submit_action(game.code, player, Resign(), None)
    clock.now += SECOND
    look(game, player)
    tell(clock)
    assert told(user_at(game, player)) == []
    assert told(user_at(game, 1 - player)) == ["game-over"]
    assert "won" in words_of(Notice.objects.get(kind="game-over")).title


def test_who_ran_out_of_time_learns_that_a_bot_plays_on(clock: Clock) -> None:
    game = unseen_table(clock, players=3, control=LIVE)
    player = turn_player(game)
    user = user_at(game, player)
    tell(clock)
    past = clock.now - HOUR
    Seat.objects.filter(game=game, player=player).update(
        due_at=past, running_since=past - HOUR, stand_ins=STAND_INS
    )
    assert end_clocks(Game.objects.get(pk=game.pk))
    assert told(user) == ["game-over"]
    words = words_of(Notice.objects.get(user=user, kind="game-over"))
    assert words.title == "A bot took over your seat"


def test_a_notice_names_the_game_and_the_opponents(clock: Clock) -> None:
    game = unseen_table(clock, players=3)
    player = turn_player(game)
    tell(clock)
    words = words_of(Notice.objects.get(game=game))
    others = [user_at(game, number).username for number in range(3) if number != player]
    assert words.title == "Your turn"
    assert words.text == f"Can't Stop with {others[0]} and {others[1]}"
    assert words.path == game.get_absolute_url()


def test_an_invitation_is_told_until_it_is_taken_or_gone(clock: Clock) -> None:
    ada, bob = make_user(), make_user()
    game = invitations.invite(ada, bob, "cantstop")
    assert told(bob) == ["invitation"]
    invitations.invite(ada, bob, "cantstop")
    assert told(bob) == ["invitation"], "once"
    lobby.leave(game.code, ada)
    assert told(bob) == []
    second = invitations.invite(ada, bob, "cantstop")
    lobby.join(second.code, bob)
    assert told(bob) == []


def test_another_game_is_told_to_who_does_not_look_at_the_one_that_ended(clock: Clock) -> None:
    game = running_table(3)
    for player in range(2):
        submit_action(game.code, player, Resign(), None)
    clock.now += HOUR
    offering, looking, away = (user_at(game, player) for player in range(3))
    beat(clock, game, looking)
    lobby.rematch(game.code, offering)
    assert told(looking) == []
    assert told(away) == ["invitation"]


def test_what_somebody_wants_nowhere_in_the_page_the_bell_does_not_count(clock: Clock) -> None:
    game = unseen_table(clock)
    user = user_at(game, turn_player(game))
    save_preferences(user, channels={"turn": []})
    tell(clock)
    assert told(user) == []
    assert client_of(user).get("/notices/").context["entries"] == []


def test_the_header_of_every_page_says_what_waits(clock: Clock) -> None:
    game = unseen_table(clock)
    user = user_at(game, turn_player(game))
    tell(clock)
    page = client_of(user).get("/lobby/")
    assert page.context["waiting_games"] == [game.code]
    assert (page.context["unread"], page.context["open_tags"]) == (1, [f"game-{game.code}"])


def test_a_notifier_that_fails_at_one_seat_goes_on_with_the_others(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [unseen_table(clock) for _ in range(2)]

    def fail_once(game: Game, seat: Seat) -> None:
        if game.pk == games[0].pk:
            raise ZeroDivisionError
        look_at_seat(game, seat)

    monkeypatch.setattr(notifier, "look_at_seat", fail_once)
    clock.now += 6 * SECOND
    notifier.notify_all_due()
    assert [notice.game_id for notice in Notice.objects.all()] == [games[1].pk]


def test_who_blocks_somebody_hears_nothing_of_another_game_with_them(clock: Clock) -> None:
    game = running_table(2)
    submit_action(game.code, 0, Resign(), None)
    clock.now += HOUR
    offering, blocking = user_at(game, 0), user_at(game, 1)
    Block.objects.create(owner=blocking, blocked=offering, tables=True, chat=True)
    lobby.rematch(game.code, offering)
    assert told(blocking) == []


def test_who_invites_and_takes_it_back_again_and_again_rings_once_an_hour(clock: Clock) -> None:
    ada, bob = make_user(), make_user()
    for _ in range(4):
        lobby.leave(invitations.invite(ada, bob, "cantstop").code, ada)
        clock.now += SECOND
    assert Notice.objects.filter(user=bob).count() == 1
    clock.now += HOUR
    invitations.invite(ada, bob, "cantstop")
    assert told(bob) == ["invitation"]


def test_what_comes_over_a_socket_that_closes_late_is_seen_as_of_the_last_beat(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = 1000.0
    monkeypatch.setattr(presence, "monotonic", lambda: seconds)
    monkeypatch.setattr(presence, "_glances", {})
    place, who = "table" + presence.IN_SIGHT, presence.user_key(1)
    presence.glance(place, who)
    last_beat = clock.now
    seconds += 60
    clock.now += 60 * SECOND
    presence._remember({place: []}, {place: [who]})
    assert presence.has_seen("table", 1, last_beat)
    assert presence.has_seen("table", 1, last_beat + SECOND) is False


def low_on_time(clock: Clock) -> tuple[Game, User]:
    """Return a game whose turn player has been told that their time runs low."""
    game = unseen_table(clock)
    user = user_at(game, turn_player(game))
    tell(clock)
    tell(clock, SLOW.at_first - LOW)
    assert told(user) == ["low-time"]
    return game, user


def test_who_acts_and_has_to_act_on_is_reminded_of_the_time_they_got_for_it(clock: Clock) -> None:
    game, user = low_on_time(clock)
    look(game, turn_player(game))
    act_at_all(game)
    assert user_at(game, turn_player(game)) == user
    presence._seen.clear()
    tell(clock, DAY - LOW - SECOND)
    assert told(user) == []
    tell(clock, SECOND)
    assert told(user) == ["low-time"]


def test_a_standing_order_takes_no_notice_back(clock: Clock) -> None:
    game = unseen_table(clock)
    player = turn_player(game)
    tell(clock)
    now = Game.objects.get(pk=game.pk)
    state = now.position()
    [roll] = now.rules.legal_actions(state, player)
    append(
        now,
        state,
        now.rules.resolve(state, player, roll, ScriptedDice([(1, 1, 1, 1)])),
        by_order=True,
    )
    assert told(user_at(game, player)) == ["turn"]


def test_another_turn_right_after_the_own_one_is_told_of_its_own(clock: Clock) -> None:
    # Player 0 is the last to decide on a roll of player 1, and rolls next.
    game = buttons_table("42+2344 0@42 1- 66+1235 1@66", time_control=SLOW.to_json())
    user = user_at(game, 0)
    presence._seen.clear()
    tell(clock)
    assert told(user) == ["turn"]
    game = play(game, "0-")
    assert turn_player(game) == 0
    assert told(user) == []
    tell(clock)
    assert told(user) == ["turn"]
    tell(clock, SLOW.at_first - LOW)
    assert told(user) == ["low-time"]


def test_a_vacation_after_a_reminder_takes_it_back_until_time_runs_low_again(clock: Clock) -> None:
    game, user = low_on_time(clock)
    today = clock.now.date()
    take_vacation(user, today, today + 3 * DAY)
    assert told(user) == []
    tell(clock, 3 * DAY)
    assert told(user) == []
    due_at = seat(game, turn_player(game)).due_at
    assert due_at is not None
    tell(clock, due_at - LOW - clock.now)
    assert told(user) == ["low-time"]

"""Tables before and after a game."""

from dataclasses import fields
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine.core import Resign
from games.engine.time_control import Live
from games.models import Game, Seat, TableOptions
from games.services import lobby
from games.services.play import submit_action
from games.services.refusals import (
    AlreadySeated,
    NoSuchBot,
    NotCreator,
    NotFinished,
    NotInvited,
    NotSeated,
    NotWaiting,
    TableFull,
    TooManyTables,
)
from tests.games.tables import make_user, running_table, user_at, waiting_table

pytestmark = pytest.mark.django_db


def finished_table(players: int = 2) -> Game:
    game = running_table(players)
    for player in range(1, players):
        game = submit_action(game.code, player, Resign(), None)
    return game


def test_a_new_table_waits_with_its_creator_seated() -> None:
    user = make_user()
    game = waiting_table(user)
    assert game.is_waiting
    assert [seat.user for seat in game.seats.all()] == [user]


def test_the_table_starts_when_the_last_seat_is_taken() -> None:
    game = waiting_table(players=3)
    game = lobby.join(game.code, make_user())
    assert game.is_waiting
    game = lobby.join(game.code, make_user())
    assert game.is_running
    assert game.started_at is not None
    assert sorted(seat.player for seat in game.seats.all()) == [0, 1, 2]


def test_a_table_full_of_bots_starts_at_once() -> None:
    game = waiting_table(players=3, bots=["random", "bold"])
    assert game.is_running
    assert game.due_at is not None


def test_who_begins_is_drawn_at_random_cs_1() -> None:
    firsts = set()
    user = make_user()
    for _ in range(60):
        game = waiting_table(user, bots=["random"])
        firsts.add(game.seats.get(player=0).bot)
        Game.objects.filter(pk=game.pk).update(status="finished")
        if len(firsts) == 2:
            break
    assert firsts == {"", "random"}


def test_a_table_keeps_every_option_that_was_chosen_for_it() -> None:
    usual = TableOptions("cantstop", 2)
    chosen = TableOptions(
        "buttons",
        3,
        {"layouts": ["1A", "1B", "2A"]},
        show_odds=False,
        time_control=Live(bank=60, per_decision=10).to_json(),
        stand_in="random",
        visibility="unlisted",
    )
    for option in fields(TableOptions):
        assert getattr(chosen, option.name) != getattr(usual, option.name), option.name
    table = lobby.create_table(make_user(), chosen)
    assert TableOptions.of(Game.objects.get(pk=table.pk)) == chosen


def test_options_the_rules_do_not_know_are_refused() -> None:
    with pytest.raises(ValueError, match="columns_to_win"):
        lobby.create_table(make_user(), TableOptions("cantstop", 4, {"columns_to_win": 5}))
    assert not Game.objects.exists()


def test_more_bots_than_free_seats_are_refused() -> None:
    with pytest.raises(TableFull):
        waiting_table(bots=["random", "random"])


def test_a_bot_nobody_knows_is_refused() -> None:
    with pytest.raises(NoSuchBot):
        waiting_table(bots=["deep-blue"])


def test_nobody_joins_twice() -> None:
    user = make_user()
    game = waiting_table(user, players=3)
    with pytest.raises(AlreadySeated):
        lobby.join(game.code, user)


def test_nobody_joins_a_running_game() -> None:
    with pytest.raises(NotWaiting):
        lobby.join(running_table().code, make_user())


def test_a_user_sits_at_no_more_than_20_unfinished_tables() -> None:
    user = make_user()
    tables = [waiting_table(user) for _ in range(20)]
    with pytest.raises(TooManyTables):
        waiting_table(user)
    with pytest.raises(TooManyTables):
        lobby.join(waiting_table().code, user)
    lobby.leave(tables[0].code, user)
    assert waiting_table(user).is_waiting


def test_leaving_frees_the_seat() -> None:
    game, user = waiting_table(players=3), make_user()
    lobby.join(game.code, user)
    lobby.leave(game.code, user)
    assert not game.seats.filter(user=user).exists()
    assert Game.objects.get(pk=game.pk).is_waiting


def test_when_the_creator_leaves_the_next_person_owns_the_table() -> None:
    creator, friend = make_user(), make_user()
    game = waiting_table(creator, players=3)
    lobby.join(game.code, friend)
    assert lobby.leave(game.code, creator).creator == friend


def test_a_table_left_by_its_last_person_is_cancelled() -> None:
    creator = make_user()
    game = waiting_table(creator, players=3, bots=["random"])
    assert lobby.leave(game.code, creator).status == "cancelled"


def test_a_stranger_cannot_leave() -> None:
    with pytest.raises(NotSeated):
        lobby.leave(waiting_table().code, make_user())


def test_nobody_leaves_a_running_game_this_way() -> None:
    game = running_table()
    with pytest.raises(NotWaiting):
        lobby.leave(game.code, user_at(game, 0))


def test_the_creator_seats_and_removes_bots() -> None:
    creator = make_user()
    game = waiting_table(creator, players=4)
    lobby.add_bot(game.code, creator, "bold")
    assert game.seats.get(player=1).bot == "bold"
    lobby.remove_bot(game.code, creator, 1)
    assert game.seats.count() == 1


def test_the_creator_cannot_remove_a_person_as_if_a_bot() -> None:
    creator = make_user()
    game = waiting_table(creator, players=3)
    lobby.join(game.code, make_user())
    with pytest.raises(NoSuchBot):
        lobby.remove_bot(game.code, creator, 1)


def test_the_creator_fills_free_seats_with_bots_and_starts() -> None:
    creator = make_user()
    game = waiting_table(creator, players=4)
    game = lobby.start(game.code, creator, "cautious")
    assert game.is_running
    assert game.seats.filter(bot="cautious").count() == 3


@pytest.mark.parametrize("verb", [lobby.add_bot, lobby.start])
def test_others_cannot_seat_bots_or_start(verb: object) -> None:
    game, friend = waiting_table(players=4), make_user()
    lobby.join(game.code, friend)
    with pytest.raises(NotCreator):
        verb(game.code, friend, "bold")  # type: ignore[operator]


def test_a_rematch_has_the_same_options_and_waits_for_the_others() -> None:
    game = finished_table(players=3)
    offered = lobby.rematch(game.code, user_at(game, 0))
    assert offered.is_waiting
    assert offered.rematch_of == game
    assert TableOptions.of(offered) == TableOptions.of(game)


def test_the_second_to_want_a_rematch_takes_the_seat_offered() -> None:
    game = finished_table()
    first = lobby.rematch(game.code, user_at(game, 0))
    second = lobby.rematch(game.code, user_at(game, 1))
    assert first.pk == second.pk
    assert second.is_running


def test_a_rematch_against_bots_starts_at_once() -> None:
    user = make_user()
    game = waiting_table(user, players=3, bots=["random", "bold"])
    submit_action(game.code, game.seats.get(user=user).player, Resign(), None)
    Game.objects.filter(pk=game.pk).update(status="finished")
    assert lobby.rematch(game.code, user).is_running


def test_a_rematch_is_only_for_those_who_played() -> None:
    game = finished_table()
    offered = lobby.rematch(game.code, user_at(game, 0))
    with pytest.raises(NotSeated):
        lobby.rematch(game.code, make_user())
    with pytest.raises(NotInvited):
        lobby.join(offered.code, make_user())


def test_an_offer_taken_back_can_be_made_again() -> None:
    game = finished_table()
    user = user_at(game, 0)
    first = lobby.rematch(game.code, user)
    lobby.leave(first.code, user)
    second = lobby.rematch(game.code, user)
    assert second.pk != first.pk
    assert second.rematch_of == game
    assert Game.objects.get(pk=first.pk).rematch_of is None


def test_a_running_game_has_no_rematch() -> None:
    game = running_table()
    with pytest.raises(NotFinished):
        lobby.rematch(game.code, user_at(game, 0))


def test_leaving_everything_resigns_and_gives_up_seats() -> None:
    user = make_user()
    waiting = waiting_table(user)
    running = lobby.join(waiting_table().code, user)
    lobby.leave_everything(user)
    waiting.refresh_from_db()
    running.refresh_from_db()
    assert waiting.status == "cancelled"
    assert (running.status, running.termination) == ("finished", "resigned")


def test_a_deleted_user_leaves_an_empty_seat_behind() -> None:
    game = finished_table()
    User.objects.get(pk=user_at(game, 1).pk).delete()
    seat = Seat.objects.get(game=game, player=1)
    assert (seat.user, seat.bot) == (None, "")


def test_a_waiting_table_is_due_after_a_day() -> None:
    game = waiting_table()
    assert game.due_at is not None
    assert game.due_at - timezone.now() > timedelta(hours=23)

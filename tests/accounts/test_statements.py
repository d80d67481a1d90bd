"""Statements whose SQL is built once: they find the rows that ordinary queries find."""

from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.statements import Select, SelectAmong, attach, insert, update
from games.models import DailyChallenge, Game, GameEvent, Seat
from tests.games.factories import make_running_game, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return make_running_game(make_user("Mireille"), make_user("kestrel"), seed=1, events=4)


def games_of_code(code: str) -> QuerySet[Game]:
    return Game.objects.select_related("creator__preferences", "rematch_of").filter(code=code)


def seats_with_users(game: int) -> QuerySet[Seat]:
    return Seat.objects.select_related("user__preferences").filter(game=game)


def names_since(moment: Any, name: str) -> QuerySet[User, tuple[str, int]]:
    joined = User.objects.filter(date_joined__gt=moment).exclude(username=name)
    return joined.order_by("-username").values_list("username", "pk")


def test_rows_and_all_that_was_read_with_them_are_those_of_the_query(game: Game) -> None:
    found = Select(games_of_code, str)
    for _ in range(2):
        (built,), (asked,) = found(game.code), games_of_code(game.code)
        assert vars(built).keys() == vars(asked).keys()
        for field in Game._meta.concrete_fields:
            assert getattr(built, field.attname) == getattr(asked, field.attname)
        with CaptureQueriesContext(connection) as queries:
            assert (built.creator, built.rematch_of) == (asked.creator, asked.rematch_of)
        assert not queries, "they were read with the game"


def test_each_call_has_its_own_values(game: Game) -> None:
    other = make_running_game(make_user("Ada"), make_user("Bo"), seed=2)
    found = Select(seats_with_users, int)
    for one in (game, other, game):
        assert found(one.pk) == list(seats_with_users(one.pk))
        names = [seat.user.username for seat in found(one.pk) if seat.user]
        assert names == [seat.user.username for seat in seats_with_users(one.pk) if seat.user]
    assert found(0) == []
    assert found.first(0) is None


def test_moments_and_several_values_are_put_where_they_belong(game: Game) -> None:
    found, now = Select(names_since, type(timezone.now()), str), timezone.now()
    for moment in (now - timedelta(days=1), now + timedelta(days=1)):
        for name in ("Mireille", "kestrel", "nobody"):
            assert found(moment, name) == list(names_since(moment, name))
    assert [name for name, _pk in found(now - timedelta(days=1), "Mireille")] == ["kestrel"]


def test_days_are_values_too() -> None:
    def challenges(day: date) -> QuerySet[DailyChallenge]:
        return DailyChallenge.objects.filter(date=day)

    challenge = DailyChallenge.objects.create(date=date(2026, 11, 28), kind="cantstop")
    found = Select(challenges, date)
    assert found(date(2026, 11, 28)) == [challenge]
    assert found(date(2026, 11, 27)) == []


def test_rows_are_found_for_any_number_of_numbers(game: Game) -> None:
    others = [make_running_game(make_user(f"a{n}"), make_user(f"b{n}"), seed=n) for n in range(5)]
    numbers = [game.pk, *(one.pk for one in others)]

    def seats(games: Collection[int]) -> QuerySet[Seat]:
        return Seat.objects.filter(game__in=games).select_related("user").order_by("pk")

    found = SelectAmong(seats)
    for count in (2, 0, 5, 6, 1, 3):
        assert found(numbers[:count]) == list(seats(numbers[:count])), count
    assert found([0, game.pk, game.pk]) == list(seats([game.pk]))
    with pytest.raises(TypeError):
        found([None])  # type: ignore[list-item]


def test_a_value_may_stand_in_several_places(game: Game) -> None:
    def seats(user: int) -> QuerySet[Any, int]:
        own = Seat.objects.filter(user=user).order_by().values_list("pk", flat=True)
        return own.union(Seat.objects.filter(left_by=user).order_by().values_list("pk", flat=True))

    found = Select(seats, int)
    for user in User.objects.all():
        assert found(user.pk) == list(seats(user.pk))
        assert len(found(user.pk)) == 1


def test_text_with_signs_of_sql_is_a_value_like_any_other(game: Game) -> None:
    for code in ("%s", "' OR '1' = '1", '"', "\\", f"{game.code}'--", "\x7f example 0"):
        assert Select(games_of_code, str)(code) == []


@pytest.mark.parametrize("value", [None, "1", 1.0, [1]])
def test_a_value_of_another_type_is_refused_since_its_sql_would_be_another_one(value: Any) -> None:
    with pytest.raises(TypeError):
        Select(seats_with_users, int)(value)


@pytest.mark.parametrize("values", [(), (1, 2)])
def test_too_few_and_too_many_values_are_refused(values: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="argument"):
        Select(seats_with_users, int)(*values)


def test_a_query_that_swallows_a_value_is_refused() -> None:
    def none(code: str) -> QuerySet[Game]:
        return Game.objects.filter(version=len(code))

    with pytest.raises(ValueError, match="not in the statement"):
        Select(none, str)("abc")


@pytest.mark.django_db(transaction=True)
def test_threads_do_not_mix_their_values_up(game: Game) -> None:
    found = Select(seats_with_users, int)
    others = [make_running_game(make_user(f"a{n}"), make_user(f"b{n}"), seed=n) for n in range(4)]

    def ask(pk: int) -> bool:
        try:
            return all({seat.game_id for seat in found(pk)} == {pk} for _ in range(50))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(ask, [one.pk for one in others]))


def test_attached_rows_are_not_read_again_but_others_are_of_their_owner(game: Game) -> None:
    make_running_game(make_user("Ada"), make_user("Bo"), seed=2)
    seats = list(seats_with_users(game.pk))
    attach(game, "seats", seats)
    with CaptureQueriesContext(connection) as queries:
        assert list(game.seats.all()) == seats
        assert all(seat.game is game for seat in game.seats.all())
    assert not queries
    assert [seat.player for seat in game.seats.filter(player__gte=1)] == [1]


def test_an_inserted_row_is_stored_as_created_ones_are(game: Game) -> None:
    values: dict[str, Any] = {"game": game, "player": 1, "kind": "rolled", "data": {"dice": [1, 6]}}
    moment = timezone.now()
    insert(GameEvent(seq=5, used=12, created_at=moment, **values))
    GameEvent.objects.create(seq=6, used=12, created_at=moment, **values)
    one, other = game.events.filter(seq__gte=5).order_by("seq").values()
    assert (one["seq"], other["seq"]) == (5, 6)
    assert {**one, "id": 0, "seq": 0} == {**other, "id": 0, "seq": 0}


def test_only_the_named_fields_of_a_row_are_saved(game: Game) -> None:
    seat, moment = game.seats.get(player=1), timezone.now()
    seat.tell_at, seat.orders, seat.time_spent = moment, {"stop": 3}, timedelta(seconds=2)
    seat.told = "turn"
    update(seat, "tell_at", "orders", "time_spent")
    stored = game.seats.get(player=1)
    assert (stored.tell_at, stored.orders, stored.told) == (moment, {"stop": 3}, "")
    assert stored.time_spent == timedelta(seconds=2)
    assert game.seats.get(player=0).tell_at != moment
    seat.tell_at = seat.orders = None
    update(seat, "tell_at", "orders")
    assert Seat.objects.filter(pk=seat.pk, tell_at=None, orders__isnull=True).exists()


def test_a_row_that_is_gone_cannot_be_saved(game: Game) -> None:
    seat = game.seats.get(player=1)
    Seat.objects.filter(pk=seat.pk).delete()
    with pytest.raises(DatabaseError):
        update(seat, "told")


@pytest.mark.parametrize("ask", [User.objects.get, User._default_manager.get])
def test_a_user_is_found_by_number_and_a_number_of_nobody_is_told(
    game: Game, ask: Callable[..., User]
) -> None:
    user = User.objects.order_by("pk")[0]
    assert ask(pk=user.pk) == user
    assert ask(pk=user.pk, username=user.username) == user
    for lookup in ({"pk": 0}, {"pk": None}, {"pk": user.pk, "username": "nobody"}):
        with pytest.raises(User.DoesNotExist):
            ask(**lookup)


def test_a_manager_of_related_users_finds_only_these(game: Game) -> None:
    mireille, kestrel = User.objects.order_by("pk")
    game.awaited_by.add(mireille)
    assert game.awaited_by.get(pk=mireille.pk) == mireille
    with pytest.raises(User.DoesNotExist):
        game.awaited_by.get(pk=kestrel.pk)

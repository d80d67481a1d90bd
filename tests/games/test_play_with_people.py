"""One press leads to other people: to a seat where they wait, or to a table where one waits."""

from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from redis import RedisError

from accounts.models import User
from accounts.sanctions.models import Block
from games import presence, queries
from games.engine.time_control import TurnByTurn
from games.models import Game
from games.presence import user_key
from games.presenters import presenter
from games.presenters.paces import USUAL_TURN_BY_TURN
from games.services import lobby
from games.views import lobby as views
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game
from tests.games.tables import client_of, make_user, waiting_table
from tests.games.watching import watched_by

pytestmark = pytest.mark.django_db

PATH = "/games/play-with-people/"


def sent_to(client: Client, kind: str = "cantstop", time: str = "live") -> str:
    """Return the code of the table to which the press leads."""
    answer = client.post(PATH, {"kind": kind, "time": time})
    assert answer.status_code == 302
    return str(answer["Location"]).split("/")[2]


@every_kind
def test_two_guests_who_press_it_play_with_each_other(kind: str) -> None:
    first, second = Client(), Client()
    code = sent_to(first, kind)
    game = Game.objects.get()
    assert (game.code, game.kind, game.is_waiting) == (code, kind, True)
    assert game.visibility == Game.Visibility.PUBLIC
    assert sent_to(second, kind) == code
    game.refresh_from_db()
    assert game.is_running
    assert User.objects.filter(is_guest=True).count() == 2


@every_kind
def test_two_who_want_to_play_turn_by_turn_meet_and_need_not_be_there_at_once(kind: str) -> None:
    live = waiting_table(kind=kind, time_control=presenter(kind).PACES.normal.to_json())
    slower = waiting_table(kind=kind, time_control=TurnByTurn(7).to_json())
    code = sent_to(Client(), kind, "turn-by-turn")
    assert code not in {live.code, slower.code}
    game = Game.objects.get(code=code)
    assert game.timing == USUAL_TURN_BY_TURN
    Game.objects.update(created_at=timezone.now() - 2 * queries.JUST_OPENED)
    assert sent_to(Client(), kind, "turn-by-turn") == code
    game.refresh_from_db()
    assert game.is_running


def test_who_waits_already_is_led_back_to_their_table() -> None:
    user = make_user()
    own = waiting_table(user, 3)
    waiting_table()
    assert sent_to(client_of(user)) == own.code
    assert own.seats.count() == 1


def test_the_table_that_lacks_fewest_comes_first() -> None:
    waiting_table(players=4)
    full = lobby.join(waiting_table(players=3).code, make_user())
    waiting_table(players=3)
    assert sent_to(client_of(make_user())) == full.code


def test_nobody_is_led_to_another_kind_other_rules_hidden_tables_or_known_dice() -> None:
    others = {
        waiting_table(kind="buttons").code,
        waiting_table(variant={"meeting": "jump"}).code,
        waiting_table(visibility="unlisted").code,
    }
    known = waiting_table()
    Game.objects.filter(pk=known.pk).update(same_dice_as=make_finished_game(make_user(), "bold"))
    assert sent_to(client_of(make_user())) not in others | {known.code}


@pytest.mark.parametrize("who", ["owner", "blocked"])
def test_a_block_keeps_both_apart(who: str) -> None:
    user, other = make_user(), make_user()
    theirs = waiting_table(other)
    pair = (
        {"owner": user, "blocked": other} if who == "owner" else {"owner": other, "blocked": user}
    )
    Block.objects.create(**pair, tables=True)
    assert sent_to(client_of(user)) != theirs.code


def stale(table: Game) -> Game:
    """Return the table as one that was opened a while ago."""
    Game.objects.filter(pk=table.pk).update(created_at=timezone.now() - queries.JUST_OPENED)
    return table


def test_nobody_is_seated_with_people_who_have_gone() -> None:
    gone, stays = stale(waiting_table()), make_user()
    kept = stale(waiting_table(stays))
    with watched_by(kept, user_key(stays.pk)), watched_by(gone, "a visitor"):
        assert sent_to(client_of(make_user())) == kept.code
    own = sent_to(client_of(make_user()))
    assert own not in {gone.code, kept.code}


def test_who_left_their_own_table_comes_back_to_it() -> None:
    user = make_user()
    own = stale(waiting_table(user))
    assert sent_to(client_of(user)) == own.code


def test_while_nobody_knows_who_looks_any_table_will_do() -> None:
    table = stale(waiting_table())
    with (
        mock.patch.object(settings, "REDIS_URL", "redis://gone"),
        mock.patch.object(presence, "_redis", side_effect=RedisError),
    ):
        assert sent_to(client_of(make_user())) == table.code


def test_the_table_of_an_invitation_is_for_nobody_else() -> None:
    table = waiting_table()
    Game.objects.filter(pk=table.pk).update(invited=make_user())
    assert not queries.open_tables()
    assert sent_to(client_of(make_user())) != table.code


def test_where_a_seat_was_kept_for_another_the_next_table_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept, free = waiting_table(), waiting_table()
    Game.objects.filter(pk=kept.pk).update(invited=make_user())
    monkeypatch.setattr(views, "tables_to_join", lambda *_: [kept, free])
    assert sent_to(client_of(make_user())) == free.code


def test_where_somebody_was_faster_the_next_table_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    full, free = waiting_table(), waiting_table()
    lobby.join(full.code, make_user())

    def tables(*_: Any) -> list[Game]:
        return [full, free]

    monkeypatch.setattr(views, "tables_to_join", tables)
    assert sent_to(client_of(make_user())) == free.code


def test_a_kind_that_does_not_exist_is_not_found_and_makes_nobody() -> None:
    assert Client().post(PATH, {"kind": "chess"}).status_code == 404
    assert not User.objects.exists()


def test_it_is_a_form_and_no_address_to_open() -> None:
    assert Client().get(PATH).status_code == 405

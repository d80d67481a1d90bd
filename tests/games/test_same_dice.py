"""The dice of a finished game on another table, and both games beside each other."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine.core import Resign
from games.engine.dice import RollAddress
from games.models import Game, GameDice, TableOptions
from games.services import lobby
from games.services.dice import GameChance, record_of, revealed
from games.services.play import submit_action
from games.services.refusals import NoKnownDice, NotFinished, TooManyTables
from games.services.same_dice import play_same_dice
from games.services.seating import MAX_TABLES
from lifecycle.deletion import delete_user
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, make_waiting_game
from tests.games.pages import replay_page, text
from tests.games.records import imported_game
from tests.games.tables import (
    client_of,
    make_user,
    play,
    player_client,
    running_table,
    token_of,
    user_at,
    waiting_table,
)
from tests.html import elements, plain

pytestmark = pytest.mark.django_db

ADDRESSES = [RollAddress(player, turn, 1) for player in range(2) for turn in range(1, 8)]


def act(game: Game, player: int, wish: str) -> Game:
    action = game.rules.parse_action(wish)
    return submit_action(game.code, player, action, token_of(game, player))


def resigned(game: Game, player: int = 1) -> Game:
    submit_action(game.code, player, Resign(), None)
    return Game.objects.get(pk=game.pk)


def finished_table(kind: str = "cantstop", **options: Any) -> Game:
    """Return a game that player 0 has won, after one roll."""
    game = running_table(kind=kind, **options)
    (player,) = game.rules.active_players(game.position())
    return resigned(act(game, player, "roll"))


def rolls_of(game: Game) -> list[tuple[int, ...]]:
    return [GameChance(game).roll(address, 4) for address in ADDRESSES]


# --- The table ---


@every_kind
def test_every_player_gets_the_rolls_and_the_set_up_of_the_finished_game(kind: str) -> None:
    old = finished_table(kind)
    table = lobby.join(play_same_dice(old, user_at(old, 0)).code, make_user())
    assert table.is_running
    assert rolls_of(table) == rolls_of(old)
    setup = old.events.filter(player=None).order_by("seq").values_list("kind", "data")
    assert list(table.events.order_by("seq").values_list("kind", "data")) == list(setup)
    (player,) = table.rules.active_players(table.position())
    table = act(table, player, "roll")
    first = old.events.exclude(player=None).order_by("seq").first()
    assert first is not None
    assert table.events.get(seq=table.version).data == first.data


def test_the_options_are_those_of_the_finished_game() -> None:
    old = finished_table(variant={"columns_to_win": 4}, show_odds=False, visibility="unlisted")
    table = play_same_dice(old, user_at(old, 1))
    assert TableOptions.of(table) == TableOptions.of(old)
    assert table.same_dice_as == old
    assert not GameDice.objects.filter(game=table).exists()


def test_who_opens_it_gets_their_former_place_and_a_stranger_that_of_the_winner() -> None:
    old = finished_table()
    stranger = make_user()
    for user, place in ((user_at(old, 0), 0), (user_at(old, 1), 1), (stranger, 0)):
        assert play_same_dice(old, user).seats.get(user=user).player == place


def test_places_are_not_drawn_no_matter_who_comes_later() -> None:
    for _ in range(4):
        old = finished_table()
        loser = user_at(old, 1)
        table = play_same_dice(old, loser)
        other = make_user()
        table = lobby.join(table.code, other, None)
        assert table.is_running, "no salt is waited for"
        assert user_at(table, 1) == loser
        assert user_at(table, 0) == other


def test_bots_play_where_they_played() -> None:
    game = waiting_table(bots=["bold"])
    old = resigned(game, game.seats.get(bot="").player)
    bot = old.seats.get(bot="bold").player
    person = old.seats.get(bot="").user
    assert person is not None
    table = play_same_dice(old, person)
    assert table.is_running
    assert table.seats.get(bot="bold").player == bot
    stranger = make_user()
    mirrored = play_same_dice(old, stranger)
    assert mirrored.seats.get(user=stranger).player == bot, "the bot has won"
    assert mirrored.is_waiting
    assert lobby.start(mirrored.code, stranger, "random").is_running


def test_asking_twice_leads_to_the_same_table_until_it_is_over() -> None:
    old = finished_table()
    user = user_at(old, 0)
    table = play_same_dice(old, user)
    assert play_same_dice(old, user) == table
    over = resigned(lobby.join(table.code, make_user()))
    again = play_same_dice(over, user)
    assert again != table
    assert again.same_dice_as == old, "a game with known dice passes on whose they are"
    lobby.leave(again.code, user)
    assert play_same_dice(old, user) != again


def test_a_running_game_and_one_without_a_secret_are_refused(mireille: User) -> None:
    running = running_table()
    with pytest.raises(NotFinished):
        play_same_dice(running, user_at(running, 0))
    with pytest.raises(NoKnownDice):
        play_same_dice(make_finished_game(mireille, "bold"), mireille)
    for game in (running, make_finished_game(mireille, "bold")):
        answer = Client().post(f"/games/{game.code}/same-dice/")
        assert answer.status_code == 409
    assert not User.objects.filter(is_guest=True).exists(), "nobody becomes a guest for nothing"


def test_the_dice_of_an_imported_game_are_not_offered_and_refused(mireille: User) -> None:
    game = imported_game(mireille)
    assert game.dice.secret
    for client in (Client(), client_of(mireille)):
        assert "same-dice/" not in text(client, f"/games/{game.code}/")
        assert client.post(f"/games/{game.code}/same-dice/").status_code == 409
    assert list(Game.objects.all()) == [game]
    assert not User.objects.filter(is_guest=True).exists(), "nobody becomes a guest for nothing"


def test_an_imported_game_is_deleted_with_tables_that_were_opened_for_its_dice(
    mireille: User,
) -> None:
    game, other = imported_game(mireille), imported_game(mireille)
    for original in (game, other):
        Game.objects.filter(pk=waiting_table().pk).update(same_dice_as=original)
    assert client_of(mireille).post(f"/games/{game.code}/delete/").status_code == 302
    delete_user(mireille)
    assert not Game.objects.exists()


def test_known_dice_are_rolled_though_the_key_of_the_site_is_another(settings: Any) -> None:
    old = finished_table()
    rolls = rolls_of(old)
    settings.SECRET_KEY = "another"
    table = lobby.join(play_same_dice(old, user_at(old, 0)).code, make_user())
    assert rolls_of(table) == rolls


def test_the_place_of_a_bot_that_is_no_more_is_free() -> None:
    old = finished_table()
    old.seats.filter(player=1).update(user=None, bot="long-gone")
    table = play_same_dice(old, user_at(old, 0))
    assert table.is_waiting
    assert table.seats.count() == 1


def test_the_limit_of_tables_holds() -> None:
    old, user = finished_table(), make_user()
    for _ in range(MAX_TABLES):
        make_waiting_game(user)
    with pytest.raises(TooManyTables):
        play_same_dice(old, user)
    answer = client_of(user).post(f"/games/{old.code}/same-dice/")
    assert answer.status_code == 429


def test_the_record_proves_itself_with_the_dice_of_the_finished_game() -> None:
    old = finished_table()
    table = resigned(lobby.join(play_same_dice(old, user_at(old, 0)).code, make_user()))
    assert record_of(table) == record_of(old)
    assert revealed(table) == revealed(old)


def test_known_dice_count_for_nothing() -> None:
    old = finished_table()
    winner = user_at(old, 0)
    resigned(lobby.join(play_same_dice(old, winner).code, make_user()))
    page = text(Client(), f"/players/{winner.username}/")
    assert "· 1 game ·" in page
    assert "known dice" in page


# --- Pages ---


def test_the_button_opens_a_table_and_makes_a_visitor_a_guest() -> None:
    old = finished_table()
    path = f"/games/{old.code}/same-dice/"
    for client in (Client(), player_client(old, 0)):
        for page in (text(client, f"/games/{old.code}/"), replay_page(client, old, 0)):
            assert elements(page, f"[action='{path}']")
            assert "Compare the games" not in page
        answer = client.post(path)
        assert answer.status_code == 302
        waiting = text(client, answer["Location"])
        assert elements(waiting, ".known-dice")
        assert not elements(waiting, "[name=salt]")
    assert Client().get(path).status_code == 405


def test_a_running_game_has_no_button_and_a_table_says_that_its_dice_are_known() -> None:
    old = finished_table()
    table = lobby.join(play_same_dice(old, user_at(old, 0)).code, make_user())
    page = text(player_client(table, 1), f"/games/{table.code}/")
    assert "same-dice/" not in page
    assert elements(page, ".known-dice")
    assert f"/games/{old.code}/replay/0/" in page


def test_the_lobby_says_which_dice_are_known() -> None:
    old = finished_table()
    play_same_dice(old, user_at(old, 0))
    assert elements(text(Client(), "/lobby/"), "[data-known-dice]")


# --- Side by side ---


def test_both_games_stand_beside_each_other_with_links_to_their_steps() -> None:
    old = resigned(play(running_table(), "3344 7+7 S"))
    table = lobby.join(play_same_dice(old, user_at(old, 0)).code, make_user("other"))
    table = resigned(play(table, "3344 7+7 3344 7+7 S"), 1)
    page = text(Client(), f"/games/{table.code}/compare/")
    assert elements(page, "b", "2 spaces")
    assert elements(page, "b", "4 spaces")
    assert "1 roll" in page
    assert "2 rolls" in page
    assert f"/games/{old.code}/replay/3/" in page
    assert f"/games/{table.code}/replay/5/" in page
    assert elements(
        text(Client(), f"/games/{table.code}/"), f"[href='/games/{table.code}/compare/']"
    )
    assert elements(replay_page(Client(), table, 0), f"[href='/games/{table.code}/compare/']")


def test_who_came_farther_with_the_same_dice_did_better() -> None:
    old = resigned(play(running_table(), "3344 7+7 S"), 0)
    second, first = user_at(old, 1), user_at(old, 0)
    table = lobby.join(play_same_dice(old, first).code, make_user())
    table = resigned(play(table, "3344 7+7 3344 7+7 S"), 0)
    page = plain(text(Client(), f"/games/{table.code}/compare/"))
    assert f"{first.username} did better in the second game." in page
    assert "Equally good." in page
    assert second.username in page


def test_busts_are_told() -> None:
    old = resigned(play(running_table(), "3344 7+7 S"))
    table = lobby.join(play_same_dice(old, user_at(old, 0)).code, make_user())
    table = resigned(play(table, "1123 2+5 6666 12+12 4455"))
    assert elements(text(Client(), f"/games/{table.code}/compare/"), "em.bad", "bust")


def test_only_a_finished_game_with_known_dice_has_something_to_compare() -> None:
    old = finished_table()
    table = lobby.join(play_same_dice(old, user_at(old, 0)).code, make_user())
    for code in (old.code, table.code, "nothing"):
        assert Client().get(f"/games/{code}/compare/").status_code == 404


def test_a_deleted_player_is_compared_without_a_name() -> None:
    old = finished_table()
    table = resigned(lobby.join(play_same_dice(old, user_at(old, 0)).code, make_user()))
    delete_user(user_at(old, 0))
    assert "deleted player" in text(Client(), f"/games/{table.code}/compare/")


def test_buttons_is_compared_by_stars() -> None:
    old = finished_table("buttons")
    table = resigned(lobby.join(play_same_dice(old, user_at(old, 0)).code, make_user()))
    assert "0 stars" in text(Client(), f"/games/{table.code}/compare/")

"""Everybody's part in the dice: made after the commitment, fixed with the start."""

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import referee
from games.engine.core import Resign
from games.engine.fairness.fair_dice import FIRST_SCHEME, FairDice, commitment
from games.engine.fairness.verify import check_chance
from games.models import Game, GameDice
from games.services import lobby
from games.services.dice import encrypted_secret, record_of, revealed, source_of
from games.services.imports import import_game
from games.services.play import submit_action
from games.services.refusals import BadSalt, NotSeated, NotWaiting, SaltTooLate
from games.services.same_dice import play_same_dice
from games.services.tables import SALT_TIME
from tests.engine.kinds import every_kind, some_bot
from tests.games.tables import (
    client_of,
    make_user,
    player_client,
    running_table,
    user_at,
    waiting_table,
)
from tests.html import elements, one, plain, text_of
from tests.refusals import codes


def salts(game: Game) -> tuple[str, ...]:
    """Return the salts of a game, in the order people sat down."""
    source = source_of(game)
    assert source is not None
    return tuple(seat.salt or "" for seat in source.seats)


pytestmark = pytest.mark.django_db

TOO_LONG = "x" * 65


def due(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    return Game.objects.get(pk=game.pk)


def salt_of(game: Game, user: Any) -> str | None:
    return game.seats.get(user=user).salt


def test_a_new_table_is_committed_before_anybody_can_have_made_a_salt() -> None:
    game = waiting_table()
    page = client_of(None).get(f"/games/{game.code}/").content.decode()
    assert game.dice.commitment in page
    assert GameDice.objects.get(game=game).secret == ""
    assert waiting_table().dice.commitment != game.dice.commitment


@pytest.mark.parametrize("path", ["/games/new/?kind=cantstop", "/games/play-now/"])
def test_a_salt_from_before_the_commitment_is_not_taken(client: Client, path: str) -> None:
    form = {"size": "2", "seat_2": "", "salt": "early", "show_odds": "on", "visibility": "public"}
    client.post(path, form | {"columns_to_win": "3", "meeting": "share", "stop_early": "on"})
    game = Game.objects.get()
    assert game.seats.get(user__isnull=False).salt == ""


def test_a_salt_is_set_until_the_game_starts_and_then_fixed() -> None:
    ada, bob = make_user(), make_user()
    game = waiting_table(ada)
    lobby.set_salt(game.code, ada, "first")
    lobby.set_salt(game.code, ada, "second")
    game = lobby.join(game.code, bob, "bobs")
    assert game.is_running
    assert salts(game) == ("second", "bobs")
    with pytest.raises(SaltTooLate):
        lobby.set_salt(game.code, ada, "third")
    assert salts(game) == ("second", "bobs")


@pytest.mark.parametrize("over", [False, True])
def test_a_late_salt_is_refused_with_a_sentence_and_changes_nothing(over: bool) -> None:
    ada, bob = make_user(), make_user()
    game = lobby.join(waiting_table(ada, salt="adas").code, bob, "bobs")
    if over:
        submit_action(game.code, 0, Resign(), None)
    before = Game.objects.values().get(pk=game.pk)
    client = client_of(ada)
    for headers in ({}, {"HX-Request": "true"}):
        answer = client.post(f"/games/{game.code}/salt/", {"salt": "x"}, headers=headers)
        assert answer.status_code == 409
        assert codes(answer) == ["salt-too-late"]
    assert salts(game) == ("adas", "bobs")
    assert Game.objects.values().get(pk=game.pk) == before
    assert client_of(make_user()).post(f"/games/{game.code}/salt/").status_code == 403


def test_nobody_has_a_part_in_dice_that_are_known(client: Client) -> None:
    ada = make_user()
    game = lobby.join(waiting_table(ada).code, make_user())
    submit_action(game.code, 0, Resign(), None)
    assert elements(client_of(ada).get(f"/games/{game.code}/"), "[data-salt]")
    table = play_same_dice(Game.objects.get(pk=game.pk), ada)
    with pytest.raises(SaltTooLate):
        lobby.set_salt(table.code, ada, "x")
    assert salt_of(table, ada) == ""
    assert not elements(client.get(f"/games/{table.code}/"), "[data-salt]")


def test_a_cancelled_table_takes_no_salt() -> None:
    ada = make_user()
    game = waiting_table(ada)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED)
    with pytest.raises(NotWaiting):
        lobby.set_salt(game.code, ada, "x")


def test_players_see_their_own_salt_and_that_it_was_taken() -> None:
    ada, bob = make_user(), make_user()
    game = waiting_table(ada, salt=None)
    path = f"/games/{game.code}/"
    assert "We don't have your part yet." in page_of(ada, path)
    lobby.set_salt(game.code, ada, "letters-of-ada")
    assert elements(page_of(ada, path), "code[translate=no]", "letters-of-ada")
    assert "✓ We have letters-of-ada." in text_of(one(page_of(ada, path), "main"))
    assert "letters-of-ada" not in page_of(bob, path), "nobody else's, before the start"
    game = lobby.join(game.code, bob, "")
    player = game.seats.get(user=ada).player
    own = f"#t-own-salt[data-player='{player}'][data-salt=letters-of-ada]"
    assert elements(page_of(ada, path), own)
    assert "Your part in the dice is letters-of-ada." in plain(page_of(ada, path))
    assert "You have no part in these dice" in page_of(bob, path)
    push = client_of(ada).get(path, headers={"HX-Request": "true"}).content.decode()
    assert elements(push, f"{own}[hx-swap-oob]")
    assert one(page_of(make_user(), path), "p#t-own-salt:empty")


def page_of(user: Any, path: str) -> str:
    return client_of(user).get(path).content.decode()


def test_pages_tell_browsers_what_to_compare_with_what_they_noted(client: Client) -> None:
    ada = make_user()
    game = waiting_table(ada, salt="adas")
    told = f"[data-code='{game.code}'][data-commitment='{game.dice.commitment}']"
    waiting = page_of(None, f"/games/{game.code}/")
    assert elements(waiting, f"{told}[data-first]")
    assert not elements(waiting, "[data-salts]"), "letters are fixed with the start"
    game = lobby.join(game.code, make_user(), "bobs")
    assert elements(page_of(None, f"/games/{game.code}/"), f"{told}[data-first]")
    play_out(game)
    by_player = ",".join(seat.salt or "" for seat in game.seats.all())
    told = f"{told}[data-players='0,1'][data-salts='{by_player}']"
    for page in ("", "replay/0/", "verify/"):
        assert elements(page_of(None, f"/games/{game.code}/{page}"), told)
    again = play_same_dice(Game.objects.get(pk=game.pk), ada)
    assert elements(page_of(ada, f"/games/{again.code}/"), f"[data-code='{game.code}']")
    assert not elements(page_of(ada, f"/games/{again.code}/"), "[data-first]")


def test_a_bad_salt_is_refused_with_a_sentence(subtests: pytest.Subtests) -> None:
    ada = make_user()
    game = waiting_table(ada)
    bob = make_user()
    for salt in ["a b", "a,b", "a|b", "é", TOO_LONG, "~later"]:
        with subtests.test(salt=salt):
            with pytest.raises(BadSalt):
                lobby.set_salt(game.code, ada, salt)
            with pytest.raises(BadSalt):
                lobby.join(game.code, bob, salt)
            assert game.seats.count() == 1
    answer = client_of(ada).post(f"/games/{game.code}/salt/", {"salt": "a b"})
    assert answer.status_code == 422
    assert codes(answer) == ["bad-salt"]


def test_only_who_sits_at_the_table_has_a_part() -> None:
    game = waiting_table()
    with pytest.raises(NotSeated):
        lobby.set_salt(game.code, make_user(), "mine")
    for visitor in (make_user(), None):
        answer = client_of(visitor).post(f"/games/{game.code}/salt/", {"salt": "mine"})
        assert answer.status_code == 403
    assert client_of(None).get(f"/games/{game.code}/salt/").status_code == 405


def test_a_full_table_waits_for_a_salt_that_is_on_its_way() -> None:
    ada, bob = make_user(), make_user()
    game = waiting_table(ada, salt=None)
    page = client_of(ada).get(f"/games/{game.code}/").content.decode()
    assert elements(page, "[data-salt-wanted]")
    game = lobby.join(game.code, bob)
    assert game.is_waiting
    assert game.due_at is not None
    assert game.due_at <= timezone.now() + SALT_TIME
    game = lobby.set_salt(game.code, ada, "here")
    assert game.is_running
    assert salts(game) == ("here", "")


def test_nobody_holds_up_the_start_by_setting_their_salt_again() -> None:
    ada, bob = make_user(), make_user()
    game = lobby.join(waiting_table(ada, salt=None).code, bob, "b")
    before = game.due_at
    assert lobby.set_salt(game.code, bob, "c").due_at == before


def test_setting_a_salt_does_not_keep_a_table_open() -> None:
    ada = make_user()
    game = waiting_table(ada)
    before = Game.objects.get(pk=game.pk).due_at
    assert lobby.set_salt(game.code, ada, "again").due_at == before


def test_the_game_starts_without_a_salt_that_does_not_come() -> None:
    game = lobby.join(waiting_table(salt=None).code, make_user(), "b")
    referee.handle(due(game).code)
    game.refresh_from_db()
    assert game.is_running
    assert salts(game) == ("", "b")


def test_what_was_due_is_not_done_to_a_table_that_has_changed() -> None:
    ada, bob = make_user(), make_user()
    game = due(lobby.join(waiting_table(ada, salt=None).code, bob))
    lobby.leave(game.code, bob)
    lobby.overdue(game.code, game.due_at)
    game.refresh_from_db()
    assert game.is_waiting
    lobby.overdue(game.code, game.due_at)
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


def test_scripts_promise_a_salt_and_send_it_from_the_table(client: Client) -> None:
    client.post("/games/play-now/", {"kind": "cantstop", "salt": "~later"})
    game = Game.objects.get()
    assert game.is_waiting
    assert (
        "here. The game starts in a moment." in client.get(f"/games/{game.code}/").content.decode()
    )
    client.post(f"/games/{game.code}/salt/", {"salt": "0123abc"})
    game.refresh_from_db()
    assert game.is_running
    assert sorted(salts(game)) == ["", "0123abc"]


def test_without_scripts_games_start_at_once(client: Client) -> None:
    client.post("/games/play-now/", {"kind": "cantstop"})
    game = Game.objects.get()
    assert game.is_running
    assert salts(game) == ("", "")


def test_a_rematch_and_a_seat_in_it_take_salts_later() -> None:
    game = running_table()
    player_client(game, 0).post(f"/games/{game.code}/act/", {"action": "resign"})
    for player in (0, 1):
        player_client(game, player).post(f"/games/{game.code}/rematch/", {"salt": "~later"})
    rematch = Game.objects.get(rematch_of=game)
    assert rematch.is_waiting
    for player in (0, 1):
        player_client(game, player).post(f"/games/{rematch.code}/salt/", {"salt": f"p{player}"})
    rematch.refresh_from_db()
    assert rematch.is_running
    assert sorted(salts(rematch)) == ["p0", "p1"]
    assert rematch.dice.commitment != game.dice.commitment


@every_kind
def test_all_chance_of_a_game_played_by_the_services_follows_from_secret_and_salts(
    kind: str,
) -> None:
    ada = make_user()
    game = waiting_table(ada, 3, kind=kind)
    game = lobby.join(game.code, make_user(), "b-b")
    lobby.set_salt(game.code, ada, "a_a")
    bot = some_bot(kind)
    game = lobby.add_bot(game.code, ada, bot)
    told_before = record_of(game)
    assert told_before is not None
    assert told_before["secret"] is None
    play_out(game)
    game.refresh_from_db()
    told = record_of(game)
    assert told is not None
    assert told["commitment"] == told_before["commitment"]
    assert told["secret"] is not None
    secret = bytes.fromhex(told["secret"])
    assert commitment(secret, game.code) == told["commitment"]
    dice = FairDice(secret, game.code, tuple(seat["salt"] for seat in told["seats"]))
    assert dice == revealed(game)
    assert dice.salts == ("a_a", "b-b", "")
    places = [seat.place or 0 for seat in game.seats.order_by("player")]
    events = [row.to_event(game.rules) for row in game.events.order_by("seq")]
    assert check_chance(game.rules, events, dice, places) > 3


@every_kind
def test_a_game_that_began_with_the_first_scheme_goes_on_with_it(
    client: Client, tmp_path: Path, kind: str
) -> None:
    game = waiting_table(kind=kind, salt="a")
    with patch("games.services.dice.SCHEME", FIRST_SCHEME):
        fields = encrypted_secret(game.code)
    GameDice.objects.filter(game=game).update(**fields)
    game = lobby.join(game.code, make_user(), "b")
    play_out(game)
    told = json.loads(client.get(f"/games/{game.code}/record.json").content)
    assert told["dice"]["scheme"] == FIRST_SCHEME
    assert told["dice"]["commitment"] == commitment(
        bytes.fromhex(told["dice"]["secret"]), game.code, FIRST_SCHEME
    )
    imported = import_game(json.dumps(told), None)
    assert imported.dice.scheme == FIRST_SCHEME
    path = tmp_path / "record.json"
    path.write_text(json.dumps(told))
    with pytest.raises(CommandError, match="Proven but for the salts: "):
        call_command("verify_record", str(path), stdout=StringIO())
    for code in (game.code, imported.code):
        assert "SHA-256 of the secret" in client.get(f"/games/{code}/verify/").content.decode()
    again = play_same_dice(Game.objects.get(pk=game.pk), user_at(game, 0))
    assert record_of(again) == told["dice"]


def play_out(game: Game) -> None:
    """Play with the game's own dice for a while; then all but one resign."""
    for number in range(24):
        state = game.position()
        active = game.rules.active_players(state)
        if not active:
            return
        player = active[number % len(active)]
        action = game.rules.legal_actions(state, player)[0]
        token = game.rules.token(state, player)
        game = submit_action(game.code, player, action, token)
    for player in range(1, game.size):
        if game.is_running and player not in game.position().left:
            game = submit_action(game.code, player, Resign(), None)

"""Pass and play: one device, names in place of accounts, and who claims a seat afterwards."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from accounts.guests import create_guest
from accounts.models import User
from accounts.sanctions.models import Sanction
from games import referee
from games.engine.fairness.verify import SEATS
from games.engine.registry import KINDS
from games.forms import PassAndPlayForm
from games.models import DiceTally, Game, TableOptions
from games.services import lobby, pass_and_play
from games.services.dice import source_of
from games.services.imports import import_game
from games.services.pass_and_play import claim_key, is_claim_key
from lifecycle.deletion import delete_user, plan_deletion
from moderation.services import reportable
from tests.engine.kinds import every_kind
from tests.games.devices import NAMES, device_of, one_device, own_dice, page_on, press, resign_all
from tests.games.pages import text
from tests.games.tables import client_of, log_of, make_user, player_client, running_table
from tests.games.test_salts import play_out
from tests.html import elements, inline_parts, one, text_of, texts, value, values
from tests.moderation.people import make_player, sanctioned
from tests.refusals import codes

pytestmark = pytest.mark.django_db

ADDRESS = "/games/pass-and-play/"


def offered(kind: str, client: Client | None = None) -> dict[str, Any]:
    """Return what the page of a kind would send as it is."""
    page = (client or Client()).get(f"{ADDRESS}?kind={kind}").context
    fields = [*page["form"], *page["options"]]
    return {field.html_name: field.value() for field in fields if field.value() is not None}


def begin(client: Client, kind: str = "cantstop", **chosen: Any) -> Any:
    return client.post(f"{ADDRESS}?kind={kind}", offered(kind, client) | chosen)


def names_of(game: Game) -> list[str | None]:
    return list(game.seats.order_by("player").values_list("name", flat=True))


def claim_address(game: Game) -> str:
    return f"/games/{game.code}/claim/{claim_key(game.code)}/"


# To begin


@every_kind
def test_a_visitor_begins_a_game_with_what_the_page_offers(kind: str) -> None:
    client = Client()
    answer = begin(client, kind)
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.code}/"
    assert game.is_running
    assert (game.pass_and_play, game.own_dice, game.visibility) == (True, False, "unlisted")
    assert User.objects.get().is_guest
    assert game.creator == User.objects.get()
    assert not game.seats.exclude(user=None, bot="").exists()
    assert names_of(game).count("Player 1") == 1


@every_kind
def test_one_plays_alone_where_the_kind_has_rules_for_that(kind: str) -> None:
    answer = begin(Client(), kind, size="1", seat_1="Ada")
    assert answer.status_code == (422 if KINDS[kind].solo is None else 302)
    assert Game.objects.exists() == (KINDS[kind].solo is not None)
    assert User.objects.exists() == Game.objects.exists()


@every_kind
def test_as_many_play_as_the_kind_is_for(kind: str) -> None:
    most = KINDS[kind].rules.max_players
    for dice in ("site", "own"):
        begin(Client(), kind, size=most, dice=dice)
        game = Game.objects.latest("pk")
        assert (game.size, game.seats.count(), game.own_dice) == (most, most, dice == "own")
    assert begin(Client(), kind, size=most + 1).status_code == 422
    assert Game.objects.count() == 2


def test_who_has_no_name_is_called_by_their_number() -> None:
    begin(Client(), size="3", seat_1=" Ada ", seat_2=" \u200b ", seat_3="Cleo", dice="own")
    assert names_of(Game.objects.get()) == ["Ada", "Player 2", "Cleo"]


def test_names_beyond_the_players_are_left_out() -> None:
    begin(Client(), size="2", seat_1="Ada", seat_2="Ben", seat_3="Ada", dice="own")
    assert names_of(Game.objects.get()) == ["Ada", "Ben"]


WRONG_FORMS = [
    {"seat_1": "Ada", "seat_2": "aDA"},
    {"seat_1": "Ada", "seat_2": "A\u202eda"},
    {"seat_1": "Ada", "seat_2": "A\u200dda"},
    {"seat_1": "Player 2", "seat_2": ""},
    {"seat_1": "Straße", "seat_2": "STRASSE"},
    {"seat_1": "x" * 21},
    {"size": ""},
    {"size": "0"},
    {"size": "two"},
    {"dice": "loaded"},
    {"dice": ""},
]


def test_a_form_in_which_something_is_wrong_is_refused(subtests: pytest.Subtests) -> None:
    usual = {"size": "2", "dice": "site"}
    assert PassAndPlayForm("cantstop", usual).is_valid()
    for names in WRONG_FORMS:
        with subtests.test(names=names):
            assert not PassAndPlayForm("cantstop", usual | names).is_valid()


def test_what_is_wrong_is_told_in_the_form_and_nobody_becomes_a_guest(
    subtests: pytest.Subtests,
) -> None:
    form = offered("cantstop")
    wrong: dict[str, str]
    for wrong in (WRONG_FORMS[0], {"columns_to_win": "9"}, {"size": "4", "columns_to_win": "5"}):
        with subtests.test(wrong=wrong):
            answer = Client().post(ADDRESS, form | wrong)
            assert answer.status_code == 422
            assert elements(answer, ".errors")
            assert not Game.objects.exists()
            assert not User.objects.exists()


@pytest.mark.parametrize(
    "name", ["می‌خواهم", "क्‍ष", "👩‍👧", "❤️", "🇩🇪", "\U0001fbfa", "\u05d0\u200e", "Zoë 2"]
)
def test_a_name_in_any_script_is_kept(name: str) -> None:
    begin(Client(), seat_1=name, dice="own")
    game = Game.objects.get()
    assert names_of(game)[0] == name
    assert name in page_on(Client(), game)


def test_what_is_no_writing_is_left_out_of_a_name_so_that_its_record_can_be_read() -> None:
    for typed in ("\x07Ada", "A\x00da", "A\ue000da", "\u2067Ada\u2028"):
        form = PassAndPlayForm("cantstop", {"size": "2", "dice": "own", "seat_1": typed})
        assert form.is_valid()
        assert form.names()[0] == "Ada"
    begin(Client(), seat_1="A\u202e\x00da", dice="own")
    game = Game.objects.get()
    assert names_of(game)[0] == "Ada"
    over = resign_all(game)
    record = Client().get(f"/games/{over.code}/record.json").content.decode()
    assert [seat.name for seat in import_game(record, None).seats.all()] == names_of(game)


def test_html_in_a_name_is_text_on_every_page() -> None:
    client, evil = Client(), "<b onclick=x>&\"'"
    begin(client, seat_1=evil, seat_2="{{ x }}", dice="own")
    game = Game.objects.get()
    pages = [page_on(client, game), page_on(client, game, "3164"), page_on(Client(), game)]
    resign_all(game)
    paths = ("", "replay/0/", "chat/", claim_address(game).removeprefix(f"/games/{game.code}/"))
    pages += [client.get(f"/games/{game.code}/{path}").content.decode() for path in paths]
    pages.append(text(client, f"{ADDRESS}?again={game.code}"))
    assert all(inline_parts(page) == [] for page in pages)
    assert "<b onclick=x>" in text_of(one(pages[0], "body"))


def test_without_the_token_of_the_form_nothing_begins() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post(ADDRESS, offered("cantstop")).status_code == 403
    assert not User.objects.exists()


def test_an_unknown_kind_is_not_found() -> None:
    assert Client().get(f"{ADDRESS}?kind=chess").status_code == 404
    assert Client().post(f"{ADDRESS}?kind=chess").status_code == 404


def test_nobody_begins_many_games_at_once(settings: Any) -> None:
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = {"create_table": "1/h/ip"}
    client = Client()
    assert [begin(client).status_code for _ in range(2)] == [302, 429]
    assert Game.objects.count() == 1


@pytest.mark.parametrize("kind", [Sanction.Kind.SUSPENSION, Sanction.Kind.TABLE_BAN])
def test_who_is_kept_from_tables_begins_none_on_a_device(kind: Sanction.Kind) -> None:
    host = make_player()
    sanctioned(host, kind)
    assert client_of(host).post(ADDRESS, offered("cantstop")).status_code == 403
    assert not Game.objects.exists()


def test_games_on_a_device_count_among_the_unfinished_tables_of_its_user(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.services.seating.MAX_TABLES", 2)
    host = make_user()
    one_device(host=host)
    game = lobby.create_table(host, TableOptions("cantstop", 2))
    form = offered("cantstop") | {"visibility": "public"}
    for path in (ADDRESS, "/games/new/"):
        answer = client_of(host).post(path, form)
        assert answer.status_code in {409, 422, 429}
        assert codes(answer) == ["too-many-tables"]
    lobby.leave(game.code, host)
    assert client_of(host).post(ADDRESS, form).status_code == 302


def test_a_game_is_played_once_more_with_the_names_of_the_last_one() -> None:
    game = resign_all(own_dice(players=3))
    page = text(device_of(game), f"{ADDRESS}?again={game.code}")
    assert values(page, "[value=Ada], [value=Ben], [value=Cleo]", "value") == list(NAMES[:3])
    assert elements(page, "[value=Ada]")
    for other in (Client(), client_of(make_user())):
        assert not elements(text(other, f"{ADDRESS}?again={game.code}"), "[value=Ada]")
    assert not elements(text(device_of(game), f"{ADDRESS}?again=nowhere"), "[value=Ada]")


# Dice of the site


def test_the_device_has_its_part_in_the_dice_and_the_game_begins_with_it() -> None:
    client = Client()
    begin(client, salt="~later", seat_1="Ada", seat_2="Ben")
    game = Game.objects.get()
    assert game.is_waiting
    assert elements(page_on(client, game), "#a-salt")
    assert not elements(page_on(Client(), game), "#a-salt")
    for other in (Client(), client_of(make_user())):
        assert other.post(f"/games/{game.code}/salt/", {"salt": "x"}).status_code == 403
    client.post(f"/games/{game.code}/salt/", {"salt": "of-the-device"})
    game.refresh_from_db()
    assert game.is_running
    assert client.post(f"/games/{game.code}/salt/", {"salt": "more"}).status_code == 409
    source = source_of(game)
    assert source is not None
    assert [seat.salt for seat in source.seats] == ["of-the-device", ""]
    assert [seat.name for seat in source.seats] == ["Ada", "Ben"], "the order they were named in"


def test_a_part_that_does_not_come_holds_nobody_up() -> None:
    begin(Client(), salt="~later")
    game = Game.objects.get()
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    referee.handle(game.code)
    game.refresh_from_db()
    assert game.is_running


def test_own_dice_need_no_part_of_the_device_and_have_no_secret() -> None:
    begin(Client(), salt="~later", dice="own")
    game = Game.objects.get()
    assert game.is_running
    assert source_of(game) is None


@every_kind
def test_the_dice_of_the_site_prove_themselves_and_the_order_of_the_names(
    kind: str, tmp_path: Any
) -> None:
    client = Client()
    begin(client, kind, salt="~later", size=3, seat_1="Ada", seat_2="Ben", seat_3="Cleo")
    game = Game.objects.get()
    client.post(f"/games/{game.code}/salt/", {"salt": "device"})
    game = Game.objects.get()
    play_out(game)
    game = resign_all(Game.objects.get())
    source = source_of(game)
    assert source is not None
    order = source.dice(bytes.fromhex(game.dice.secret)).shuffle(SEATS, 3)
    assert names_of(game) == [NAMES[drawn] for drawn in order]
    record = client.get(f"/games/{game.code}/record.json").content.decode()
    path, said = tmp_path / "record.json", StringIO()
    path.write_text(record)
    call_command("verify_record", str(path), stdout=said)
    assert said.getvalue().splitlines()[-1].startswith("Proven: ")
    assert [told["name"] for told in json.loads(record)["players"]] == names_of(game)
    assert client.get(f"/games/{game.code}/verify/").status_code == 200


# Who acts


def test_the_page_says_who_is_to_hold_the_device() -> None:
    game = one_device("3164 7+7")
    client = device_of(game)
    page = page_on(client, game)
    assert value(page, "#t-status", "data-turn") == "all"
    assert "“Ada”" in text_of(one(page, ".holder"))
    assert elements(page, "input[name=player][value='0']")
    press(client, game, "stop")
    page = page_on(client, game)
    assert "“Ben”" in text_of(one(page, ".holder"))
    assert elements(page, "input[name=player][value='1']")


def test_one_alone_holds_the_device_turn_after_turn() -> None:
    game = one_device("3164 7+7", 1)
    client = device_of(game)
    press(client, game, "stop")
    assert "“Ada”" in text_of(one(page_on(client, game), ".holder"))


@every_kind
def test_the_device_acts_for_every_player_to_the_end(kind: str) -> None:
    game = one_device(kind=kind, players=3)
    client = device_of(game)
    for number in range(9):
        game = Game.objects.get()
        state = game.position()
        active = game.rules.active_players(state)
        player = active[number % len(active)]
        action = game.rules.legal_actions(state, player)[0]
        token = game.rules.token(state, player)
        answer = press(client, game, str(action), player=player, token=token)
        assert answer.status_code == 302, codes(answer)
        assert len(log_of(game)) == game.version + 1
    resign_all(game)
    assert Game.objects.get().is_finished
    assert "Play again" in page_on(client, game)


def strangers() -> dict[str, Client]:
    return {
        "visitor": Client(),
        "guest": client_of(create_guest()),
        "user": client_of(make_user()),
        "at another table": player_client(running_table(), 0),
    }


@pytest.mark.parametrize("own", [False, True])
def test_others_watch_and_cannot_act(own: bool, subtests: pytest.Subtests) -> None:
    game = one_device(own_dice=own)
    controls = "[name=token], #a-roll, #typed, #a-resign, .holder"
    assert elements(page_on(device_of(game), game), controls)
    for who, client in strangers().items():
        with subtests.test(who=who):
            page = page_on(client, game)
            assert not elements(page, controls)
            for action in ("roll",) if own else ("roll", "resign"):
                sent = {"dice": "3164"} if own else {}
                answer = press(client, game, action, **sent)
                assert answer.status_code == 403
                assert codes(answer) == ["signed-out" if who == "visitor" else "not-at-table"]
            assert log_of(game) == []


def test_two_devices_do_not_act_for_each_other() -> None:
    one, other = one_device(), one_device()
    assert press(device_of(other), one, "roll").status_code == 403


NO_PLAYERS = (None, "", "-1", "2", "99999999999999999999", "٠")


def test_who_acts_must_be_said_and_must_play_there(subtests: pytest.Subtests) -> None:
    game = one_device()
    client = device_of(game)
    for action, players in (("roll", NO_PLAYERS), ("resign", (None, "2"))):
        for player in players:
            with subtests.test(action=action, player=player):
                answer = press(client, game, action, player=player)
                assert answer.status_code == 400
                assert codes(answer) == ["invalid"]
                assert log_of(game) == []


WRONG_PRESSES = [
    ({"player": "1"}, 409, "not-active"),
    ({"token": "7"}, 409, "stale"),
    ({"token": "x"}, 400, "invalid"),
    ({"action": "stop"}, 422, "illegal"),
    ({"dice": "3164"}, 409, "not-own-dice"),
    ({"dice": "3164", "action": "split:7+7"}, 409, "not-own-dice"),
]


def test_what_the_device_cannot_do_is_refused_and_changes_nothing(
    subtests: pytest.Subtests,
) -> None:
    game = one_device()
    client = device_of(game)
    for sent, status, code in WRONG_PRESSES:
        with subtests.test(sent=sent, status=status, code=code):
            answer = press(client, game, **{"action": "roll"} | sent)
            assert (answer.status_code, codes(answer)) == (status, [code])
            assert log_of(game) == []


def test_a_press_that_comes_twice_counts_once() -> None:
    game = one_device("3164")
    client = device_of(game)
    sent = {"player": 0, "token": 1}
    assert press(client, game, "split:7+7", **sent).status_code == 302
    answer = press(client, game, "split:7+7", **sent)
    assert (answer.status_code, codes(answer)) == (409, ["stale"])
    assert len(log_of(game)) == 2


def test_nothing_is_done_when_the_game_is_over() -> None:
    game = resign_all(one_device())
    answer = press(device_of(game), game, "roll", player=0)
    assert (answer.status_code, codes(answer)) == (409, ["over"])
    assert len(log_of(game)) == 1


def test_a_typed_roll_at_a_table_with_the_sites_dice_is_refused() -> None:
    game = one_device()
    page = page_on(device_of(game), game, "3164", status=409)
    assert elements(page, "[data-refusal=not-own-dice]")
    assert elements(page, "#a-roll")


def test_who_resigns_is_chosen_and_need_not_be_the_one_to_act() -> None:
    game = one_device(players=3)
    client = device_of(game)
    page = page_on(client, game)
    assert values(page, "option[translate=no]", "value") == ["0", "1", "2"]
    assert texts(page, "option[translate=no]") == ["“Ada”", "“Ben”", "“Cleo”"]
    assert press(client, game, "resign", player=2, token=None).status_code == 302
    assert log_of(game) == [(2, "resigned")]
    answer = press(client, game, "resign", player=2, token=None)
    assert (answer.status_code, codes(answer)) == (409, ["not-active"])
    press(client, game, "resign", player=0, token=None)
    game.refresh_from_db()
    assert game.is_finished
    assert [seat.won for seat in game.seats.all()] == [False, True, False]


def test_there_are_no_standing_orders_on_a_device() -> None:
    game = one_device()
    client, path = device_of(game), f"/games/{game.code}/orders/"
    assert path not in page_on(client, game)
    for sent in ({"player": "0"}, {"player": "0", "cancel": "1"}, {}):
        assert client.post(path, sent).status_code in {400, 404}
    assert client.get(path).status_code in {400, 404}
    assert not game.seats.exclude(orders=None).exists()


def test_a_game_on_a_device_is_no_table_of_the_lobby(subtests: pytest.Subtests) -> None:
    begin(Client(), salt="~later", seat_1="Ada", seat_2="Ben")
    game = Game.objects.get()
    for client in (Client(), device_of(game)):
        for path in ("join/", "leave/", "add-bot/", "remove-bot/", "start/"):
            with subtests.test(path=path):
                client.post(f"/games/{game.code}/{path}", {"bot": "careful", "player": "0"})
                game.refresh_from_db()
                assert {seat.name for seat in game.seats.all()} == {"Ada", "Ben"}
                assert game.status == "waiting"


def test_it_is_in_no_list_of_others() -> None:
    game = one_device()
    for path in ("/", "/lobby/", "/watch/", "/replays/"):
        assert game.code not in text(Client(), path)
    over = resign_all(game)
    for path in ("/", "/watch/", "/replays/"):
        assert over.code not in text(Client(), path)


def test_the_game_waits_thirty_days_for_its_players() -> None:
    game = one_device("3164 7+7")
    day = timedelta(days=1)
    for days, over in ((29, False), (31, True)):
        moved = timezone.now() - days * day
        Game.objects.filter(pk=game.pk).update(moved_at=moved, due_at=moved + timedelta(hours=1))
        referee.handle(game.code)
        game.refresh_from_db()
        assert game.is_finished == over
    assert log_of(game)[-1] == (0, "timed_out")
    assert [seat.won for seat in game.seats.all()] == [False, True]


# Who played there


def test_the_device_shows_how_to_claim_a_seat_and_nobody_else_does() -> None:
    game = one_device()
    assert "/claim/" not in page_on(device_of(game), game)
    resign_all(game)
    assert claim_address(game) in page_on(device_of(game), game)
    for client in strangers().values():
        assert "/claim/" not in page_on(client, game)
        assert "/claim/" not in text(client, f"/games/{game.code}/replay/0/")


def test_who_has_signed_up_claims_their_seat() -> None:
    game = resign_all(one_device(players=3))
    user = make_user("bernadette")
    client = client_of(user)
    assert "“Ben”" in text(client, claim_address(game))
    answer = client.post(claim_address(game), {"player": "1"})
    assert answer["Location"] == f"/games/{game.code}/"
    seat = game.seats.get(user=user)
    assert (seat.player, seat.name) == (1, None)
    assert names_of(game) == ["Ada", None, "Cleo"]
    assert "bernadette" in page_on(Client(), game)
    assert "This game is already yours" in text(client, claim_address(game))
    assert "“Ben”" not in text(client_of(make_user()), claim_address(game))


def test_the_user_of_the_device_may_claim_a_seat_too() -> None:
    game = resign_all(one_device())
    client = device_of(game)
    assert client.post(claim_address(game), {"player": "0"}).status_code == 302
    assert game.seats.get(player=0).user == game.creator
    assert page_on(client, game)
    assert "Play again" in page_on(client, game)


@pytest.mark.parametrize(("who", "code"), [("visitor", "signed-out"), ("guest", "only-for-users")])
def test_without_an_account_one_is_asked_to_sign_up(who: str, code: str) -> None:
    game = resign_all(one_device())
    client = strangers()[who]
    assert f"/accounts/signup/?next={claim_address(game)}" in text(client, claim_address(game))
    answer = client.post(claim_address(game), {"player": "0"})
    assert (answer.status_code, codes(answer)) == (403, [code])
    assert names_of(game) == ["Ada", "Ben"]


def test_a_wrong_key_opens_nothing(subtests: pytest.Subtests) -> None:
    game, other = resign_all(one_device()), resign_all(one_device())
    of_another, cut_short = claim_key(other.code), claim_key(game.code)[:-1]
    for key in ["x", "0", "a:b", "\0", "é", "'--", of_another, cut_short]:
        with subtests.test(key=key):
            assert not is_claim_key(game.code, key)
    client = client_of(make_user())
    for wrong in ["x", "a:b", "%00", of_another, cut_short]:
        with subtests.test(wrong=wrong):
            address = f"/games/{game.code}/claim/{wrong}/"
            assert client.get(address).status_code == 404
            assert client.get(f"{address}qr.svg").status_code == 404
            assert client.post(address, {"player": "0"}).status_code == 404
            assert names_of(game) == ["Ada", "Ben"]


def test_there_is_nothing_to_claim_at_other_tables() -> None:
    game = resign_all(running_table())
    assert client_of(make_user()).get(claim_address(game)).status_code == 404
    assert client_of(make_user()).post(claim_address(game), {"player": "0"}).status_code == 404


def test_a_game_that_is_not_over_cannot_be_claimed() -> None:
    game = one_device()
    client = client_of(make_user())
    assert "over yet" in text(client, claim_address(game))
    answer = client.post(claim_address(game), {"player": "0"})
    assert (answer.status_code, codes(answer)) == (409, ["not-finished"])
    assert names_of(game) == ["Ada", "Ben"]


def test_one_claims_one_seat_and_nobody_claims_it_again() -> None:
    game = resign_all(one_device())
    first, second = client_of(make_user()), client_of(make_user())
    first.post(claim_address(game), {"player": "0"})
    for player in ("0", "1"):
        answer = first.post(claim_address(game), {"player": player})
        assert (answer.status_code, codes(answer)) == (409, ["already-seated"])
    answer = second.post(claim_address(game), {"player": "0"})
    assert (answer.status_code, codes(answer)) == (409, ["already-claimed"])
    assert second.post(claim_address(game), {"player": "1"}).status_code == 302
    assert names_of(game) == [None, None]
    assert "Every seat has been claimed." in text(client_of(make_user()), claim_address(game))


def test_a_seat_that_there_is_not_cannot_be_claimed(subtests: pytest.Subtests) -> None:
    game = resign_all(one_device())
    client = client_of(make_user())
    for player in ("", "2", "99999999999999999999"):
        with subtests.test(player=player):
            answer = client.post(claim_address(game), {"player": player})
            assert (answer.status_code, codes(answer)) == (409, ["already-claimed"])


def test_the_claims_have_a_picture_for_phones() -> None:
    game = resign_all(one_device())
    answer = Client().get(f"{claim_address(game)}qr.svg")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml"


@pytest.mark.parametrize("players", [1, 2])
def test_who_has_claimed_a_seat_offers_no_rematch(players: int) -> None:
    game = resign_all(one_device(players=players))
    client = client_of(make_user())
    client.post(claim_address(game), {"player": "0"})
    assert "/rematch/" not in page_on(client, game)
    answer = client.post(f"/games/{game.code}/rematch/")
    assert (answer.status_code, codes(answer)) == (403, ["not-seated"])
    assert Game.objects.count() == 1


# It counts for nothing


def test_a_claimed_game_counts_for_nothing() -> None:
    game = one_device("3164 7+7 S 3164 7+7 S")
    resign_all(game)
    user = make_user("bernadette")
    client_of(user).post(claim_address(game), {"player": "1"})
    assert not DiceTally.objects.exists()
    assert not Game.objects.that_count().filter(pk=game.pk).exists()
    said = StringIO()
    call_command("count_dice", stdout=said)
    assert not DiceTally.objects.exists()
    page = text(Client(), "/players/bernadette/")
    assert game.code not in page


def test_playing_again_offers_the_same_names_dice_and_rules() -> None:
    game = resign_all(own_dice(variant={"columns_to_win": 4}))
    page = text(device_of(game), f"/games/pass-and-play/?again={game.code}")
    assert one(page, "[value=own][checked]")
    assert one(page, "option[value='4'][selected]")
    assert all(one(page, f"input[value={name}]") for name in NAMES[:2])


def test_who_typed_in_the_names_can_be_reported_for_them() -> None:
    game = one_device()
    found = reportable.find(make_user(), "game", game.pk, game.code)
    assert found.subjects == (game.creator,)


def test_after_a_refusal_the_device_still_shows_the_roll() -> None:
    game = own_dice()
    answer = press(device_of(game), game, "split:2+12", dice="3164")
    assert answer.status_code == 422
    assert elements(answer, "[name=dice][value='3164']")


def test_a_game_on_the_device_of_who_leaves_the_site_ends() -> None:
    host = make_user()
    games = [one_device(own_dice=own, players=3, host=host) for own in (False, True)]
    delete_user(host)
    for game in games:
        game.refresh_from_db()
        assert (game.status, game.creator) == (Game.Status.FINISHED, None)
        assert names_of(game) == [None] * 3


def test_a_game_that_has_not_begun_is_closed_when_its_device_leaves_the_site() -> None:
    host = make_user()
    options = TableOptions("cantstop", 2, visibility=Game.Visibility.UNLISTED)
    game = pass_and_play.open_game(host, options, NAMES[:2], own_dice=False, salt=None)
    plan_deletion(host)
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED

"""Standing orders: given, shown to one player, carried out, cancelled, and told afterwards."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.preferences import save_preferences
from games import history, referee
from games.engine.buttons.layouts import Colour
from games.engine.buttons.orders import ButtonsOrders, Use
from games.engine.cantstop.actions import Split
from games.engine.cantstop.orders import CantStopOrders
from games.engine.core import Resign
from games.engine.dice import ScriptedDice
from games.live import tables
from games.live.tables import Viewer
from games.models import Game, Seat
from games.presenters import presenter
from games.services.automatic_moves import act_for_players
from games.services.endings import overdue
from games.services.orders import give_orders
from games.services.play import submit_action
from games.services.refusals import AgainstTheRules, NotStarted, StaleDecision
from games.services.snapshots import snapshot_fault
from operations import clock
from tests.games.povs import pov_after
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
from tests.html import elements, link
from tests.moderation.people import sanctioned

pytestmark = pytest.mark.django_db

ROLL_ON = CantStopOrders(roll_under=100)
FORM = {"roll_under": "40", "at_top": "on", "at_gain": "", "turns": "every"}
GOLD_FORM = {"others": "gold", "own": "ask", "roll_under": "", "out_at": ""}


def orders_of(game: Game, player: int = 0) -> Any:
    return Seat.objects.get(game=game, player=player).orders


def give(game: Game, player: int = 0, orders: Any = ROLL_ON) -> Game:
    return give_orders(game.code, player, orders, token_of(game, player))


def kinds(game: Game) -> list[str]:
    return [kind for _, kind in log_of(game)]


def send(game: Game, form: dict[str, str], player: int = 0, *, htmx: bool = False) -> Any:
    token = token_of(game, player)
    sent = form | {"token": "" if token is None else str(token)}
    headers = {"HX-Request": "true"} if htmx else {}
    return player_client(game, player).post(f"/games/{game.code}/orders/", sent, headers=headers)


# --- Giving --------------------------------------------------------------------------------------


def test_orders_are_stored_with_the_seat() -> None:
    game = running_table()
    give(game)
    assert orders_of(game) == ROLL_ON.to_json()
    assert orders_of(game, 1) is None


def test_a_form_gives_them_and_leads_back_to_the_table() -> None:
    game = running_table()
    assert send(game, FORM).url == f"/games/{game.code}/"
    assert orders_of(game) == CantStopOrders(40).to_json()


def test_orders_for_one_turn_are_for_the_present_turn_or_the_next() -> None:
    game = running_table()
    for player in (0, 1):
        send(game, FORM | {"turns": "turn"}, player)
        assert orders_of(game, player)["turn"] == 1


def test_orders_of_buttons_may_name_colours() -> None:
    game = buttons_table()
    send(game, GOLD_FORM | {"others": "colours", "colour_1": "blue", "colour_2": "red"})
    assert orders_of(game)["colours"] == ["blue", "red"]


def test_a_page_without_scripts_asks_for_them_and_leads_back_to_the_table() -> None:
    game = running_table()
    page = player_client(game, 0).get(f"/games/{game.code}/orders/").content.decode()
    assert elements(page, "[name=roll_under]")
    assert elements(page, f"[name=token][value='{token_of(game, 0)}']")
    assert link(page, "Back to the game") == f"/games/{game.code}/"
    assert elements(page, f"[action='/games/{game.code}/orders/']")


MALFORMED = [
    *({"roll_under": text} for text in ("0", "101", "x", "")),
    *({"at_gain": text} for text in ("-1", "1000")),
    *({"turns": text} for text in ("never", "")),
]


def is_valid(kind: str, form: dict[str, str]) -> bool:
    form_class = presenter(kind).OrdersForm
    assert form_class is not None
    return form_class(pov_after("", kind=kind), form).is_valid()


def test_orders_as_the_form_sends_them_are_valid() -> None:
    assert is_valid("cantstop", FORM)
    assert is_valid("buttons", GOLD_FORM)


def test_malformed_orders_are_refused_with_a_reason(subtests: pytest.Subtests) -> None:
    for wrong in MALFORMED:
        with subtests.test(wrong=wrong):
            assert not is_valid("cantstop", FORM | wrong)
    game = running_table()
    answer = send(game, FORM | MALFORMED[0])
    assert answer.status_code == 422
    assert elements(answer, "[aria-invalid=true]")
    assert orders_of(game) is None


MALFORMED_FOR_BUTTONS = [
    {"others": "ask"},
    {"others": "colours"},
    {"own": "never"},
    {"colour_1": "pink"},
    {"out_at": "0"},
]


def test_malformed_orders_of_buttons_are_refused(subtests: pytest.Subtests) -> None:
    for wrong in MALFORMED_FOR_BUTTONS:
        with subtests.test(wrong=wrong):
            assert not is_valid("buttons", GOLD_FORM | wrong)
    game = buttons_table()
    assert send(game, GOLD_FORM | MALFORMED_FOR_BUTTONS[0]).status_code == 422
    assert orders_of(game) is None


def test_at_the_table_the_reason_is_said_in_its_notice() -> None:
    game = running_table()
    answer = send(game, FORM | {"roll_under": "0"}, htmx=True)
    assert answer.status_code == 422
    assert "follow these orders" in answer.content.decode()


def test_orders_for_a_position_that_is_past_are_refused() -> None:
    game = running_table()
    token = token_of(game, 0)
    play(game, "2345")
    with pytest.raises(StaleDecision):
        give_orders(game.code, 0, ROLL_ON, token)
    assert orders_of(game) is None


def test_only_players_of_a_running_game_give_orders(client: Client) -> None:
    game = running_table()
    address = f"/games/{game.code}/orders/"
    assert client.post(address, FORM).status_code == 403
    assert client_of(make_user()).post(address, FORM).status_code == 403
    waiting = waiting_table()
    with pytest.raises(NotStarted):
        give_orders(waiting.code, 0, ROLL_ON, None)
    submit_action(game.code, 0, Resign(), None)
    with pytest.raises(AgainstTheRules):
        give_orders(game.code, 0, ROLL_ON, None)


def test_who_has_left_the_game_gives_no_orders() -> None:
    game = running_table(3)
    submit_action(game.code, 0, Resign(), None)
    with pytest.raises(AgainstTheRules):
        give_orders(game.code, 0, ROLL_ON, None)


def test_the_form_shows_the_orders_that_hold() -> None:
    game = running_table()
    give(game, orders=CantStopOrders(33, at_top=False, at_gain=7))
    page = player_client(game, 0).get(f"/games/{game.code}/orders/").content.decode()
    assert elements(page, "[name=roll_under][value='33']")
    assert elements(page, "[name=at_gain][value='7']")
    table = buttons_table()
    give(table, orders=ButtonsOrders(own=Use.COLOURS, colours=(Colour.BLUE,)))
    page = player_client(table, 0).get(f"/games/{table.code}/orders/").content.decode()
    assert elements(page, "option[value=colours][selected]")
    assert elements(page, "option[value=blue][selected]")


# --- Private -------------------------------------------------------------------------------------


def test_a_form_drawn_for_one_player_is_drawn_for_nobody_with_other_orders() -> None:
    game = running_table()
    give(game, orders=CantStopOrders(roll_under=37))
    asked = [
        bool(elements(player_client(game, player).get(f"/games/{game.code}/"), "[value='37']"))
        for player in (0, 1, 0)
    ]
    assert asked == [True, False, True]
    give(game, orders=CantStopOrders(roll_under=38))
    after = player_client(game, 0).get(f"/games/{game.code}/").content.decode()
    assert not elements(after, "[value='37']")
    assert elements(after, "[value='38']")


def test_only_the_player_sees_them(client: Client) -> None:
    game = running_table()
    give(game)
    path = f"/games/{game.code}/"
    assert "Orders: roll under 100%" in player_client(game, 0).get(path).content.decode()
    for other in (player_client(game, 1), client):
        for page in (path, f"{path}replay/", f"{path}record.json", f"{path}record.txt"):
            assert "roll under" not in other.get(page, follow=True).content.decode()


def test_nothing_is_pushed_to_others_when_orders_are_given() -> None:
    game = running_table()
    numbers = [user_at(game, 0).pk, user_at(game, 1).pk, None]
    viewers = [Viewer(number, "en") for number in numbers]
    for viewer in viewers:
        table = tables.enter(game.code, viewer)
        table.state_for(viewer)
    table.render({"stamp": "first"})
    give(game)
    table.render({"stamp": "second"})
    mine, *others = [table.pushes["second"][viewer] for viewer in viewers]
    for viewer in viewers:
        tables.leave(table, viewer)
    assert "roll under 100%" in mine
    assert others == ["", ""]


# --- Carried out ---------------------------------------------------------------------------------


def test_the_referee_carries_them_out_step_by_step() -> None:
    game = running_table()
    give(game)
    referee.handle(game.code)
    assert kinds(game) == ["rolled"]


def test_the_game_is_due_at_once_when_they_say_something_for_the_present() -> None:
    game = give(running_table())
    assert game.due_at is not None
    assert game.due_at <= clock.now() + timedelta(seconds=5)


def test_they_stop_when_they_have_enough() -> None:
    game = play(running_table(), "2345 5+9")
    give(game, orders=CantStopOrders(100, at_gain=2))
    assert act_for_players(Game.objects.get(pk=game.pk))
    assert kinds(game)[-1] == "stopped"


def test_they_leave_alone_what_they_say_nothing_of() -> None:
    game = play(running_table(), "2345")
    give(game)
    assert not act_for_players(Game.objects.get(pk=game.pk))
    assert kinds(game) == ["rolled"]


def test_an_order_is_not_used_for_a_decision_that_came_after_the_referee_looked() -> None:
    game = running_table()
    give(game)
    seen = Game.objects.get(pk=game.pk)
    submit_action(
        game.code,
        0,
        game.rules.parse_action("roll"),
        token_of(game, 0),
        ScriptedDice([[2, 3, 4, 5]]),
    )
    submit_action(game.code, 0, Split((5, 9)), token_of(Game.objects.get(pk=game.pk), 0))
    assert not act_for_players(seen)
    assert kinds(game) == ["rolled", "split"]


def test_orders_for_one_turn_end_with_it() -> None:
    game = running_table()
    give(game, orders=CantStopOrders(100, turn=1))
    play(Game.objects.get(pk=game.pk), "2345 5+9 S")
    assert orders_of(game) is None


def test_orders_for_every_turn_stay() -> None:
    game = running_table()
    give(game)
    play(Game.objects.get(pk=game.pk), "2345 5+9 S")
    assert orders_of(game) is not None


def test_several_players_are_acted_for_at_once() -> None:
    game = buttons_table("42+2344", 3)
    for player in (1, 2):
        give(game, player, ButtonsOrders(others=Use.NEVER))
    assert act_for_players(Game.objects.get(pk=game.pk))
    assert sorted(log_of(game)[-2:]) == [(1, "declined"), (2, "declined")]


def test_the_button_beside_decline_declines_now_and_from_now_on() -> None:
    game = buttons_table("42+2344")
    answer = send(game, {"quick": "decline"}, 1)
    assert answer.status_code == 302
    assert orders_of(game, 1)["others"] == "never"
    referee.handle(game.code)
    assert log_of(game)[-1] == (1, "declined")


def test_it_leaves_the_other_orders_as_they_are() -> None:
    game = buttons_table("42+2344")
    give(game, 1, ButtonsOrders(roll_under=30))
    send(game, {"quick": "decline"}, 1)
    assert orders_of(game, 1)["roll_under"] == 30


def test_a_button_that_is_not_there_gives_nothing() -> None:
    for game in (running_table(), buttons_table("42+2344")):
        assert send(game, {"quick": "nonsense"}).status_code == 422
        assert orders_of(game) is None


def test_nobody_acts_for_a_user_who_is_suspended() -> None:
    game = running_table()
    give(game)
    sanctioned(user_at(game, 0), "suspension")
    assert not act_for_players(Game.objects.get(pk=game.pk))
    assert kinds(game) == []


def test_orders_given_while_the_referee_finds_nothing_to_do_are_not_put_off() -> None:
    game = running_table()
    seen = Game.objects.get(pk=game.pk)
    give(game)
    overdue(seen)
    game.refresh_from_db()
    assert game.due_at is not None
    assert game.due_at <= clock.now() + timedelta(seconds=5)


def test_the_snapshot_is_right_after_orders_were_carried_out() -> None:
    game = running_table()
    give(game)
    referee.handle(game.code)
    assert not snapshot_fault(Game.objects.get(pk=game.pk))


# --- Cancelled -----------------------------------------------------------------------------------


def test_one_press_cancels_them() -> None:
    game = give(running_table())
    assert send(game, {"cancel": "1"}).status_code == 302
    assert orders_of(game) is None
    referee.handle(game.code)
    assert kinds(game) == []


def test_to_cancel_works_in_any_position_and_twice() -> None:
    game = give(running_table())
    for _ in range(2):
        form = {"cancel": "1", "token": "77"}
        player_client(game, 0).post(f"/games/{game.code}/orders/", form)
        assert orders_of(game) is None


def test_when_the_game_is_over_nothing_is_left_of_them() -> None:
    game = give(running_table())
    submit_action(game.code, 1, Resign(), None)
    assert orders_of(game) is None


def test_who_leaves_a_game_that_goes_on_has_no_orders_any_more() -> None:
    game = running_table(3)
    give(game, 1)
    submit_action(game.code, 1, Resign(), None)
    assert orders_of(game, 1) is None


# --- Told ----------------------------------------------------------------------------------------


def test_a_replay_tells_which_steps_were_orders_once_the_game_is_over(client: Client) -> None:
    game = running_table()
    give(game)
    referee.handle(game.code)
    told = "That was an automatic move."
    address = f"/games/{game.code}/replay/1/"
    assert told not in client.get(address).content.decode()
    submit_action(game.code, 1, Resign(), None)
    assert told in client.get(address).content.decode()
    assert told not in client.get(f"/games/{game.code}/replay/2/").content.decode()


def test_that_is_told_from_the_database_too() -> None:
    game = running_table()
    give(game)
    referee.handle(game.code)
    history.histories.clear()
    assert history.history(Game.objects.get(pk=game.pk)).by_order == {1}


# --- Without an order, where there is no choice --------------------------------------------------


def test_who_wants_it_rolls_by_themselves_at_the_start_of_a_turn() -> None:
    game = running_table()
    save_preferences(user_at(game, 0), auto_roll=True)
    assert act_for_players(Game.objects.get(pk=game.pk))
    assert kinds(game) == ["rolled"]
    assert not game.events.get().by_order


def test_who_does_not_is_left_alone() -> None:
    game = running_table()
    save_preferences(user_at(game, 0), auto_take=True)
    save_preferences(user_at(game, 1), auto_roll=True)
    assert not act_for_players(Game.objects.get(pk=game.pk))


def test_the_only_split_is_taken_but_none_of_several() -> None:
    for moves, taken in (("1111", True), ("2345", False)):
        game = running_table()
        save_preferences(user_at(game, 0), auto_take=True, auto_roll=False)
        play(game, moves)
        assert act_for_players(Game.objects.get(pk=game.pk)) is taken


def test_rolling_on_or_stopping_stays_a_choice() -> None:
    game = play(running_table(), "2345 5+9")
    save_preferences(user_at(game, 0), auto_roll=True, auto_take=True)
    assert not act_for_players(Game.objects.get(pk=game.pk))


def test_who_chooses_it_while_a_decision_waits_need_not_press_once_more() -> None:
    game = running_table()
    form = {"invites": "everybody", "bots_pace": "normal", "weekend": "sat-sun"}
    form |= {"auto_roll": "on"}
    assert player_client(game, 0).post("/accounts/preferences/", form).status_code == 302
    game.refresh_from_db()
    assert game.due_at is not None
    assert game.due_at <= clock.now()
    referee.handle(game.code)
    assert kinds(game) == ["rolled"]


def test_the_page_shows_what_was_chosen_on_it() -> None:
    client, address = player_client(running_table(), 0), "/accounts/preferences/"
    form = {"invites": "everybody", "bots_pace": "fast", "weekend": "sat-sun"}
    form |= {"auto_roll": "on", "confirm_stop": "on"}
    assert client.post(address, form).status_code == 302
    answer = client.get(address)
    for label in ("Ask me to confirm", "Roll for me", "Move for me"):
        assert label in answer.text
    shown = answer.context["form"]
    assert [shown[name].value() for name in form] == [*list(form.values())[:3], True, True]
    assert not shown["auto_take"].value()


def test_a_turn_that_begins_is_due_soon_for_who_rolls_by_themselves() -> None:
    game = play(running_table(), "2345 5+9")
    save_preferences(user_at(game, 1), auto_roll=True)
    after = submit_action(game.code, 0, game.rules.parse_action("stop"), token_of(game, 0))
    assert after.due_at is not None
    assert after.due_at <= clock.now() + timedelta(seconds=5)

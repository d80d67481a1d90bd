"""Own dice: a roll is shown, and stored together with the first answer to it."""

import random
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from accounts.guests import create_guest
from games.engine.core import Action, Resign, Rules, State
from games.engine.dice import ScriptedDice
from games.models import DiceTally, Game
from games.pov import pov_of, who_decides, with_typed_roll
from games.services.play import submit_action
from games.services.typed_rolls import submit_typed_roll, typed_roll
from tests.engine.kinds import CASES, Case, every_kind
from tests.games.devices import device_of, one_device, own_dice, page_on, press, resign_all
from tests.games.pages import text
from tests.games.tables import client_of, log_of, make_user
from tests.html import elements
from tests.refusals import codes, refused

pytestmark = pytest.mark.django_db

THREE_RUNNERS = "1111 2+2 6666 12+12 3344 7+7"
"""Runners on 2, 7 and 12."""
BUST = "4455"
"""A roll that they cannot use: 8, 9 and 10."""

Done = tuple[int, Action, tuple[int, ...]]
"""Who did what, and the faces that they rolled."""


def stored(game: Game) -> tuple[int, list[tuple[int | None, str]], Any]:
    """Return all that a press could have changed."""
    now = Game.objects.get(pk=game.pk)
    return now.version, log_of(now), (now.state, now.moved_at, now.due_at, now.status)


def has(page: str, control: str) -> bool:
    return bool(elements(page, f"#{control}"))


# To type a roll in


def test_who_is_to_roll_is_asked_for_their_dice_and_has_no_button_that_rolls() -> None:
    game = own_dice()
    page = page_on(device_of(game), game)
    assert has(page, "typed")
    assert not has(page, "a-roll")
    assert not has(page, "a-confirm")


def test_a_typed_roll_is_shown_with_what_can_be_done_and_nothing_is_stored() -> None:
    game = own_dice()
    client, before = device_of(game), stored(game)
    page = page_on(client, game, "3164")
    assert elements(page, "[value='split:7+7']")
    assert elements(page, "[name=dice][value='3164']")
    assert has(page, "a-take-back")
    assert not has(page, "typed")
    assert stored(game) == before
    assert has(page_on(client, game), "typed"), "it has been taken back"


def test_faces_may_have_something_between_them() -> None:
    game = own_dice()
    for typed in ("3166", "3,1,6,6", "3-1-6-6", "3+1+6+6", " 3166 "):
        assert game.rules.event_to_json(typed_roll(game, typed)) == {"dice": [3, 1, 6, 6]}
    client = device_of(game)
    page_on(client, game, "3 1 6 6")
    assert press(client, game, "split:4+12", dice="3 1 6 6").status_code == 302
    assert game.events.get(seq=1).data == {"dice": [3, 1, 6, 6]}


NO_FACES = [
    "316",
    "31666",
    "abcd",
    "3160",
    "3167",
    "31-6",
    "-3166-1",
    "316³",
    "٣١٦٦",
    "３１６６",
    "3.166",
    "0x3166",
    "3166\x00",
    "<b>6",
    "6" * 500,
]


def test_what_are_not_the_faces_of_all_dice_is_refused_and_stores_nothing(
    subtests: pytest.Subtests,
) -> None:
    game = own_dice()
    client, before = device_of(game), stored(game)
    for typed in NO_FACES:
        with subtests.test(typed=typed), refused("bad-roll"):
            typed_roll(game, typed)
    for typed in ("3160", "3166\x00"):
        with subtests.test(typed=typed, on="the page"):
            page = page_on(client, game, typed, status=422)
            assert elements(page, "[data-refusal=bad-roll]")
            assert "your 4 dice" in page
            assert has(page, "typed"), "and asked for again"
            for action in ("roll", "split:7+7"):
                answer = press(client, game, action, dice=typed)
                assert (answer.status_code, codes(answer)) == (422, ["bad-roll"])
            assert stored(game) == before


def test_others_see_nothing_of_a_roll_that_is_typed_in() -> None:
    game = own_dice()
    for client in (client_of(None), client_of(create_guest()), client_of(make_user())):
        page = page_on(client, game, "3164")
        assert "split:7+7" not in page
        assert "Dice: 3 1 6 4" not in page
        assert page_on(client, game, "rubbish")


def test_scripts_get_the_same_without_the_page_around_it() -> None:
    game = own_dice()
    path, headers = f"/games/{game.code}/", {"HX-Request": "true"}
    answer = device_of(game).get(path, {"dice": "3164"}, headers=headers)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert elements(page, "[value='split:7+7']")
    assert "<html" not in page
    answer = device_of(game).get(path, {"dice": "9"}, headers=headers)
    assert (answer.status_code, codes(answer)) == (422, ["bad-roll"])


# To answer it


def test_a_roll_and_its_first_answer_are_stored_one_after_the_other() -> None:
    game = own_dice()
    client = device_of(game)
    assert press(client, game, "split:7+7", dice="3164").status_code == 302
    assert log_of(game) == [(0, "rolled"), (0, "split")]
    assert list(game.events.order_by("seq").values_list("seq", flat=True)) == [1, 2]
    page = page_on(client, game)
    assert has(page, "typed"), "to roll again"
    assert elements(page, "[value=stop]")
    assert press(client, game, "stop").status_code == 302
    assert log_of(game)[-1] == (0, "stopped")
    assert elements(page_on(client, game), "[name=player][value='1']")


REFUSED = [
    ({"action": "split:12+12"}, 422, "illegal"),
    ({"action": "roll"}, 422, "illegal"),
    ({"action": "split:7+7 roll"}, 422, "illegal"),
    ({"action": ""}, 400, "invalid"),
    ({"player": "1"}, 409, "not-active"),
    ({"player": ""}, 400, "invalid"),
    ({"token": "0"}, 409, "stale"),
    ({"token": "2"}, 409, "stale"),
    ({"token": ""}, 409, "stale"),
    ({"dice": ""}, 422, "illegal"),
]


def test_of_a_roll_with_an_answer_that_is_refused_nothing_is_stored(
    subtests: pytest.Subtests,
) -> None:
    game = own_dice()
    client, before = device_of(game), stored(game)
    for sent, status, code in REFUSED:
        with subtests.test(sent=sent, status=status, code=code):
            form = {"action": "split:7+7", "dice": "3164", "player": "0"} | sent
            answer = press(client, game, **form)
            assert (answer.status_code, codes(answer)) == (status, [code])
            assert stored(game) == before
    with refused("illegal"):
        submit_typed_roll(game.code, "3164", 0, [game.rules.parse_action("stop")], 1)


def test_the_site_rolls_for_nobody_who_has_dice() -> None:
    game = own_dice()
    answer = press(device_of(game), game, "roll")
    assert (answer.status_code, codes(answer)) == (422, ["roll-not-typed"])
    game = own_dice("3164 7+7")
    answer = press(device_of(game), game, "roll", dice="")
    assert (answer.status_code, codes(answer)) == (422, ["roll-not-typed"])
    game = own_dice("3164")
    answer = press(device_of(game), game, "split:7+7 roll")
    assert answer.status_code == 422
    assert log_of(game) == [(0, "rolled")]


@pytest.mark.parametrize("players", [1, 2])
def test_a_bust_is_confirmed_by_who_rolled_it(players: int) -> None:
    game = own_dice(THREE_RUNNERS, players)
    client, before = device_of(game), stored(game)
    page = page_on(client, game, BUST)
    assert has(page, "a-confirm")
    assert has(page, "a-take-back")
    assert not has(page, "typed")
    assert elements(page, "[name=player][value='0']")
    assert stored(game) == before
    assert press(client, game, "roll", dice=BUST, player=0).status_code == 302
    assert log_of(game)[len(before[1]) :] == [(0, "rolled")]
    game.refresh_from_db()
    assert game.position().turn_player == players - 1
    assert has(page_on(client, game), "typed")


def test_a_bust_is_of_the_one_who_rolled_and_nobody_else_acts_on_it() -> None:
    game = own_dice(THREE_RUNNERS)
    client, before = device_of(game), stored(game)
    for player in (0, 1):
        answer = press(client, game, "stop", dice=BUST, player=player)
        assert answer.status_code in {409, 422}
    assert stored(game) == before
    press(client, game, "roll", dice=BUST, player=1)
    assert log_of(game)[len(before[1]) :] == [(0, "rolled")]


def test_of_two_pages_with_different_rolls_the_second_is_too_late() -> None:
    game = own_dice()
    client = device_of(game)
    assert elements(page_on(client, game, "3164"), "[name=token][value='1']")
    assert elements(page_on(client, game, "1111"), "[name=token][value='1']")
    assert press(client, game, "split:7+7", dice="3164", token=1).status_code == 302
    for action, dice in (("split:2+2", "1111"), ("split:7+7", "3164"), ("roll", "1111")):
        answer = press(client, game, action, dice=dice, token=1, player=0)
        assert (answer.status_code, codes(answer)) == (409, ["stale"])
    assert len(log_of(game)) == 2


def test_a_bust_that_is_confirmed_twice_counts_once() -> None:
    game = own_dice(THREE_RUNNERS)
    client, token = device_of(game), game.version + 1
    assert press(client, game, "roll", dice=BUST, token=token, player=0).status_code == 302
    after = stored(game)
    press(client, game, "roll", dice=BUST, token=token, player=0)
    assert stored(game) == after


def test_while_a_stored_roll_waits_for_its_answer_no_other_is_taken() -> None:
    game = own_dice("3164")
    client = device_of(game)
    page = page_on(client, game, "1111", status=409)
    assert elements(page, "[data-refusal=stale]")
    assert elements(page, "[value='split:7+7']")
    answer = press(client, game, "split:2+2", dice="1111")
    assert (answer.status_code, codes(answer)) == (409, ["stale"])
    assert press(client, game, "split:7+7").status_code == 302


def test_a_game_that_is_over_takes_no_roll() -> None:
    game = resign_all(own_dice())
    before = stored(game)
    answer = press(device_of(game), game, "roll", dice="3164")
    assert answer.status_code == 409
    assert page_on(device_of(game), game, "3164"), "it is nobody's turn"
    assert stored(game) == before


def test_a_player_resigns_where_a_roll_is_awaited() -> None:
    game = own_dice(players=3)
    press(device_of(game), game, "resign", player=0, token=None)
    assert elements(page_on(device_of(game), game), "[name=player][value='1']")


# Where several decide on one roll


def buttons(moves: str = "", players: int = 2) -> Game:
    variant = {"layouts": ["4B", "1A", "3A", "2B"][:players]}
    return own_dice(moves, players, kind="buttons", variant=variant)


def first_cell(game: Game, faces: str, player: int) -> str:
    """Return the first action of a player on a roll."""
    state = game.rules.apply_event(game.position(), typed_roll(game, faces))
    return str(game.rules.legal_actions(state, player)[0])


def test_all_decide_on_one_roll_one_after_the_other() -> None:
    game = buttons()
    client = device_of(game)
    roller = game.position().turn_player
    faces = "1" * game.rules.dice_count(game.position())
    page = page_on(client, game, faces)
    assert elements(page, f"[name=player][value='{roller}']")
    event = typed_roll(game, faces)
    after = game.rules.apply_event(game.position(), event)
    first, *later = sorted(
        game.rules.active_players(after), key=lambda player: (player - roller) % game.size
    )
    assert first == roller
    action = first_cell(game, faces, first)
    assert press(client, game, action, dice=faces, player=first).status_code == 302
    assert len(log_of(game)) == 3, "the deal, the roll and the decision"
    for player in later:
        game.refresh_from_db()
        page = page_on(client, game)
        assert elements(page, f"[name=player][value='{player}']")
        assert not has(page, "typed")
        state = game.position()
        answer = press(
            client,
            game,
            str(game.rules.legal_actions(state, player)[0]),
            player=player,
            token=game.rules.token(state, player),
        )
        assert answer.status_code == 302
    assert has(page_on(client, game), "typed")


def test_another_player_may_answer_a_typed_roll_first() -> None:
    game = buttons()
    faces = "1" * game.rules.dice_count(game.position())
    after = game.rules.apply_event(game.position(), typed_roll(game, faces))
    last = max(game.rules.active_players(after), key=lambda p: (p - after.turn_player) % game.size)
    action = first_cell(game, faces, last)
    assert press(device_of(game), game, action, dice=faces, player=last).status_code == 302
    assert log_of(game)[-2:] == [(after.turn_player, "rolled"), (last, log_of(game)[-1][1])]


def test_those_who_answer_the_same_roll_later_add_their_answer_alone() -> None:
    game = buttons()
    client, roll_seq = device_of(game), game.version + 1
    faces = "1" * game.rules.dice_count(game.position())
    after = game.rules.apply_event(game.position(), typed_roll(game, faces))
    answers = {player: first_cell(game, faces, player) for player in (0, 1)}
    assert after.turn_player == 0
    for number, (player, action) in enumerate(answers.items(), start=1):
        sent = {"dice": faces, "player": player, "token": roll_seq}
        assert press(client, game, action, **sent).status_code == 302
        assert len(log_of(game)) == roll_seq + number
        before = stored(game)
        others: list[dict[str, Any]] = [{}, {"token": roll_seq - 1}]
        others += [{"dice": typed} for typed in (faces[:-1] + "2", "1", "abc", "6" * 500)]
        for other in others:
            answer = press(client, game, action, **sent | other)
            assert answer.status_code in {409, 422}
        assert stored(game) == before


# Whole games


def played_by_hand(case: Case, seed: int, leaves: float, most: int) -> None:
    """Play a game at random with typed rolls, and next to it by the engine alone."""
    game = own_dice(players=case.players, kind=case.kind, variant=case.variant)
    rules, chance = game.rules, random.Random(seed)
    state, version = game.position(), game.version
    log = [row.to_event(rules) for row in game.events.order_by("seq")]
    for _ in range(most):
        if rules.outcome(state) is not None:
            break
        if chance.random() < leaves:
            staying = sorted(set(range(case.players)) - state.left)
            player = chance.choice(staying)
            game = submit_action(game.code, player, Resign(), None)
            moves: list[Done] = [(player, Resign(), ())]
        elif rules.roll_address(state) is not None and _rolls(rules, state, chance):
            moves = _typed(game, state, chance)
            game = Game.objects.get(pk=game.pk)
        else:
            player = chance.choice(rules.active_players(state))
            action = chance.choice(
                [a for a in rules.legal_actions(state, player) if str(a) != "roll"]
            )
            game = submit_action(game.code, player, action, rules.token(state, player))
            moves = [(player, action, ())]
        for player, action, faces in moves:
            dice = ScriptedDice([faces] if faces else [])
            log.append(rules.resolve(state, player, action, dice))
            state = rules.apply_event(state, log[-1])
        assert game.version == version + len(moves) == len(log)
        version = game.version
        assert game.position() == state
    assert [row.to_event(rules) for row in game.events.order_by("seq")] == log
    assert game.is_finished == (rules.outcome(state) is not None)


def _rolls(rules: Rules[Any], state: State, chance: random.Random) -> bool:
    others = [a for a in rules.legal_actions(state, state.turn_player) if str(a) != "roll"]
    return not others or chance.random() < 0.7


def _typed(game: Game, state: State, chance: random.Random) -> list[Done]:
    """Type a roll in, answer it as the device asks, and return what was done."""
    rules, roll = game.rules, game.rules.parse_action("roll")
    faces = tuple(chance.randint(1, 6) for _ in range(rules.dice_count(state)))
    typed = "".join(map(str, faces))
    pov = with_typed_roll(pov_of(game, who_decides(game, state)), typed, typed_roll(game, typed))
    roller = state.turn_player
    assert pov.player is not None
    if pov.my_turn:
        answer = chance.choice(rules.legal_actions(pov.state, pov.player))
        submit_typed_roll(game.code, typed, pov.player, [answer], pov.token)
        return [(roller, roll, faces), (pov.player, answer, ())]
    assert pov.to_confirm
    submit_typed_roll(game.code, typed, roller, [roll], pov.token)
    return [(roller, roll, faces)]


class WholeGames(TestCase):
    @settings(max_examples=10)
    @given(
        case=st.sampled_from(CASES),
        seed=st.integers(0, 2**32),
        leaves=st.sampled_from([0, 0.01, 0.1]),
        most=st.sampled_from([5, 25]),
    )
    def test_typed_rolls_make_the_log_that_the_rules_make_of_them(
        self, case: Case, seed: int, leaves: float, most: int
    ) -> None:
        played_by_hand(case, seed, leaves, most)


@every_kind
def test_a_whole_game_with_own_dice_is_played_to_its_end_and_looked_at(kind: str) -> None:
    case = next(case for case in CASES if case.kind == kind)
    played_by_hand(case, 7, 0.05, 2000)
    game = Game.objects.get()
    assert game.is_finished
    assert not DiceTally.objects.exists()
    client = device_of(game)
    assert page_on(client, game)
    for seq in (1, game.version):
        assert text(client_of(None), f"/games/{game.code}/replay/{seq}/")
    said = StringIO()
    call_command("check_logs", game.code, stdout=said)
    assert said.getvalue() == "1 games checked, 0 with a fault.\n"
    call_command("count_dice", stdout=said)
    assert not DiceTally.objects.exists()


@every_kind
def test_whatever_is_rolled_there_is_a_way_on(kind: str) -> None:
    """No roll leads into a page without a button that works."""
    case = next(case for case in CASES if case.kind == kind)
    game = one_device(players=case.players, kind=kind, variant=case.variant, own_dice=True)
    chance, rules, device = random.Random(3), game.rules, device_of(game)
    confirmed = set[bool]()
    for number in range(16):
        if number >= 6 and confirmed == {True, False}:
            break
        game = Game.objects.get()
        state = game.position()
        if rules.outcome(state) is not None:
            break
        if rules.roll_address(state) is None:
            player = who_decides(game, state)
            assert player is not None
            action = rules.legal_actions(state, player)[0]
            submit_action(game.code, player, action, rules.token(state, player))
            continue
        typed = "".join(str(chance.randint(1, 6)) for _ in range(rules.dice_count(state)))
        page = page_on(device, game, typed)
        pov = with_typed_roll(pov_of(game, state.turn_player), typed, typed_roll(game, typed))
        assert has(page, "a-confirm") == pov.to_confirm
        confirmed.add(pov.to_confirm)
        assert elements(page, f"[name=player][value='{pov.player}']")
        assert elements(page, f"[name=token][value='{game.version + 1}']")
        _typed(game, state, chance)


def test_a_roll_alone_is_no_answer_for_the_service_either() -> None:
    game = own_dice()
    roll = game.rules.parse_action("roll")
    with refused("illegal"):
        submit_typed_roll(game.code, "3164", 0, [roll], 1)
    assert log_of(game) == []

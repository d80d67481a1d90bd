"""Set-up, turns and rounds of Buttons, rule by rule."""

from dataclasses import replace

import pytest

from games.engine.buttons.board import CELLS, neighbours
from games.engine.buttons.events import Dealt, Declined, OptedOut, Placed, Rolled, StarsPlaced
from games.engine.buttons.layouts import LAYOUTS, Colour, letters
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.state import Phase, Standing
from games.engine.buttons.variant import ButtonsVariant
from games.engine.core import Event, Outcome, Resigned, TimedOut
from games.engine.dice import ScriptedDice, SeededDice
from games.engine.errors import ActionError, IllegalAction, InvalidAction, NotActive
from games.engine.replay import LogError, replay_checked
from tests.each_case import each_case
from tests.engine.buttons_positions import (
    BLUE,
    GREEN,
    HANDS,
    RED,
    TABLES,
    YELLOW,
    after,
    counting,
    dealt,
    legal,
    played,
    position,
    roll,
    start,
)


@each_case("name", LAYOUTS)
def test_BT_3_a_layout_has_nine_of_each_colour_well_mixed(name: str) -> None:
    layout = LAYOUTS[name]
    assert all(list(layout.values()).count(colour) == 9 for colour in Colour)
    for line in range(1, 7):
        assert {layout[line, other] for other in range(1, 7)} == set(Colour)
        assert {layout[other, line] for other in range(1, 7)} == set(Colour)
    assert not any(layout[cell] is layout[near] for cell in CELLS for near in neighbours(cell))


def test_BT_3_layouts_are_written_row_by_row() -> None:
    assert letters("1A")[0] == "BGBYRG"
    assert LAYOUTS["1A"][1, 1] is BLUE
    assert LAYOUTS["4B"][6, 1] is RED
    assert len({letters(name) for name in LAYOUTS}) == 8


def test_BT_3_layouts_are_dealt_or_chosen() -> None:
    dice = ScriptedDice([], shuffles=[(7, 2, 0, 1, 3, 4, 5, 6), (0, 1, 2, 3)])
    assert TABLES[2].setup(dice) == (Dealt(None, ("4B", "2A"), ((RED, YELLOW), (GREEN, BLUE)), 0),)
    chosen = ButtonsRules(2, ButtonsVariant(("3B", "1A")))
    (event,) = chosen.setup(ScriptedDice([], shuffles=[(3, 1, 2, 0)]))
    assert event == Dealt(None, ("3B", "1A"), ((YELLOW, BLUE), (RED, GREEN)), 1)


def test_BT_4_three_players_have_red_and_two_other_cards() -> None:
    dice = ScriptedDice([], shuffles=[range(8), (1, 2, 0), (2, 0, 1)])
    (event,) = TABLES[3].setup(dice)
    assert event == Dealt(None, ("1A", "1B", "2A"), ((YELLOW,), (RED,), (BLUE,)), 1)
    hands = {TABLES[3].setup(SeededDice(seed))[0] for seed in range(200)}
    left_out = {
        frozenset(Colour) - {card for hand in event.cards for card in hand}
        for event in hands
        if isinstance(event, Dealt)
    }
    assert left_out == {frozenset({colour}) for colour in (YELLOW, GREEN, BLUE)}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_BT_4_the_holder_of_red_starts(players: int) -> None:
    for seed in range(20):
        log = TABLES[players].setup(SeededDice(seed))
        state = replay_checked(TABLES[players], log)[-1]
        assert RED in state.cards[state.turn_player]
        assert TABLES[players].active_players(state) == (state.turn_player,)


@each_case(
    "event",
    [
        Dealt(None, ("1A", "1A"), HANDS[2], 0),
        Dealt(None, ("1A",), HANDS[2], 0),
        Dealt(None, ("1A", "9Z"), HANDS[2], 0),
        Dealt(None, ("1A", "1B"), HANDS[2], 1),
        Dealt(None, ("1A", "1B"), HANDS[4], 0),
        Dealt(None, ("1A", "1B"), ((RED,), (YELLOW,)), 0),
        Dealt(None, ("1A", "1B"), ((BLUE, RED), (YELLOW, GREEN)), 0),
        Dealt(None, ("1A", "1B"), ((RED, BLUE), (GREEN, BLUE)), 0),
        Dealt(0, ("1A", "1B"), HANDS[2], 0),
        Rolled(None, 1, 2, (1, 1, 1, 1)),
        Event(None),
    ],
)
def test_BT_4_an_impossible_set_up_is_refused(event: Event) -> None:
    with pytest.raises(LogError) as caught:
        replay_checked(TABLES[2], [event])
    assert caught.value.seq == 1


def test_BT_3_a_set_up_with_other_layouts_than_chosen_is_refused() -> None:
    rules = ButtonsRules(2, ButtonsVariant(("3B", "1A")))
    with pytest.raises(LogError, match="aren't the ones chosen"):
        replay_checked(rules, [dealt(2)])


def test_BT_4_red_is_among_the_cards_of_three() -> None:
    event = Dealt(None, ("1A", "1B", "2A"), ((BLUE,), (YELLOW,), (GREEN,)), 0)
    with pytest.raises(LogError, match="must be red"):
        replay_checked(TABLES[3], [event])


def test_BT_4_a_game_is_set_up_once_and_before_anything_else() -> None:
    for log in ([dealt(), dealt()], [roll("42 2344")], [Resigned(0)]):
        with pytest.raises(LogError):
            replay_checked(TABLES[2], log)
    assert TABLES[2].active_players(TABLES[2].initial_state()) == ()
    with pytest.raises(NotActive):
        TABLES[2].check_event(TABLES[2].initial_state(), TimedOut(1))


def test_BT_7_the_roller_must_place_if_they_can() -> None:
    state = after(start(), roll("42 2344"))
    with pytest.raises(IllegalAction):
        TABLES[2].check_event(state, Declined(0))


def test_BT_8_players_who_are_out_do_not_use_the_roll() -> None:
    state = after(position([], [(1, 1)], out=[1], players=3), roll("66 666"))
    assert state.pending == {0, 2}


def test_BT_10_BT_12_a_bust_does_not_take_the_others_right_to_place() -> None:
    state = after(position([(5, 2)], players=3), roll("52 2222"))
    assert state.standing[0] is Standing.BUST
    assert state.pending == {1, 2}
    assert state.dice == 5
    state = after(state, Placed(2, (5, 2)), Declined(1))
    assert (state.phase, state.turn_player) == (Phase.TURN, 1)


def test_BT_12_a_player_whose_cell_is_illegal_is_passed() -> None:
    state = after(position([], [(5, 2)], players=3), roll("52 2222"))
    assert state.pending == {0, 2}


def test_BT_13_decisions_come_in_any_order_with_tokens_of_their_own() -> None:
    rules = TABLES[3]
    state = after(start(3), roll("42 2344"))
    for event in (Declined(2), Placed(0, (4, 4)), Placed(1, (4, 2))):
        assert all(rules.token(state, player) == 2 for player in state.pending)
        state = after(state, event)
    assert (state.turn_player, rules.token(state, 1), rules.token(state, 0)) == (1, 5, None)


def test_BT_13_the_last_one_in_keeps_taking_turns() -> None:
    state = after(position([], [(1, 1)], out=[1]), roll("66 66"), Placed(0, (6, 6)))
    assert (state.phase, state.turn_player, state.turns[0]) == (Phase.TURN, 0, 2)


@pytest.mark.parametrize(("players", "dice"), [(2, [6, 4]), (3, [6, 5, 4]), (4, [6, 5, 4, 3])])
def test_BT_14_dice_by_players_out(players: int, dice: list[int]) -> None:
    cells = [[(1, 1)]] * players
    found = [position(*cells, out=range(out), players=players).dice for out in range(players)]
    assert found == dice


def test_BT_14_a_roll_has_the_dice_in_play() -> None:
    with pytest.raises(LogError, match="5 dice instead of 6"):
        replay_checked(TABLES[2], [dealt(), roll("42 234")])


def test_BT_11_BT_15_the_round_ends_when_everybody_is_out() -> None:
    state = after(position([(1, 1)], [(1, 1)]), OptedOut(0), OptedOut(1))
    assert (state.phase, state.pending, state.dice) == (Phase.STARS, frozenset({0, 1}), 2)
    assert state.buttons[0] == {(1, 1)}


def test_BT_15_a_round_in_which_everybody_busts_is_followed_by_the_next() -> None:
    one_bust = replace(position([(5, 2)], [], out=[1]), standing=(Standing.IN, Standing.BUST))
    state = after(one_bust, roll("52 22"))
    assert (state.round, state.dice, state.turn_player) == (2, 6, 1)
    assert state.cards == (HANDS[2][1], HANDS[2][0])


def test_BT_17_stars_replace_buttons_of_the_own_choice() -> None:
    state = counting([(1, 1), (1, 3)], [(2, 2)])
    assert legal(state) == ["stars:1,1", "stars:1,3"]
    for cells in ((), ((1, 2),), ((1, 1), (1, 3)), ((1, 1), (1, 1))):
        with pytest.raises(IllegalAction):
            TABLES[2].check_event(state, StarsPlaced(0, cells))
    with pytest.raises(IllegalAction):
        TABLES[2].check_event(state, OptedOut(0))
    state = after(state, StarsPlaced(1, ((2, 2),)), StarsPlaced(0, ((1, 3),)))
    assert state.stars == (frozenset({(1, 3)}), frozenset({(2, 2)}))
    assert state.buttons == (frozenset(), frozenset())


def test_BT_18_the_end_is_checked_after_all_stars_are_placed() -> None:
    line = [[(2, column) for column in range(1, 5)]] * 2
    state = after(counting([(2, 5)], [(2, 5)], stars=line), StarsPlaced(0, ((2, 5),)))
    assert state.result is None
    state = after(state, StarsPlaced(1, ((2, 5),)))
    assert state.result == Outcome((0, 1), "line")


def test_BT_L1_a_player_who_left_is_out_of_all_rounds_and_cannot_win() -> None:
    twelve = [cell for cell in CELLS if sum(cell) % 2][:12]
    state = after(counting([], [(1, 1)], [(1, 1)], stars=[twelve], players=3), Resigned(0))
    state = after(state, StarsPlaced(1, ((1, 1),)), StarsPlaced(2, ((1, 1),)))
    assert state.result is None
    assert state.stars[0] == frozenset(twelve)
    assert state.standing == (Standing.LEFT, Standing.IN, Standing.IN)


def test_BT_L2_the_last_one_left_wins() -> None:
    assert played(3, Resigned(2), TimedOut(0)).result == Outcome((1,), "timed_out")


def test_BT_L3_the_others_may_use_the_roll_of_a_player_who_left() -> None:
    state = played(3, roll("42 2344"), Resigned(0))
    assert (state.pending, state.turn_player) == (frozenset({1, 2}), 0)
    state = after(state, Placed(1, (4, 2)), Declined(2))
    assert (state.phase, state.turn_player) == (Phase.TURN, 1)


def test_BT_L4_a_turn_not_yet_rolled_passes_on_and_costs_no_dice() -> None:
    state = played(3, TimedOut(0))
    assert (state.turn_player, state.dice, state.buttons[0]) == (1, 6, frozenset())


def test_BT_L5_the_next_player_begins_for_one_who_left_with_red() -> None:
    state = after(counting([(1, 1)], players=3), Resigned(1), StarsPlaced(0, ((1, 1),)))
    assert state.cards == ((GREEN,), (RED,), (YELLOW,))
    assert (state.round, state.turn_player) == (2, 2)


def test_texts_of_actions_and_nonsense() -> None:
    rules = TABLES[2]
    assert str(rules.parse_action("stars:4,3+1,2")) == "stars:1,2+4,3"
    for text in ("place:7,1", "place:1,1+2,2", "stars:", "stars:1,1+", "stars:0,1", "Roll"):
        with pytest.raises(InvalidAction):
            rules.parse_action(text)


@each_case(
    "layouts", ["dealt", ["1A"], ["1A", "1A"], ["1A", "9Z"], [1, 2], None, ["1A", "1B", "2A"]]
)
def test_BT_3_impossible_choices_of_layouts_are_refused(layouts: object) -> None:
    with pytest.raises(ValueError, match="layout"):
        ButtonsRules(2, ButtonsVariant.from_json({"layouts": layouts}))


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown option: odds"):
        ButtonsVariant.from_json({"odds": 1})


def test_a_refusal_leaves_a_reason() -> None:
    with pytest.raises(ActionError):
        TABLES[2].resolve(start(), 1, TABLES[2].parse_action("roll"), ScriptedDice([]))
    with pytest.raises(ValueError, match="nobody's event"):
        _ = dealt().actor

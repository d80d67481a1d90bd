"""The table of Buttons: whose layout is where, what may be chosen, and how stars are counted."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.engine.buttons.analysis import stars_in_line
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.state import ButtonsState
from games.live.rendering import render_regions
from games.pov import Pov
from games.presenters import table_context
from games.presenters.buttons import ButtonsTable, Gain
from games.presenters.buttons.position import state_of
from games.presenters.shared import odds, percent
from tests.each_case import each_case
from tests.engine.buttons_positions import BLUE, GREEN, RED, YELLOW, counting
from tests.games.povs import pov_after
from tests.html import elements, inline_parts, one, plain, texts, value, values

REGIONS = ["t-status", "t-notice", "t-seats", "t-pieces", "t-controls", "t-log"]
ROLLED = "42+2344"
BUST = "42+2344 0@42 1- 66+1235 1@66 0- 42+2233"
TO_STARS = "11+2345 0@11 1@11 O O"
THREE_STARS = "11+2345 0@11 1@11 O 13+22 0@13 15+22 0@15 36+22 0@36 41+22 0@41 O"
POSITIONS = ["", ROLLED, f"{ROLLED} 1-", f"{ROLLED} 0@43 1@42", BUST, TO_STARS, THREE_STARS, "R0"]
CHECKERED = [(row, column) for row in range(1, 7) for column in range(1, 7) if (row + column) % 2]


def at(moves: str, player: int | None = 0, size: int = 2, **fields: Any) -> Pov:
    return pov_after(moves, kind="buttons", player=player, size=size, **fields)


def html_at(moves: str, player: int | None = 0, size: int = 2, **fields: Any) -> str:
    return render_regions(at(moves, player, size, **fields), "en").text


def page(pov: Pov) -> str:
    context = table_context(pov) | {"notice": "", "viewers": 0, "csrf_token": "secret"}
    return render_to_string("games/table.html", context)


def buttons(html: str) -> list[str]:
    """Return the actions of the buttons that can be pressed, in their order."""
    return values(html, "button[name=action]:not([disabled])", "value")


def standings(html: str) -> list[str]:
    """Return what is said of each seat's part in the round."""
    return texts(html, "span.standing")


# --- Who sees what -----------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_player_sees_the_own_layout_large_and_the_others_small(size: int) -> None:
    for player in range(size):
        table = ButtonsTable(at(ROLLED, player, size))
        assert [(board.player, board.you) for board in table.large] == [(player, True)]
        assert [board.player for board in table.small] == sorted(set(range(size)) - {player})
        html = html_at(ROLLED, player, size)
        assert len(elements(html, ".layout.small-layout")) == size - 1


def test_a_player_sees_the_own_layout_large_after_the_end_too() -> None:
    table = ButtonsTable(at(f"{ROLLED} R0", 1))
    assert [board.player for board in table.large] == [1]
    assert [board.player for board in table.small] == [0]


def test_the_stars_that_won_are_lit() -> None:
    spread = [(row, column) for row in range(1, 7) for column in (row % 2 + 1, row % 2 + 4)]
    state = counting([(1, 1)], stars=[[cell for cell in spread if cell != (1, 2)]])
    own, other = (ButtonsTable(at("0*11", player, start=state)).large[0] for player in (0, 1))
    assert (own.won, other.won, other.band) == (True, False, "")
    assert own.band.count("M") == len(spread)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_spectator_sees_all_layouts_large(size: int) -> None:
    table = ButtonsTable(at(ROLLED, None, size))
    assert [board.player for board in table.large] == list(range(size))
    assert table.small == []
    html = html_at(ROLLED, None, size)
    assert len(elements(html, "section.layout[id^=t-layout-]")) == size
    assert not elements(html, ".small-layout")


@pytest.mark.parametrize("player", [0, 1, 2, None])
def test_BT_13_everybody_sees_who_is_still_deciding(player: int | None) -> None:
    assert standings(html_at(ROLLED, player, 3)) == ["deciding…"] * 3
    some = html_at(f"{ROLLED} 1@42 2-", player, 3)
    assert standings(some) == ["deciding…", "placed (4,2)", "declined"]
    assert len(elements(some, '[aria-current="true"]')) == 1


@pytest.mark.parametrize("player", [0, 1, None])
def test_BT_17_everybody_sees_who_still_places_stars(player: int | None) -> None:
    assert standings(html_at(f"{TO_STARS} 1*11", player))[0] == "placing stars… −2 dice"
    assert "placing" not in standings(html_at(f"{TO_STARS} 1*11", player))[1]


@pytest.mark.parametrize("player", [0, 1, None])
def test_everybody_sees_who_is_out_and_what_dice_that_cost(player: int | None) -> None:
    html = html_at("11+2345 0@11 1@11 O", player)
    assert standings(html) == ["to roll", "opted out −2 dice"]
    assert len(elements(html, "span.out > b[translate=yes]", "out")) == 2
    assert standings(html_at(BUST, player))[0].startswith("bust")


# --- What may be chosen ------------------------------------------------------


@each_case(
    ("moves", "player", "actions"),
    [
        ("", 0, ["roll"]),
        ("", 1, []),
        ("", None, []),
        (ROLLED, 0, ["place:"]),
        (ROLLED, 1, ["place:4,2", "decline"]),
        (ROLLED, None, []),
        (f"{ROLLED} 0@43", 0, []),
        (f"{ROLLED} 0@43", 1, ["place:4,2", "decline"]),
        (f"{ROLLED} 0@43 1@42", 1, ["roll", "opt-out"]),
        (f"{ROLLED} 0@43 1-", 1, ["roll"]),
        (BUST, 0, []),
        (BUST, 1, ["place:4,2", "decline"]),
        ("11+2345 0@11 1@11 O 13+22", 1, []),
        (TO_STARS, 0, ["stars:"]),
        (f"{TO_STARS} 0*11", 0, []),
        (TO_STARS, None, []),
        (f"{ROLLED} R1", 0, []),
    ],
)
def test_what_can_be_pressed_is_what_the_rules_allow(
    moves: str, player: int | None, actions: list[str]
) -> None:
    html = html_at(moves, player)
    assert buttons(html) == actions
    assert elements(html, "button[disabled]") == []


def test_BT_7_the_roller_chooses_a_cell_and_one_button_places_there() -> None:
    html = html_at(ROLLED, 0)
    choice = "input[type=radio][name=pick][required]:not([checked])"
    assert values(html, "input[type=radio]", "value") == ["4,2", "4,3", "4,4"]
    assert values(html, choice, "data-key") == ["2", "3", "4"]
    assert values(html, "span[class^=at-]", "class") == ["at-2", "at-3", "at-4"]
    assert texts(html, "span[class^=at-]") == [
        f"Place on row 4, column {column}" for column in "234"
    ]


def test_BT_7_the_only_cell_of_a_roll_is_chosen_already() -> None:
    assert "checked" in one(html_at("11+1111"), "input[type=radio]").attributes


def test_BT_8_who_uses_the_roll_of_another_has_one_cell_and_two_buttons() -> None:
    table = ButtonsTable(at(ROLLED, 1))
    assert table.large[0].choices == ()
    (cell,) = table.large[0].offered
    assert (cell.id, cell.colour) == ("o-42", "green")
    html = html_at(ROLLED, 1)
    assert texts(html, "#a-place") == ["Place on row 4, column 2"]
    assert texts(html, "#a-decline") == ["Decline"]
    assert "ada rolled, and this cell is open to you too." in plain(html)


def test_the_row_of_the_white_die_is_lit_until_the_roll_is_used() -> None:
    lit = [ButtonsTable(at(moves)).large[0].lit for moves in (ROLLED, f"{ROLLED} 0@43 1-", "")]
    assert lit == [361, None, None]


@pytest.mark.parametrize(
    ("player", "labels"),
    [(0, ["row", "anyone", "you", "you", "you", "you"]), (1, ["row", "anyone", "", "", "", ""])],
)
def test_BT_7_BT_8_each_die_says_who_may_use_it(player: int, labels: list[str]) -> None:
    assert texts(html_at(ROLLED, player), "span > small:last-child") == labels


def test_BT_16_the_colours_say_how_far_they_are_and_whose_card_counts() -> None:
    rows = ButtonsTable(at(f"{ROLLED} 0@43 1-")).colours
    assert [(row.colour, row.count, row.stars) for row in rows] == [
        ("red", 1, 2),
        ("yellow", 0, 2),
        ("green", 0, 1),
        ("blue", 0, 1),
    ]
    html = html_at(f"{ROLLED} 0@43 1-")
    assert len(elements(html, "em", "your card")) == 2
    assert elements(html, "[aria-label='1 of 3 buttons for 2 stars']")


def test_BT_4_a_card_that_is_out_of_the_game_is_named() -> None:
    rows = ButtonsTable(at("", 0, 3)).colours
    assert [row.colour for row in rows if row.is_out] == ["yellow"]
    assert one(html_at("", 0, 3), "em", "no card")
    assert "no card" not in html_at("", 0, 2)


def test_who_watches_others_choose_sees_the_cells_they_may_choose() -> None:
    ada, ben = ButtonsTable(at(ROLLED, None)).large
    assert [spot.id for spot in ada.open] == ["o-42", "o-43", "o-44"]
    assert [spot.id for spot in ben.open] == ["o-42"]
    assert ada.choices == ben.choices == ()


def test_a_cell_says_where_it_is_and_its_colour_and_whether_it_is_open_to_all() -> None:
    html = html_at(ROLLED, 0)
    assert elements(html, "[aria-label='Row 4, column 2: yellow, gold: open to everyone']")
    assert elements(html, "[aria-label='Row 4, column 3: red']")
    assert "open to the others" not in html_at(ROLLED, 1)


def test_nothing_is_offered_in_a_position_of_the_past() -> None:
    assert buttons(render_regions(replace(at(f"{ROLLED} 0@43"), seq=2), "en").text) == []


def test_the_chance_of_a_bust_is_shown_unless_the_table_hides_it() -> None:
    assert "Your chance of a bust with 6 dice" in html_at(f"{ROLLED} 0@43", 0)
    assert "bust risk" in html_at(f"{ROLLED} 0@43 1@42", 1)
    hidden = html_at(f"{ROLLED} 0@43 1-", 0, show_odds=False)
    assert "chance" not in hidden
    assert "%" not in hidden


@pytest.mark.parametrize(
    ("player", "label"),
    [
        (0, "Your chance of a bust with 6 dice"),
        (1, "Your chance of a bust with 6 dice"),
        (None, "ben: chance of a bust with 6 dice"),
    ],
)
def test_the_chance_of_a_bust_says_whose_it_is(player: int | None, label: str) -> None:
    odds = ButtonsTable(at(f"{ROLLED} 0@43 1@42", player)).odds
    assert odds is not None
    assert odds.label == label


def test_no_chance_is_shown_where_no_roll_can_be_a_bust() -> None:
    assert ButtonsTable(at("")).odds is None
    html = html_at("")
    assert "chance" not in html
    assert "%" not in html


def test_no_chance_is_shown_that_would_be_written_as_none() -> None:
    assert odds("A bust", Fraction(5, 46656)) is None
    least = odds("A bust", Fraction(1, 1296))
    assert least is not None
    assert least.percent == "0.1%"


@pytest.mark.parametrize(
    ("chance", "shown"), [((1, 16), "6.3%"), ((9, 16), "56.3%"), ((1, 2), "50.0%")]
)
def test_half_a_thousandth_is_rounded_up(chance: tuple[int, int], shown: str) -> None:
    assert percent(Fraction(*chance)) == shown


# --- Bust --------------------------------------------------------------------


def test_BT_10_a_bust_shows_the_buttons_that_are_lost() -> None:
    table = ButtonsTable(at(BUST))
    (own,) = table.large
    assert (own.buttons, [spot.id for spot in own.lost]) == ((), ["l-42"])
    assert "You lose 1 button and are out of the round." in html_at(BUST, 0)
    for somebody in (1, None):
        assert "ada loses 1 button and is out of the round." in plain(html_at(BUST, somebody))
    assert one(html_at(BUST, 0), "[href='#b-x']")


def test_the_cross_is_gone_with_the_next_step() -> None:
    assert elements(html_at(f"{BUST} 1@42"), "[href='#b-x']")
    assert not elements(html_at(f"{BUST} 1@42 O"), "[href='#b-x']")


# --- Counting ----------------------------------------------------------------


def test_BT_16_the_count_says_which_colour_gave_which_star() -> None:
    counts = ButtonsTable(at(THREE_STARS)).counts
    reasons = {count.name: [(r.words, r.colour) for r in count.reasons] for count in counts}
    assert reasons == {
        "ada": [
            ("Opted out", None),
            ("3 red", RED),
            ("red card", RED),
        ],
        "ben": [("Opted out", None)],
    }
    assert [(count.stars, count.placed) for count in counts] == [(3, False), (1, False)]
    html = html_at(THREE_STARS)
    assert elements(html, ".counts b", "Why 3?")
    ada = one(html, ".counts > .mine")
    assert texts(ada, "li > span") == [
        "Opted outbefore busting",
        "3 redthree or more",
        "red carddoubles the star for its colour",
    ]


def test_BT_16_a_colour_of_another_card_gives_one_star_and_the_own_card_two() -> None:
    reds_and_blues = [(1, 5), (2, 1), (3, 6), (1, 1), (1, 3), (4, 4)]
    hands = ((BLUE, GREEN), (RED, YELLOW))
    state = counting(reds_and_blues, [(6, 6)], hands=hands)
    ada, ben = ButtonsTable(at("", 0, start=state)).counts
    assert [reason.words for reason in ada.reasons] == [
        "Opted out",
        "3 red",
        "3 blue",
        "blue card",
    ]
    assert (ada.stars, ben.stars) == (4, 1)


def test_BT_10_who_went_bust_is_not_counted() -> None:
    table = ButtonsTable(at("11+2345 0@11 1@11 O 11+12"))
    assert [count.name for count in table.counts] == ["ben"]


def test_the_buttons_that_earn_stars_are_marked() -> None:
    (own,) = ButtonsTable(at(THREE_STARS)).large
    assert [spot.id for spot in own.counted] == ["c-15", "c-36", "c-41"]


def test_BT_17_the_own_buttons_can_be_picked_and_the_best_are_preset() -> None:
    html = html_at(THREE_STARS)
    picks = "input[type=checkbox][form=play][name=pick]"
    assert values(html, picks, "value") == ["1,1", "1,3", "1,5", "3,6", "4,1"]
    assert len(elements(html, "input[type=checkbox]")) == 5
    preset = stars_in_line(state_of(at(THREE_STARS)), 0)
    assert values(html, f"{picks}[checked]", "value") == [f"{row},{col}" for row, col in preset]
    assert elements(html, '[data-pick="3"]')


def test_BT_17_preset_stars_make_the_longest_line_and_the_table_says_how_long() -> None:
    state = counting(
        [(1, 1), (2, 4), (4, 2), (6, 6)], [(1, 1)], stars=[[(2, 1), (2, 2), (2, 3), (5, 5)]]
    )
    table = ButtonsTable(at("", 0, start=state))
    assert [(choice.row, choice.column) for choice in table.large[0].choices if choice.picked] == [
        (2, 4)
    ]
    assert table.gain == Gain(count=1, laid=4, line_before=3, line_after=4)
    assert table.gain.total == 5
    assert table.large[0].band == "M110 210L410 210"


def test_BT_17_nothing_is_preset_for_those_who_watch() -> None:
    table = ButtonsTable(at(THREE_STARS, None))
    assert table.gain is None
    assert [board.band for board in table.large] == ["", ""]


def test_when_every_button_becomes_a_star_all_are_picked_already() -> None:
    assert "checked" in one(html_at(TO_STARS), "input[type=checkbox]").attributes


def test_a_layout_full_of_buttons_is_drawn_without_listing_every_way_to_place_stars(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = counting(CHECKERED, [(1, 1)], hands=((RED, YELLOW, GREEN, BLUE), ()))
    povs = [at("", player, start=state) for player in (0, 1, None)]
    rules = povs[0].rules
    assert len(rules.legal_actions(state, 0)) > 1000

    def fail(self: ButtonsRules, state: ButtonsState, player: int) -> None:
        raise AssertionError("thousands of ways to place stars were listed")

    monkeypatch.setattr(ButtonsRules, "legal_actions", fail)
    for pov in povs:
        assert one(render_regions(pov, "en").text, "#t-pieces")
    assert len(elements(page(povs[0]), "[name=pick]")) == len(CHECKERED)
    wish = "stars:" + "+".join(f"{row},{column}" for row, column in CHECKERED[:7])
    rules.check(state, 0, rules.parse_action(wish))


# --- Whole regions -----------------------------------------------------------


@each_case(("moves", "player"), product(POSITIONS, [0, 1, None]))
def test_a_push_holds_every_region_once_and_nothing_inline(moves: str, player: int | None) -> None:
    pov = at(moves, player)
    html, whole = render_regions(pov, "en").text, page(pov)
    assert values(html, "[hx-swap-oob=true]", "id") == [*REGIONS, "t-own-salt"]
    assert all(one(whole, f"#{region}") for region in REGIONS)
    assert inline_parts(html) == inline_parts(whole) == []
    ids = values(whole, "[id]", "id")
    assert len(ids) == len(set(ids))
    assert one(whole, "h1")


@each_case(("moves", "player"), product(POSITIONS[:-1], [0, 1]))
def test_the_form_carries_the_players_own_decision(moves: str, player: int) -> None:
    pov = at(moves, player)
    token = pov.rules.token(pov.state, player)
    expected = "" if token is None else str(token)
    assert value(page(pov), "[name=token]") == expected


def test_a_new_roll_has_a_new_number_so_that_the_dice_tumble_once() -> None:
    moves = ["", ROLLED, f"{ROLLED} 1-", f"{ROLLED} 1- 0@43", f"{ROLLED} 1- 0@43 11+2345"]
    rolls = [value(html_at(some), "[data-roll]", "data-roll") for some in moves]
    assert rolls == ["0", "2", "2", "2", "5"]


def test_the_dice_are_told_by_what_they_name() -> None:
    html = html_at(ROLLED)
    assert "White die: row 4. Gold die: column 2. Black dice: 2 3 4 4" in html
    assert "6 dice to roll" in html_at("")

"""The table of Buttons: whose layout is where, what may be chosen, and how stars are counted."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.state import ButtonsState
from games.live.rendering import render_regions
from games.pov import Pov
from games.presenters import table_context
from games.presenters.buttons import PRESENTER
from games.presenters.shared import odds, percent
from tests.engine.buttons_positions import BLUE, GREEN, RED, YELLOW, counting
from tests.games.pages import without_marks
from tests.games.povs import pov_after

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
    found = re.findall(r'<button[^>]* name="action" value="([^"]+)"([^>]*)>', html)
    return [action for action, rest in found if "disabled" not in rest]


def standings(html: str) -> list[str]:
    """Return what is said of each seat's part in the round."""
    return [said.strip() for said in re.findall(r'<span class="standing">([^<]*)', html)]


# --- Who sees what -----------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_player_sees_the_own_layout_large_and_the_others_small(size: int) -> None:
    for player in range(size):
        table = PRESENTER.table(at(ROLLED, player, size))
        assert [(board.player, board.you) for board in table.large] == [(player, True)]
        small = {other: table.score_of(other).board for other in range(size)}
        assert small.pop(player) is None
        assert {board.player for board in small.values() if board} == set(range(size)) - {player}


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_spectator_sees_all_layouts_large(size: int) -> None:
    table = PRESENTER.table(at(ROLLED, None, size))
    assert [board.player for board in table.large] == list(range(size))
    assert all(table.score_of(player).board is None for player in range(size))
    html = html_at(ROLLED, None, size)
    assert html.count('<section id="t-layout-') == size
    assert "small-layout" not in html


@pytest.mark.parametrize("player", [0, 1, 2, None])
def test_BT_13_everybody_sees_who_is_still_deciding(player: int | None) -> None:
    assert standings(html_at(ROLLED, player, 3)) == ["deciding…"] * 3
    some = html_at(f"{ROLLED} 1@42 2-", player, 3)
    assert standings(some) == ["deciding…", "placed (4,2)", "declined"]
    assert some.count('aria-current="true"') == 1


@pytest.mark.parametrize("player", [0, 1, None])
def test_BT_17_everybody_sees_who_still_places_stars(player: int | None) -> None:
    assert standings(html_at(f"{TO_STARS} 1*11", player))[0] == "placing stars…"
    assert "placing" not in standings(html_at(f"{TO_STARS} 1*11", player))[1]


@pytest.mark.parametrize("player", [0, 1, None])
def test_everybody_sees_who_is_out_and_what_dice_that_cost(player: int | None) -> None:
    assert standings(html_at("11+2345 0@11 1@11 O", player)) == ["to roll", "opted out"]
    assert "2 dice taken out of play" in html_at("11+2345 0@11 1@11 O", player)
    assert standings(html_at(BUST, player))[0].startswith("bust")


# --- What may be chosen ------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "player", "actions"),
    [
        ("", 0, ["roll"]),
        ("", 1, []),
        ("", None, []),
        (ROLLED, 0, ["place:4,2", "place:4,3", "place:4,4"]),
        (ROLLED, 1, ["place:4,2", "place:4,2", "decline"]),
        (ROLLED, None, []),
        (f"{ROLLED} 0@43", 0, []),
        (f"{ROLLED} 0@43", 1, ["place:4,2", "place:4,2", "decline"]),
        (f"{ROLLED} 0@43 1@42", 1, ["roll", "opt-out"]),
        (f"{ROLLED} 0@43 1-", 1, ["roll"]),
        (BUST, 0, []),
        (BUST, 1, ["place:4,2", "place:4,2", "decline"]),
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
    assert buttons(html_at(moves, player)) == actions


def test_BT_8_who_uses_the_roll_of_another_has_one_cell_and_two_buttons() -> None:
    table = PRESENTER.table(at(ROLLED, 1))
    (cell,) = table.large[0].choices
    assert (cell.row, cell.column, cell.value) == (4, 2, "place:4,2")
    html = html_at(ROLLED, 1)
    assert re.search(r'id="a-place"[^>]*>Place <small>\(4,2\)</small>', html)
    assert re.search(r'id="a-decline"[^>]*>Decline<', html)
    assert "The white and the gold die of ada offer you the cell (4,2)." in without_marks(html)


def test_who_watches_others_choose_sees_the_cells_they_may_choose() -> None:
    ada, ben = PRESENTER.table(at(ROLLED, None)).large
    assert [spot.id for spot in ada.open] == ["o-42", "o-43", "o-44"]
    assert [spot.id for spot in ben.open] == ["o-42"]
    assert ada.choices == ben.choices == ()


def test_a_cell_says_where_it_is_and_its_colour_and_whether_it_is_open_to_all() -> None:
    html = html_at(ROLLED, 0)
    assert 'aria-label="Row 4, column 2: yellow, gold: open to the others, too"' in html
    assert 'aria-label="Row 4, column 3: red"' in html
    assert 'aria-label="Row 4, column 2:' in html_at(ROLLED, 1)
    assert "open to the others" not in html_at(ROLLED, 1)


def test_nothing_is_offered_in_a_position_of_the_past() -> None:
    assert buttons(render_regions(replace(at(f"{ROLLED} 0@43"), seq=2), "en").text) == []


def test_the_chance_of_a_bust_is_shown_unless_the_table_hides_it() -> None:
    html = html_at(f"{ROLLED} 0@43 1-", 0)
    assert "Your chance of a bust with 6 dice" in html
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
    odds = PRESENTER.table(at(f"{ROLLED} 0@43 1@42", player)).odds
    assert odds is not None
    assert odds.label == label


def test_no_chance_is_shown_where_no_roll_can_be_a_bust() -> None:
    assert PRESENTER.table(at("")).odds is None
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
    table = PRESENTER.table(at(BUST))
    (own,) = table.large
    assert (own.buttons, [spot.id for spot in own.lost]) == ((), ["l-42"])
    assert "You lose 1 button and are out of the round." in html_at(BUST, 0)
    for somebody in (1, None):
        assert "ada loses 1 button and is out of the round." in without_marks(
            html_at(BUST, somebody)
        )
    assert html_at(BUST, 0).count('href="#b-x"') == 1


def test_the_cross_is_gone_with_the_next_step() -> None:
    assert 'href="#b-x"' in html_at(f"{BUST} 1@42")
    assert 'href="#b-x"' not in html_at(f"{BUST} 1@42 O")


# --- Counting ----------------------------------------------------------------


def test_BT_16_the_count_says_which_colour_gave_which_star() -> None:
    counts = PRESENTER.table(at(THREE_STARS)).counts
    reasons = {count.name: [(r.words, r.colour) for r in count.reasons] for count in counts}
    assert reasons == {
        "ada": [
            ("for opting out", None),
            ("for three buttons or more on red", RED),
            ("for the red card", RED),
        ],
        "ben": [("for opting out", None)],
    }
    assert [(count.stars, count.placed) for count in counts] == [(3, False), (1, False)]
    html = re.sub(r"\s+", " ", html_at(THREE_STARS))
    for words in ("1 for opting out", "1 for three buttons or more on red", "1 for the red card"):
        assert words in html


def test_BT_16_a_colour_of_another_card_gives_one_star_and_the_own_card_two() -> None:
    reds_and_blues = [(1, 5), (2, 1), (3, 6), (1, 1), (1, 3), (4, 4)]
    hands = ((BLUE, GREEN), (RED, YELLOW))
    state = counting(reds_and_blues, [(6, 6)], hands=hands)
    ada, ben = PRESENTER.table(at("", 0, start=state)).counts
    assert [reason.words for reason in ada.reasons] == [
        "for opting out",
        "for three buttons or more on red",
        "for three buttons or more on blue",
        "for the blue card",
    ]
    assert (ada.stars, ben.stars) == (4, 1)


def test_BT_10_who_went_bust_is_not_counted() -> None:
    table = PRESENTER.table(at("11+2345 0@11 1@11 O 11+12"))
    assert [count.name for count in table.counts] == ["ben"]


def test_the_buttons_that_earn_stars_are_marked() -> None:
    (own,) = PRESENTER.table(at(THREE_STARS)).large
    assert [spot.id for spot in own.counted] == ["c-15", "c-36", "c-41"]


def test_BT_17_the_own_buttons_can_be_picked_and_none_is_suggested() -> None:
    html = html_at(THREE_STARS)
    boxes = re.findall(r'<input type="checkbox"[^>]*>', html)
    values = [re.findall(r'value="([^"]+)"', box)[0] for box in boxes]
    assert values == ["1,1", "1,3", "1,5", "3,6", "4,1"]
    assert all(' form="play"' in box and ' name="pick"' in box for box in boxes)
    assert len({re.sub(r'r\d|c\d+|\d,\d|Row[^"]+', "", box) for box in boxes}) == 1
    assert not any("checked" in box for box in boxes)
    assert 'data-pick="3"' in html


def test_when_every_button_becomes_a_star_all_are_picked_already() -> None:
    boxes = re.findall(r'<input type="checkbox"[^>]*>', html_at(TO_STARS))
    assert len(boxes) == 1
    assert "checked" in boxes[0]


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
        assert "t-pieces" in render_regions(pov, "en").text
    assert page(povs[0]).count('name="pick"') == len(CHECKERED)
    wish = "stars:" + "+".join(f"{row},{column}" for row, column in CHECKERED[:7])
    rules.check(state, 0, rules.parse_action(wish))


# --- Whole regions -----------------------------------------------------------


@pytest.mark.parametrize("player", [0, 1, None])
@pytest.mark.parametrize("moves", POSITIONS)
def test_a_push_holds_every_region_once_and_nothing_inline(moves: str, player: int | None) -> None:
    pov = at(moves, player)
    html, whole = render_regions(pov, "en").text, page(pov)
    assert re.findall(r'id="(t-[a-z]+)"[^>]*hx-swap-oob="true"', html) == REGIONS
    assert [whole.count(f'id="{region}"') for region in REGIONS] == [1] * len(REGIONS)
    assert not re.search(r'\sstyle="|\son[a-z]+="|<style', html + whole)
    ids = re.findall(r'\sid="([^"]+)"', whole)
    assert len(ids) == len(set(ids))
    assert whole.count("<h1") == 1


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("moves", POSITIONS[:-1])
def test_the_form_carries_the_players_own_decision(moves: str, player: int) -> None:
    pov = at(moves, player)
    token = pov.rules.token(pov.state, player)
    expected = "" if token is None else str(token)
    assert re.findall(r'name="token" value="(\d*)"', page(pov)) == [expected]


def test_a_new_roll_has_a_new_number_so_that_the_dice_tumble_once() -> None:
    moves = ["", ROLLED, f"{ROLLED} 1-", f"{ROLLED} 1- 0@43", f"{ROLLED} 1- 0@43 11+2345"]
    rolls = [re.findall(r'data-roll="(\d+)"', html_at(some)) for some in moves]
    assert rolls == [["0"], ["2"], ["2"], ["2"], ["5"]]


def test_the_dice_are_told_by_what_they_name() -> None:
    html = html_at(ROLLED)
    assert "White die: row 4. Gold die: column 2. Black dice: 2 3 4 4" in html
    assert "6 dice to roll" in html_at("")

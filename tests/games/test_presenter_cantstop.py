"""Where things are drawn on the board of Can't Stop, and what splits and odds are shown."""

from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from games.engine.cantstop.board import COLUMNS, LENGTHS
from games.presenters.cantstop import CantStopTable
from games.presenters.cantstop.geometry import (
    BESIDE_SIGN,
    BOARD,
    GROUND,
    HEIGHT,
    SPREAD,
    WIDTH,
    XS,
    YS,
    column_at,
)
from games.presenters.cantstop.splits import Row
from games.presenters.shared import percent
from tests.each_case import each_case
from tests.games.povs import pov_after

THREE_RUNNERS = "2456 6+11 2344 6+7"
WIN_COLUMN_12 = "6666 12+12 6666 12 S"


def ways(table: CantStopTable) -> dict[str, str]:
    return {way.action: way.words for row in table.rows for way in row.ways}


# --- Geometry ---------------------------------------------------------------


def test_column_7_stands_highest_and_in_the_middle() -> None:
    assert XS[7] == WIDTH // 2
    assert min(column.top for column in BOARD) == BOARD[5].top


@each_case("column", COLUMNS)
def test_columns_left_and_right_of_7_mirror_each_other(column: int) -> None:
    assert XS[column] + XS[14 - column] == WIDTH
    assert column_at(column).spaces == column_at(14 - column).spaces


@each_case("column", BOARD)
def test_every_space_lies_on_its_post_inside_the_board(column: Any) -> None:
    assert len(column.spaces) == LENGTHS[column.number]
    assert all(column.top < y < column.top + column.height for y in column.spaces)
    assert column.top >= 0
    assert column.spaces[-1] == column.summit


@each_case("column", BOARD)
def test_every_column_stands_on_the_ground_and_begins_beside_the_first_space_of_7(
    column: Any,
) -> None:
    assert column.top + column.height == GROUND < HEIGHT
    assert column.spaces[0] == YS[1]
    assert column.post.endswith(f"V{GROUND}z")


def test_higher_spaces_are_drawn_higher() -> None:
    assert YS[13] < YS[1]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_pieces_that_share_a_space_stand_apart_and_near_its_middle(count: int) -> None:
    offsets = SPREAD[count]
    assert len(set(offsets)) == count
    assert all(max(abs(dx), abs(dy)) <= 10 for dx, dy in offsets)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_pieces_make_room_for_a_sign_on_their_space(count: int) -> None:
    (sign, _), *offsets = BESIDE_SIGN[count]
    assert len(set(offsets)) == count
    assert all(sign < 0 < dx < XS[3] - XS[2] - 24 for dx, _dy in offsets)
    assert BESIDE_SIGN[0] == ((0, 0),)


# --- Pieces -----------------------------------------------------------------


def test_runners_stand_where_the_rules_put_them() -> None:
    table = CantStopTable(pov_after("2456 6+11"))
    assert {(piece.id, piece.x, piece.y) for piece in table.pieces} == {
        ("r6", XS[6], YS[1]),
        ("r11", XS[11], YS[1]),
    }


def test_the_runners_just_advanced_are_marked() -> None:
    table = CantStopTable(pov_after("2456 6+11 1133 2+6"))
    assert {piece.id: piece.moved for piece in table.pieces} == {
        "r2": True,
        "r6": True,
        "r11": False,
    }


def test_a_runner_and_a_marker_on_one_space_are_small_and_side_by_side() -> None:
    table = CantStopTable(pov_after("2456 6+11 S 2456 6+11"))
    shared = [piece for piece in table.pieces if piece.id in {"r6", "0-6"}]
    assert [piece.drawing for piece in shared] == ["b0-2", "r1-2"]
    assert shared[0].x != shared[1].x
    assert shared[0].y == shared[1].y


def test_a_marker_keeps_its_name_when_it_moves_so_that_it_can_glide() -> None:
    first = CantStopTable(pov_after("1133 2+6 S")).pieces
    later = CantStopTable(pov_after("1133 2+6 S 1144 5+5 S 1133 2+6 S")).pieces
    assert {piece.id for piece in first} <= {piece.id for piece in later}


def test_a_claimed_column_is_drawn_as_the_owners_and_holds_no_pieces() -> None:
    table = CantStopTable(pov_after(WIN_COLUMN_12))
    (claim,) = table.claims
    assert (claim.column.number, claim.player, claim.won) == (12, 0, False)
    assert claim.column.summit == YS[3]
    assert table.pieces == []


def test_runners_have_the_shape_of_the_player_and_lie_above_markers() -> None:
    table = CantStopTable(pov_after("1133 2+6 S 2345 5+9"))
    assert [piece.drawing for piece in table.pieces] == ["b0", "b0", "r1", "r1"]
    assert table.climber == 1


def test_three_markers_on_one_space_are_smaller_and_form_a_triangle() -> None:
    table = CantStopTable(pov_after("1133 2+6 S " * 3, size=3))
    shared = [piece for piece in table.pieces if piece.id.endswith("-6")]
    assert [piece.drawing for piece in shared] == ["b0-3", "b1-3", "b2-3"]
    assert len({(piece.x, piece.y) for piece in shared}) == 3


def test_a_trail_leads_from_the_marker_to_the_runner() -> None:
    table = CantStopTable(pov_after("1133 2+6 S 1111 2+2 S 1133 2+6"))
    assert {(trail.x, trail.y, trail.end) for trail in table.trails} == {
        (XS[2], YS[1], YS[2]),
        (XS[6], YS[1], YS[2]),
    }


def test_a_trail_begins_at_the_ground_where_there_is_no_marker() -> None:
    (trail,) = CantStopTable(pov_after("2345 7+7")).trails
    assert YS[1] < trail.y < GROUND
    assert trail.end == YS[2]


def test_a_bust_shows_where_the_runners_stood_and_what_each_has_lost() -> None:
    table = CantStopTable(pov_after(THREE_RUNNERS + " 1122"))
    assert {(spot.x, spot.y, spot.steps, spot.end) for spot in table.lost} == {
        (XS[column], YS[space], space, GROUND) for column, space in ((6, 2), (7, 1), (11, 1))
    }
    assert table.climber == 0
    assert table.pieces == []


def test_what_a_bust_has_taken_falls_back_to_the_marker() -> None:
    moves = "2345 7+7 S 2345 6+8 S 3344 7+7 3344 7+7 1166 2+12 3335"
    lost = {spot.column: spot for spot in CantStopTable(pov_after(moves)).lost}
    (seven, two) = lost[7], lost[2]
    assert (seven.steps, seven.end, seven.fall) == (4, YS[2], YS[2] - YS[6])
    assert seven.path
    assert not two.path, "there is no room between a first space and the ground"


def test_a_bust_frames_the_sums_of_its_dice() -> None:
    table = CantStopTable(pov_after(THREE_RUNNERS + " 1122"))
    assert table.rolled_sums == [XS[2], XS[3], XS[4]]
    assert CantStopTable(pov_after(THREE_RUNNERS)).rolled_sums == []


def test_every_choice_is_previewed_where_it_leads_with_its_letter() -> None:
    table = CantStopTable(pov_after("2345"))
    assert {(spot.letter, spot.way, spot.x, spot.y) for spot in table.previews} == {
        ("A", 1, XS[5], YS[1]),
        ("A", 1, XS[9], YS[1]),
        ("B", 2, XS[6], YS[1]),
        ("B", 2, XS[8], YS[1]),
        ("C", 3, XS[7], YS[2]),
    }


def test_a_preview_shows_the_way_up_from_the_runner_the_marker_or_the_ground() -> None:
    table = CantStopTable(pov_after("1133 2+6 S 1144 5+5 S 1133 2+6 1155"))
    starts = {(spot.column, spot.start) for spot in table.previews}
    assert starts == {(2, YS[2]), (10, GROUND), (6, YS[2])}


def test_a_marker_makes_room_for_the_letter_of_a_choice_that_leads_to_it() -> None:
    table = CantStopTable(pov_after("1133 2+6 S 1133", player=1))
    (marker,) = (piece for piece in table.pieces if piece.id == "0-2")
    (spot,) = (spot for spot in table.previews if spot.column == 2)
    assert spot.x < XS[2] < marker.x
    assert marker.drawing == "b0-3"
    watching = CantStopTable(pov_after("1133 2+6 S 1133", player=0))
    assert [piece.x for piece in watching.pieces if piece.id == "0-2"] == [XS[2]]


# --- Splits in words --------------------------------------------------------


def test_a_double_and_new_runners_in_words() -> None:
    assert ways(CantStopTable(pov_after("2345"))) == {
        "split:5+9": "5 and 9: new runner",
        "split:6+8": "6 and 8: new runner",
        "split:7+7": "7: new runner, two steps",
    }


def test_the_last_runner_goes_to_one_of_two_columns_and_the_other_sum_is_lost() -> None:
    table = CantStopTable(pov_after("1133 2+6 2345"))
    row = table.rows[0]
    assert [(way.action, way.words, way.lost) for way in row.ways] == [
        ("split:5", "5: last runner", "9: no runner left"),
        ("split:9", "9: last runner", "5: no runner left"),
    ]
    assert [(way.uses_first, way.uses_second) for way in row.ways] == [(True, False), (False, True)]


def sums(row: Row) -> tuple[int, int]:
    return row.first.sum, row.second.sum


def test_a_pairing_that_cannot_be_used_says_why() -> None:
    table = CantStopTable(pov_after(THREE_RUNNERS + " 1166"))
    dead = [(sums(row), row.words) for row in table.rows if not row.ways]
    assert dead == [((2, 12), "2 and 12: no runner left")]


def test_the_top_and_a_claimed_column_in_words() -> None:
    table = CantStopTable(pov_after(WIN_COLUMN_12 + " 1111 2+2 6611"))
    rows = {sums(row): row for row in table.rows}
    (way,) = rows[12, 2].ways
    assert (way.words, way.lost) == ("2: to the top", "12: claimed")


def test_a_column_whose_top_is_reached_in_words() -> None:
    table = CantStopTable(pov_after("6666 12+12 6666 12 6611"))
    (way,) = {sums(row): row for row in table.rows}[12, 2].ways
    assert (way.words, way.lost) == ("2: new runner", "12: already at the top")


def test_a_jump_says_where_it_lands() -> None:
    moves = "1133 2+6 S 1133"
    table = CantStopTable(pov_after(moves, variant={"meeting": "jump"}))
    assert ways(table)["split:2+6"] == "2 and 6: jump to space 2"


def test_splits_are_numbered_from_one_in_order() -> None:
    table = CantStopTable(pov_after("1133 2+6 2345"))
    numbers = [way.number for row in table.rows for way in row.ways]
    assert numbers == list(range(1, len(numbers) + 1))


# --- Odds -------------------------------------------------------------------


def test_the_odds_are_those_of_the_runners_exactly() -> None:
    odds = CantStopTable(pov_after("3344 6+8 3344 7+7")).odds
    assert odds is not None
    assert (odds.hint, odds.percent) == ("104 of 1296 rolls", "8.0%")
    assert odds.label == "Chance of a bust with 6, 7 and 8"


def test_no_odds_are_shown_where_no_roll_can_be_a_bust() -> None:
    assert CantStopTable(pov_after("")).odds is None


def _risks(table: CantStopTable) -> dict[str, str]:
    return {way.action: way.risk.percent if way.risk else "" for way in table.ways}


def test_a_split_shows_the_odds_after_it() -> None:
    table = CantStopTable(pov_after("3344 6+8 3344"))
    assert _risks(table) == {
        "split:6+8": "",  # the third runner is free, so no roll can be a bust
        "split:7+7": "8.0%",
    }


def test_a_split_after_which_stopping_wins_shows_what_a_roll_would_risk() -> None:
    ben = "3344 7+7 S"
    moves = f"{WIN_COLUMN_12} {ben} 1111 2+2 1111 2 S {ben} 1122 3+3 1122 3+3 3344 6+8 1234"
    for columns_to_win, wins in ((3, True), (4, False)):
        table = CantStopTable(pov_after(moves, variant={"columns_to_win": columns_to_win}))
        assert [way.wins for way in table.ways] == [wins, False]
        assert _risks(table) == {"split:3": "17.6%", "split:6": "14.7%"}


def test_a_table_without_odds_shows_none() -> None:
    deciding = CantStopTable(pov_after("3344 6+8", show_odds=False))
    choosing = CantStopTable(pov_after("3344", show_odds=False))
    assert deciding.odds is None
    assert set(_risks(choosing).values()) == {""}


def test_a_percentage_is_written_as_the_reader_writes_it() -> None:
    with translation.override("de"):
        assert percent(Fraction(1, 8)).startswith("12,5")


# --- What one may do --------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "player", "roll", "stop"),
    [
        ("", 0, True, False),
        ("2345", 0, False, False),
        ("2345 7+7", 0, True, True),
        ("2345 7+7", 1, False, False),
        ("2345 7+7", None, False, False),
    ],
)
def test_roll_and_stop_are_offered_when_the_rules_allow_them(
    moves: str, player: int | None, roll: bool, stop: bool
) -> None:
    table = CantStopTable(pov_after(moves, player=player))
    assert (table.can_roll, table.can_stop) == (roll, stop)


def test_nothing_is_offered_in_a_position_of_the_past() -> None:
    pov = pov_after("2345 7+7")
    past = type(pov)(pov.game, pov.seats, pov.log, 0, pov.player)
    assert not CantStopTable(past).can_roll


def test_why_one_may_not_stop_before_all_runners_are_placed() -> None:
    table = CantStopTable(pov_after("2345 7+7", variant={"stop_early": False}))
    assert not table.can_stop
    assert table.why_no_stop == "You can stop once all three runners are out."


def test_why_one_may_not_stop_beside_the_marker_of_another() -> None:
    moves = "2345 7+7 S 2345 7+7"
    table = CantStopTable(pov_after(moves, player=1, variant={"meeting": "must-roll"}))
    assert not table.can_stop
    assert table.why_no_stop == "A runner is on another player's space: roll again."


def test_gains_count_from_the_marker_and_to_the_top() -> None:
    gains = CantStopTable(pov_after("1133 2+6 S 1144 5+5 S 1133 2+6")).gains
    assert [(gain.column, gain.steps, gain.to_go) for gain in gains] == [(2, 1, 1), (6, 1, 9)]

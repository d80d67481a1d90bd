"""What is said about a game of Buttons, to those who act, to the others and to spectators."""

from dataclasses import replace

import pytest

from games.engine.core import Outcome
from games.models import Game
from games.presenters.buttons import PRESENTER, ButtonsTable
from tests.each_case import each_case
from tests.engine.buttons_positions import counting
from tests.games.povs import pov_after

ROLLED = "42+2344"
TO_STARS = "11+2345 0@11 1@11 O O"
TWO_BUSTS = "11+2345 0@11 1@11 11+1122 11+12"
THREE_STARS = "11+2345 0@11 1@11 O 13+22 0@13 15+22 0@15 36+22 0@36 41+22 0@41 O"
ROUND_2 = f"{THREE_STARS} 1*11 0*11+13+15"
LINE = f"{ROUND_2} 23+1456 1@23 0@23 12+3456 0@12 1- O 14+22 0@14 32+11 0@32 O 0*12+14+23 1*23"
FOUR_COLUMNS = "columns 2 (gold), 2, 3, 4 and 4"


def told(moves: str, player: int | None, size: int = 2, seq: int | None = None) -> str:
    """Return everything that is said of what happened last, seen and heard."""
    pov = pov_after(moves, kind="buttons", player=player, size=size, seq=seq)
    table = ButtonsTable(pov)
    return table.told


@pytest.mark.parametrize(
    ("moves", "actor", "own", "others"),
    [
        pytest.param("", 0, "Round 1: you hold the red card and begin.",
                     "Round 1: ada holds the red card and begins.", id="BT-4"),
        pytest.param(ROLLED, 0, f"You rolled row 4, {FOUR_COLUMNS}.",
                     f"ada rolled row 4, {FOUR_COLUMNS}.", id="BT-7"),
        pytest.param(f"{ROLLED} 0@43", 0, "You place a button on (4,3).",
                     "ada places a button on (4,3).", id="BT-7 placed"),
        pytest.param(f"{ROLLED} 1@42", 1, "You place a button on (4,2).",
                     "ben places a button on (4,2).", id="BT-8 placed"),
        pytest.param(f"{ROLLED} 1-", 1, "You decline.", "ben declines.", id="BT-8 declined"),
        pytest.param("11+2345 0@11 1@11 O", 1, "You opt out with 1 button.",
                     "ben opts out with 1 button.", id="BT-11"),
        pytest.param("11+2345 0@11 1- 33+1245 1@33 0@33 O", 0, "You opt out with 2 buttons.",
                     "ada opts out with 2 buttons.", id="BT-11 more"),
        pytest.param("42+2344 0@42 1- 66+1235 1@66 0- 42+2233", 0, "Bust! You rolled row 4,",
                     "Bust! ada rolled row 4,", id="BT-10"),
        pytest.param("42+2344 0@42 1@42 42+1356", 0, "You can't use it.",
                     "ada can't use it.", id="BT-12"),
        pytest.param(f"{TO_STARS} 1*11", 1, "You place 1 star: (1,1).",
                     "ben places 1 star: (1,1).", id="BT-17"),
        pytest.param(f"{THREE_STARS} 0*11+13+15", 0, "You place 3 stars: (1,1), (1,3) and (1,5).",
                     "ada places 3 stars: (1,1), (1,3) and (1,5).", id="BT-17 more"),
        pytest.param(ROUND_2, 1, "Round 2: you hold the red card and begin.",
                     "Round 2: ben holds the red card and begins.", id="BT-20"),
        pytest.param(f"{ROLLED} R1", 1, "You resigned.", "ben resigned.", id="BT-L1"),
        pytest.param(f"{ROLLED} T1", 1, "Your time ran out.", "ben ran out of time.", id="BT-L1 t"),
    ],
)  # fmt: skip
def test_every_event_is_told_to_its_actor_to_the_others_and_to_spectators(
    moves: str, actor: int, own: str, others: str
) -> None:
    assert own in told(moves, actor)
    for somebody in (1 - actor, None):
        assert others in told(moves, somebody)
        assert own not in told(moves, somebody)


def test_BT_13_all_decisions_on_a_roll_are_told_together_with_it() -> None:
    said = told(f"{ROLLED} 2- 0@43 1@42", None, size=3)
    assert said.index("ada rolled") < said.index("cleo declines.")
    assert said.index("cleo declines.") < said.index("ada places") < said.index("ben places")


def test_several_who_cannot_use_a_roll_are_listed() -> None:
    said = told("42+2344 0@42 1@42 2- 42+1356 1@45 2@42 42+1356", 2, size=3)
    assert "ada and ben can't use it." in said


@pytest.mark.parametrize("player", [0, 1, None])
def test_BT_15_the_end_of_a_round_is_told(player: int | None) -> None:
    assert "Everyone is out. Stars are counted." in told(TO_STARS, player)
    assert "Everyone is out" not in told(f"{TO_STARS} 1*11", player)


def test_a_round_in_which_everybody_busts_earns_nobody_a_star() -> None:
    said = told(TWO_BUSTS, None)
    assert "Bust! ada rolled" in said
    assert "No one earns stars. Round 2: ben holds the red card and begins." in said
    assert "Round 2: you hold the red card and begin." in told(TWO_BUSTS, 1)


def test_BT_L5_the_round_is_begun_by_the_next_player_when_red_is_held_by_somebody_gone() -> None:
    moves = "R1 11+2345 0@11 2@11 O O 0*11 2*11"
    assert ButtonsTable(pov_after(moves, kind="buttons", size=3)).prompt == "cleo rolls next."


@pytest.mark.parametrize("player", [0, 2, None])
def test_BT_L5_nobody_is_said_to_hold_a_card_that_they_do_not_hold(player: int | None) -> None:
    said = told("R1 11+2345 0@11 2@11 O O 0*11 2*11", player, size=3)
    assert "Round 2" in said
    assert "cleo holds the red card" not in said
    assert "you hold the red card" not in said


def test_the_game_begins_before_the_deal() -> None:
    assert told("", 0, seq=0).strip() == "The game begins."


def test_a_name_is_never_taken_for_a_place_in_a_sentence() -> None:
    pov = pov_after(f"{ROLLED} 0@43", kind="buttons", player=1)
    user = pov.seats[0].user
    assert user is not None
    user.username = "a%s(x)"
    assert "a%s(x) rolled row 4" in ButtonsTable(pov).status


# --- Prompt and title --------------------------------------------------------


@each_case(
    ("moves", "player", "prompt"),
    [
        ("", 0, "Your turn: roll the dice."),
        ("", 1, "ada rolls next."),
        ("", None, "ada rolls next."),
        (ROLLED, 0, "Place a button in row 4."),
        (ROLLED, 1, "Use this roll too?"),
        (ROLLED, None, "Still deciding: ada and ben."),
        (f"{ROLLED} 0@43", 0, "Still deciding: ben."),
        (f"{ROLLED} 0@43 1@42", 1, "Your turn: roll or opt out."),
        (f"{ROLLED} 0@43 1@42", 0, "ben decides: roll or opt out."),
        (TO_STARS, 0, "Place 1 star."),
        (THREE_STARS, 0, "Place 3 stars."),
        (f"{TO_STARS} 0*11", 0, "Still placing stars: ben."),
        (TO_STARS, None, "Still placing stars: ada and ben."),
        (f"{ROLLED} R0", 1, ""),
    ],
)
def test_the_prompt_says_who_is_to_do_what(moves: str, player: int | None, prompt: str) -> None:
    assert ButtonsTable(pov_after(moves, kind="buttons", player=player)).prompt == prompt


def test_the_title_calls_everybody_who_has_to_decide() -> None:
    titles = [
        ButtonsTable(pov_after(f"{ROLLED} 1-", kind="buttons", player=player, size=3)).title
        for player in (0, 1, 2, None)
    ]
    names = "ada – ben – cleo · Buttons"
    assert titles == ["Your turn · Buttons", names, "Your turn · Buttons", names]


# --- The end -----------------------------------------------------------------


LINE_WON = "5 stars in a line, in row 1."


@pytest.mark.parametrize(
    ("moves", "winner", "how", "told_the_loser"),
    [
        (LINE, 0, LINE_WON, LINE_WON),
        ("R0", 1, "ada resigned.", "You resigned."),
        (f"{ROLLED} T1", 0, "ben ran out of time.", "Your time ran out."),
    ],
)
def test_the_end_says_who_won_and_how(
    moves: str, winner: int, how: str, told_the_loser: str
) -> None:
    tables = [
        ButtonsTable(pov_after(moves, kind="buttons", player=player))
        for player in (winner, 1 - winner, None)
    ]
    name = ("ada", "ben")[winner]
    won = f"{name} won"
    assert [table.winners for table in tables] == ["You won!", won, won]
    assert [table.termination for table in tables] == [how, told_the_loser, how]


def test_BT_18_twelve_stars_are_told_as_such() -> None:
    spread = [(row, column) for row in range(1, 7) for column in (row % 2 + 1, row % 2 + 4)]
    state = counting([(1, 1)], stars=[[cell for cell in spread if cell != (1, 2)]])
    table = ButtonsTable(pov_after("0*11", kind="buttons", start=state))
    assert (table.winners, table.termination) == (
        "You won!",
        "12 stars: twelve or more win.",
    )


@pytest.mark.parametrize("player", [0, 1, None])
def test_BT_19_a_shared_win_names_everybody_who_shares_it(player: int | None) -> None:
    row = [[(1, column) for column in range(1, 5)], [(2, column) for column in range(1, 5)]]
    state = counting([(1, 5)], [(2, 5)], stars=row)
    pov = pov_after("1*25 0*15", kind="buttons", player=player, start=state)
    assert pov.outcome == Outcome((0, 1), "line")
    table = ButtonsTable(pov)
    assert table.winners == "ada and ben share the win"
    assert table.termination == "Five stars or more in a line."


# --- Log and options ---------------------------------------------------------


def test_the_log_groups_events_by_turn_and_decisions_by_roll() -> None:
    pov = pov_after(f"{ROLLED} 1- 0@43 11+2345 1@12 0@11", kind="buttons")
    deal, first, second = PRESENTER.turns(pov.log, pov.seq)
    assert (deal.kind, deal.number, deal.player, deal.first) == ("deal", None, None, 1)
    assert [(turn.number, turn.player, turn.first) for turn in (first, second)] == [
        (1, 0, 2),
        (2, 1, 5),
    ]
    parts = [[(p.seq, p.player, p.kind, p.text) for p in step.parts] for step in first.steps]
    assert parts == [
        [(2, 0, "roll", "4 × 2·2·3·4·4")],
        [(3, 1, "decline", ""), (4, 0, "place", "(4,3)")],
    ]


def test_the_log_has_the_stars_of_a_round_in_a_line_of_their_own() -> None:
    pov = pov_after(f"{ROUND_2} 23+1456", kind="buttons")
    stars = next(turn for turn in PRESENTER.turns(pov.log, pov.seq) if turn.kind == "stars")
    assert (stars.number, stars.player, stars.round) == (None, None, 1)
    ((step),) = stars.steps
    assert [(part.player, part.text) for part in step.parts] == [
        (1, "★ (1,1)"),
        (0, "★ (1,1) (1,3) (1,5)"),
    ]
    assert PRESENTER.turns(pov.log, pov.seq)[-1].round == 2


def test_the_log_marks_busts_and_who_left() -> None:
    pov = pov_after("42+2344 0@42 1@42 2- 42+2222 2@42 R0", kind="buttons", size=3)
    parts = [
        part
        for turn in PRESENTER.turns(pov.log, pov.seq)
        for step in turn.steps
        for part in step.parts
    ]
    assert [part.seq for part in parts if part.bust] == [6]
    assert [(part.player, part.kind) for part in parts][-1] == (0, "left")


@pytest.mark.parametrize("most", [1, 2, 3, 50])
def test_the_log_can_be_cut_to_the_last_turns(most: int) -> None:
    pov = pov_after(LINE, kind="buttons")
    assert PRESENTER.turns(pov.log, pov.seq, most) == PRESENTER.turns(pov.log, pov.seq)[-most:]


def test_the_options_of_a_table_are_a_sentence() -> None:
    assert PRESENTER.options(Game(kind="buttons", size=2, variant={})) == [
        "Layouts are dealt at random."
    ]
    chosen = Game(kind="buttons", size=3, variant={"layouts": ["2B", "1A", "4A"]})
    assert PRESENTER.options(chosen) == ["Layouts: 2B, 1A, 4A."]


def test_a_layout_is_told_to_those_who_cannot_see_it() -> None:
    pov = replace(pov_after(f"{ROUND_2} 23+1456 1@23", kind="buttons"), player=None)
    ada, ben = ButtonsTable(pov).large
    assert ada.words == "Layout of ada. Buttons: none. Stars: (1,1), (1,3) and (1,5)."
    assert ben.words == "Layout of ben. Buttons: (2,3). Stars: (1,1)."

"""What is said about a game of Can't Stop: sentences, log, seats, options, names."""

from typing import cast

import pytest

from games.models import Game, Seat
from games.presenters import presenter
from games.presenters.cantstop import PRESENTER, CantStopScore, CantStopTable, Step
from games.presenters.names import bot_name, listed, seat_name
from tests.each_case import each_case
from tests.games.povs import pov_after

THREE_RUNNERS = "2456 6+11 2344 6+7"
WIN_COLUMN_12 = "6666 12+12 6666 12 S"
A_TURN_OF_BEN = "1111 2+2 S"


# --- Sentences --------------------------------------------------------------


@each_case(
    ("moves", "mine", "others"),
    [
        ("", "The game begins.", "The game begins."),
        ("2345", "You rolled 2, 3, 4, 5.", "ada rolled 2, 3, 4, 5."),
        ("2345 5+9", "You advance in 5 and 9.", "ada advances in 5 and 9."),
        ("2345 7+7", "You advance two steps in 7.", "ada advances two steps in 7."),
        (
            "6666 12+12 6666 12",
            "You advance in 12, up to the top.",
            "ada advances in 12, up to the top.",
        ),
        ("2345 7+7 S", "You stop.", "ada stops."),
        (WIN_COLUMN_12, "You stop and claim 12.", "ada stops and claims 12."),
        (
            THREE_RUNNERS + " 1122",
            "Bust! You rolled 1, 1, 2, 2.",
            "Bust! ada rolled 1, 1, 2, 2.",
        ),
        ("R0", "You resigned.", "ada resigned."),
    ],
)
def test_every_event_is_one_sentence(moves: str, mine: str, others: str) -> None:
    assert CantStopTable(pov_after(moves)).status == mine
    assert CantStopTable(pov_after(moves, player=1)).status == others


def test_a_name_is_never_taken_for_a_place_in_a_sentence() -> None:
    pov = pov_after("2345", player=1)
    user = pov.seats[0].user
    assert user is not None
    user.username = "a{dice}%s"
    assert CantStopTable(pov).status == "a{dice}%s rolled 2, 3, 4, 5."


@each_case(
    ("moves", "player", "prompt"),
    [
        ("", 0, "Your turn: roll the dice."),
        ("2345", 0, "Pair your dice."),
        ("2345 7+7", 0, "Roll again or stop?"),
        ("", 1, "ada rolls next."),
        ("2345", None, "ada is choosing a pair."),
        ("2345 7+7", 1, "ada: roll again or stop?"),
        ("R0", 0, ""),
    ],
)
def test_the_prompt_says_who_is_to_do_what(moves: str, player: int | None, prompt: str) -> None:
    assert CantStopTable(pov_after(moves, player=player)).prompt == prompt


def test_the_title_says_when_it_is_ones_turn() -> None:
    assert CantStopTable(pov_after("")).title == "Your turn · Can't Stop"
    assert CantStopTable(pov_after("", player=1)).title == "ada – ben · Can't Stop"


def test_the_end_says_who_won_and_how() -> None:
    moves = f"{WIN_COLUMN_12} {A_TURN_OF_BEN} 1111 2+2 1111 2 S 1122 3+3 S 3333 6+6 "
    table = CantStopTable(pov_after(moves + "5566 11+11 5566 11+11 5566 11 S"))
    assert table.winners == "You won!"
    assert table.termination == "You claimed columns 2, 11 and 12."


def test_the_last_player_left_has_won() -> None:
    table = CantStopTable(pov_after("R0", player=None))
    assert (table.winners, table.termination) == (
        "ben won",
        "ada resigned.",
    )
    table = CantStopTable(pov_after("R0 R2", player=None, size=3))
    assert (table.winners, table.termination) == ("ben won", "Everyone else left the game.")


def test_a_win_by_the_clock_says_whose_ran_out() -> None:
    table = CantStopTable(pov_after("T0", player=None))
    assert (table.winners, table.termination) == ("ben won", "ada ran out of time.")


@pytest.mark.parametrize("moves", ["T0 T2", "R0 T2"])
def test_a_win_of_several_by_the_clock_is_called_a_win_on_time(moves: str) -> None:
    table = CantStopTable(pov_after(moves, player=None, size=3))
    assert (table.winners, table.termination) == ("ben won", "ben won on time.")


def test_the_headline_of_a_game_of_two_has_its_score() -> None:
    moves = f"{WIN_COLUMN_12} {A_TURN_OF_BEN} 1111 2+2 1111 2 S 1122 3+3 S 3333 6+6 "
    moves += "5566 11+11 5566 11+11 5566 11 S"
    told = [CantStopTable(pov_after(moves, player=player)).headline for player in (0, 1, None)]
    assert told == ["You won 3–0", "ada won 3–0", "ada won 3–0"]
    assert CantStopTable(pov_after("R0", player=1)).headline == "You won!"


def test_the_board_is_told_to_those_who_cannot_see_it() -> None:
    table = CantStopTable(pov_after(f"{WIN_COLUMN_12} 1133 2+6"))
    assert table.board_words == ("Runners: 2 at 1, 6 at 1. ada: none. ada owns 12. ben: none.")


# --- Log, seats, options ----------------------------------------------------


def test_the_log_groups_events_by_turn() -> None:
    pov = pov_after("2345 7+7 S 2345 5+9")
    first, second = PRESENTER.turns(pov.log, pov.seq)
    assert (first.number, first.player, first.first) == (1, 0, 1)
    assert [(step.seq, step.kind, step.text) for step in first.steps] == [
        (1, "roll", "2·3·4·5"),
        (2, "split", "7+7"),
        (3, "stop", "stopped"),
    ]
    assert (second.number, second.player) == (2, 1)


def test_the_log_marks_busts_claims_and_who_left() -> None:
    pov = pov_after(f"{WIN_COLUMN_12} R1 {THREE_RUNNERS} 1122", size=3)
    steps = [step for turn in PRESENTER.turns(pov.log, pov.seq) for step in turn.steps]
    stop = next(step for step in steps if step.kind == "stop")
    assert cast("Step", stop).claimed == (12,)
    assert next(step.player for step in steps if step.kind == "left") == 1
    assert steps[-1].bust


def test_the_log_can_be_cut_to_the_last_turns() -> None:
    pov = pov_after("1122 3+3 S 1122 3+3 S 1122 3+3 S")
    assert [turn.number for turn in PRESENTER.turns(pov.log, pov.seq, most=2)] == [2, 3]


def test_a_seat_shows_its_columns_and_whose_turn_it_is() -> None:
    ada, ben = CantStopTable(pov_after(WIN_COLUMN_12)).seats
    assert ada.score == CantStopScore(
        words="1 column, 3 spaces", claimed=(12,), goal=(True, False, False)
    )
    assert ben.score == CantStopScore(words="0 spaces", claimed=(), goal=(False,) * 3)
    assert (ada.turn, ada.you, ben.turn, ben.you) == (False, True, True, False)
    assert CantStopTable(pov_after(WIN_COLUMN_12)).score(0) == ada.score


def test_every_option_of_a_table_is_a_sentence() -> None:
    game = Game(
        kind="cantstop",
        size=2,
        variant={"columns_to_win": 5, "meeting": "jump", "stop_early": False},
    )
    assert PRESENTER.options(game) == [
        "The first to claim 5 columns wins.",
        "Runners jump over other players' markers.",
        "You can only stop once all three runners are out.",
    ]


# --- Names ------------------------------------------------------------------


def test_bots_have_names_for_people_and_a_sentence() -> None:
    game = Game(kind="cantstop", size=2, variant={})
    assert seat_name(Seat(game=game, player=0, bot="rule-of-28")) == "Rule of 28"
    assert bot_name("cantstop", "gone") == "gone"
    assert all(bot.sentence for bot in presenter("cantstop").BOTS.values())


def test_a_seat_whose_account_is_gone_has_no_name() -> None:
    assert seat_name(Seat(game=Game(kind="cantstop"), player=0)) == "deleted player"


def test_lists_are_written_as_people_write_them() -> None:
    assert [listed(range(n)) for n in range(4)] == ["", "0", "0 and 1", "0, 1 and 2"]

"""Time controls in words."""

from games.engine.time_control import Live, TimeControl, TurnByTurn
from games.presenters import presenter, table_context
from games.presenters.table import Table
from games.presenters.time_control_words import time_control_short, time_control_words
from tests.each_case import each_case
from tests.games.povs import pov_after


@each_case(
    ("control", "words"),
    [
        (Live(180, 15), "Live: 3 minutes, plus 15 seconds a move"),
        (Live(60, 60), "Live: 1 minute, plus 1 minute a move"),
        (Live(90, 5), "Live: 1 minute and 30 seconds, plus 5 seconds a move"),
        (Live(0, 30), "Live: 30 seconds a move"),
        (TurnByTurn(1), "1 day for each turn"),
        (TurnByTurn(3, weekends_off=True), "3 days for each turn, weekends off"),
        (TurnByTurn(1, weekends_off=True), "1 day for each turn, weekends off"),
        (None, ""),
    ],
)
def test_a_time_control_is_said_in_words(control: TimeControl | None, words: str) -> None:
    assert time_control_words(control) == words


def test_a_table_lists_its_time_control_after_the_options_of_its_kind() -> None:
    pov = pov_after("", time_control=TurnByTurn(7).to_json())
    table: Table = table_context(pov)["t"]
    options = presenter("cantstop").options(pov.game)
    assert table.options == [*options, "7 days for each turn."]


def test_a_table_without_a_time_control_lists_the_options_of_its_kind_alone() -> None:
    pov = pov_after("")
    table: Table = table_context(pov)["t"]
    assert table.options == presenter("cantstop").options(pov.game)


@each_case(
    ("control", "words"),
    [
        (Live(180, 15), "3 min + 15 s"),
        (Live(90, 5), "1 min 30 s + 5 s"),
        (Live(0, 30), "30 s"),
        (TurnByTurn(1), "1 day a turn"),
        (TurnByTurn(3, weekends_off=True), "3 days a turn, weekends off"),
        (None, ""),
    ],
)
def test_lists_say_a_time_control_in_a_few_words(control: TimeControl | None, words: str) -> None:
    assert time_control_short(control) == words

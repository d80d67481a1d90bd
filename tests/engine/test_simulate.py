"""Simulated games, and the command that plays them."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.cantstop.bots import BOTS
from games.engine.records.json_record import events_from_record
from games.engine.registry import KINDS
from games.engine.replay import fold
from tests.each_case import each_case
from tests.engine.positions import STANDARD
from tests.engine.test_record import schema_of
from tools.management.commands.simulate import Command
from tools.simulate import simulate

TWO = [BOTS["rule-of-28"], BOTS["random"]]


def run(*arguments: str) -> str:
    """Return what `manage.py simulate` prints."""
    out = StringIO()
    call_command(Command(), *arguments, stdout=out)
    return out.getvalue()


def test_the_same_seed_simulates_the_same_games() -> None:
    first = list(simulate(STANDARD, TWO, games=5, seed=7))
    assert list(simulate(STANDARD, TWO, games=5, seed=7)) == first
    assert [game.events for game in simulate(STANDARD, TWO, games=5, seed=8)] != [
        game.events for game in first
    ]
    assert len({game.events for game in first}) == 5


def test_a_game_does_not_depend_on_how_many_are_simulated() -> None:
    assert (
        list(simulate(STANDARD, TWO, games=2, seed=7))
        == list(simulate(STANDARD, TWO, games=5, seed=7))[:2]
    )


def test_bots_take_turns_in_beginning() -> None:
    games = list(simulate(STANDARD, TWO, games=4, seed=7))
    assert [game.number for game in games] == [1, 2, 3, 4]
    assert [game.seats for game in games] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert all(game.winners == (game.seats[game.outcome.winners[0]],) for game in games)


def test_the_command_prints_speed_and_wins() -> None:
    out = run("cantstop", "--bots", "rule-of-28,random", "--games", "10", "--seed", "7")
    assert re.search(r"10 games in \d+\.\d\d s: \d+ games/s", out)
    wins = [int(number) for number in re.findall(r"(\d+) wins", out)]
    assert sum(wins) == 10
    assert wins[0] > wins[1]
    assert out.index("1. rule-of-28") < out.index("2. random")


def means(out: str) -> dict[str, float]:
    """Return what the command printed of the mean length of a game."""
    (line,) = re.findall(r"^mean length: (.+)$", out, flags=re.MULTILINE)
    return {what: float(mean) for mean, what in (part.split() for part in line.split(", "))}


def test_the_command_prints_the_mean_length_of_the_games() -> None:
    games = list(simulate(STANDARD, TWO, games=10, seed=7))
    ends = [fold(STANDARD, game.events) for game in games]
    assert means(
        run("cantstop", "--bots", "rule-of-28,random", "--games", "10", "--seed", "7")
    ) == {
        "events": pytest.approx(sum(len(game.events) for game in games) / 10),
        "turns": pytest.approx(sum(sum(end.turns) for end in ends) / 10),
    }


def test_a_game_of_buttons_has_about_five_rounds() -> None:
    out = run("buttons", "--players", "3", "--bots", "careful,greedy,careful", "--games", "20")
    length = means(out)
    assert list(length) == ["events", "turns", "rounds"]
    assert 4 < length["rounds"] < 6.5


def test_an_option_may_be_a_list(tmp_path: Path) -> None:
    chosen = ("--option", 'layouts=["1A","2B"]', "--records", str(tmp_path))
    run("buttons", "--bots", "random,random", "--games", "1", *chosen)
    (path,) = tmp_path.iterdir()
    data = json.loads(path.read_text(encoding="utf-8"))
    schema_of("buttons").validate(data)
    assert data["variant"] == {"layouts": ["1A", "2B"]}
    assert data["events"][0]["layouts"] == ["1A", "2B"]


def test_the_command_writes_a_record_for_each_game(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    run(
        *("cantstop", "--players", "3", "--bots", "bold,cautious,bold", "--games", "4"),
        *("--seed", "7", "--records", str(folder), "--option", "columns_to_win=4"),
        *("--option", "meeting=must-roll", "--option", "stop_early=false"),
    )
    paths = sorted(folder.iterdir())
    assert [path.name for path in paths] == [f"cantstop-{n:06}.json" for n in range(1, 5)]
    for path in paths:
        data = json.loads(path.read_text(encoding="utf-8"))
        schema_of("cantstop").validate(data)
        rules = KINDS["cantstop"].make_rules(3, data["variant"])
        assert rules.variant.to_json() == {
            "columns_to_win": 4,
            "meeting": "must-roll",
            "stop_early": False,
        }
        assert events_from_record(rules, data)
        assert data["outcome"]["termination"] == "columns"
        assert sorted(player["bot"] for player in data["players"]) == ["bold", "bold", "cautious"]


def test_the_command_writes_the_same_records_again(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        run(
            *("cantstop", "--bots", "random,random", "--games", "2"),
            *("--records", str(tmp_path / folder)),
        )
    for path in (tmp_path / "a").iterdir():
        assert path.read_text() == (tmp_path / "b" / path.name).read_text()


@each_case(
    ("arguments", "message"),
    [
        (["chess", "--bots", "random,random"], "invalid choice: 'chess'"),
        (["cantstop"], "--bots"),
        (["cantstop", "--bots", "random"], "2 players need as many bots, not 1"),
        (["cantstop", "--bots", "random,deep-blue"], "no bot 'deep-blue'; there are random"),
        (["cantstop", "--bots", "random,"], "no bot ''"),
        (["cantstop", "--bots", "random", "--players", "1"], "2 to 4 players"),
        (
            ["cantstop", "--bots", "random,random", "--option", "columns_to_win=6"],
            "columns_to_win must be one of 3, 4, 5",
        ),
        (
            ["cantstop", "--bots", "random,random", "--option", "meeting=fight"],
            "meeting must be one of share, jump, must-roll, not 'fight'",
        ),
        (["cantstop", "--bots", "random,random", "--option", "stop_early=no"], "true or false"),
        (["cantstop", "--bots", "random,random", "--option", "odds=1"], "unknown option: odds"),
        (["cantstop", "--bots", "random,random", "--option", "odds"], "not NAME=VALUE: 'odds'"),
        (["cantstop", "--bots", "random,random", "--option", "=1"], "not NAME=VALUE: '=1'"),
        (["buttons", "--bots", "random,random", "--option", 'layouts=["1A"]'], "need 2 layouts"),
        (["cantstop", "--bots", "random,random", "--games", "0"], "at least 1"),
    ],
)
def test_the_command_refuses_what_cannot_be_played(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run(*arguments)


def test_a_folder_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(CommandError, match="file"):
        run("cantstop", "--bots", "random,random", "--games", "1", "--records", str(blocked))

"""Matches between bots, and the command that plays them."""

import json
import re
from collections.abc import Iterator
from io import StringIO
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.analysis import thinking
from games.analysis.characters import CHARACTERS
from games.analysis.evaluation import Evaluation
from games.analysis.measured import path_of, weights_of
from games.engine.core import Outcome
from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from tests.each_case import each_case
from tests.engine.kinds import every_analysed_kind, every_kind
from tests.engine.positions import STANDARD
from tools import matches
from tools.management.commands.match import Command
from tools.matches import Match, Result, bot_without_stand_in, result_of
from tools.simulate import SimulatedGame, play, simulate

TWO = Match("cantstop", {}, ("bold", "random"), players=2, seed=7)


def run(*arguments: str) -> str:
    """Return what `manage.py match` prints."""
    out = StringIO()
    call_command(Command(), *arguments, stdout=out)
    return out.getvalue()


def test_a_match_plays_the_games_of_a_simulation() -> None:
    bots = [KINDS["cantstop"].bots[slug] for slug in TWO.bots]
    wins = [game.winners for game in simulate(STANDARD, bots, games=5, seed=7)]
    results = list(TWO.results(5))
    assert [result.shares for result in results] == [
        (float(0 in won), float(1 in won)) for won in wins
    ]


def test_several_processes_play_the_same_games() -> None:
    assert list(TWO.results(20, processes=2)) == list(TWO.results(20))


def test_each_turn_ends_for_the_bot_that_took_it() -> None:
    for number in range(1, 5):
        bold, random = range(2)
        result = TWO.play(number)
        (game,) = [game for game in _games(4) if game.number == number]
        turns = [
            sum(
                STANDARD.ends_in_bust(state, event) is not None
                for state, event in _steps(game)
                if game.seats[event.actor] == bot
            )
            for bot in (bold, random)
        ]
        assert list(result.ended) == turns
        assert abs(turns[0] - turns[1]) <= 1
        assert all(0 <= busts <= ended for busts, ended in zip(result.busts, turns, strict=True))


def _games(games: int) -> Iterator[SimulatedGame]:
    return simulate(STANDARD, [KINDS["cantstop"].bots[slug] for slug in TWO.bots], games, seed=7)


def _steps(game: SimulatedGame) -> Iterator[tuple[Any, Any]]:
    state = STANDARD.initial_state()
    for event in game.events:
        yield state, event
        state = STANDARD.apply_event(state, event)


def test_a_shared_win_is_shared_and_a_game_without_a_winner_is_nobodys() -> None:
    won = SimulatedGame(1, (1, 0, 3, 2), (), Outcome((0, 1, 2), "exhausted"))
    rules = KINDS["cantstop"].make_rules(4, {})
    assert result_of(rules, won, 4).shares == pytest.approx((1 / 3, 1 / 3, 0, 1 / 3))
    assert result_of(rules, won, 2).shares == pytest.approx((1 / 3, 2 / 3))
    nobody = SimulatedGame(1, (0, 1), (), Outcome((), "ruled"))
    assert result_of(STANDARD, nobody, 2) == Result((0, 0), (0, 0), (0, 0))


def test_two_bots_share_out_four_seats() -> None:
    match = Match("cantstop", {}, ("bold", "random"), players=4, seed=1)
    results = list(match.results(6))
    assert all(sum(result.shares) == 1 for result in results)
    assert sum(result.shares[0] for result in results) > 4


@every_analysed_kind
def test_a_bot_by_the_analysis_takes_what_the_evaluator_says_is_best(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def evaluate(rules: Any, state: Any, player: int) -> Evaluation:
        legal = [str(action) for action in rules.legal_actions(state, player)]
        values = [tuple(float(one == player) * place for one in range(2)) for place in range(99)]
        return Evaluation((0.5, 0.5), dict(zip(legal, values, strict=False)))

    monkeypatch.setattr(thinking, "evaluator", lambda name: SimpleNamespace(evaluate=evaluate))
    monkeypatch.setattr(matches, "evaluator", thinking.evaluator)
    bot = bot_without_stand_in(kind, "oracle")
    assert bot.slug == "oracle"
    rules = KINDS[kind].make_rules(2, {})
    states = [rules.initial_state()]
    for event in play(rules, [KINDS[kind].bots["random"]] * 2, SeededDice(1))[0]:
        states.append(rules.apply_event(states[-1], event))
        for player in rules.active_players(states[-1]):
            best = rules.legal_actions(states[-1], player)[-1]
            assert bot.choose(rules, states[-1], player) == best


def test_the_command_says_that_there_is_no_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(f"no evaluator of {name}")

    monkeypatch.setattr(matches, "evaluator", missing)
    with pytest.raises(CommandError, match=r"oracle plays .* no evaluator of cantstop"):
        run("cantstop", "--bots", "oracle,random")


def test_the_command_prints_shares_with_their_intervals() -> None:
    out = run("cantstop", "--bots", "bold,random,cautious", "--games", "12", "--seed", "7")
    assert re.search(r"12 games in \d+\.\d\d s: \d+ games/s", out)
    line = r"(\d)\. ([a-z]+): wins ([\d.]+)% \(([\d.]+)% to ([\d.]+)%\), nerve ([\d.]+)%"
    found = re.findall(line, out)
    assert [(number, slug) for number, slug, *_ in found] == [
        ("1", "bold"), ("2", "random"), ("3", "cautious")
    ]  # fmt: skip
    assert sum(float(mean) for _, _, mean, *_ in found) == pytest.approx(100, abs=0.2)
    assert all(float(low) <= float(mean) <= float(high) for _, _, mean, low, high, _ in found)


def test_the_command_stops_when_it_is_clear() -> None:
    out = run("cantstop", "--bots", "bold,random", "--until-clear", "0.6", "--seed", "7")
    assert int(out.split()[0]) < 30
    assert "bold clearly wins more than its fair share" in out
    out = run("cantstop", "--bots", "random,bold", "--until-clear", "0.6", "--seed", "7")
    assert int(out.split()[0]) < 30
    assert "random clearly wins less than 60%" in out
    out = run("cantstop", "--bots", "bold,random", "--until-clear", "0.6", "--games", "3")
    assert "bold needs more games to be clear" in out


def test_a_match_is_played_with_the_options_of_a_table() -> None:
    few = ("--games", "2", "--seed", "7")
    standard = run("cantstop", "--bots", "bold,cautious", *few)
    longer = run("cantstop", "--bots", "bold,cautious", *few, "--option", "columns_to_win=5")
    assert standard.split("\n")[1:] != longer.split("\n")[1:]


@every_kind
def test_all_bots_against_each_other_are_measured(kind: str, tmp_path: Path) -> None:
    bots = [slug for slug in KINDS[kind].bots if slug not in CHARACTERS][-3:]
    path = tmp_path / "measured.json"
    listed = ",".join(bots[::-1])
    out = run(kind, "--cross", "--bots", listed, "--games", "2", "--seed", "1", "--to", str(path))
    data = json.loads(path.read_text(encoding="utf-8"))
    command = f"python manage.py match {kind} --cross --bots {listed} --games 2 --seed 1"
    assert data["command"] == command
    assert (data["games"], data["seed"], data["bots"]) == (2, 1, bots)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", data["date"])
    assert data["weights"] == weights_of(kind)
    pairs = [(pair["against"], pair["bot"]) for pair in data["pairs"]]
    assert pairs == list(combinations(bots, 2))
    for pair in data["pairs"]:
        assert 0 <= pair["low"] <= pair["wins"] / pair["games"] <= pair["high"] <= 1
        assert f"{pair['bot']} against {pair['against']}: wins" in out
    assert list(data["strength"]) == list(data["nerve"])
    assert all(0 <= nerve <= 1 for nerve in data["nerve"].values())


def test_strength_is_the_share_won_against_all_bots_but_the_random_one(tmp_path: Path) -> None:
    path = tmp_path / "measured.json"
    bots = ["random", "rookie", "cautious", "bold"]
    few = ("--bots", ",".join(bots), "--games", "4")
    run("cantstop", "--cross", *few, "--to", str(path))
    data = json.loads(path.read_text(encoding="utf-8"))
    strength = data["strength"]
    assert list(strength) == list(data["nerve"]) == bots[1:]
    assert sum(one["mean"] for one in strength.values()) == pytest.approx(3 / 2, abs=1e-3)
    wins = [p["wins"] for p in data["pairs"] if p["bot"] == "bold" and p["against"] != "random"]
    assert strength["bold"]["mean"] == pytest.approx(sum(wins) / 8, abs=1e-4)


def test_what_was_measured_has_its_place_beside_the_analysis_of_the_game() -> None:
    folder = path_of("cantstop").parent
    assert folder == Path(thinking.__file__).parent / "cantstop"


@each_case(
    ("arguments", "message"),
    [
        (["chess", "--bots", "random,random"], "invalid choice: 'chess'"),
        (["cantstop"], "--bots is needed"),
        (["cantstop", "--bots", "random"], "2 to 4 players"),
        (["cantstop", "--bots", "random,deep-blue"], "no bot 'deep-blue'; there are random"),
        (["cantstop", "--bots", "random,bold", "--players", "3"], "3 seats cannot be shared out"),
        (["cantstop", "--bots", "random,bold", "--option", "odds=1"], "unknown option: odds"),
        (["cantstop", "--bots", "random,bold", "--games", "0"], "at least 1"),
        (["cantstop", "--bots", "random,bold", "--processes", "0"], "at least 1"),
        (["cantstop", "--bots", "random,bold", "--until-clear", "0.5"], "fair share 0.50"),
        (["cantstop", "--bots", "random,bold", "--until-clear", "1"], "less than 1"),
        (["cantstop", "--cross", "--bots", "bold"], "two bots or more"),
        (["cantstop", "--cross", "--players", "3"], "neither --players"),
        (["cantstop", "--cross", "--until-clear", "0.6"], "nor --until-clear"),
    ],
)
def test_the_command_refuses_what_cannot_be_played(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run(*arguments)


def test_a_file_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot write what was measured"):
        run(
            *("cantstop", "--cross", "--bots", "random,bold", "--games", "1"),
            *("--to", str(tmp_path / "no" / "file")),
        )

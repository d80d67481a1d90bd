"""The script that checks records away from the site: what is right passes, what is not fails."""

import json
import random
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from games.engine.core import Json, Ruled
from games.engine.dice import RollAddress
from games.engine.fair import FairDice
from games.engine.record import RecordPlayer, events_from_record, record
from games.engine.registry import KINDS
from tests.engine.kinds import CASES, Case
from tests.engine.recorded_games import played, proven

SCRIPT = Path(__file__).parents[2] / "games" / "static" / "games" / "verify_record.py"
LONGEST = 4000


def finished_record(case: Case, seed: int = 1, leaves: float = 0) -> Json:
    """Return the record of a whole game played at random by a person and bots."""
    rules = case.rules()
    dice, proof = proven(seed, ("a-Salt_1", *[""] * (case.players - 1)))
    log = played(rules, dice, random.Random(seed), LONGEST, leaves)
    first = proof["seats"][0]["player"]
    players: list[RecordPlayer] = [
        {"name": "x", "bot": None if player == first else "random"}
        for player in range(case.players)
    ]
    data = record(rules, players, log, proof)
    assert data["outcome"] is not None
    return data


def run(data: Any, folder: Path) -> subprocess.CompletedProcess[str]:
    path = folder / "record.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def fails(data: Any, folder: Path) -> str:
    """Return what the script says of a record that it refuses."""
    done = run(data, folder)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("Not proven: ")
    return done.stderr


def roll_at(data: Json, number: int) -> Json:
    rolls: list[Json] = [event for event in data["events"] if event["type"] == "rolled"]
    return rolls[number]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_kind_of_game_that_is_whole_is_proven(case: Case, tmp_path: Path) -> None:
    for leaves in (0, 0.02):
        data = finished_record(case, seed=3, leaves=leaves)
        events_from_record(case.rules(), data)
        done = run(data, tmp_path)
        assert done.stderr == ""
        rolls = sum(event["type"] == "rolled" for event in data["events"])
        assert f"all {rolls} rolls are right" in done.stdout


@pytest.fixture(params=["cantstop", "buttons"])
def data(request: pytest.FixtureRequest) -> Json:
    return finished_record(Case(request.param, 3, {}), seed=1)


def test_a_forged_roll_is_named(data: Json, tmp_path: Path) -> None:
    roll = roll_at(data, 5)
    if "dice" in roll:
        roll["dice"][2] = roll["dice"][2] % 6 + 1
    else:
        roll["white"] = roll["white"] % 6 + 1
    assert f"event {roll['seq']}: the dice are" in fails(data, tmp_path)


def made(data: Json, roll: Json, count: int) -> list[int]:
    """Return so many dice of a roll as the secret makes them."""
    told = data["dice"]
    salts = tuple(seat["salt"] for seat in told["seats"])
    address = RollAddress(roll["player"], roll["turn"], roll.get("roll", 1))
    return [*FairDice(bytes.fromhex(told["secret"]), told["code"], salts).roll(address, count)]


def show(roll: Json, faces: list[int]) -> None:
    """Have a roll of the log show these dice."""
    if "dice" in roll:
        roll["dice"] = faces
    else:
        roll["white"], roll["gold"], *black = faces
        roll["black"] = sorted(black)


def dice_in(roll: Json) -> int:
    return len(roll["dice"]) if "dice" in roll else 2 + len(roll["black"])


@pytest.mark.parametrize("number", [0, 4, -1])
@pytest.mark.parametrize("more", [-1, 1])
def test_a_die_that_was_left_out_or_added_is_noticed(
    data: Json, tmp_path: Path, number: int, more: int
) -> None:
    roll = roll_at(data, number)
    show(roll, made(data, roll, dice_in(roll) + more))
    assert f"event {roll['seq']}: the dice are" in fails(data, tmp_path)


def test_a_roll_with_an_address_that_games_do_not_have_is_noticed(
    data: Json, tmp_path: Path
) -> None:
    """Else somebody could choose between two rolls."""
    roll = roll_at(data, 0)
    roll["turn"], place = 0, "(0, 1) do not follow (0, 0)"
    if data["kind"] == "buttons":
        roll["turn"], place = 1, "(1, 2) do not follow (1, 1)"
        rolls = (event for event in data["events"] if event["type"] == "rolled")
        roll = next(event for event in rolls if event["turn"] == 2)
        roll.update(turn=1, roll=2)
    show(roll, made(data, roll, dice_in(roll)))
    assert f"event {roll['seq']}: turn and roll {place}" in fails(data, tmp_path)


def test_a_salt_or_secret_that_was_another_is_noticed(data: Json, tmp_path: Path) -> None:
    swapped = deepcopy(data)
    swapped["dice"]["seats"][0]["salt"] = "other"
    assert "event 1: " in fails(swapped, tmp_path) or "seats" in fails(swapped, tmp_path)
    moved = deepcopy(data)
    seats = moved["dice"]["seats"]
    seats[0]["salt"], seats[1]["salt"] = seats[1]["salt"], seats[0]["salt"]
    assert "event 1: " in fails(moved, tmp_path) or "seats" in fails(moved, tmp_path)
    other = deepcopy(data)
    other["dice"]["secret"] = "ab" * 32
    assert "not the one committed to" in fails(other, tmp_path)
    order = deepcopy(data)
    seats = order["dice"]["seats"]
    seats[1]["player"], seats[2]["player"] = seats[2]["player"], seats[1]["player"]
    assert "the seats were not drawn like that" in fails(order, tmp_path)


def test_a_bot_where_a_salt_is_gets_a_warning(data: Json, tmp_path: Path) -> None:
    assert "Beware" not in run(data, tmp_path).stdout
    salted = data["dice"]["seats"][0]["player"]
    data["players"][salted]["bot"] = "random"
    said = run(data, tmp_path).stdout
    assert said.startswith("Proven: ")
    assert "Beware: a bot sits where seat 0 has a salt" in said


def test_a_log_that_was_cut_or_has_a_gap_is_noticed(data: Json, tmp_path: Path) -> None:
    for cut in (1, 2, 5, len(data["events"]) // 2):
        short = deepcopy(data)
        del short["events"][-cut:]
        assert f"event {len(short['events'])}: the log ends with" in fails(short, tmp_path)
        short["outcome"] = None
        assert "the log ends before the game does" in fails(short, tmp_path)
    gap = deepcopy(data)
    roll = roll_at(gap, 4)
    gap["events"].remove(roll)
    assert f"event {roll['seq']}: its number is {roll['seq'] + 1}" in fails(gap, tmp_path)


def test_rolls_that_were_taken_out_are_noticed(data: Json, tmp_path: Path) -> None:
    roll = roll_at(data, 4)
    data["events"].remove(roll)
    for seq, event in enumerate(data["events"], start=1):
        event["seq"] = seq
    assert "do not follow" in fails(data, tmp_path)


def test_a_deal_that_was_another_is_noticed(tmp_path: Path) -> None:
    for players in (2, 3, 4):
        data = finished_record(Case("buttons", players, {}))
        for change in ("layouts", "cards"):
            other = deepcopy(data)
            other["events"][0][change].reverse()
            assert f"event 1: the {change} are" in fails(other, tmp_path)
        none = deepcopy(data)
        del none["events"][0]
        assert "event 1: the deal is missing" in fails(none, tmp_path)


def test_a_game_that_goes_on_or_has_no_such_dice_is_not_proven(data: Json, tmp_path: Path) -> None:
    running = deepcopy(data)
    running["dice"]["secret"] = None
    assert "the secret is shown when the game is over" in fails(running, tmp_path)
    old = deepcopy(data)
    del old["dice"]
    assert "no dice that could be checked" in fails(old, tmp_path)
    new = deepcopy(data)
    new["dice"]["scheme"] = "hmac-dice/2"
    assert "not hmac-dice/2" in fails(new, tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"dice": 1}', "null", "\\"])
def test_what_is_no_record_is_refused_with_a_sentence(text: str, tmp_path: Path) -> None:
    assert "Traceback" not in fails(text, tmp_path)


def test_addresses_of_rolls_are_never_used_twice() -> None:
    for kind in KINDS:
        for seed in range(5):
            data = finished_record(Case(kind, 3, {}), seed, leaves=0.01)
            rolls = [event for event in data["events"] if event["type"] == "rolled"]
            addresses = {(roll["player"], roll["turn"], roll.get("roll", 1)) for roll in rolls}
            assert len(addresses) == len(rolls)


@pytest.mark.parametrize("slug", ["cantstop", "buttons"])
@pytest.mark.parametrize("count", [3, None])
def test_a_game_that_a_moderator_decided_is_proven(
    slug: str, count: int | None, tmp_path: Path
) -> None:
    case = next(case for case in CASES if (case.kind, case.players) == (slug, 2))
    rules = case.rules()
    whole = finished_record(case)
    log = events_from_record(rules, whole)[:count]
    data = record(rules, whole["players"], [*log, Ruled(None, (1,))], whole["dice"])
    assert run(data, tmp_path).stderr == ""
    data["outcome"]["winners"] = [0]
    assert "that is not how such a game ends" in fails(data, tmp_path)

"""The script that people download, and one corpus of genuine and altered records."""

import ast
import json
import random
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.engine.buttons.layouts import LAYOUTS, letters
from games.engine.cantstop.board import COLUMNS, LENGTHS
from games.engine.cantstop.variant import goals
from games.engine.core import Json
from games.engine.records.download import NAME, script, verifier
from games.engine.records.importer import MAX_BYTES, RecordError, import_record
from games.engine.records.text_log import BUST
from games.engine.records.text_record import to_text
from games.engine.registry import KINDS
from tests.each_case import each_case
from tests.engine.altered_records import (
    ALTERATIONS,
    BASES,
    OF_FORM,
    Entry,
    at,
    at_the_limit,
    bases,
    corpus,
    finished,
    is_choice,
    leaves,
    listed_salts,
    put,
    told_corpus,
    whole,
    with_own_dice,
)
from tests.engine.kinds import OFFERED, Case, every_kind, every_offered_kind
from tests.engine.kinds import OFFERED_CASES as CASES

pytestmark = pytest.mark.xdist_group("altered_records")  # so that they are made once


SCRIPT = verifier()


def test_the_tests_of_a_group_run_on_one_worker(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("loadgroup", default=False):
        assert request.node.nodeid.endswith("@altered_records")


@cache
def entries() -> dict[str, list[Entry]]:
    by_change = defaultdict(list)
    for entry in corpus():
        by_change[entry.change].append(entry)
    return by_change


def verified(
    text: str, salts: Mapping[str, str] | None = None
) -> tuple[bool, tuple[str, int] | None]:
    """Return whether a record is proven, and if not, the first wrong claim and its event.

    salts: what the public list has of salts, by commitment.
    """
    verdict = SCRIPT.verify(text, None if salts is None else salts.get)
    return verdict.proven, verdict.wrong


GENUINE = [
    "whole game",
    "somebody left",
    "a moderator ended it",
    "a moderator decided after the end",
]


@each_case("change", [*GENUINE, *ALTERATIONS, "event deleted"])
def test_each_record_gets_the_verdict_it_has_to(change: str) -> None:
    assert entries()[change]
    for entry in entries()[change]:
        proven, wrong = verified(entry.text, entry.salts)
        assert entry.expected.fits(proven, wrong), (str(entry), entry.expected, wrong)


@each_case("change", [*sorted(OF_FORM), "somebody left", "die forged"])
def test_the_importer_refuses_what_the_script_calls_wrong(change: str) -> None:
    for entry in entries()[change]:
        if entry.expected.claim:
            with pytest.raises(RecordError):
                import_record(entry.text)
        else:
            import_record(entry.text)


FORGERY = "salt other, and everything rolled anew"


def test_without_the_public_list_a_game_is_proven_but_for_its_salts() -> None:
    for entry in [*entries()["whole game"][::7], *entries()[FORGERY]]:
        for listed, reason in ((None, "there is no public list"), ({}, "the public list has none")):
            assert verified(entry.text, listed) == (False, None)
            verdict = SCRIPT.verify(entry.text, None if listed is None else listed.get)
            assert verdict.proven_but_for_salts
            assert verdict.claims["salts"].reason.startswith(reason)
            assert verdict.summary().startswith("Proven but for the salts: ")


def test_the_salts_of_a_game_that_goes_on_are_compared_too() -> None:
    data = with_salts(3, "x")
    assert SCRIPT.verify(json.dumps(data), listed_salts(data).get).claims["salts"].state == "proven"
    data["dice"]["seats"][0]["salt"] = "y"
    assert verified(json.dumps(data), listed_salts(with_salts(3, "x"))) == (False, ("salts", 0))


def test_the_corpus_is_the_same_for_verifiers_in_other_languages() -> None:
    told = json.loads(json.dumps(told_corpus()))
    assert len(told) == len(corpus())
    assert {(entry["expected"]["proven"], entry["expected"]["claim"]) for entry in told} >= {
        (True, ""),
        (False, ""),
        (None, None),
        *((False, claim) for claim in SCRIPT.CLAIMS),
    }
    assert len({entry["name"] for entry in told}) == len(told)


@each_case("case", CASES)
def test_any_event_that_was_taken_out_is_noticed(case: Case) -> None:
    data = whole(case)
    log = data["events"]
    game = SCRIPT.GAMES[case.kind](data, SCRIPT.Dice(data["dice"]))
    game.set_up(log, "")
    for cut, event in enumerate(log):
        if event["type"] != "dealt":
            with pytest.raises(SCRIPT.Wrong):
                play_on(deepcopy(game), data, log[cut + 1 :])
        game.play(event)
    assert SCRIPT.outcome_of(data, game).state == SCRIPT.PROVEN


def play_on(game: Any, data: Json, rest: list[Json]) -> None:
    for event in rest:
        game.play(event | {"seq": event["seq"] - 1})
    SCRIPT.outcome_of(data, game)


def without_a_roll(data: Json) -> Iterator[tuple[int, Json]]:
    """Yield the record without each roll, as if it had never been there, and where that was."""
    for cut, roll in enumerate(data["events"]):
        if roll["type"] == "rolled":
            rest = [event for event in data["events"] if event is not roll]
            events = [event | {"seq": seq} for seq, event in enumerate(rest, start=1)]
            yield cut, data | {"events": events}


@each_case("number", range(len(BASES)))
def test_any_roll_that_was_taken_out_is_noticed_and_by_the_importer_even_without_dice(
    number: int,
) -> None:
    base = bases()[number]
    base.reset()
    for place, (_, data) in enumerate(without_a_roll(base.data)):
        if place % 5 == 0:  # of the shortest games, all are in the corpus
            assert not verified(json.dumps(data), base.salts)[0]
        del data["dice"]
        with pytest.raises(RecordError):
            import_record(json.dumps(data))


@every_offered_kind
def test_a_roll_that_was_taken_out_is_noticed_unless_somebody_left_just_after(kind: str) -> None:
    """Leaving is allowed at any moment, and the record says nothing of a step that is missing."""
    unnoticed = 0
    for case in (case for case in CASES if case.kind == kind):
        log = finished(case, 3, leaves=0.02)
        for cut, data in without_a_roll(log):
            if SCRIPT.verify(json.dumps(data), listed_salts(log).get).proven:
                assert log["events"][cut + 1]["type"] in ("resigned", "timed_out")
                unnoticed += 1
    assert unnoticed


@every_offered_kind
def test_a_roll_taken_out_of_a_text_with_its_answer_is_noticed_unless_the_turn_could_end_there(
    kind: str,
) -> None:
    """A word has a roll and its answer. That somebody stopped before it is a choice they had."""
    base = next(base for base in bases() if base.kind == kind)
    base.reset()
    text = to_text(base.data)
    header, words = text.split("\n\n")
    genuine = import_record(text).events
    rolls = list(re.finditer(r"\S*:\S*", words))
    assert len(rolls) >= sum(event.type == "rolled" for event in genuine)
    for roll in rolls:
        shorter = f"{header}\n\n{words[: roll.start()]}{words[roll.end() :]}"
        try:
            events = import_record(shorter).events
        except RecordError:
            continue
        cut = next(at for at, event in enumerate(genuine) if event != events[at])
        assert [*events[:cut], *genuine[cut : cut + 2], *events[cut:]] == genuine
        assert not roll[0].endswith(BUST)
        assert events[cut].type != "rolled"


VALUES: list[Any] = [0, 1, 2, 3, 4, 5, 6, "x", "", None, True, False, [], {}, -1, 1.0]


@each_case("number", range(len(BASES)))
def test_what_is_changed_anywhere_is_noticed_or_was_somebody_s_choice(number: int) -> None:
    base, chance = bases()[number], random.Random(number)
    base.reset()
    paths = list(leaves(base.data))
    for _ in range(12):
        base.reset()
        path = chance.choice(paths)
        before, value = at(base.data, path), chance.choice(VALUES)
        put(base.data, path, value)
        proven, _ = verified(base.text(), base.salts)
        assert proven <= (is_choice(path) or repr(value) == repr(before))
    base.reset()


def test_what_the_script_knows_of_the_games_is_what_the_engine_knows() -> None:
    for players, known in SCRIPT.GOALS.items():
        assert known == goals(players)
    assert {column: LENGTHS[column] for column in COLUMNS} == SCRIPT.LENGTHS
    assert {name: tuple(rows.split()) for name, rows in SCRIPT.LAYOUTS.items()} == {
        name: letters(name) for name in LAYOUTS
    }
    assert SCRIPT.MAX_BYTES == MAX_BYTES
    for slug, kind in KINDS.items():
        assert kind.rules.rules_version == SCRIPT.RULES_VERSION
        fewest = 1 if kind.solo else kind.rules.min_players
        assert SCRIPT.GAMES[slug].sizes == range(fewest, kind.rules.max_players + 1)


OWN = "the players rolled dice of their own, which nothing can prove"


@each_case("number", range(len(BASES)))
def test_of_own_dice_nothing_is_proven_that_chance_has_made_and_all_that_the_rules_say(
    number: int,
) -> None:
    base = bases()[number]
    base.reset()
    with_own_dice(base)
    dealt = {"set-up"} if base.events[0]["type"] == "dealt" else set()
    verdict = SCRIPT.verify(base.text())
    said = {claim: str(found) for claim, found in verdict.claims.items()}
    unproven = {claim for claim, words in said.items() if not words.startswith("proven: ")}
    assert unproven == {"commitment", "salts", "seats", "dice"} | dealt
    assert {said[claim] for claim in unproven} == {f"not checked: {OWN}"}
    assert not verdict.warnings
    base.reset()


# --- Warnings -----------------------------------------------------------------------------------


def warnings_of(data: Json) -> list[tuple[str, str]]:
    warnings: list[tuple[str, str]] = SCRIPT.verify(json.dumps(data)).warnings
    return warnings


def with_salts(players: int, salt: str) -> Json:
    """Return a running game in which the first to sit down has this salt."""
    case = next(case for case in CASES if (case.kind, case.players) == ("cantstop", players))
    data = finished(case)
    for seat in data["dice"]["seats"]:
        seat["salt"] = ""
    data["dice"]["seats"][0]["salt"] = salt
    return data | {"dice": data["dice"] | {"secret": None}}


def test_a_salt_of_a_person_needs_no_warning() -> None:
    assert warnings_of(with_salts(3, "x")) == []


def test_a_bot_where_a_salt_is_gets_a_warning() -> None:
    data = with_salts(3, "x")
    data["players"][data["dice"]["seats"][0]["player"]]["bot"] = "random"
    (name, said), *others = warnings_of(data)
    assert (name, others) == ("bot-salt", [])
    assert "seat 0" in said
    assert "the earlier game bcdfghjk" in said


def test_dice_without_a_salt_get_a_warning() -> None:
    (name, said), *others = warnings_of(with_salts(3, ""))
    assert (name, others) == ("no-salts", [])
    assert "the site alone made these dice" in said


def test_the_warning_of_a_daily_challenge_says_that_this_is_how_it_works() -> None:
    ((name, said),) = warnings_of(with_salts(1, ""))
    assert name == "no-salts"
    assert "how a daily challenge works" in said


# --- The script as people run it ----------------------------------------------------------------


def defined_by(node: ast.stmt) -> list[str]:
    """Return the names that a statement of a module defines, but for imports."""
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [
                one.id
                for one in ast.walk(ast.Tuple(targets))
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
            ]
    return []


@every_kind
def test_the_script_is_one_file_with_the_part_of_each_game_whole(kind: str) -> None:
    part = ast.parse((KINDS[kind].folder / NAME).read_text(encoding="utf-8"))
    imports = [node for node in part.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [ast.unparse(node).split(" import ")[0] for node in imports] == [
        "from games.engine.records.verify_record"
    ]
    rest = [node for node in part.body[1:] if node not in imports]
    whole_script = ast.unparse(ast.parse(script()))
    assert all(ast.unparse(node) in whole_script for node in rest)


def test_the_script_needs_only_the_standard_library_and_defines_each_name_once() -> None:
    body = ast.parse(script()).body
    modules = [node.module or "" for node in body if isinstance(node, ast.ImportFrom)]
    modules += [name.name for node in body if isinstance(node, ast.Import) for name in node.names]
    assert {module.partition(".")[0] for module in modules} <= sys.stdlib_module_names
    names = [name for node in body for name in defined_by(node)]
    assert "Game" in names
    assert len(set(names)) == len(names)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the script where there is nothing else."""
    path = folder / NAME
    path.write_text(script(), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(path), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def run_on(
    data: Json, folder: Path, salts: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the script on a record. salts: what the public list has of salts, by commitment."""
    path, saved = folder / "record.json", folder / "commitments.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    if salts is None:
        return run(folder, str(path))
    commitments = [{"kind": "commitment", "commitment": each} for each in salts]
    of_salts = [{"kind": "salts", "commitment": each, "salts": salts[each]} for each in salts]
    saved.write_text(json.dumps({"entries": commitments + of_salts}), encoding="utf-8")
    return run(folder, str(path), str(saved))


def claims_in(lines: list[str]) -> list[str]:
    return [line.split(": ")[0] for line in lines]


CLAIMS = list(SCRIPT.CLAIMS)


@every_offered_kind
def test_the_script_prints_each_claim_and_names_what_nobody_can_check(
    kind: str, tmp_path: Path
) -> None:
    data = whole(next(case for case in CASES if case.kind == kind))
    done = run_on(data, tmp_path, listed_salts(data))
    *said, verdict = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert claims_in(said) == CLAIMS
    assert all(": proven: " in line for line in said)
    rolls = sum(event["type"] == "rolled" for event in data["events"])
    assert f"dice: proven: all {rolls} rolls are as" in done.stdout
    assert verdict.startswith("Proven: ")
    assert "Not checked: the names of the players" in verdict


def test_the_script_names_the_first_wrong_event_and_what_it_left_out(tmp_path: Path) -> None:
    data = deepcopy(whole(CASES[0]))
    data["events"][0]["turn"] = 2
    done = run_on(data, tmp_path)
    *said, verdict = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    assert claims_in(said) == CLAIMS
    assert "moves: WRONG: event 1: turn and roll are (1, 1), not (2, 1)" in said
    assert verdict.startswith("Not proven: moves: event 1: ")
    assert verdict.endswith("Not checked: salts, dice, outcome.")


def test_the_script_names_what_it_cannot_check(tmp_path: Path) -> None:
    done = run_on(with_salts(2, ""), tmp_path)
    *said, warning, verdict = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    assert claims_in(said) == CLAIMS
    assert warning.startswith("Warning (no-salts): ")
    missing = "commitment, salts, seats, dice"
    assert verdict == f"Not proven: nothing is wrong, but this could not be checked: {missing}."


def test_the_script_says_that_it_could_not_compare_the_salts_and_does_not_call_that_proven(
    tmp_path: Path,
) -> None:
    data = whole(CASES[0])
    ((_, listed),) = listed_salts(data).items()
    done = run_on(data, tmp_path)
    *said, verdict = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    why = f"there is no public list to compare them with; it must say {listed}"
    assert f"salts: not checked: {why}" in said
    assert verdict.startswith("Proven but for the salts: ")


def test_the_script_refuses_a_game_that_was_rolled_anew_with_another_salt(tmp_path: Path) -> None:
    entry = entries()[FORGERY][-1]
    done = run_on(json.loads(entry.text), tmp_path, entry.salts)
    *_, verdict = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (1, "")
    assert verdict.startswith("Not proven: salts: the public list says ")


def test_the_script_says_of_a_list_that_it_cannot_read_it(tmp_path: Path) -> None:
    record, saved = tmp_path / "record.json", tmp_path / "commitments.json"
    record.write_text(json.dumps(whole(CASES[0])))
    for written in ("", "[]", "{}", "1", '{"entries": [{}]}', '{"entries": 1}'):
        saved.write_text(written)
        done = run(tmp_path, str(record), str(saved))
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Not proven: the list cannot be read: ")


def test_the_script_counts_the_bytes_of_a_file_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    for entry in at_the_limit():
        path.write_bytes(entry.text.encode())
        assert SCRIPT.main([str(path)]) == 1, "there is no list to compare the salts with"
        said = capsys.readouterr().out
        assert ("Proven but for the salts: " in said) == entry.expected.proven, entry
        too_long = entry.expected.claim == "record"
        assert ("record: WRONG: it is longer than 256 kB\n" in said) == too_long


@pytest.mark.parametrize("content", [b"\xff", b"\xed\xa0\x80", b"\xff" * (MAX_BYTES + 1)])
def test_bytes_are_counted_before_they_are_read_as_text(content: bytes) -> None:
    told = "longer than 256 kB" if len(content) > MAX_BYTES else "no text in UTF-8"
    verdict = SCRIPT.verify(content)
    assert told in str(verdict.claims["record"])
    assert not verdict.proven


def test_the_script_says_what_it_needs_and_what_it_cannot_read(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert "python3 verify_record.py FILE" in done.stderr
    assert done.returncode == 2
    for unreadable in (tmp_path, tmp_path / "none"):
        done = run(tmp_path, str(unreadable))
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.startswith("Not proven: the file cannot be read: ")


def test_addresses_of_rolls_are_never_used_twice() -> None:
    for kind in OFFERED:
        case = next(case for case in CASES if (case.kind, case.players) == (kind, 3))
        for seed in range(5):
            data = finished(case, seed, leaves=0.01)
            rolls = [event for event in data["events"] if event["type"] == "rolled"]
            addresses = {(roll["player"], roll["turn"], roll.get("roll", 1)) for roll in rolls}
            assert len(addresses) == len(rolls)

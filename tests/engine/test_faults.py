"""Faults of logs and records: each has a code that does not change, and one sentence."""

import re
from random import Random
from typing import Any

import pytest

from games.engine.cantstop.events import Stopped
from games.engine.core import Event
from games.engine.dice import SeededDice
from games.engine.faults import MOST_ALLOWED, Fault, fault_of
from games.engine.notation import ROLL, Notation
from games.engine.records.importer import RecordError, import_record
from games.engine.registry import KINDS
from games.engine.replay import LogError, replay_checked
from tests.each_case import each_case
from tests.engine.faults import calls_of, declared_faults
from tests.engine.kinds import every_kind
from tests.engine.recorded_games import played

HEAD = '[Game "cantstop"] [Seat "a" "Ada"] [Seat "b" "Bo"]\n'


def test_every_fault_has_a_code_and_one_marked_sentence_that_names_all_its_values() -> None:
    sentences: dict[str, str] = {}
    for fault in declared_faults():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", fault.code)
        assert sentences.setdefault(fault.code, fault.sentence) == fault.sentence
        assert fault.placeholders == fault.values
        assert fault.marked != (fault.sentence == "%(problem)s"), "what Python says stays as it is"
    assert len(sentences) > 70
    assert len(set(sentences.values())) == len(sentences)


def test_what_reads_records_raises_nothing_but_faults() -> None:
    plain = {str(path) for path, _ in calls_of("ValueError")}
    assert plain == {"dice.py", "facts.py", "records/text_record.py"}, "these read no records"


def test_a_fault_says_where_in_the_record_it_is() -> None:
    fault = Fault("x", "%(count)d dice", count=3)
    assert str(fault) == "3 dice"
    assert str(fault.within(seq=2)) == "event 2: 3 dice"
    inner = fault.within(seq=2).within("1a S")
    assert str(inner) == "1a S: event 2: 3 dice"
    assert (inner.code, inner.values, inner.about, inner.seq) == ("x", {"count": 3}, "1a S", 2)
    assert (fault.about, fault.seq) == ("", 0), "the fault itself stays as it is"


def test_an_error_of_python_becomes_a_fault_that_says_the_same() -> None:
    fault = Fault("x", "y")
    assert fault_of(fault) is fault
    assert str(fault_of(ValueError("100% wrong"))) == "100% wrong"


@each_case(
    ("text", "code", "values", "place"),
    [
        ("[]", "tag-without-name", {}, (1, 1, 0)),
        (HEAD + "1a S", "illegal", {}, (2, 4, 0)),
        (HEAD + '1a R [Rules "2"]', "late-tag", {}, (2, 6, 0)),
        (f'[Rules "9"] {HEAD}', "other-rules", {"version": "9", "known": 1}, (1, 1, 0)),
        ('{"a": 1,\n}', "no-json", None, (2, 1, 0)),
        ('{"a": -1}', "number-below-0", {}, (0, 0, 0)),
    ],
)
def test_a_refused_record_tells_programs_what_is_wrong_and_where(
    text: str, code: str, values: dict[str, object] | None, place: tuple[int, int, int]
) -> None:
    with pytest.raises(RecordError) as caught:
        import_record(text)
    error = caught.value
    assert error.fault.code == code
    assert values is None or error.fault.values == values
    assert (error.line, error.column, error.seq) == place


def test_an_impossible_event_of_a_log_has_the_code_of_its_fault() -> None:
    error = LogError(3, Fault("cannot-be-stored", "can't be stored: %(event)s", event="x"))
    assert (str(error), error.fault.code) == ("event 3: can't be stored: x", "cannot-be-stored")


# --- What would be allowed ---


@each_case(
    ("text", "code", "allowed"),
    [
        (HEAD + "1a S", "illegal", ("a roll",)),
        (HEAD + "1a 3164:7+8", "illegal", ("4+10", "7+7", "9+5")),
        (HEAD + "1a 3164:X", "no-bust", ("4+10", "7+7", "9+5")),
        (HEAD + "1a 3164:7+7 x", "cantstop-word", ("a roll", "S")),
        (HEAD + "1a b3164:7+7", "not-active", ("a: a roll",)),
        (HEAD + "1a R 3164:7+7", "no-turn", ()),
        ('[Gane "cantstop"] ' + HEAD, "unknown-tag", None),
        ('[Bot "c" "x"] ' + HEAD, "nobodys-letter", ("a", "b")),
        ('{"kind": "chess", "players": [], "variant": {}}', "unknown-kind", tuple(KINDS)),
    ],
)
def test_a_refusal_says_what_would_be_allowed(
    text: str, code: str, allowed: tuple[str, ...] | None
) -> None:
    with pytest.raises(RecordError) as caught:
        import_record(text)
    fault = caught.value.fault
    assert fault.code == code
    if allowed is None:
        assert "Game" in fault.allowed
    else:
        assert sorted(fault.allowed) == sorted(allowed)
        assert (f"; possible: {', '.join(fault.allowed)}" in str(caught.value)) == bool(allowed)


@every_kind
def test_whatever_is_allowed_is_written_so_that_a_record_takes_it(kind: str) -> None:
    notation, rules = KINDS[kind].notation, KINDS[kind].make_rules(2, {})
    state = rules.initial_state()
    for event in played(rules, SeededDice(1), Random(1), 10_000):
        if event.player is not None:
            for action in rules.legal_actions(state, event.player):
                word = notation.action_word(action)
                if word != ROLL:
                    written = _read(notation, rules, state, event.player, word)
                    assert rules.action_of(written) == action
        state = rules.apply_event(state, event)


def _read(notation: Notation, rules: Any, state: Any, player: int, word: str) -> Event:
    """Return the event of a word, which is written behind the colon of a roll or without one."""
    for written in (f":{word}", word):
        try:
            type_, data = notation.read_word(rules, state, player, written)
            return rules.event_from_json(type_, player, data)  # type: ignore[no-any-return]
        except ValueError:
            continue
    raise AssertionError(word)


def test_a_log_of_another_place_says_it_in_words_of_the_engine() -> None:
    rules = KINDS["cantstop"].make_rules(2, {})
    with pytest.raises(LogError) as caught:
        replay_checked(rules, [Stopped(0)])
    assert str(caught.value) == "event 1: the rules don't allow that here; possible: roll"


def test_of_many_ways_only_the_first_are_named() -> None:
    fault = Fault("x", "y").allowing(str(number) for number in range(100))
    assert fault.allowed == (*map(str, range(MOST_ALLOWED)), "…")

"""Faults of logs and records: each has a code that does not change, and one sentence."""

import re

import pytest

from games.engine.faults import Fault, fault_of
from games.engine.records.importer import RecordError, import_record
from games.engine.replay import LogError
from tests.engine.faults import calls_of, declared_faults

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


@pytest.mark.parametrize(
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
    error = LogError(3, Fault("cannot-be-stored", "cannot be stored: %(event)s", event="x"))
    assert (str(error), error.fault.code) == ("event 3: cannot be stored: x", "cannot-be-stored")

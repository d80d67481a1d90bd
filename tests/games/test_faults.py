"""Why a record is refused, in the reader's language: every fault has a sentence."""

import pytest
from django.utils.translation import override

from games.engine.faults import Fault
from games.engine.records.importer import RecordError
from games.presenters import faults
from games.presenters.faults import place_of, reason_of
from tests.each_case import each_case
from tests.engine.faults import Declared, declared_faults
from tests.pseudo import pseudo


@each_case("declared", declared_faults())
def test_every_fault_is_told_in_english_as_the_engine_says_it(declared: Declared) -> None:
    fault = Fault(declared.code, declared.sentence, **declared.samples)
    with override("en"):
        for placed in (fault, fault.within(seq=3), fault.within("1a S", 3)):
            assert reason_of(placed) == str(placed)


@each_case("declared", declared_faults())
def test_every_fault_can_be_told_in_another_language(
    declared: Declared, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = Fault(declared.code, declared.sentence, **declared.samples)
    monkeypatch.setattr(faults, "_", pseudo)
    assert reason_of(fault) == pseudo(declared.sentence) % declared.samples


def test_a_reason_is_translated_with_its_values_and_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = {
        "%(count)d dice instead of %(right)d": "%(right)d Würfel, nicht %(count)d",
        "event %(seq)d": "Ereignis %(seq)d",
        "event %(seq)d: %(reason)s": "Ereignis %(seq)d: %(reason)s",
        "%(place)s: %(reason)s": "%(place)s – %(reason)s",
        "line %(line)d, column %(column)d": "Zeile %(line)d, Spalte %(column)d",
    }
    monkeypatch.setattr(faults, "_", told.__getitem__)
    fault = Fault("x", "%(count)d dice instead of %(right)d", count=5, right=6)
    assert reason_of(fault.within("r1 1a", 4)) == "r1 1a – Ereignis 4: 6 Würfel, nicht 5"
    assert place_of(RecordError(fault, 2, 7)) == "Zeile 2, Spalte 7"
    assert place_of(RecordError(fault, seq=4)) == "Ereignis 4"
    assert place_of(RecordError(fault)) == ""


def test_what_a_reason_quotes_from_a_record_is_short_and_can_be_sent() -> None:
    reason = reason_of(Fault("x", "%(value)s", value="\ud800" * 1000))
    assert reason.startswith("\\ud800")
    assert len(reason) < 400

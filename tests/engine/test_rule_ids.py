"""Every rule in docs/ has an id, and tests that name it; no code names an id that is none."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DOCS = sorted((ROOT / "docs").glob("rules-*.md"))
ON_PAGES_ONLY = {"CS-V4"}
"""What changes nothing in the engine."""

ID = re.compile(r"\b(?:CS|BT)-[A-Z]?\d*\b")


def written_in(document: Path) -> set[str]:
    """Return the ids that the document's tables give to rules."""
    text = document.read_text(encoding="utf-8")
    return set(re.findall(r"^\| *([A-Z]{2}-[A-Z]?\d*) *\|", text, flags=re.MULTILINE))


def named_by_tests() -> set[str]:
    """Return the ids in names of tests, as in `test_BT_L1_...`."""
    texts = [path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py")]
    return {
        f"{game}-{rule}"
        for text in texts
        for name in re.findall(r"^def (test_\w+)", text, flags=re.MULTILINE)
        for game, rule in re.findall(r"_(CS|BT)_([A-Z]?\d*)(?=_)", name)
    }


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.stem)
def test_every_rule_is_named_by_a_test(document: Path) -> None:
    rules = written_in(document)
    assert rules
    assert rules - named_by_tests() - ON_PAGES_ONLY == set()


def test_the_engine_names_only_rules_there_are() -> None:
    rules = set().union(*map(written_in, DOCS))
    for path in (ROOT / "games" / "engine").rglob("*.py"):
        named = set(ID.findall(path.read_text(encoding="utf-8")))
        assert {name for name in named if name[-1].isdigit()} - rules == set(), path

"""Every rule in docs/ has an id, and tests that name it; no code names an id that is none."""

import re
from pathlib import Path

import pytest

from games.engine.registry import KINDS
from tests.engine.kinds import documents

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DOCS = [documents(kind) / f"rules-{kind}.md" for kind in KINDS]
ON_PAGES_ONLY = {"CS-V4"}
"""What changes nothing in the engine."""

PREFIX = "|".join(kind.rule_prefix for kind in KINDS.values())
ID = re.compile(rf"\b(?:{PREFIX})-[A-Z]?\d*\b")


def written_in(document: Path) -> set[str]:
    """Return the ids that the document's tables give to rules."""
    text = document.read_text(encoding="utf-8")
    return set(re.findall(r"^\| *([A-Z]{2}-[A-Z]?\d*) *\|", text, flags=re.MULTILINE))


def named_by_tests() -> set[str]:
    """Return the ids in names of tests, as in `test_BT_L1_...`."""
    tests = [*HERE.glob("test_*.py"), *(HERE.parent / "kinds").rglob("test_*.py")]
    texts = [path.read_text(encoding="utf-8") for path in tests]
    return {
        f"{game}-{rule}"
        for text in texts
        for name in re.findall(r"^def (test_\w+)", text, flags=re.MULTILINE)
        for game, rule in re.findall(rf"_({PREFIX})_([A-Z]?\d*)(?=_)", name)
    }


def test_no_two_games_have_the_same_prefix() -> None:
    assert len({kind.rule_prefix for kind in KINDS.values()}) == len(KINDS)


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.stem)
def test_every_rule_is_named_by_a_test(document: Path) -> None:
    rules = written_in(document)
    assert rules
    assert rules - named_by_tests() - ON_PAGES_ONLY == set()


def test_the_engine_names_only_rules_there_are() -> None:
    rules = set().union(*map(written_in, DOCS))
    engines = [ROOT / "games" / "engine", HERE.parent / "kinds"]
    for path in (path for engine in engines for path in engine.rglob("*.py")):
        named = set(ID.findall(path.read_text(encoding="utf-8")))
        assert {name for name in named if name[-1].isdigit()} - rules == set(), path

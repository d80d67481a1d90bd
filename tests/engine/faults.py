"""Every fault that the engine can find in a log or a record, as its code declares it."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import games.engine
from games.engine import faults

ENGINE = Path(games.engine.__file__).parent
PLACEHOLDER = re.compile(r"%\((\w+)\)")


@dataclass(frozen=True)
class Declared:
    """A fault in the source. marked: whether translators find its sentence."""

    code: str
    sentence: str
    marked: bool
    values: frozenset[str]

    @property
    def placeholders(self) -> frozenset[str]:
        return frozenset(PLACEHOLDER.findall(self.sentence))

    @property
    def samples(self) -> dict[str, Any]:
        return dict.fromkeys(self.values, 7)


def calls_of(name: str) -> Iterator[tuple[Path, ast.Call]]:
    """Yield every call of something with this name in the engine, with its file."""
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                yield path.relative_to(ENGINE), node


@cache
def declared_faults() -> list[Declared]:
    """Return all faults. A code may be declared in several places."""
    found = [_declared(call) for path, call in calls_of("Fault") if path.name != "faults.py"]
    return [*found, *(Declared(*each, True, frozenset()) for each in faults.REFUSALS.items())]


def _declared(call: ast.Call) -> Declared:
    code, sentence = call.args
    marked = isinstance(sentence, ast.Call) and ast.unparse(sentence.func) == "_"
    if isinstance(sentence, ast.Call):
        (sentence,) = sentence.args
    values = frozenset(keyword.arg or "**" for keyword in call.keywords)
    return Declared(ast.literal_eval(code), ast.literal_eval(sentence), marked, values)

"""Words that plain English does without, looked for in code, templates and documents.

`python -m tests.words FILE…` names each place. In Python these are comments, docstrings, names
and texts that are translated: other strings may be somebody's own words. Turns of phrase that are
clear only now and then are counted in the comments and docstrings of the product.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

WORDS = {
    "they": ("he", "him", "his", "himself"),
    "plain words": (
        *("whoever", "whom", "whomever", "whomsoever", "whilst"),
        *("thereby", "therein", "thereof", "thereto"),
        *("hereby", "herein", "hereof", "hereto"),
        *("whereby", "wherein", "whereof", "whereupon"),
    ),
}
INSTEAD = {word: better for better, words in WORDS.items() for word in words}
NAMED = re.compile(rf"(?:\b|(?<=_))({'|'.join(INSTEAD)})(?:\b|(?=_))", re.IGNORECASE)

COUNTED = {
    "the noun, not “what”": (r"\bwhat\b", 108),
    "“if”": (r"(\bNone|\bFalse|\b0|\"\") where\b|\bwhere (nobody|somebody|none|there)\b", 0),
    "“users who”, “players who”": (r"\b(of|for|by|from|somebody|those) who\b", 0),
    "“this many”, or the limit": (r"\bso (many|long)\b", 0),
}
"""Patterns by the better words, each with the most that are there: lower it when you can."""

TRANSLATORS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "pgettext", "npgettext"}


def prose_of(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a module and its docstrings, by lines."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text)), lineno=first):
                yield from enumerate(text.split("\n"), start=first)


def python_parts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the prose of a module, its names, and its texts for people."""
    yield from prose_of(source)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in TRANSLATORS:
                for argument in arguments:
                    match argument:
                        case ast.Constant(value=str(text), lineno=first):
                            yield first, text


def found_in(path: Path) -> Iterator[str]:
    """Yield a sentence for each of the words in a file."""
    source = path.read_text()
    if not NAMED.search(source):
        return
    lines = enumerate(source.split("\n"), start=1)
    for number, text in python_parts(source) if path.suffix == ".py" else lines:
        for word in NAMED.findall(text):
            yield f'{path}:{number}: "{word}": write {INSTEAD[word.lower()]}'


def too_many(paths: Iterable[Path]) -> Iterator[str]:
    """Yield a sentence for each pattern that the product has more often than it may."""
    product = [path for path in paths if path.suffix == ".py" and path.parts[0] != "tests"]
    prose = "\n".join(line for path in product for _, line in prose_of(path.read_text()))
    for better, (pattern, most) in COUNTED.items():
        found = len(re.findall(pattern, prose, re.IGNORECASE))
        if found > most:
            yield f"/{pattern}/ is {found} times in comments and docstrings: write {better}"


if __name__ == "__main__":
    files = [Path(name) for name in sys.argv[1:]]
    said = [*(place for path in files for place in found_in(path)), *too_many(files)]
    sys.exit("\n".join(said) or None)

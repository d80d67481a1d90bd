"""Words that plain English does without, looked for in code, templates and documents.

`python -m tests.words FILE…` names each place. In Python these are comments, docstrings, names
and texts that are translated: what another string says may be somebody's own words.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
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


TRANSLATORS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "pgettext", "npgettext"}


def python_parts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the comments and names of a module, its docstrings, and its texts for people."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in {tokenize.COMMENT, tokenize.NAME}:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text)), lineno=first):
                yield from enumerate(text.split("\n"), start=first)
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


if __name__ == "__main__":
    sys.exit("\n".join(said for name in sys.argv[1:] for said in found_in(Path(name))) or None)

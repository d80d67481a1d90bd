"""What the sources of the site consist of: lines of each sort, and private functions."""

import ast
import io
import re
import subprocess
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOT_PRODUCT = {"tests", "benchmarks"}
SHORT = 3
"""Lines of a body that is hardly worth a function of its own."""

FOR_TOOLS = re.compile(r"#\s*(noqa|type:|pragma|fmt:|Translators:|[-=]{3})|#!")
"""Comments that tell nobody why: those for tools and for translators, and rules of sections."""

NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """A Python file of the site. path: below the root."""

    path: str
    text: str

    @property
    def folders(self) -> list[str]:
        return self.path.split("/")[:-1]

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def tokens(self) -> list[tokenize.TokenInfo]:
        return list(tokenize.generate_tokens(io.StringIO(self.text).readline))


def product() -> list[Source]:
    """Return the files of the site itself: those in packages that git lists."""
    command = ["git", "ls-files", "*.py"]
    answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    # Git still lists what is being moved.
    paths = [path for path in answer.stdout.splitlines() if (ROOT / path).exists()]
    packages = {path.split("/")[0] for path in paths if path.endswith("/__init__.py")} - NOT_PRODUCT
    found = [Source(path, (ROOT / path).read_text()) for path in paths]
    return [
        source
        for source in found
        if packages.intersection(source.folders[:1]) and "migrations" not in source.folders
    ]


def lines(sources: Iterable[Source]) -> Counter[str]:
    """Count all lines, and those of code, of docstrings, and with comments that may tell why."""
    total: Counter[str] = Counter()
    for source in sources:
        nodes = list(ast.walk(source.tree))
        # Texts below constants are no docstrings to Python, and no code either.
        texts = (node for node in nodes if isinstance(node, ast.Expr) and is_text(node))
        code = {
            line
            for token in source.tokens
            if token.type not in NO_CODE and token.string
            for line in range(token.start[0], token.end[0] + 1)
        }
        total["all"] += len(source.text.splitlines())
        total["code"] += len(code - spanned(texts))
        total["docstrings"] += len(spanned(docstrings(nodes)))
        total["comments"] += sum(
            token.type == tokenize.COMMENT and not FOR_TOOLS.match(token.string)
            for token in source.tokens
        )
    return total


def is_text(node: ast.Expr) -> bool:
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def docstrings(nodes: Iterable[ast.AST]) -> Iterator[ast.stmt]:
    for node in nodes:
        if isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(node):
            yield node.body[0]


def spanned(nodes: Iterable[ast.stmt]) -> set[int]:
    return {
        line for node in nodes for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def private(sources: Iterable[Source]) -> tuple[list[Function], list[Function]]:
    """Return all private functions and methods, and those that are named at one place only.

    A name means the function of its own file. In a file without one it may mean any of that name.
    """
    files: list[tuple[list[Function], Counter[str]]] = []
    elsewhere: Counter[str] = Counter()
    for source in sources:
        named = Counter(token.string for token in source.tokens if token.type == tokenize.NAME)
        defined = list(private_functions(source.tree))
        named.subtract(function.name for function in defined)
        files.append((defined, named))
        own = {function.name for function in defined}
        elsewhere.update({name: count for name, count in named.items() if name not in own})
    return (
        [each for defined, _ in files for each in defined],
        [
            each
            for defined, named in files
            for each in defined
            if named[each.name] + elsewhere[each.name] == 1
        ],
    )


def private_functions(parent: ast.Module | ast.ClassDef) -> Iterator[Function]:
    """Yield those of a module and its classes, not those within functions."""
    for node in parent.body:
        if isinstance(node, ast.ClassDef):
            yield from private_functions(node)
        elif isinstance(node, Function) and re.match("_[^_]", node.name):
            yield node


def is_short(function: Function) -> bool:
    body = function.body[ast.get_docstring(function) is not None :]
    return len(spanned(body)) <= SHORT

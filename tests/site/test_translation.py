"""Text for people is whole sentences with named places, looked up when it is shown."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.each_case import each_case
from tests.packages import sources

ROOT = Path(__file__).resolve().parents[2]
MODULES = [path for path in sources("*.py") if "static" not in path.parts]
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.*"))

AT_ONCE = {"gettext", "ngettext", "pgettext", "npgettext"}
LATER = {"gettext_noop", *(f"{name}_lazy" for name in AT_ONCE)}
SOURCES = {"django.utils.translation", "games.engine.faults"}
UNNAMED = re.compile(r"%[0-9$.]*[sdifr]|(?<!u){\w*}")  # u{…} is how records write a sign
IN_TEMPLATE = re.compile(
    r'{%\s*translate "([^"]*)"|{%\s*blocktranslate.*?%}(.*?){%\s*endblock', re.S
)


class Calls(ast.NodeVisitor):
    """Collects what one module does with gettext that a translator could not live with."""

    def __init__(self, tree: ast.Module) -> None:
        self.names = {
            alias.asname or alias.name: alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module in SOURCES
            for alias in node.names
        }
        self.depth = 0
        self.found: list[str] = []
        self.visit(tree)

    def name_of(self, node: ast.AST) -> str:
        """Return which function of gettext this calls, "" for anything else."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return ""
        name = self.names.get(node.func.id, "")
        return name if name in AT_ONCE | LATER else ""

    def report(self, node: ast.expr, fault: str) -> None:
        self.found.append(f"{node.lineno}: {fault}")

    def report_if_text(self, node: ast.expr, fault: str) -> None:
        if self.name_of(node):
            self.report(node, fault)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for early in (*node.decorator_list, node.args):
            self.visit(early)
        kept = any(ast.unparse(each) == "cache" for each in node.decorator_list)
        self.depth += not kept
        for statement in node.body:
            self.visit(statement)
        self.depth -= not kept

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1

    def visit_Call(self, node: ast.Call) -> None:
        name = self.name_of(node)
        if name in AT_ONCE and not self.depth:
            self.report(node, "looked up once for everybody")
        if name:
            words = node.args[: 2 if name.startswith(("ngettext", "pgettext")) else 1]
            for each in node.args[:3] if name.startswith("npgettext") else words:
                self._check_words(each)
        method = node.func
        if isinstance(method, ast.Attribute) and method.attr == "format":
            self.report_if_text(method.value, "filled in by .format()")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add) and (self.name_of(node.left) or self.name_of(node.right)):
            self.report(node, "glued with +")
        if isinstance(node.op, ast.Mod) and not self.depth and self.name_of(node.left):
            self.report(node, "filled in once for everybody")
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        if any(self.name_of(part) for part in ast.walk(node)):
            self.report(node, "glued in an f-string")
        self.generic_visit(node)

    def _check_words(self, node: ast.expr) -> None:
        if isinstance(node, ast.Name | ast.Attribute):
            return  # marked where it is written
        if not isinstance(node, ast.Constant):
            self.report(node, "not a plain text")
        elif UNNAMED.search(str(node.value).replace("%%", "")):
            self.report(node, "a place without a name")


def faults_in(source: str) -> list[str]:
    return Calls(ast.parse(source)).found


def found_in(paths: list[Path], find: Callable[[str], list[str]]) -> dict[str, list[str]]:
    """Return what is found in each file, where anything is."""
    found = {path.relative_to(ROOT).as_posix(): find(path.read_text()) for path in paths}
    return {name: faults for name, faults in found.items() if faults}


def unnamed_places(source: str) -> list[str]:
    return [text for text in _texts(source) if UNNAMED.search(text)]


def _texts(source: str) -> Iterator[str]:
    for short, long in IN_TEMPLATE.findall(source):
        yield short or re.sub(r"{{ \w+ }}", "", long)


def test_texts_of_modules_are_whole_and_looked_up_when_they_are_shown() -> None:
    assert not found_in(MODULES, faults_in)


def test_places_in_texts_of_templates_have_names() -> None:
    assert not found_in(TEMPLATES, unnamed_places)


@each_case(
    "wrong",
    [
        'title = _("Early")',
        'class Form:\n    label = _("Early")',
        'def play(prompt=_("Early")): ...',
        '@display(name=_("Early"))\ndef shown(): ...',
        '@cache\ndef pitch():\n    return _("Early")',
        'title = lazy("Made by %(name)s") % {"name": "Ada"}',
        'def told(name):\n    return _(f"Hello {name}")',
        'def told(name):\n    return _("Hello {name}").format(name=name)',
        'def told(name):\n    return _("Hello ") + name',
        'def told(name):\n    return f"{name} " + f"{_("waits")}"'.replace('"waits"', "'waits'"),
        'def told(name):\n    return _("Hello %s") % name',
        'def told(n):\n    return ngettext("%d row", "%(n)d rows", n) % n',
    ],
)
def test_a_text_that_nobody_could_translate_is_found(wrong: str) -> None:
    imports = (
        "from django.utils.translation import gettext as _\n"
        "from django.utils.translation import gettext_lazy as lazy, ngettext\n"
    )
    assert faults_in(imports + wrong)

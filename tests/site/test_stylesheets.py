"""Stylesheets: layers in place of `!important`, and names of games that meet nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from games.engine.registry import KINDS
from tests.each_case import each_case
from tests.engine.kinds import every_kind
from tests.packages import sources

ROOT = Path(settings.BASE_DIR)
GAMES = ROOT / "games" / "static" / "games"
SHEETS = [
    path
    for path in [*sources("*.css"), *sorted((ROOT / "tests" / "kinds").rglob("*.css"))]
    if "static" in path.parts
]
BESIDE_DJANGO = ROOT / "moderation" / "static" / "moderation" / "admin.css"
"""Stands beside the stylesheets of Django's administration, which are in no layer and would win."""

PAINTED = [path for path in SHEETS if path.name == "picture.css"]
"""What resvg reads; it knows plain selectors only."""

JOINED = [path for path in SHEETS if "@import" in path.read_text(encoding="utf-8")]
"""Made of others alone (cantstop_site/joining.py)."""

PAGES = [path for path in SHEETS if path not in [*PAINTED, *JOINED, BESIDE_DJANGO]]


def text_of(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def preludes(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield what stands before each `{`, with what stands before those around it."""
    around: list[str] = []
    for prelude, sign in re.findall(r"([^{};]*)([{};])", text):
        if sign == "{":
            yield list(around), prelude.strip()
            around.append(prelude.strip())
        elif sign == "}":
            around.pop()


def selectors(path: Path) -> Iterator[str]:
    """Yield the selectors of a stylesheet that are nested in no other."""
    for around, prelude in preludes(text_of(path)):
        is_outermost = all(outer.startswith(("@layer", "@media")) for outer in around)
        if is_outermost and not prelude.startswith("@"):
            # Commas in brackets belong to one selector.
            yield from (one.strip() for one in re.split(r",(?![^(]*\))", prelude))


def names(sheets: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in sheets]


def test_there_are_stylesheets_to_look_at() -> None:
    assert len(PAGES) > 20
    assert BESIDE_DJANGO in SHEETS
    assert len(PAINTED) == len(KINDS) + 1


@pytest.mark.parametrize("path", JOINED, ids=names(JOINED))
def test_a_stylesheet_that_imports_others_has_nothing_else(path: Path) -> None:
    lines = text_of(path).strip().splitlines()
    assert [line for line in lines if not re.fullmatch(r'@import "[\w./-]+";', line)] == []


@each_case("path", SHEETS)
def test_nothing_is_important(path: Path) -> None:
    assert "!important" not in text_of(path)


@each_case("path", PAGES)
def test_every_rule_of_a_page_stands_in_a_layer_that_has_its_place(path: Path) -> None:
    order = re.match(r"\s*@layer ([\w, ]+);", text_of(GAMES / "base.css"))
    assert order, "the first thing that every page reads is the order of the layers"
    layers = {f"@layer {name}" for name in order[1].split(", ")}
    outer = {prelude for around, prelude in preludes(text_of(path)) if not around}
    assert outer
    assert outer <= layers


@pytest.mark.parametrize("path", PAINTED, ids=names(PAINTED))
def test_pictures_are_painted_by_plain_rules(path: Path) -> None:
    assert not re.search(r"[@&]|:(is|has|not|where)\(|\{[^}]*\{", text_of(path))


@every_kind
@pytest.mark.parametrize("name", ["table.css", "picture.css"])
def test_the_stylesheets_of_a_game_begin_each_rule_with_its_name(kind: str, name: str) -> None:
    path = Path(str(finders.find(f"games/{kind}/{name}")))
    own = re.compile(rf"\w*\.{kind}(-[\w-]+)?(?![\w-])")
    assert [one for one in selectors(path) if not own.match(one)] == []
    moves = re.findall(r"@keyframes ([\w-]+)", text_of(path))
    assert [move for move in moves if not move.startswith(f"{kind}-")] == []


@every_kind
def test_the_shapes_of_a_sprite_have_classes_that_need_nothing_around_them(kind: str) -> None:
    # What `<use>` clones is matched without the elements around it: `.kind .shape` would miss it.
    everywhere = {"sprite", kind, "die", "cross"}
    for path in (ROOT / "templates" / "games" / kind).glob("_sprite.html"):
        text = re.sub(r"\{\{.*?\}\}", "any", path.read_text(encoding="utf-8"))
        named = " ".join(re.findall(r'class="([^"]*)"', text)).split()
        assert [one for one in named if one not in everywhere and f"{kind}-" not in one] == []


@every_kind
def test_no_other_stylesheet_has_rules_for_a_game(kind: str) -> None:
    others = [path for path in SHEETS if path.parent.name != kind]
    own = re.compile(rf"\.{kind}(?![\w])")
    assert [path.name for path in others if own.search(text_of(path))] == []

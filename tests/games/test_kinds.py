"""What every game has, and that only a game's own folders name it."""

import ast
import re
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template

from games.engine.registry import KINDS
from games.presenters import levels, part, presenter
from tests.engine.kinds import CASES, documents, every_kind

ROOT = Path(settings.BASE_DIR)
STATIC = ROOT / "games" / "static" / "games"
NAMES = {
    "cantstop": re.compile(r"cant_?stop(?!_)|can(?:'|’|&#x27;|&#39;|&rsquo;)t stop", re.IGNORECASE),
    "buttons": re.compile(r"""["']buttons["']|games/buttons|engine\.buttons|\bButtons\b"""),
    "pig": re.compile(r"\bpig\b", re.IGNORECASE),
}
"""How a game would be named. The name of Buttons is a word of the pages, too, and what is called
`cantstop_…` is the site's.
"""


def own_folders(kind: str) -> list[Path]:
    """Return where a game may be named: what is about it alone."""
    return [
        ROOT / "games" / "engine" / kind,
        ROOT / "games" / "analysis" / kind,
        ROOT / "games" / "presenters" / kind,
        ROOT / "games" / "pages" / kind,
        ROOT / "templates" / "games" / kind,
        STATIC / kind,
        ROOT / "tests" / "kinds" / kind,
    ]


def shared_files() -> list[Path]:
    """Return the files that are about every game."""
    found = [
        *(ROOT / "games").rglob("*.py"),
        *(ROOT / "games" / "pictures").rglob("*.css"),
        *STATIC.glob("*.js"),
        *STATIC.glob("*.css"),
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "templates").rglob("*.txt"),
    ]
    own = [folder for kind in KINDS for folder in own_folders(kind)]
    return [
        path
        for path in sorted(found)
        if "migrations" not in path.parts and not any(path.is_relative_to(one) for one in own)
    ]


def lines_that_name(name: re.Pattern[str], path: Path) -> list[str]:
    """Return the lines of a file that name the game, with where they are."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if name.search(line)
    ]


def test_there_is_a_way_to_look_for_the_name_of_every_game() -> None:
    assert set(NAMES) == set(KINDS)
    assert len(shared_files()) > 100


def lists_of_games(text: str) -> list[int]:
    """Return the lines of lists, tuples and sets in which each element begins with another game."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.List | ast.Tuple | ast.Set) and _names_games(node.elts)
    ]


def _names_games(elements: Sequence[ast.expr]) -> bool:
    heads = [one.elts[0] if isinstance(one, ast.Tuple) and one.elts else one for one in elements]
    named = {one.value for one in heads if isinstance(one, ast.Constant)}
    return len(named) == len(elements) > 1 and named <= set(KINDS)


def test_tests_that_hold_for_every_game_run_over_all_of_them() -> None:
    pinned = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in (ROOT / "tests").rglob("*.py")
        for line in lists_of_games(path.read_text(encoding="utf-8"))
    ]
    assert pinned == [], "every_kind of tests/engine/kinds.py is for that"


def test_a_list_of_games_is_found() -> None:
    assert lists_of_games('["cantstop", "buttons"]') == [1]
    assert lists_of_games('\n[("cantstop", 2), ("buttons", 3)]') == [2]
    assert lists_of_games('["cantstop", "chess"], ["pig"], [], "buttons"') == []


def test_the_contract_tests_play_every_game() -> None:
    assert {case.kind for case in CASES if case.players > 1} == set(KINDS)


@every_kind
def test_no_shared_file_names_a_game(kind: str) -> None:
    assert [line for path in shared_files() for line in lines_that_name(NAMES[kind], path)] == []


@every_kind
def test_a_games_own_files_do_not_name_another_game(kind: str) -> None:
    others = [NAMES[other] for other in KINDS if other != kind]
    files = [
        path
        for folder in own_folders(kind)
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".py", ".html", ".css", ".js"}
    ]
    assert files
    assert [line for path in files for name in others for line in lines_that_name(name, path)] == []


@every_kind
def test_each_kind_has_every_part_that_the_shared_templates_include(kind: str) -> None:
    shared = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "templates").rglob("*.svg")]
    texts = [path.read_text(encoding="utf-8") for path in shared]
    parts = {name for text in texts for name in re.findall(r'game\|part:"(\w+)"', text)}
    assert len(parts) > 5
    for name in parts | {"emblem", "options", "sprite"}:
        get_template(part(kind, name))
    for page in ("rules", "strategy"):
        get_template(f"games/{kind}/{page}.html")
    assert finders.find(f"games/{kind}/table.css")
    assert finders.find(f"games/{kind}/picture.css")


@every_kind
def test_each_bot_has_a_name_and_a_sentence_and_some_are_levels_of_play_now(kind: str) -> None:
    texts = presenter(kind).BOTS
    assert list(texts) == list(KINDS[kind].bots)[::-1], "both are in order of strength"
    assert all(str(bot.name) and str(bot.sentence) for bot in texts.values())
    bots, by_strength = presenter(kind).LEVELS, list(KINDS[kind].bots)
    assert levels.FOR_NEWCOMERS <= len(bots) <= levels.HIGHEST
    places = [by_strength.index(bot) for bot in bots]
    assert places == sorted(set(places)), "the easiest first"


@every_kind
def test_each_kind_has_the_documents_it_needs(kind: str) -> None:
    assert (documents(kind) / f"rules-{kind}.md").is_file()
    assert (documents(kind) / f"record-{kind}.schema.json").is_file()

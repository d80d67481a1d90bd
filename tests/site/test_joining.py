"""What is joined by `collectstatic`, and that our modules are as plain as that needs them to be."""

import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from cantstop_site import joining
from cantstop_site.joining import ADDRESS, EXPORT, FILES, IMPORT, JOINED_FILES, target
from cantstop_site.storage import BLANKS, StaticFilesStorage
from tests.each_case import each_case
from tests.packages import sources

ROOT = Path(settings.BASE_DIR)
MODULES = {
    path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
    for path in sources("*.js")
    for folder in path.parents
    if folder.name == "static"
}
TAG = re.compile(
    r"""<(?:script type="module" src|link rel="(modulepreload)" href)="{% static '(.+?)' %}">"""
)
COMMENTS_AND_TEXTS = re.compile(r'^ *//.*| // .*|"[^"\n]*"|`[^`]*`', re.MULTILINE)

every_file = each_case("file", JOINED_FILES)


def read(path: str) -> str:
    return Path(str(finders.find(path))).read_text(encoding="utf-8")


def modules_of(file: str) -> dict[str, str]:
    return {module: MODULES[module] for module in FILES if FILES[module] == file}


def meant(module: str) -> dict[str, str]:
    """Return which module exports each name that a module exports or imports."""
    source = MODULES[module]
    known = dict.fromkeys(EXPORT.findall(source), module)
    for names, path in IMPORT.findall(source):
        known |= dict.fromkeys(re.findall(r"\w+", names), target(module, path))
    return known


def needed_at_once(file: str) -> set[str]:
    """Return the files that a browser needs before it runs a script."""
    own = {target(file, path) for _, path in IMPORT.findall(joining.script(file, read))}
    return own.union(*map(needed_at_once, own))


def test_there_are_modules_to_look_at() -> None:
    assert len(MODULES) > 50
    assert MODULES.keys() >= FILES.keys()


@each_case("module", MODULES)
def test_modules_import_by_name_alone(module: str) -> None:
    rest = IMPORT.sub("", MODULES[module])
    assert not re.search(r"^import\b(?!\()|^export .* from |import\.meta", rest, re.MULTILINE)
    assert not any(" as " in names for names, _ in IMPORT.findall(MODULES[module]))


@each_case("module", FILES)
def test_modules_that_are_joined_export_by_name_alone(module: str) -> None:
    assert not re.search(r"^export\b", EXPORT.sub("", MODULES[module]), re.MULTILINE)


@every_file
def test_a_file_has_the_name_of_one_of_its_modules(file: str) -> None:
    assert FILES[file] == file
    assert len(modules_of(file)) == len(JOINED_FILES[file])


@every_file
def test_a_name_means_the_same_in_all_modules_of_a_file(file: str) -> None:
    known: dict[str, str] = {}
    for module in modules_of(file):
        for name, origin in meant(module).items():
            assert known.setdefault(name, origin) == origin, name
    for module, source in modules_of(file).items():
        code = COMMENTS_AND_TEXTS.sub("", source)
        for name in known.keys() - meant(module).keys():
            # What it does not know is its own, if it is there, and not a function of browsers.
            called = re.search(rf"(?<![\w.]){name}\(", code)
            assert not called or re.search(rf"\b(?:function|const) {name}\b", code), (module, name)


def test_files_import_each_other_in_no_circle() -> None:
    files = {FILES.get(module, module) for module in MODULES}
    order = {
        file: {target(file, path) for path in ADDRESS.findall(joining.script(file, read))}
        for file in files
    }
    assert set(TopologicalSorter(order).static_order()) == files


def test_each_module_of_a_file_has_a_scope_of_its_own_after_those_that_it_needs() -> None:
    script = joining.script("games/replay.js", read)
    scopes = re.findall(r"^const \[(.+)\] = \(\(\) => {$", script, re.MULTILINE)
    assert scopes.index("Guesses") < scopes.index("createGuessing")
    assert script.index("const [createGuessing]") < script.index(
        "\n{\n"
    )  # replay.js itself is last
    assert len(scopes) == len(JOINED_FILES["games/replay.js"]) - 1


def test_what_another_file_has_is_imported_from_there() -> None:
    own = read("notices/push.js")
    assert '"../games/storage.js"' in own
    script = joining.script("notices/push.js", read)
    assert {path for _, path in IMPORT.findall(script)} == {"../games/dom.js"}
    assert IMPORT.sub("", script) == IMPORT.sub("", own)
    replay = joining.script("games/replay.js", read)
    assert "./dom.js" in {path for _, path in IMPORT.findall(replay)}
    assert 'import("./replay-verify.js")' in replay


def test_a_style_sheet_has_in_it_what_it_imports() -> None:
    sheet = joining.sheet("games/table-page.css", read)
    assert "@import" not in sheet
    for path in ("games/clocks.css", "chat/chat.css"):
        assert read(path) in sheet
    assert "url(" not in sheet  # of another folder it would lead elsewhere


@pytest.mark.parametrize("name", ["base.html", "games/table.html", "games/replay.html"])
def test_pages_name_all_files_that_a_script_needs_so_that_browsers_ask_at_once(name: str) -> None:
    tags = TAG.findall((ROOT / "templates" / name).read_text(encoding="utf-8"))
    preloaded = {path for preload, path in tags if preload}
    scripts = {FILES.get(path, path) for preload, path in tags if not preload}
    on_every_page = set() if name == "base.html" else {"games/dom.js"}
    assert set().union(*map(needed_at_once, scripts)) == preloaded | on_every_page


class Uncompressed(StaticFilesStorage):
    def compress_files(self, paths: Any) -> Iterator[Any]:
        return iter(())


def test_a_page_that_names_a_module_gets_its_file_without_comments_and_blanks(
    tmp_path: Path,
) -> None:
    storage = Uncompressed(location=str(tmp_path), base_url="/static/")
    paths = {
        path: (found, path)
        for finder in finders.get_finders()
        for path, found in finder.list([])
        if path.startswith(("games/", "chat/", "notices/"))
    }
    for path, (found, _) in paths.items():  # as collectstatic does
        storage.save(path, found.open(path))
    assert not [done for *_, done in storage.post_process(paths) if isinstance(done, Exception)]
    told = storage.hashed_files
    assert told["games/copy.js"] == told["games/motion.js"] != told["games/table.js"]
    script = (tmp_path / told["games/table.js"]).read_text(encoding="utf-8")
    assert told["games/motion.js"].removeprefix("games/") in script
    assert told["games/celebrate.js"].removeprefix("games/") in script
    assert "//" not in script
    sheet = (tmp_path / told["games/table-page.css"]).read_text(encoding="utf-8")
    assert not re.search(r"@import|[{};] | [{}]|/\*", sheet)


@pytest.mark.parametrize(
    ("sheet", "blankless"),
    [
        ("a{ b :is(c, d) > e { f: g h; } }", "a{b :is(c,d) > e{f:g h}}"),
        ('a{ b::after { content: " ; "; } }', 'a{b::after{content:" ; "}}'),
        ("@media (width > 5em) { a { b: c } }", "@media (width > 5em){a{b:c}}"),
    ],
)
def test_style_sheets_lose_blanks_that_mean_nothing(sheet: str, blankless: str) -> None:
    assert BLANKS.sub(lambda found: "".join(filter(None, found.groups())), sheet) == blankless

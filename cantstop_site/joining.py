"""Joins the scripts and style sheets that pages load together, in `collectstatic`.

Browsers request each module separately, and find its imports only after reading it: a table needed
forty files in four rounds of requests. In development, files are served as they are written.

This module handles no more than the site's scripts need: they import and export by name, and a name
means the same in all modules of a file. Only tests/site/test_joining.py checks both.
"""

import re
from collections.abc import Callable
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath, relpath
from re import Match

# The modules of each file; the file is named after one of them. No module is in two files. Files
# must not import each other in a circle: a file's name contains a hash of its content, in which
# are the names of the files that it imports.
JOINED_FILES = {
    # The first three are for every page, for live pages, and for pages with a board.
    "games/dom.js": ("dom", "formats", "noted-dice", "storage", "times"),
    "games/waiting.js": ("live", "socket", "waiting"),
    "games/motion.js": (
        *("../chat/chat", "controls", "copy", "dialogs", "keys", "motion"),
        *("senses", "senses-form", "sounds", "tips"),
    ),
    "games/table.js": (
        *("clocks", "looks", "picks", "presence", "server-clock", "table", "table-sounds"),
    ),
    "games/pass-and-play.js": ("dice-pad", "kept-presses", "pass-and-play"),
    "games/replay-stepper.js": ("replay-navigation", "replay-stepper"),
    "games/replay.js": (
        *("autoplay", "comments", "guess", "guess-state", "replay", "replay-keys"),
    ),
}

FILES = {
    normpath(join(dirname(file), f"{module}.js")): file
    for file, modules in JOINED_FILES.items()
    for module in modules
}

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
ADDRESS = re.compile(r'(?:^import \{[^}]*\} from |\bimport\()"([^"]+)"', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
SHEET = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)

Read = Callable[[str], str]  # returns the source of a path below the static files


def script(file: str, read: Read) -> str:
    """Return the modules of a file as one script that imports from other files only."""
    if file not in JOINED_FILES:
        return _redirected(file, file, read(file))
    modules = {name: read(name) for name in FILES if FILES[name] == file}
    order: dict[str, list[str]] = {}
    needed: dict[str, set[str]] = {}
    for name, source in modules.items():
        imports = [(target(name, path), names) for names, path in IMPORT.findall(source)]
        order[name] = [needs for needs, _ in imports if needs in modules]
        for needs, names in imports:
            if needs not in modules:
                needed.setdefault(_seen_from(file, needs), set()).update(re.findall(r"\w+", names))
    imported = (
        f'import {{ {", ".join(sorted(names))} }} from "{path}";\n'
        for path, names in needed.items()
    )
    # Each module comes after the modules that it imports.
    bodies = (_body(file, name, modules[name]) for name in TopologicalSorter(order).static_order())
    exported = ", ".join(name for source in modules.values() for name in EXPORT.findall(source))
    return "".join([*imported, *bodies, f"export {{ {exported} }};\n"])


def sheet(file: str, read: Read) -> str:
    """Return a style sheet with its imports replaced by their content."""
    return SHEET.sub(lambda found: sheet(target(file, found[1]), read), read(file))


def _body(file: str, name: str, source: str) -> str:
    """Return a module's source in a scope of its own, with its exports as constants outside."""
    body = _redirected(file, name, EXPORT.sub("", IMPORT.sub("", source)))
    exported = ", ".join(EXPORT.findall(source))
    if exported:
        return f"const [{exported}] = (() => {{\n{body}return [{exported}];\n}})();\n"
    return f"{{\n{body}}}\n"  # a block, because some modules have `await` outside of functions


def _redirected(file: str, name: str, source: str) -> str:
    """Return the source of a module with imports of modules changed to imports of their files."""

    def redirect(found: Match[str]) -> str:
        path = found[1]
        if not path.startswith("."):
            return found[0]  # an import in another project's script
        return found[0].replace(path, _seen_from(file, target(name, path)))

    return ADDRESS.sub(redirect, source)


def target(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))


def _seen_from(file: str, module: str) -> str:
    """Return the relative path from a file to the file that has a module."""
    path = relpath(FILES.get(module, module), dirname(file))
    return path if path.startswith(".") else f"./{path}"

"""Join scripts and style sheets that pages load together, as `collectstatic` does.

A browser asks for each module by itself, and learns what one imports only when it has read it: a
table came as forty files, in four rounds. While one develops, files are served as they are written.

The way is as plain as our modules are: they import and export by name, and a name means the same in
all modules of a file. tests/site/test_joining.py holds them to that; nothing is looked for here.
"""

import re
from collections.abc import Callable
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath, relpath
from re import Match

JOINED_FILES = {
    # What every page has; what pages have that are live; what pages have with a board.
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
"""The modules of each file, which has the name of one of them. No module is in two files.

Files import each other in no circle, or none could be named by its content.
"""

FILES = {
    normpath(join(dirname(file), f"{module}.js")): file
    for file, modules in JOINED_FILES.items()
    for module in modules
}

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
ADDRESS = re.compile(r'(?:^import \{[^}]*\} from |\bimport\()"([^"]+)"', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
SHEET = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)

Read = Callable[[str], str]
"""Returns the source of a file by its path below the static files."""


def script(file: str, read: Read) -> str:
    """Return a script with all modules of its file; what others have is imported from there."""
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
    bodies = (_body(file, name, modules[name]) for name in TopologicalSorter(order).static_order())
    exported = ", ".join(name for source in modules.values() for name in EXPORT.findall(source))
    return "".join([*imported, *bodies, f"export {{ {exported} }};\n"])


def sheet(file: str, read: Read) -> str:
    """Return a style sheet with those that it imports in their place."""
    return SHEET.sub(lambda found: sheet(target(file, found[1]), read), read(file))


def _body(file: str, name: str, source: str) -> str:
    """Return what a module does, in a scope of its own, with its exports outside."""
    body = _redirected(file, name, EXPORT.sub("", IMPORT.sub("", source)))
    exported = ", ".join(EXPORT.findall(source))
    if exported:
        return f"const [{exported}] = (() => {{\n{body}return [{exported}];\n}})();\n"
    return f"{{\n{body}}}\n"  # no function: some wait for what they import later


def _redirected(file: str, name: str, source: str) -> str:
    """Return the source of a module with the addresses that its imports have in a file."""

    def redirect(found: Match[str]) -> str:
        path = found[1]
        if not path.startswith("."):
            return found[0]  # of another project's script
        return found[0].replace(path, _seen_from(file, target(name, path)))

    return ADDRESS.sub(redirect, source)


def target(name: str, path: str) -> str:
    """Return the path below the static files of what a file imports."""
    return normpath(join(dirname(name), path))


def _seen_from(file: str, module: str) -> str:
    """Return how a file names the one that has a module."""
    path = relpath(FILES.get(module, module), dirname(file))
    return path if path.startswith(".") else f"./{path}"

"""The engine is pure Python: it loads where there is no Django."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import games.engine

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    module.name for module in pkgutil.walk_packages(games.engine.__path__, "games.engine.")
)

IMPORT_WITHOUT_DJANGO = """
import importlib, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"django", "asgiref", "channels", "accounts", "operations"}:
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
try:
    import django
except ImportError:
    pass
else:
    raise SystemExit("the block does not work")
for name in sys.argv[1:]:
    importlib.import_module(name)

ours = {name for name in sys.modules if name.partition(".")[0] == "games"}
print(*sorted(name for name in ours if not (name + ".").startswith("games.engine.")))
foreign = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
print(*sorted(name for name in foreign if sys.modules.get(name) and not name.startswith("_")))
"""


def test_every_engine_module_is_found() -> None:
    assert {"games.engine.core", "games.engine.cantstop.rules", "games.engine.registry"} <= set(
        MODULES
    )


def test_the_engine_loads_without_django_and_without_the_rest_of_the_site() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-c", IMPORT_WITHOUT_DJANGO, "games.engine", *MODULES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    ours, foreign = done.stdout.splitlines()
    assert ours.split() == ["games"]
    assert foreign.split() == ["games"]

"""How readable the code is, in figures.

Run: python -m benchmarks.shape [-v]. Requests are made on a database of its own.
"""

import argparse
import os
from collections.abc import Iterator

from benchmarks.shape import changes, folders, sources

KINDS = {"cantstop": "Can't Stop", "buttons": "Buttons"}
AIMS = {"a roll": 320, "a page of a table": 200, "a step of a replay": 400}
Row = tuple[str, str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", action="store_true", dest="names", help="name imports that run up")
    names = parser.parse_args().names
    found = sources.product()
    imports = folders.imports(found)
    up = folders.running_up(imports)
    run_up = "imports between folders that run up", f"{len(up)} of {len(imports)}", "9"
    print_table([*traced(found), *written(found), run_up])
    for edge in up if names else []:
        print(f"\n{edge[0]} → {edge[1]}:", *sorted(imports[edge]), sep="\n  ")


def traced(found: list[sources.Source]) -> Iterator[Row]:
    os.environ |= {
        "DATABASE_URL": "sqlite://:memory:",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "REDIS_URL": "",
    }
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    settings.ALLOWED_HOSTS = ["testserver"]
    files = {str(sources.ROOT / source.path) for source in found}
    counted = {kind: changes.of_requests(kind, files) for kind in KINDS}
    for request, aim in AIMS.items():
        for kind, name in KINDS.items():
            yield f"changes of file: {request}, {name}", f"{counted[kind][request]:,}", f"{aim}"


def written(found: list[sources.Source]) -> Iterator[Row]:
    lines, (private, once) = sources.lines(found), sources.private(found)
    share = f"{len(once) / len(private):.0%} ({len(once)} of {len(private)})"
    yield "private functions named once", share, "30%"
    short = sum(map(sources.is_short, once))
    yield f"  of these, bodies of at most {sources.SHORT} lines", f"{short}", ""
    yield "lines of docstrings", f"{lines['docstrings'] / lines['all']:.1%}", "8%"
    yield "lines with comments", f"{lines['comments'] / lines['all']:.1%}", "at least 2%"
    yield "lines of Python", f"{lines['all']:,}", "48,000"
    yield "  of these, code", f"{lines['code']:,}", ""
    for top in sorted({source.folders[0] for source in found}):
        lines = sources.lines(source for source in found if source.folders[0] == top)
        yield f"  {top}: lines, code", f"{lines['all']:,}, {lines['code']:,}", ""


def print_table(rows: list[Row]) -> None:
    for figure, today, aim in [("figure", "today", "aim"), *rows]:
        print(f"{figure:48}{today:>20}{aim:>13}".rstrip())


if __name__ == "__main__":
    main()

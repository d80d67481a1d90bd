"""Which folders import which, and which of these imports run back up.

A folder is a package, or one directly in a package at the top; modules beside these count alone.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from benchmarks.shape.sources import Source

Edge = tuple[str, str]
"""A folder that imports, and the one it imports from."""


def imports(sources: Sequence[Source]) -> dict[Edge, set[str]]:
    """Return the files that import between folders."""
    folder_of = {
        source.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): folder(source)
        for source in sources
    }
    found = defaultdict(set)
    for source in sources:
        for name in imported(source):
            # What is imported from a module may be a name in it.
            there = folder_of.get(name) or folder_of.get(name.rpartition(".")[0])
            if there and there != folder(source):
                found[folder(source), there].add(source.path)
    return dict(found)


def folder(source: Source) -> str:
    if len(source.folders) > 1:
        return ".".join(source.folders[:2])
    return source.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(source: Source) -> Iterator[str]:
    """Yield the whole names of what is imported, also within functions."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = source.folders[: len(source.folders) + 1 - node.level] if node.level else []
            base = [*above, node.module] if node.module else above
            yield from (".".join([*base, alias.name]) for alias in node.names)


def running_up(edges: Iterable[Edge]) -> list[Edge]:
    """Return few edges without which nothing goes in circles: to find the fewest takes too long.

    As Eades, Lin and Smyth do, take first the folders that no remaining one imports, or the one
    that imports the most for how often it is imported. Then move folders as long as that helps.
    """
    edges = sorted(edges)
    left = {folder for edge in edges for folder in edge}
    order: list[str] = []

    def rank(folder: str) -> tuple[bool, int]:
        into = sum(edge[1] == folder and edge[0] in left for edge in edges)
        out = sum(edge[0] == folder and edge[1] in left for edge in edges)
        return into == 0, out - into

    while left:
        order.append(max(sorted(left), key=rank))
        left.remove(order[-1])
    while len(up_in(better := moved(order, edges), edges)) < len(up_in(order, edges)):
        order = better
    return up_in(order, edges)


def moved(order: list[str], edges: list[Edge]) -> list[str]:
    """Return the order with one folder moved to where the fewest edges run up."""
    tried = [order]
    for folder in order:
        others = [each for each in order if each != folder]
        tried += [[*others[:place], folder, *others[place:]] for place in range(len(order))]
    return min(tried, key=lambda order: len(up_in(order, edges)))


def up_in(order: list[str], edges: list[Edge]) -> list[Edge]:
    place = {folder: number for number, folder in enumerate(order)}
    return [edge for edge in edges if place[edge[0]] > place[edge[1]]]

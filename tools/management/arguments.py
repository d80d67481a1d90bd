"""Arguments of the commands that play games between bots."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandError

from games.engine.core import Rules
from games.engine.kind import GameKind


def add_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the table, once for each; the value is JSON or else plain text",
    )


def slugs_of(kind: GameKind, text: str) -> list[str]:
    """Return the slugs of bots in `slug,slug,...`."""
    slugs = text.split(",")
    for slug in slugs:
        if slug not in kind.bots:
            raise CommandError(f"no bot {slug!r}; there are {', '.join(kind.bots)}")
    return slugs


def rules_of(kind: GameKind, players: int, options: Iterable[tuple[str, Any]]) -> Rules[Any]:
    try:
        return kind.make_rules(players, dict(options))
    except ValueError as error:
        raise CommandError(str(error)) from error


def _option(text: str) -> tuple[str, Any]:
    """Return the name and the value of an option as they are in a record's variant object."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise ArgumentTypeError(f"not NAME=VALUE: {text!r}")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value

"""Check a record: that its game could be played so, and that its dice are what they had to be."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.core import Event
from games.engine.fair import SCHEME
from games.engine.record import events_from_record
from games.engine.registry import KINDS
from games.engine.replay import LogError
from games.engine.verify import ChanceError, logged_rolls


class Command(BaseCommand):
    help = "Checks the dice, the set-up and the seats of a game's record, and every step by rules."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a record that was downloaded from a replay")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            data = json.loads(options["file"].read_text(encoding="utf-8"))
            events, rolls = _verified(data)
            warnings = list(_warnings(data))
        except (OSError, ValueError) as error:
            raise CommandError(f"Not proven: {error}") from error
        self.stdout.write(
            f"Proven: the commitment, the seats, the set-up and all {rolls} rolls of "
            f"{events} events, each of which the rules allow."
        )
        for warning in warnings:
            self.stdout.write(warning)


def _verified(data: Any) -> tuple[int, int]:
    """Return how many events and rolls a record has, all of which are right.

    Raises ValueError with the first thing that is wrong.
    """
    if not isinstance(data, dict) or data.get("kind") not in KINDS:
        raise ValueError("this is no record of a game that is played here")
    if not isinstance(data.get("players"), list) or not isinstance(data.get("variant"), dict):
        raise ValueError("the record has no players, or no variant")
    rules = KINDS[data["kind"]].rules_of_record(len(data["players"]), data["variant"])
    events = _events(rules, data)
    _check_over(data["outcome"], events)
    _check_dice(data)
    return len(events), sum(1 for _ in logged_rolls(rules, events))


def _events(rules: Any, data: dict[str, Any]) -> list[Event]:
    """Return the log, which the rules allow and the dice bear out."""
    try:
        return events_from_record(rules, data)
    except ChanceError:
        raise
    except LogError as error:
        # What the rules forbid here may follow from a roll that was forged before.
        events_from_record(
            rules, data | {"events": data["events"][: error.seq - 1], "outcome": None}
        )
        raise
    except ValueError:
        _check_whole(rules, data)
        raise


def _check_whole(rules: Any, data: dict[str, Any]) -> None:
    """Raise when all that is wrong with a record is that its log was cut off."""
    try:
        events = events_from_record(rules, data | {"outcome": None})
    except ValueError:
        return
    _check_over(None, events)


def _check_over(outcome: object, events: list[Event]) -> None:
    if outcome is None:
        raise ValueError(f"event {len(events)}: the log ends before the game does")


def _check_dice(data: dict[str, Any]) -> None:
    """Check what a record of a game that goes on need not have. Its dice are well-formed."""
    dice = data.get("dice")
    if dice is None:
        raise ValueError("the record has no dice that could be checked")
    if dice["scheme"] != SCHEME:
        raise ValueError(f"the scheme is {dice['scheme']}, and this checks {SCHEME}")
    if dice["secret"] is None:
        raise ValueError("the secret is not in the record")


def _warnings(data: dict[str, Any]) -> Iterator[str]:
    """Yield what is right by the sums, and yet only in games with the dice of an earlier one."""
    dice = data["dice"]
    for place, seat in enumerate(dice["seats"]):
        if seat["salt"] and data["players"][seat["player"]]["bot"] is not None:
            yield (
                f"Beware: a bot sits where seat {place} has a salt, though bots make none. That is "
                f"right only if this game was played with the dice of the earlier game "
                f"{dice['code']}; else the site may have chosen the salt, and so the dice."
            )

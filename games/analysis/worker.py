"""Judges positions: run as a process of its own by `client.py`.

What it is asked, and what it answers, is JSON. It imports the engine and the analysis alone.
"""

import json
import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from games.analysis import explaining, thinking
from games.analysis.characters import Character
from games.engine.core import Rules, State
from games.engine.registry import KINDS
from operations.task_process import serve

MODEST = 10
"""How nice the process is that explains games: beside a process that never rests it gets about a
tenth of the processor. The lowest priorities get so little that a game can take an hour.
"""


def evaluate(position: Mapping[str, Any]) -> bytes:
    """Return the evaluation of a position."""
    return json.dumps(asdict(thinking.evaluate(*_read(position))), default=float).encode()


def choose(position: Mapping[str, Any], character: Mapping[str, Any], seed: int) -> bytes:
    """Return the text of the action that a character takes."""
    bot = thinking.ThinkingBot(Character(**character), random.Random(seed))  # noqa: S311
    return str(bot.choose(*_read(position))).encode()


def explain(table: Mapping[str, Any], log: Sequence[Mapping[str, Any]]) -> bytes:
    """Return a finished game explained. From the first one on others have the processor first."""
    _stand_back()
    rules = _rules(table)
    events = [rules.event_from_json(**event) for event in log]
    return json.dumps(explaining.explain(rules, events).to_json()).encode()


def _stand_back() -> None:
    """Let others have most of a busy processor, but keep a share."""
    own = os.getpriority(os.PRIO_PROCESS, 0)  # as the unit of a service may have set it
    os.setpriority(os.PRIO_PROCESS, 0, max(own, MODEST))


def _read(position: Mapping[str, Any]) -> tuple[Rules[Any], State, int]:
    rules = _rules(position)
    return rules, rules.state_from_json(position["state"]), position["player"]


def _rules(table: Mapping[str, Any]) -> Rules[Any]:
    return KINDS[table["kind"]].rules_of_record(table["players"], table["variant"])


def main() -> None:
    """Answer until the server ends."""
    serve({"evaluate": evaluate, "choose": choose, "explain": explain}, thinking.get_ready)


if __name__ == "__main__":
    main()

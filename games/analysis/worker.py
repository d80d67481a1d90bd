"""The process that evaluates positions; `client.py` starts it and talks JSON with it.

It imports only the engine and the analysis.
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

# Niceness while games are explained: the worker then gets about a tenth of a processor that another
# process keeps busy. With more niceness a game could take an hour.
MODEST = 10


def evaluate(position: Mapping[str, Any]) -> bytes:
    return json.dumps(asdict(thinking.evaluate(*_read(position))), default=float).encode()


def choose(position: Mapping[str, Any], character: Mapping[str, Any], seed: int) -> bytes:
    """Return the text of the action that a character takes."""
    bot = thinking.ThinkingBot(Character(**character), random.Random(seed))  # noqa: S311
    return str(bot.choose(*_read(position))).encode()


def explain(table: Mapping[str, Any], log: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the explanation of a finished game. Lowers the priority of the process for good."""
    own = os.getpriority(os.PRIO_PROCESS, 0)  # a systemd unit may have set more niceness
    os.setpriority(os.PRIO_PROCESS, 0, max(own, MODEST))
    rules = _rules(table)
    events = [rules.event_from_json(**event) for event in log]
    return json.dumps(explaining.explain(rules, events).to_json()).encode()


def _read(position: Mapping[str, Any]) -> tuple[Rules[Any], State, int]:
    rules = _rules(position)
    return rules, rules.state_from_json(position["state"]), position["player"]


def _rules(table: Mapping[str, Any]) -> Rules[Any]:
    return KINDS[table["kind"]].rules_of_record(table["players"], table["variant"])


def main() -> None:
    serve({"evaluate": evaluate, "choose": choose, "explain": explain}, thinking.get_ready)


if __name__ == "__main__":
    main()

"""The golden playthroughs: games written out, so that a change in the rules shows as a diff."""

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.engine.core import Action, Event, Json, Resign, Rules, State, TimeOut
from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from games.engine.replay import fold, positions
from tests import kinds  # noqa: F401 - so that KINDS has the games of the tests

FOLDER = Path(__file__).parent / "golden"

MOST_LISTED = 6
"""Legal actions written out; in some positions there are thousands."""


@dataclass(frozen=True)
class Golden:
    """A game to write out.

    bots: slug of each player's bot.  leaving: {seq: (player, action)} for events that no bot
    decides on.
    """

    name: str
    kind: str
    variant: Json
    bots: tuple[str, ...]
    seed: int
    leaving: Mapping[int, tuple[int, Action]] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


GOLDEN = (
    Golden("cantstop-standard", "cantstop", {}, ("rule-of-28", "bold"), seed=1),
    Golden(
        "cantstop-jump",
        "cantstop",
        {"columns_to_win": 4, "meeting": "jump"},
        ("cautious", "bold", "rule-of-28"),
        seed=2,
    ),
    Golden(
        "cantstop-must-roll",
        "cantstop",
        {"meeting": "must-roll", "stop_early": False},
        ("bold", "random", "cautious", "rule-of-28"),
        seed=3,
        leaving={12: (2, Resign()), 41: (1, TimeOut())},
    ),
    Golden("buttons-random-layouts", "buttons", {}, ("careful", "greedy"), seed=4),
    Golden(
        "buttons-chosen-layouts",
        "buttons",
        {"layouts": ["4B", "1A", "3A"]},
        ("greedy", "careful", "random"),
        seed=5,
    ),
    Golden(
        "buttons-leaving",
        "buttons",
        {},
        ("careful", "random", "greedy", "careful"),
        seed=6,
        leaving={8: (2, Resign()), 111: (1, TimeOut())},
    ),
    Golden("pig", "pig", {"target": 25}, ("patient", "random", "patient"), seed=7),
)


def transcript(golden: Golden) -> str:
    """Return the game as text: every decision, event, and what changed in the position."""
    rules = KINDS[golden.kind].make_rules(len(golden.bots), golden.variant)
    log = _play(golden, rules)
    states = positions(rules, log)
    lines = [
        f"{golden.kind}, rules version {rules.rules_version}, bots {', '.join(golden.bots)}",
        f"variant {_json(rules.variant.to_json())}",
        "",
        f"start {_json(rules.state_to_json(states[0]))}",
    ]
    for before, after, event in zip(states, states[1:], log, strict=False):
        lines += ["", *_event_lines(rules, before, after, event)]
    outcome = rules.outcome(states[-1])
    lines += ["", f"outcome {_json(outcome and outcome.to_json())}"]
    return "\n".join(lines) + "\n"


def _play(golden: Golden, rules: Rules[Any]) -> list[Event]:
    kind, dice = KINDS[golden.kind], SeededDice(golden.seed)
    chance = random.Random(golden.seed)
    bots = [kind.bots[slug].seeded(chance) for slug in golden.bots]
    log = list(rules.setup(dice))
    state = fold(rules, log)
    while active := rules.active_players(state):
        player, action = golden.leaving.get(state.seq + 1) or (
            active[0],
            bots[active[0]].choose(rules, state, active[0]),
        )
        log.append(rules.resolve(state, player, action, dice))
        state = rules.apply_event(state, log[-1])
    return log


def _event_lines(rules: Rules[Any], before: State, after: State, event: Event) -> list[str]:
    legal = [
        f"  {player} may {_listed(rules.legal_actions(before, player))}"
        f" (token {rules.token(before, player)})"
        for player in rules.active_players(before)
    ]
    data = rules.event_to_json(event) | rules.annotate_event(before, event)
    who = "nobody" if event.player is None else f"player {event.player}"
    return [
        f"{after.seq}. {who} {event.type} {_json(data)}",
        *legal,
        *_changes(rules.state_to_json(before), rules.state_to_json(after)),
    ]


def _listed(actions: Sequence[Action]) -> str:
    """Return the actions as text, only the first ones when there are many."""
    shown = " ".join(map(str, actions[:MOST_LISTED]))
    return shown if len(actions) <= MOST_LISTED else f"{shown} ... {len(actions)} in all"


def _changes(before: Json, after: Json) -> list[str]:
    """Return a line for every part of the position that changed, apart from its number."""
    return [
        f"  {key} = {_json(value)}"
        for key, value in after.items()
        if value != before[key] and key != "seq"
    ]


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))

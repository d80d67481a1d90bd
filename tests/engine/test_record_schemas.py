"""Every record the engine can write fits the schema of its kind.

Games that are played to their end by bots are in test_record.py and test_buttons_record.py.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.buttons.layouts import LAYOUTS, letters
from games.engine.core import Event, Json, Ruled, Rules
from games.engine.dice import SeededDice
from games.engine.fairness.proof import RecordDice
from games.engine.records.game_record import GameRecord, read_json_record
from games.engine.registry import KINDS
from tests.each_case import each_case
from tests.engine.kinds import CASES, Case, documents, every_kind
from tests.engine.recorded_games import played, proven
from tests.engine.test_record import DOCS, schema_of


@dataclass(frozen=True)
class Course:
    """How far a game goes. leaves: how likely somebody leaves at each step."""

    length: int = 30
    leaves: float = 0
    ruling: tuple[int, ...] | None = None

    def log(self, rules: Rules[Any], seed: int) -> list[Event]:
        log = played(rules, SeededDice(seed), random.Random(seed), self.length, self.leaves)
        return log if self.ruling is None else [*log, Ruled(None, self.ruling)]


COURSES = {
    "just begun": Course(length=1),
    "running": Course(),
    "left": Course(leaves=0.1),
    "left at once": Course(leaves=1),
    "ended by a moderator": Course(length=9, ruling=()),
    "awarded when it was over": Course(leaves=0.1, ruling=(0,)),
}


def dice_of(players: int) -> Iterator[RecordDice | None]:
    """Yield what records say of dice: nothing, a secret that is kept, one that is public."""
    _, kept = proven(1, ("",) * players, revealed=False)
    _, public = proven(1, tuple(f"salt_{n}-x" for n in range(players)))
    older: RecordDice = {**public, "scheme": "hmac-dice/1"}
    yield from (None, kept, public, older)


def test_every_kind_has_a_schema() -> None:
    for kind in KINDS:
        assert (documents(kind) / f"record-{kind}.schema.json").is_file()


@each_case("case", CASES)
def test_every_record_fits_its_schema(case: Case) -> None:
    schema, rules = schema_of(case.kind), case.rules()
    for seed, (name, course) in enumerate(COURSES.items()):
        log = course.log(rules, seed)
        players: Any = [{"name": f"Ada {n} ⚀", "bot": None} for n in range(rules.players)]
        players[-1]["bot"] = "any bot, from anywhere"
        game = GameRecord(rules, players, log)
        schema.validate(game.to_json())
        # The header and the dice go with any log, so the long part is checked once.
        for dice in dice_of(rules.players):
            short = replace(game, events=log[:1], dice=dice)
            schema.validate(short.to_json())
        schema.validate(replace(game, events=log[:1], own_dice=True).to_json())
        assert read_json_record(game.to_json()).events == log, name


WRONG: Sequence[tuple[str, Any]] = [
    ("seats", []),
    ("seats", [{"salt": "", "player": 4}]),
    ("seats", [{"salt": "no spaces", "player": 0}]),
    ("secret", "0" * 63),
    ("commitment", None),
    ("code", ""),
    ("more", 1),
]


@every_kind
@each_case(("key", "value"), WRONG)
def test_dice_of_the_wrong_shape_do_not_fit(kind: str, key: str, value: object) -> None:
    case = next(case for case in CASES if case.kind == kind)
    players: Any = [{"name": "", "bot": None}] * case.players
    _, dice = proven(1, ("",) * case.players)
    data: Json = GameRecord(case.rules(), players, [], dice).to_json()
    schema_of(kind).validate(data)
    data["dice"] = {**dice, key: value}
    assert not schema_of(kind).is_valid(data)


@every_kind
def test_own_dice_of_the_wrong_shape_or_with_a_proof_do_not_fit(kind: str) -> None:
    case = next(case for case in CASES if case.kind == kind)
    players: Any = [{"name": "", "bot": None}] * case.players
    data = GameRecord(case.rules(), players, [], own_dice=True).to_json()
    schema_of(kind).validate(data)
    for value in (False, 1, None, "true"):
        assert not schema_of(kind).is_valid(data | {"own_dice": value})
    _, dice = proven(1, ("",) * case.players)
    assert not schema_of(kind).is_valid(data | {"dice": dice})


def test_BT_3_the_documents_print_the_colours_of_all_layouts() -> None:
    """Without them nobody can count stars from a record."""
    told = (DOCS / "records.md").read_text(encoding="utf-8")
    printed = told.split("```")[-2].strip("\n").splitlines()
    assert printed[0].split() == list(LAYOUTS)
    for row, line in enumerate(printed[1:]):
        assert line.split() == [str(row + 1), *(letters(name)[row] for name in LAYOUTS)]

"""What records say of dice: it is believed only as far as it is so."""

import hashlib
import random
import re
from copy import deepcopy
from typing import Any

import pytest

from games.engine.core import Json
from games.engine.fairness.fair_dice import SCHEME, SCHEMES
from games.engine.fairness.proof import RecordDice
from games.engine.fairness.verify import ChanceError
from games.engine.records.json_record import events_from_record, record
from games.engine.records.text_record import TextError, from_text, to_text
from games.engine.registry import KINDS
from games.engine.replay import LogError
from tests.each_case import each_case
from tests.engine.kinds import every_kind
from tests.engine.recorded_games import played, proven
from tests.engine.test_record import PEOPLE, schema_of

SALTS = ("x_-9", "")


def proven_record(kind: str, seed: int = 1, scheme: str = SCHEME) -> Json:
    """Return the record of the beginning of a game whose dice prove themselves."""
    rules = KINDS[kind].make_rules(2, {})
    dice, proof = proven(seed, SALTS, scheme=scheme)
    return record(rules, PEOPLE, played(rules, dice, random.Random(seed), 12), proof)


def read(data: Json) -> None:
    events_from_record(KINDS[data["kind"]].make_rules(2, {}), data)


@pytest.mark.parametrize("scheme", SCHEMES)
@every_kind
def test_dice_that_prove_themselves_are_believed(kind: str, scheme: str) -> None:
    for seed in range(10):
        data = proven_record(kind, seed, scheme)
        schema_of(kind).validate(data)
        read(data)
        assert from_text(to_text(data)).dice == data["dice"]


@each_case(
    ("path", "value"),
    [
        ([], None),
        ([], {}),
        (["scheme"], 1),
        (["code"], ""),
        (["code"], "a|b"),
        (["commitment"], "0" * 63),
        (["commitment"], None),
        (["secret"], "A" * 64),
        (["secret"], ""),
        (["secret"], 0),
        (["sealed"], "x"),
        (["seats"], {}),
        (["seats"], []),
        (["seats", 0], None),
        (["seats", 0, "player"], True),
        (["seats", 0, "player"], 4),
        (["seats", 0, "salt"], "a,b"),
        (["seats", 0, "salt"], None),
        (["seats", 0, "name"], "x"),
    ],
)
def test_dice_of_the_wrong_shape_are_refused_by_schema_and_reader(
    path: list[Any], value: object
) -> None:
    data = proven_record("cantstop")
    place: Any = data
    *before, last = ["dice", *path]
    for key in before:
        place = place[key]
    place[last] = value
    assert not schema_of("cantstop").is_valid(data)
    with pytest.raises(ValueError, match=r"^dice: "):
        read(data)


def test_a_secret_is_the_one_the_commitment_was_made_from() -> None:
    data = proven_record("cantstop")
    data["dice"]["commitment"] = "0" * 64
    with pytest.raises(ValueError, match="commitment doesn't match the secret"):
        read(data)


def test_a_commitment_is_that_of_its_scheme_and_game_alone() -> None:
    data = proven_record("cantstop")
    for name, value in (("scheme", "hmac-dice/1"), ("code", "kjhgfdcb")):
        moved = {**data, "dice": {**data["dice"], name: value}}
        with pytest.raises(ValueError, match="commitment doesn't match the secret"):
            read(moved)


def test_the_commitment_of_the_first_scheme_is_the_hash_of_the_secret_alone() -> None:
    told = proven_record("cantstop", scheme="hmac-dice/1")["dice"]
    assert told["commitment"] == hashlib.sha256(bytes.fromhex(told["secret"])).hexdigest()


def test_every_player_has_one_seat() -> None:
    data = proven_record("cantstop")
    data["dice"]["seats"][0]["player"] = data["dice"]["seats"][1]["player"]
    with pytest.raises(ValueError, match="don't match 2 players"):
        read(data)


def test_a_draw_of_seats_that_was_another_is_refused() -> None:
    data = proven_record("cantstop")
    text = to_text(data)
    first, second = data["dice"]["seats"]
    first["player"], second["player"] = second["player"], first["player"]
    with pytest.raises(ChanceError, match="dice don't give the seats in this order"):
        read(data)
    changed = re.sub('Salt "(.)', lambda salt: f'Salt "{"ba"["ab".index(salt[1])]}', text)
    with pytest.raises(TextError, match="dice don't give the seats in this order") as caught:
        from_text(changed)
    assert changed.splitlines()[caught.value.line - 1].startswith("[DiceScheme")


@every_kind
def test_dice_of_another_secret_are_refused_at_the_first_event_of_chance(kind: str) -> None:
    data = proven_record(kind)
    other = deepcopy(data)
    draw = [seat["player"] for seat in data["dice"]["seats"]]
    other["dice"] = next(
        proof
        for _, proof in (proven(seed, SALTS) for seed in range(2, 99))
        if [seat["player"] for seat in proof["seats"]] == draw
    )
    with pytest.raises(ChanceError, match=r"^event 1: "):
        read(other)


def test_a_changed_die_is_found_where_it_was_rolled() -> None:
    data = proven_record("cantstop")
    text = to_text(data)
    roll = next(event for event in reversed(data["events"]) if event["type"] == "rolled")
    rules = KINDS["cantstop"].make_rules(2, {})
    log = events_from_record(rules, data)[: roll["seq"] - 1]
    dice = [roll["dice"][0] % 6 + 1, *roll["dice"][1:]]
    log.append(rules.event_from_json("rolled", roll["player"], {"dice": dice}))
    changed = record(rules, PEOPLE, log, data["dice"])
    with pytest.raises(ChanceError, match=rf"^event {roll['seq']}: the dice should be"):
        read(changed)
    cheat = to_text({key: value for key, value in changed.items() if key != "dice"})
    tags = [line for line in text.splitlines() if line.startswith(("[Dice", "[Salt"))]
    with pytest.raises(TextError, match=rf"event {roll['seq']}: the dice should be") as caught:
        from_text("\n".join([*tags, cheat]))
    assert caught.value.line == len(tags) + len(cheat.splitlines())


def test_dice_without_a_secret_or_of_an_unknown_scheme_are_taken_as_they_are() -> None:
    rules = KINDS["cantstop"].make_rules(2, {})
    log = played(rules, proven(1, SALTS)[0], random.Random(1), 12)
    other = proven(2, SALTS)[1]
    kept: RecordDice = {**other, "secret": None}
    read(record(rules, PEOPLE, log, kept))
    secret = bytes(32)
    read(
        record(
            rules,
            PEOPLE,
            log,
            {
                **other,
                "scheme": "dice of tomorrow",
                "secret": secret.hex(),
                "commitment": hashlib.sha256(secret).hexdigest(),
            },
        )
    )


def test_an_event_that_is_none_is_named_by_its_number() -> None:
    data = proven_record("cantstop")
    for wrong in ({"dice": [1]}, {"player": False}, {"type": "x"}, {"turn": 9}):
        bad = {**data, "events": [{**data["events"][0], **wrong}, *data["events"][1:]]}
        with pytest.raises(LogError, match=r"^event 1: "):
            read(bad)


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ('[DiceCode "b"]', "dice: the keys must be scheme, code"),
        ('[Salt "a" ""]', "dice: the keys must be scheme, code"),
        ('[Salt "a"]', "one of the letters abcd, then a text"),
        ('[DiceScheme "x"] [DiceCode "b"] [DiceCommit "c"]', "not a commitment"),
        (f'[DiceScheme "x"] [DiceCode "b"] [DiceCommit "{"0" * 64}"]', "don't match 2 players"),
    ],
)
def test_tags_of_dice_are_all_there_or_none(tags: str, reason: str) -> None:
    with pytest.raises(TextError, match=reason) as caught:
        from_text(f'[Game "cantstop"] [Seat "a" "x"] [Seat "b" "y"]\n{tags}')
    assert caught.value.line == 2


def test_dice_that_the_players_rolled_themselves_cannot_be_proven_as_well() -> None:
    data = proven_record("cantstop")
    with pytest.raises(ValueError, match="own_dice: dice the players rolled themselves"):
        read(data | {"own_dice": True})
    del data["dice"]
    read(data | {"own_dice": True})

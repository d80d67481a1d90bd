"""The record of a game of Buttons, and back to the log."""

import random

import pytest

from games.engine.buttons.bots import BOTS
from games.engine.buttons.events import Declined, Placed
from games.engine.dice import SeededDice
from games.engine.records.json_record import RecordPlayer, events_from_record, record
from tests.each_case import each_case
from tests.engine.buttons_positions import TABLES, dealt, roll
from tests.engine.kinds import BUTTONS_CASES, Case
from tests.engine.test_record import schema_of
from tools.simulate import play


def test_the_record_has_the_deal_without_a_player_and_rolls_with_their_address() -> None:
    log = [dealt(), roll("42 2344"), Placed(0, (4, 3)), Declined(1)]
    people: list[RecordPlayer] = [{"name": "Ada", "bot": None}, {"name": "Bo", "bot": None}]
    data = record(TABLES[2], people, log)
    assert data["variant"] == {"layouts": "random"}
    assert data["events"] == [
        {
            "seq": 1,
            "type": "dealt",
            "layouts": ["1A", "1B"],
            "cards": [["red", "blue"], ["yellow", "green"]],
            "starter": 0,
        },
        {
            "seq": 2,
            "player": 0,
            "type": "rolled",
            "white": 4,
            "gold": 2,
            "black": [2, 3, 4, 4],
            "round": 1,
            "turn": 1,
            "bust": False,
        },
        {"seq": 3, "player": 0, "type": "placed", "cell": [4, 3]},
        {"seq": 4, "player": 1, "type": "declined"},
    ]
    assert events_from_record(TABLES[2], data) == log
    for wrong in ({"player": None}, {"player": 0}, {"starter": 1}, {"cards": None}):
        bad = {**data, "events": [{**data["events"][0], **wrong}, *data["events"][1:]]}
        with pytest.raises(ValueError, match=r"."):
            events_from_record(TABLES[2], bad)


@each_case("case", BUTTONS_CASES)
def test_records_fit_the_schema_and_give_back_the_log(case: Case) -> None:
    rules, slugs = case.rules(), [list(BOTS)[player % 3] for player in range(case.players)]
    bots = [BOTS[slug].seeded(random.Random(str(case))) for slug in slugs]
    log, _ = play(rules, bots, SeededDice(str(case)))
    data = record(rules, [{"name": slug, "bot": slug} for slug in slugs], log)
    schema_of("buttons").validate(data)
    assert tuple(events_from_record(rules, data)) == log
    assert not schema_of("buttons").is_valid({**data, "events": [{"seq": 1, "type": "rolled"}]})

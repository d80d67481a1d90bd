"""Making rules from a record's variant object."""

from typing import Any

import pytest

from games.engine.cantstop.variant import CantStopVariant, Meeting
from games.engine.registry import KINDS
from tests.each_case import each_case

CANTSTOP = KINDS["cantstop"]


def test_every_kind_is_registered_under_its_slug() -> None:
    for slug, kind in KINDS.items():
        assert kind.slug == slug == kind.rules.kind
        assert kind.rules.rules_version >= 1
        assert 1 <= kind.rules.min_players <= kind.rules.max_players
        assert all(bot.slug == name for name, bot in kind.bots.items())


def test_every_kind_has_a_default_table() -> None:
    for kind in KINDS.values():
        for players in range(kind.rules.min_players, kind.rules.max_players + 1):
            rules = kind.make_rules(players, {})
            assert rules.players == players
            assert kind.make_rules(players, rules.variant.to_json()).variant == rules.variant


def test_options_that_are_missing_have_their_default() -> None:
    rules = CANTSTOP.make_rules(2, {"meeting": "must-roll"})
    assert rules.variant == CantStopVariant(3, Meeting.MUST_ROLL, stop_early=True)


@each_case(
    ("players", "variant", "message"),
    [
        (1, {}, "2 to 4 players, not 1"),
        (5, {}, "2 to 4 players, not 5"),
        (2, {"odds": True}, "unknown option: odds"),
        (2, {"colour": 1, "age": 2}, "unknown option: age, colour"),
        (2, {"columns_to_win": "3"}, "whole number, not '3'"),
        (2, {"columns_to_win": True}, "whole number, not True"),
        (2, {"columns_to_win": 3.0}, "whole number"),
        (2, {"columns_to_win": None}, "whole number"),
        (2, {"columns_to_win": 2}, "one of 3, 4, 5 for 2 players, not 2"),
        (2, {"columns_to_win": 6}, "one of 3, 4, 5 for 2 players, not 6"),
        (3, {"columns_to_win": 6}, "one of 3, 4, 5 for 3 players, not 6"),
        (4, {"columns_to_win": 4}, "one of 3 for 4 players, not 4"),
        (2, {"meeting": "must_roll"}, "one of share, jump, must-roll, not 'must_roll'"),
        (2, {"meeting": None}, "one of share"),
        (2, {"meeting": ["share"]}, "one of share"),
        (2, {"stop_early": 1}, "true or false, not 1"),
        (2, {"stop_early": "allowed"}, "true or false"),
    ],
)
def test_bad_options_are_refused_with_a_reason(
    players: int, variant: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        CANTSTOP.make_rules(players, variant)

"""A record tells nobody the dice of a day that Others can still play."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.engine.cantstop.events import Rolled
from games.engine.cantstop.rules import CantStopRules
from games.engine.core import Resigned
from games.engine.dice import Dice, RollAddress, SeededDice
from games.engine.records.game_record import GameRecord
from games.engine.records.text_record import text_of
from games.engine.registry import KINDS
from games.export import recorded_once
from games.models import DailyChallenge, Game
from games.services import daily, open_days
from games.services.dice import dice_of_day
from games.services.imports import import_game
from games.services.refusals import DayNotOver
from tests.engine.kinds import every_kind
from tests.games.days import CLOSED, MIDNIGHT, Clock, begin, give_up, solve
from tests.games.records import counts, paste, record_text
from tests.games.tables import client_of, make_user

pytestmark = pytest.mark.django_db

Told = Callable[[GameRecord], str]


@pytest.fixture
def recorded(solver: User) -> GameRecord:
    """Return a finished try of today as its record tells it."""
    return recorded_once(solve(begin(solver)))


def as_json(recorded: GameRecord) -> str:
    return json.dumps(recorded.to_json())


def with_dice(**changes: Any) -> Told:
    def told(recorded: GameRecord) -> str:
        dice: Any = {**(recorded.dice or {}), **changes}
        return as_json(replace(recorded, dice=dice))

    return told


def without_dice(recorded: GameRecord) -> GameRecord:
    return replace(recorded, dice=None)


def with_dice_sorted(recorded: GameRecord) -> GameRecord:
    """Return the game with the dice of each roll in another order."""
    events = [
        replace(event, dice=tuple(sorted(event.dice))) if isinstance(event, Rolled) else event
        for event in recorded.events
    ]
    return replace(recorded, events=events, dice=None)


def at_a_table_of_two(dice: Dice, own: int) -> GameRecord:
    """Return a game of two in which a player rolls the dice of a day, and the other one others."""

    class Mixed(SeededDice):
        def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
            if address.player != own:
                return super().roll(address, count)
            return dice.roll(RollAddress(0, address.turn, address.roll), count)

    rules, bot = CantStopRules(2), KINDS["cantstop"].bots["rule-of-28"]
    state, log, mixed = rules.initial_state(), [], Mixed(1)
    while rules.outcome(state) is None:
        player = state.turn_player
        log.append(rules.resolve(state, player, bot.choose(rules, state, player), mixed))
        state = rules.apply_event(state, log[-1])
    return GameRecord(rules, [{"name": name, "bot": None} for name in ("Ada", "Bo")], log)


TELLING: dict[str, Told] = {
    "as it is": as_json,
    "as text": text_of,
    "with another code": with_dice(code="bcdfghjk"),
    "with another commitment": with_dice(commitment="0" * 64),
    "with the dice of another scheme": with_dice(scheme="other/1", commitment="0" * 64),
    "without dice": lambda recorded: as_json(without_dice(recorded)),
    "without dice, as text": lambda recorded: text_of(without_dice(recorded)),
    "with sorted dice": lambda recorded: text_of(with_dice_sorted(recorded)),
}


def test_a_record_of_a_try_is_refused_before_the_day_is_over(
    recorded: GameRecord, subtests: pytest.Subtests
) -> None:
    user = make_user()
    before = counts()
    for way, tell in TELLING.items():
        with subtests.test(way=way):
            with pytest.raises(DayNotOver):
                import_game(tell(recorded), user)
            assert counts() == before
    answer = paste(client_of(user), as_json(recorded))
    assert answer.status_code == 422
    assert "Others can still play" in answer.content.decode()
    assert counts() == before


def test_its_own_player_is_refused_too(recorded: GameRecord, solver: User) -> None:
    assert paste(client_of(solver), as_json(recorded)).status_code == 422


def test_nor_does_the_command_import_it(recorded: GameRecord, tmp_path: Path) -> None:
    file = tmp_path / "try.json"
    file.write_text(as_json(recorded), encoding="utf-8")
    with pytest.raises(CommandError, match="Others can still play"):
        call_command("import_record", str(file))


@pytest.mark.parametrize("change", [{}, {"code": "bcdfghjk"}, {"commitment": "0" * 64}])
def test_a_try_without_a_roll_is_refused_by_the_code_or_the_commitment_alone(
    solver: User, change: dict[str, str]
) -> None:
    given_up = recorded_once(give_up(begin(solver)))
    with pytest.raises(DayNotOver):
        import_game(with_dice(**change)(given_up), solver)


@pytest.mark.parametrize("own", [0, 1])
def test_a_game_of_two_with_the_dice_of_the_day_is_refused(solver: User, own: int) -> None:
    dice = dice_of_day(daily.todays_challenge())
    with pytest.raises(DayNotOver):
        import_game(as_json(at_a_table_of_two(dice, own)), solver)


@pytest.mark.parametrize("way", ["as it is", "as text", "without dice"])
def test_when_the_day_is_over_it_is_imported(
    recorded: GameRecord, solver: User, clock: Clock, way: str
) -> None:
    clock.now = CLOSED
    daily.end_past_days()
    daily.todays_challenge()
    if way == "as it is":  # now with the secret, which is public
        recorded = recorded_once(Game.objects.get(challenge__isnull=False))
    code = import_game(TELLING[way](recorded), solver).code
    assert Client().get(f"/games/{code}/replay/1/").status_code == 200


def test_a_day_counts_as_open_until_its_last_try_is_over(
    recorded: GameRecord, solver: User, clock: Clock
) -> None:
    clock.now = MIDNIGHT  # the referee has not come to it yet
    assert DailyChallenge.objects.get().secret == ""
    with pytest.raises(DayNotOver):
        import_game(as_json(recorded), solver)


@every_kind
def test_other_games_are_imported_on_the_same_day(solver: User, kind: str) -> None:
    daily.todays_challenge()
    assert import_game(record_text(kind), solver).is_imported


def test_a_few_rolls_are_not_refused_so_that_nobody_confirms_a_guess(solver: User) -> None:
    """A refusal after one right roll would be a way to find the dice out, roll by roll."""
    dice = dice_of_day(daily.todays_challenge())
    whole = at_a_table_of_two(dice, 0)
    rolls = [seq for seq, event in enumerate(whole.events) if event.type == "rolled"]
    own = [seq for seq in rolls if whole.events[seq].player == 0]
    for end, refused in ((open_days.REVEALING_ROLLS, False), (open_days.REVEALING_ROLLS + 1, True)):
        events = [*whole.events[: own[end - 1]], Resigned(0)]
        told = as_json(replace(whole, events=events))
        if refused:
            with pytest.raises(DayNotOver):
                import_game(told, solver)
        else:
            assert import_game(told, solver).is_imported

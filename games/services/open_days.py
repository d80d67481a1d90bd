"""Keeps the dice of a daily challenge from those who can still play it."""

from collections import defaultdict

from django.views.decorators.debug import sensitive_variables

from games.engine.dice import RollAddress
from games.engine.fairness.verify import LoggedRoll, logged_rolls
from games.engine.records.game_record import GameRecord
from games.models import DailyChallenge
from games.services.dice import dice_of_day
from games.services.refusals import DayNotOver

TELLING = 4
"""Rolls that a record shares with a challenge before it counts as telling its dice.

With fewer, somebody could import guesses and learn from a refusal that one of them was right.
"""


def check_tells_no_open_day(recorded: GameRecord) -> None:
    """Raise DayNotOver when a record tells the dice of a daily challenge that is not over.

    It may name the challenge, or only show its rolls. A record that was changed on purpose,
    to move the rolls somewhere else, is not found: people can tell each other dice anyway.
    """
    for challenge in DailyChallenge.objects.filter(secret=""):
        if _names(recorded, challenge) or _shows_rolls_of(recorded, challenge):
            raise DayNotOver


def _names(recorded: GameRecord, challenge: DailyChallenge) -> bool:
    dice = recorded.dice
    if dice is None:
        return False
    return dice["code"] == challenge.code or dice["commitment"] == challenge.commitment


@sensitive_variables()
def _shows_rolls_of(recorded: GameRecord, challenge: DailyChallenge) -> bool:
    """Return whether most rolls of a player, in whatever order the dice stand, are the day's."""
    if recorded.kind.slug != challenge.kind:
        return False
    dice = dice_of_day(challenge)
    rolls: dict[int, list[LoggedRoll]] = defaultdict(list)
    for roll in logged_rolls(recorded.rules, recorded.events):
        rolls[roll.address.player].append(roll)
    for own in rolls.values():
        same = 0
        for roll in own:
            address = RollAddress(0, roll.address.turn, roll.address.roll)
            same += sorted(dice.roll(address, roll.count)) == sorted(roll.faces.faces)
        if same >= TELLING and same * 2 > len(own):
            return True
    return False

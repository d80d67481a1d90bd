"""Hide the dice of an open daily challenge from players who can still play it."""

from collections import defaultdict

from django.views.decorators.debug import sensitive_variables

from games.engine.dice import RollAddress
from games.engine.fairness.verify import LoggedRoll, logged_rolls
from games.engine.records.game_record import GameRecord
from games.models import DailyChallenge
from games.services.dice import dice_of_day
from games.services.refusals import DayNotOver

REVEALING_ROLLS = 4
"""A record with this many rolls of an open challenge, or more, is refused.

If the number were smaller, users could import guessed rolls: a refusal would confirm the guess.
"""


def check_tells_no_open_day(recorded: GameRecord) -> None:
    """Refuse a record that reveals the dice of a daily challenge that is still open."""
    # Records in which rolls were moved on purpose are not found. People can tell each other the
    # dice anyway.
    dice = recorded.dice
    for challenge in DailyChallenge.objects.filter(secret=""):
        is_named = dice is not None and (
            dice["code"] == challenge.code or dice["commitment"] == challenge.commitment
        )
        if is_named or _shows_rolls_of(recorded, challenge):
            raise DayNotOver


@sensitive_variables()
def _shows_rolls_of(recorded: GameRecord, challenge: DailyChallenge) -> bool:
    """Return whether most rolls of one player are rolls of the challenge, in any order of dice."""
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
        if same >= REVEALING_ROLLS and same * 2 > len(own):
            return True
    return False

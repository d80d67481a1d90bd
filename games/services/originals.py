"""Compare imported games with the games of this site that they claim to be.

Once a secret is public, anybody can make up a record with its commitment. So a record with the
commitment of a game played here is either the record of that game or a forgery.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q

from games.engine.core import Event, Ruled
from games.models import DailyChallenge, Game, GameDice
from games.models.dice import DAILY_CODE
from games.services.dice import record_of


@dataclass(frozen=True)
class Original:
    """The game of this site with the dice and steps of an imported game; None for a forgery."""

    game: Game | None


def original_of(imported: Game) -> Original | None:
    """Find the original of an imported game; None if no game here has its commitment or code."""
    dice: GameDice | None = getattr(imported, "dice", None)
    if dice is None:
        return None
    challenge = _challenge_with(dice)
    games = Game.objects.played_here()
    if challenge is not None:
        games = games.filter(challenge=challenge)
    else:
        # Only the players know of a table that was cancelled.
        of_code = Q(code=dice.code) & ~Q(status=Game.Status.CANCELLED)
        own = games.filter(Q(dice__commitment=dice.commitment) | of_code)
        if not own.exists():
            return None
        # Records of games that repeat dice name the commitment and code of the first game.
        games = games.filter(Q(pk__in=own) | Q(same_dice_as__in=own))
    log, dice_shown = _log(imported), _dice_shown(imported)
    # The game may be longer by rulings that moderators made after the record.
    as_long = Q(version=imported.version) | Q(version__gt=imported.version, termination=Ruled.type)
    alike = games.filter(as_long, kind=imported.kind, size=imported.size).order_by("pk")
    for game in alike.select_related("challenge", "dice", "same_dice_as__dice"):
        same_table = game.rules.variant == imported.rules.variant
        same_dice = same_table and _dice_shown(game) == dice_shown
        if same_dice and _goes_on_with_rulings(log, _log(game)):
            return Original(game)
    return Original(None)


def _challenge_with(dice: GameDice) -> DailyChallenge | None:
    which = Q(commitment=dice.commitment)
    if dice.code.startswith(DAILY_CODE):
        with suppress(ValueError):  # the rest of the code may be any text
            which |= Q(date=date.fromisoformat(dice.code.removeprefix(DAILY_CODE)))
    return DailyChallenge.objects.filter(which).first()


def _dice_shown(game: Game) -> dict[str, Any]:
    """Return the dice of a game's record without the secret, which a record may lack."""
    return {key: value for key, value in (record_of(game) or {}).items() if key != "secret"}


def _log(game: Game) -> list[Event]:
    return [row.to_event(game.rules) for row in game.events.order_by("seq")]


def _goes_on_with_rulings(log: Sequence[Event], whole: Sequence[Event]) -> bool:
    """Return whether `whole` is this log, possibly with rulings added at its end."""
    begins_so = list(whole[: len(log)]) == list(log)
    return begins_so and all(isinstance(event, Ruled) for event in whole[len(log) :])

"""Rulings on games: annul a game, count it again, award it, or end it if it is stuck."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from accounts.locks import patient_transaction
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from games.engine.errors import ActionError
from games.models import Game, GameRuling
from games.services import rulings
from games.services.tables import locked_game
from moderation.services.input_text import required_text
from moderation.services.refusals import Conflict, Invalid, Recused

Kind = GameRuling.Kind

_ACTIONS = {
    Kind.ANNUL: Action.ANNULLED,
    Kind.UNANNUL: Action.UNANNULLED,
    Kind.AWARD: Action.AWARDED,
    Kind.END: Action.ENDED,
}


@patient_transaction
def rule(
    kind: str, game: Game, moderator: User, note: str, winners: Sequence[int] = ()
) -> GameRuling:
    """Rule on a game, with a note for everybody to read. Raises PermissionDenied or a Refusal."""
    if not moderator.has_perm("moderation.rule_games"):
        raise PermissionDenied
    note = required_text(note, empty=_("Say why. Everyone can read it."))
    # The ruling refers to the moderator, whose account may be deleted at the same time.
    User.objects.locked(moderator.pk)
    with locked_game(game.code) as locked:
        if locked.seats.filter(user=moderator).exists():
            raise Recused(_("You're in this game. Someone else has to rule on it."))
        if locked.is_imported or not (locked.is_running or locked.is_finished):
            raise Conflict(_("You can only rule on games that started here."))
        before, players = _facts(locked), sorted(set(winners))
        _check(kind, locked, before, players)
        if kind == Kind.ANNUL:
            # For a running game, this takes effect when the game is over.
            rulings.annul(locked)
        elif kind == Kind.UNANNUL:
            rulings.restore(locked)
        else:
            try:
                rulings.rule(locked, players)
            except (ActionError, ValueError) as error:
                raise Invalid(_("Not all of these players are in the game.")) from error
        after = _facts(locked)
        ruling = GameRuling.objects.create(
            game=locked,
            kind=kind,
            winners=after["winners"] if kind in {Kind.AWARD, Kind.END} else [],
            note=note,
            ruled_by=moderator,
        )
        log.write(
            moderator,
            _ACTIONS[Kind(kind)],
            target=f"game {locked.code}",
            before=before,
            after=after,
            reason=note,
            case=log.case_in_hand(moderator, locked.seats.values_list("user", flat=True)),
        )
        return ruling


def _check(kind: str, game: Game, facts: dict[str, Any], winners: list[int]) -> None:
    """Raise a refusal if the ruling lacks winners, or would change nothing."""
    if kind == Kind.ANNUL and facts["annulled"]:
        raise Conflict(_("This game is already annulled."))
    if kind == Kind.UNANNUL and not facts["annulled"]:
        raise Conflict(_("This game isn't annulled."))
    if kind == Kind.AWARD and not winners:
        raise Invalid(_("Choose the winners."), field="winners")
    if kind == Kind.AWARD and game.is_finished and facts["winners"] == winners:
        raise Conflict(_("These players have already won this game."))
    if kind == Kind.END and not game.is_running:
        raise Conflict(_("This game is over."))


def _facts(game: Game) -> dict[str, Any]:
    winners = game.seats.filter(won=True).order_by("player").values_list("player", flat=True)
    return {
        "status": game.status,
        "termination": game.termination,
        "winners": list(winners),
        "annulled": game.annulled_at is not None,
    }

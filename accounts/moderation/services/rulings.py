"""Rulings on games: annulled, counting again, awarded to others, ended because they are stuck.

Each has a note that everybody reads on the pages of the game. Nobody rules on a game they play in.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.locks import retried_on_deadlock
from accounts.models import User
from accounts.moderation.services.claims import case_in_hand
from accounts.moderation.services.errors import Conflict, Invalid, Recused
from accounts.moderation.services.texts import required_text
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from games.engine.errors import ActionError
from games.models import Game, GameRuling
from games.services import rulings
from games.services.tables import locked_game

Kind = GameRuling.Kind

_VERBS = {
    Kind.ANNUL: Action.ANNULLED,
    Kind.UNANNUL: Action.UNANNULLED,
    Kind.AWARD: Action.AWARDED,
    Kind.END: Action.ENDED,
}


@retried_on_deadlock
def annul(game: Game, moderator: User, note: str) -> GameRuling:
    """Have a game count for nothing, now or once it is over.

    All rulings raise PermissionDenied, and a Refusal for what makes no sense any more.
    """
    with _ruling(game, moderator, note) as (locked, said):
        if locked.annulled_at is not None:
            raise Conflict(_("This game is annulled already."))
        before = _facts(locked)
        rulings.annul(locked)
        return _write(locked, moderator, Kind.ANNUL, said, before)


@retried_on_deadlock
def unannul(game: Game, moderator: User, note: str) -> GameRuling:
    """Have an annulled game count again."""
    with _ruling(game, moderator, note) as (locked, said):
        if locked.annulled_at is None:
            raise Conflict(_("This game is not annulled."))
        before = _facts(locked)
        rulings.restore(locked)
        return _write(locked, moderator, Kind.UNANNUL, said, before)


@retried_on_deadlock
def award(game: Game, moderator: User, note: str, winners: Sequence[int]) -> GameRuling:
    """Give the game to these players, whether it is over or not."""
    with _ruling(game, moderator, note) as (locked, said):
        if not winners:
            raise Invalid(_("Please say who wins."))
        before = _facts(locked)
        if locked.is_finished and before["winners"] == sorted(set(winners)):
            raise Conflict(_("They have won this game already."))
        _rule(locked, winners)
        return _write(locked, moderator, Kind.AWARD, said, before)


@retried_on_deadlock
def end(game: Game, moderator: User, note: str, winners: Sequence[int] = ()) -> GameRuling:
    """End a running game, for these players or for nobody."""
    with _ruling(game, moderator, note) as (locked, said):
        if not locked.is_running:
            raise Conflict(_("This game is over."))
        before = _facts(locked)
        _rule(locked, winners)
        return _write(locked, moderator, Kind.END, said, before)


@contextmanager
def _ruling(game: Game, moderator: User, note: str) -> Iterator[tuple[Game, str]]:
    """Yield the game, locked, and the note; or raise why this moderator may not rule on it."""
    if not moderator.has_perm("moderation.rule_games"):
        raise PermissionDenied
    said = required_text(note, empty=_("Please say why: everybody reads it."))
    with transaction.atomic():
        User.objects.locked(moderator.pk)
        with locked_game(game.code) as locked:
            if locked.seats.filter(user=moderator).exists():
                raise Recused(_("You play in this game, so somebody else rules."))
            if locked.is_imported or not (locked.is_running or locked.is_finished):
                raise Conflict(_("Only games that were begun on this site can be ruled on."))
            yield locked, said


def _rule(game: Game, winners: Sequence[int]) -> None:
    try:
        rulings.rule(game, sorted(set(winners)))
    except (ActionError, ValueError) as error:
        raise Invalid(_("These players are not all at the table.")) from error


def _facts(game: Game) -> dict[str, Any]:
    winners = game.seats.filter(won=True).order_by("player").values_list("player", flat=True)
    return {
        "status": game.status,
        "termination": game.termination,
        "winners": list(winners),
        "annulled": game.annulled_at is not None,
    }


def _write(
    game: Game, moderator: User, kind: GameRuling.Kind, note: str, before: dict[str, Any]
) -> GameRuling:
    after = _facts(game)
    ruling = GameRuling.objects.create(
        game=game,
        kind=kind,
        winners=after["winners"] if kind in {Kind.AWARD, Kind.END} else [],
        note=note,
        ruled_by=moderator,
    )
    log.write(
        moderator,
        _VERBS[kind],
        target=f"game {game.code}",
        before=before,
        after=after,
        reason=note,
        case=case_in_hand(moderator, game.seats.values_list("user", flat=True)),
    )
    return ruling

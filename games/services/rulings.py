"""The effect of a moderator's ruling on a game. The caller checks whether the moderator may rule.

Ending a game or changing its winners adds an event to the log. Annulling adds none: the game stays
as it is, but no longer counts.
"""

from collections.abc import Sequence

from django.utils import timezone

from games.broadcast import notify_game_changed
from games.engine.core import Outcome, Ruled
from games.models import Game
from games.services import tallies
from games.services.analyses import explain_anew
from games.services.finish import finish
from games.services.tables import open_decisions, write_event


def rule(game: Game, winners: Sequence[int]) -> None:
    """End a locked running game, or change the winners of a finished one."""
    rules, state = game.rules, game.position()
    event = Ruled.from_json(rules.players, {"winners": sorted(winners)})
    rules.check_event(state, event)
    after = rules.apply_event(state, event)
    write_event(game, event)
    game.state = rules.state_to_json(after)
    outcome = Outcome(event.winners, event.type)
    if game.is_running:
        open_decisions(game, after)
        finish(game, outcome)
    else:
        game.termination = outcome.termination
        explain_anew(game)
        game.save(update_fields=["version", "state", "moved_at", "termination", "analysed"])
        game.seats.filter(player__in=outcome.winners).update(won=True)
        game.seats.exclude(player__in=outcome.winners).update(won=False)
    notify_game_changed(game.code)


def annul(game: Game) -> None:
    """Make a locked game count for nothing, also if it is still running."""
    tallies.take_out_game(game)  # before the game stops counting
    game.annulled_at = timezone.now()
    game.save(update_fields=["annulled_at"])
    notify_game_changed(game.code)


def restore(game: Game) -> None:
    """Make a locked, annulled game count again."""
    game.annulled_at = None
    game.save(update_fields=["annulled_at"])
    tallies.add_game(game)  # now that the game counts again
    notify_game_changed(game.code)

"""What a ruling of a moderator does to a game. Who may rule is asked elsewhere.

An end or an award is an event of the log, like all that happens in a game. Annulling is none: the
game stays what it was, and only counts for nothing.
"""

from collections.abc import Sequence

from django.utils import timezone

from games.broadcast import notify_game_changed
from games.engine.core import Outcome, Ruled
from games.models import Game
from games.services import tallies
from games.services.finish import finish
from games.services.tables import open_decisions, write_event


def rule(game: Game, winners: Sequence[int]) -> None:
    """End a running game, or give one that is over to others. The game has to be locked.

    Raises ValueError for players that do not sit there, NotActive before the game is set up.
    """
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
        game.save(update_fields=["version", "state", "moved_at", "termination"])
        game.seats.filter(player__in=outcome.winners).update(won=True)
        game.seats.exclude(player__in=outcome.winners).update(won=False)
    notify_game_changed(game.code)


def annul(game: Game) -> None:
    """Have a game count for nothing, now or once it is over. The game has to be locked."""
    tallies.take_out_game(game)
    game.annulled_at = timezone.now()
    game.save(update_fields=["annulled_at"])
    notify_game_changed(game.code)


def restore(game: Game) -> None:
    """Have an annulled game count again. The game has to be locked."""
    game.annulled_at = None
    game.save(update_fields=["annulled_at"])
    tallies.add_game(game)
    notify_game_changed(game.code)

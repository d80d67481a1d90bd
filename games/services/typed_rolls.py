"""Rolls of the players' own dice, which they type in."""

from collections.abc import Sequence

from accounts.locks import retried_on_deadlock
from games.engine.core import Action, Event
from games.engine.dice import ScriptedDice
from games.engine.errors import IllegalAction
from games.engine.fairness.verify import as_logged
from games.models import Game
from games.services.automatic import ROLL
from games.services.dice import GameChance
from games.services.play import append, check_open, notify_after_commit
from games.services.refusals import BadRoll, NotOwnDice, NotStarted, StaleDecision, engine_refusals
from games.services.tables import locked_table
from operations import metrics


@retried_on_deadlock
@engine_refusals()
def submit_typed_roll(
    code: str, faces: str, player: int, answer: Sequence[Action], token: int | None
) -> Game:
    """Add a roll of the players' own dice and the first answer to it, and return the game after it.

    Until somebody has answered it a roll is not in the log, so that one typed wrongly can be taken
    back. Those who answer it after that add their answer alone.

    Args:
        code: Code of the game.
        faces: What the dice show, as `typed_roll` reads it.
        player: The player who answers.
        answer: The one action that answers it; the roll itself where it leaves nothing to decide.
        token: The decision token of the decision that the roll opens.

    Raises:
        Game.DoesNotExist: There is no game with this code.
        Refusal: As in `typed_roll` and `submit_actions`. Then nothing is changed.
    """
    action, *more = answer
    if more:
        raise IllegalAction
    with locked_table(code) as game:
        state = game.position()
        if not (game.own_dice and _is_logged(game, faces, token)):
            event = typed_roll(game, faces)
            if token != game.version + 1:
                raise StaleDecision
            state = append(game, state, event)
        if str(action) != ROLL:
            check_open(game, state, player, action, token)
            append(game, state, game.rules.resolve(state, player, action, GameChance(game)))
        elif game.rules.roll_address(state) is None:
            raise IllegalAction
        notify_after_commit(game)
    metrics.moves.labels(game.kind).inc()
    return game


def _is_logged(game: Game, faces: str, seq: int | None) -> bool:
    """Return whether the log has a roll of these faces at this place."""
    row = game.events.filter(seq=seq).first() if seq else None
    rolled = game.rules.faces_of(row.to_event(game.rules)) if row else None
    return rolled is not None and as_logged(_digits(faces), rolled.in_order) == rolled


def _digits(faces: str) -> tuple[int, ...]:
    """Return the faces that somebody has typed in; other characters than faces are 0."""
    shown = [face for face in faces if face not in " ,+-"]
    return tuple(int(face) if face in "123456" else 0 for face in shown)


def typed_roll(game: Game, faces: str) -> Event:
    """Return the roll that players have made with their own dice.

    Args:
        game: The game.
        faces: What the dice show, as digits with or without something between them. Where dice
            differ, in the order in which the table shows them.

    Raises:
        NotOwnDice: The game is played with the dice of the site.
        NotStarted: The game has not started.
        StaleDecision: Nobody is to roll now.
        BadRoll: These are not the faces of as many dice as are to be rolled.
    """
    if not game.own_dice:
        raise NotOwnDice
    if game.is_waiting:
        raise NotStarted
    rules, state = game.rules, game.position()
    address = rules.roll_address(state)
    if address is None or not game.is_running:
        raise StaleDecision
    count, shown = rules.dice_count(state), _digits(faces)
    if len(shown) != count or 0 in shown:
        raise BadRoll(dice=count)
    return rules.resolve(state, address.player, rules.parse_action(ROLL), ScriptedDice([shown]))

"""Rolls of the players' own dice, which the players type in."""

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
    """Add a roll of the players' own dice and the first answer to it; return the changed game.

    answer: a single action: the answer to the roll, or rolling if the roll leaves nothing to
    decide. token: the token of the decision that the roll opens.
    """
    action, *more = answer
    if more:
        raise IllegalAction
    with locked_table(code) as game:
        state = game.position()
        # A roll is logged with its first answer, so that players can correct it until then. If
        # several players answer a roll, the others find it in the log.
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
    """Return whether event number `seq` of the log is a roll of these faces."""
    row = game.events.filter(seq=seq).first() if seq else None
    rolled = game.rules.faces_of(row.to_event(game.rules)) if row else None
    return rolled is not None and as_logged(_digits(faces), rolled.in_order) == rolled


def _digits(faces: str) -> tuple[int, ...]:
    """Return the faces in a text; 0 stands for any other character, but separators are skipped."""
    shown = [face for face in faces if face not in " ,+-"]
    return tuple(int(face) if face in "123456" else 0 for face in shown)


def typed_roll(game: Game, faces: str) -> Event:
    """Return the event of a typed roll of the players' own dice."""
    if not game.own_dice:
        raise NotOwnDice
    if game.is_waiting:
        raise NotStarted
    rules, state = game.rules, game.position()
    address = rules.roll_address(state)
    if address is None or not game.is_running:
        raise StaleDecision
    # If the dice differ from each other, people type them in the order that the table shows.
    count, shown = rules.dice_count(state), _digits(faces)
    if len(shown) != count or 0 in shown:
        raise BadRoll(dice=count)
    return rules.resolve(state, address.player, rules.parse_action(ROLL), ScriptedDice([shown]))

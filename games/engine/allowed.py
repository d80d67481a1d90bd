"""Words that could stand in a log or a record in place of one that is refused there."""

from collections.abc import Callable, Iterator
from typing import Any

from games.engine.core import Action, Rules


def allowed(
    rules: Rules[Any],
    state: Any,
    player: int | None,
    write: Callable[[Action], str] = str,
    name: Callable[[int], str] = str,
) -> Iterator[str]:
    """Yield what a player could do in this position, as a record writes it.

    If the player has no decision to make, yield those of the players with one, with their names.
    """
    active = rules.active_players(state)
    if player in active:
        yield from map(write, rules.legal_actions(state, player))
        return
    for other in active:
        for action in rules.legal_actions(state, other):
            yield f"{name(other)}: {write(action)}"

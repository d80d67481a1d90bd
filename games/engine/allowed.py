"""The words that a log or a record may have instead of a refused word."""

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
    """Yield the player's legal actions, as a record writes them.

    If the player has no decision to make, yield the actions of all active players, each
    with its player's name.
    """
    active = rules.active_players(state)
    if player in active:
        yield from map(write, rules.legal_actions(state, player))
        return
    for other in active:
        for action in rules.legal_actions(state, other):
            yield f"{name(other)}: {write(action)}"

"""Events in sentences."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.buttons.board import Cell
from games.engine.buttons.events import Dealt, Declined, OptedOut, Placed, Rolled, StarsPlaced
from games.engine.buttons.layouts import Colour
from games.engine.buttons.state import ButtonsState, Phase, Standing
from games.engine.core import Event, Resigned, Ruled, TimedOut
from games.pov import Pov
from games.presenters.buttons.position import Scene
from games.presenters.buttons.words import at, cell_words
from games.presenters.names import listed, name_of
from games.presenters.shared import left, ruled, start


def sentence(pov: Pov, now: Scene) -> str:
    """Return the first event of the scene, such as a roll, in words."""
    if not pov.seq:
        return start(pov)
    return " ".join(_told(pov, now.events[0], now.states[0], now.states[1]))


def decisions(pov: Pov, now: Scene) -> list[str]:
    """Return the events of the scene after the first one, a sentence each."""
    return [
        told
        for event, before, after in zip(
            now.events[1:], now.states[1:], now.states[2:], strict=False
        )
        for told in _told(pov, event, before, after)
    ]


def _told(pov: Pov, event: Event, before: ButtonsState, after: ButtonsState) -> list[str]:
    if isinstance(event, Dealt):
        return [_("Layouts and cards are dealt.")]
    if isinstance(event, Ruled):
        return [ruled(pov, event)]
    name, you = name_of(pov.seats, event.actor), event.player == pov.player
    if isinstance(event, Resigned | TimedOut):
        return [left(pov, event, you=you) % {"name": name}]
    told = [_happened(name, event, before, after, you=you)]
    if isinstance(event, Rolled):
        told += _passes(pov, event, before)
    return told


def _happened(
    name: str, event: Event, before: ButtonsState, after: ButtonsState, *, you: bool
) -> str:
    match event:
        case Rolled():
            return _rolled(name, event, before, you=you)
        case Placed(cell=cell):
            placed = (
                # Translators: %(cell)s is a row and a column, such as "(5,6)".
                _("You place a button on %(cell)s.")
                if you
                else _("%(name)s places a button on %(cell)s.")
            )
            return placed % {"name": name, "cell": cell_words(cell)}
        case Declined():
            return _("You decline.") if you else _("%(name)s declines.") % {"name": name}
        case OptedOut():
            return _opted_out(name, len(after.buttons[event.actor]), you=you)
        case StarsPlaced(cells=cells):
            return _starred(name, cells, you=you)
    raise TypeError(f"no sentence for {event!r}")


def _rolled(name: str, event: Rolled, before: ButtonsState, *, you: bool) -> str:
    columns = [_("%(column)d (gold)") % {"column": event.gold}, *map(str, event.black)]
    if before.roller_cells(event):
        rolled = (
            # Translators: %(columns)s is a list such as "6 (gold), 2, 3".
            _("You rolled row %(row)d, columns %(columns)s.")
            if you
            else _("%(name)s rolled row %(row)d, columns %(columns)s.")
        )
    else:
        rolled = (
            # Translators: %(columns)s is a list such as "6 (gold), 2, 3".
            _("Bust! You rolled row %(row)d, columns %(columns)s, and no cell is free.")
            if you
            else _("Bust! %(name)s rolled row %(row)d, columns %(columns)s, and no cell is free.")
        )
    return rolled % {"name": name, "row": event.white, "columns": listed(columns)}


def _opted_out(name: str, count: int, *, you: bool) -> str:
    if you:
        text = ngettext("You opt out with %(n)d button.", "You opt out with %(n)d buttons.", count)
    else:
        text = ngettext(
            "%(name)s opts out with %(n)d button.", "%(name)s opts out with %(n)d buttons.", count
        )
    return text % {"name": name, "n": count}


def _starred(name: str, cells: Sequence[Cell], *, you: bool) -> str:
    count = len(cells)
    if you:
        text = ngettext(
            "You place %(n)d star: %(cells)s.", "You place %(n)d stars: %(cells)s.", count
        )
    else:
        text = ngettext(
            "%(name)s places %(n)d star: %(cells)s.",
            "%(name)s places %(n)d stars: %(cells)s.",
            count,
        )
    return text % {"name": name, "n": count, "cells": at(cells)}


def _passes(pov: Pov, event: Rolled, before: ButtonsState) -> list[str]:
    """Return sentences about players who cannot use somebody else's roll (BT-12)."""
    passed = [
        player
        for player in before.players_with(Standing.IN)
        if player != event.player and not before.is_legal(player, (event.white, event.gold))
    ]
    told = [_("You can't use it.")] if pov.player in passed else []
    others = [name_of(pov.seats, player) for player in passed if player != pov.player]
    if others:
        # Translators: %(names)s is one name or several, such as "Anna and Ben".
        told.append(_("%(names)s can't use it.") % {"names": listed(others)})
    return told


def consequences(pov: Pov, now: Scene) -> list[str]:
    """Return the consequences of the scene: the count of stars, a new round."""
    if not pov.seq:
        return []
    first, after = now.states[0], now.states[-1]
    if after.phase is Phase.STARS and now.states[-2].phase is not Phase.STARS:
        return [_("Everyone is out. Stars are counted.")]
    if after.phase is Phase.OVER or (after.round == first.round and first.layouts):
        return []
    nobody = [_("No one earns stars.")] if first.layouts and first.phase is not Phase.STARS else []
    return [*nobody, _new_round(pov, after)]


def _new_round(pov: Pov, state: ButtonsState) -> str:
    """Say who begins: the holder of the red card, or the next player if they left (BT-L5)."""
    you = state.turn_player == pov.player
    if Colour.RED in state.cards[state.turn_player]:
        text = (
            _("Round %(round)d: you hold the red card and begin.")
            if you
            else _("Round %(round)d: %(name)s holds the red card and begins.")
        )
    else:
        text = _("Round %(round)d: you begin.") if you else _("Round %(round)d: %(name)s begins.")
    return text % {"round": state.round, "name": name_of(pov.seats, state.turn_player)}

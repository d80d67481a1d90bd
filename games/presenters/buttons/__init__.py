"""Buttons: from a position to what its templates draw."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.buttons.actions import OPT_OUT, PLACES, ROLL
from games.engine.buttons.analysis import bust_chance, longest_line, stars_if_out
from games.engine.buttons.board import SIZE
from games.engine.buttons.events import Rolled
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.scoring import score as round_score
from games.engine.buttons.state import ButtonsState, Phase, Standing
from games.engine.buttons.variant import ButtonsVariant
from games.models import Game
from games.pov import Pov
from games.presenters import shared
from games.presenters.buttons import geometry, words
from games.presenters.buttons.boards import Board, boards
from games.presenters.buttons.counting import counts, one_more
from games.presenters.buttons.log import turns
from games.presenters.buttons.options import OptionsForm
from games.presenters.buttons.position import Scene, phase_at, rules_of, scene, state_of
from games.presenters.buttons.rules_page import rules_context
from games.presenters.buttons.strategy_page import strategy_context
from games.presenters.buttons.telling import consequence, decisions, sentence
from games.presenters.buttons.words import ABOUT, BOTS
from games.presenters.names import name_of, separated

__all__ = [
    "ABOUT",
    "BOTS",
    "OptionsForm",
    "is_moment",
    "options",
    "picture_width",
    "replay_context",
    "rules_context",
    "score",
    "sentence",
    "sprite",
    "strategy_context",
    "table_context",
    "tally",
    "turns",
]

LOG_TURNS = 4
UNROLLED = 0


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table. face: 0 before it is rolled.  look: "white", "gold" or "black"."""

    face: int
    look: str


def table_context(pov: Pov) -> dict[str, Any]:
    """Return what the table templates draw for this point of view."""
    state, now = state_of(pov), scene(pov)
    context = shared.shared_context(pov)
    layouts = boards(pov)
    large = layouts[:1] if pov.near is not None or pov.game.is_waiting else layouts
    small = {board.player: board for board in layouts if board not in large}
    return {
        **context,
        "heard": " ".join(decisions(pov)),
        "then": consequence(pov),
        "seats": [
            replace(view, score=view.score | _seat_extras(now, small, view.seat.player))
            for view in context["seats"]
        ],
        "large": large,
        "alone": len(large) == 1,
        "whole": geometry.WHOLE,
        "cells_only": geometry.CELLS_ONLY,
        "phase": state.phase.value,
        "round": state.round,
        "turn_name": name_of(pov.seats, state.turn_player),
        "prompt": words.prompt(pov),
        "log": turns(pov.log, pov.seq, LOG_TURNS),
        "keys": _("Keys: R rolls, O opts out, P places, D declines, arrows choose a cell."),
        "counts": counts(pov),
        "termination": words.termination(pov, pov.outcome) if pov.outcome else "",
        **_dice(pov, state, now),
        **_choices(pov, state),
        **_outlook(pov, state),
    }


def replay_context(pov: Pov) -> dict[str, Any]:
    """Return the decisions made at the step shown, an entry for each player."""
    shown = turns(pov.log, pov.seq, 1)
    return {"parts": shown[-1].steps[-1].parts if shown else []}


def picture_width(pov: Pov) -> int:
    """Return how much of a picture's width the layouts take: two in a row, or four in a square."""
    return 784 if len(pov.seats) == 2 else 590


def sprite() -> dict[str, Any]:
    """Return where the cells of each layout are, and the dice that name rows and columns."""
    return {
        "layouts": {
            name: [
                (colour.value, geometry.x_of(cell), geometry.y_of(cell))
                for cell, colour in layout.items()
            ]
            for name, layout in LAYOUTS.items()
        },
        "colours": [colour.value for colour in Colour],
        "cells": [(geometry.x_of(cell), geometry.y_of(cell)) for cell in PLACES],
        "along": list(zip(range(1, SIZE + 1), geometry.ALONG, strict=True)),
    }


def score(pov: Pov, player: int) -> dict[str, Any]:
    """Return a player's stars, and what part they have in the round."""
    state = state_of(pov)
    return {
        "stars": len(state.stars[player]),
        "line": longest_line(state.stars[player]),
        "cards": words.cards(state, player),
        "standing": state.standing[player].value,
        "deciding": pov.live and player in pov.active,
        "taken": range(state.taken[player]),
    }


def _standing(pov: Pov, player: int) -> tuple[int, int]:
    """Return a player's longest line of stars, and how many they have."""
    stars = state_of(pov).stars[player]
    return longest_line(stars), len(stars)


def is_moment(pov: Pov) -> bool:
    """Return whether the last event is a bust, or has the stars counted."""
    if pov.event is None:
        return False
    counted = (
        state_of(pov).phase is Phase.STARS and phase_at(pov.log, pov.seq - 1) is not Phase.STARS
    )
    return counted or (isinstance(pov.event, Rolled) and scene(pov).bust)


def tally(pov: Pov, player: int) -> shared.Tally:
    """Return a player's stars, where a longer line is better, and their buttons of the round."""
    state = state_of(pov)
    stars, buttons = state.stars[player], len(state.buttons[player])
    told = [words.stars(len(stars))]
    if buttons:
        told.append(ngettext("%(n)d button", "%(n)d buttons", buttons) % {"n": buttons})
    return shared.Tally(_standing(pov, player), separated(told))


def options(game: Game) -> list[str]:
    """Return the options of a table, a sentence each."""
    return words.options(cast("ButtonsVariant", game.rules.variant))


def _seat_extras(now: Scene, small: Mapping[int, Board], player: int) -> dict[str, Any]:
    """Return what a seat at the table shows beyond its score: its layout, what it decided."""
    return {"board": small.get(player), "did": words.decision(now, player)}


def _dice(pov: Pov, state: ButtonsState, now: Scene) -> dict[str, Any]:
    rolled = now.rolled
    ready = state.dice if state.phase is Phase.TURN else 0
    faces = [rolled.white, rolled.gold, *rolled.black] if rolled else [UNROLLED] * ready
    return {
        "dice": [Die(face, ("white", "gold", "black")[min(i, 2)]) for i, face in enumerate(faces)],
        "rolled": rolled,
        "roll_seq": now.states[0].seq + 1 if rolled else 0,
        "bust": now.bust,
        "bust_you": now.bust and rolled is not None and rolled.player == pov.player,
        "bust_name": name_of(pov.seats, rolled.actor) if now.bust and rolled else "",
        "lost": len(now.lost),
    }


def _choices(pov: Pov, state: ButtonsState) -> dict[str, Any]:
    """Return the actions that have a button in the controls; cells are chosen on the layout."""
    rolled = state.rolled
    if pov.player is None or not pov.my_turn:
        return {}
    if state.phase is Phase.STARS:
        return {"to_place": round_score(state, pov.player).stars}
    if state.phase is Phase.TURN or rolled is None:
        legal = rules_of(pov).legal_actions(state, pov.player)
        return {"can_roll": ROLL in legal, "can_opt_out": OPT_OUT in legal}
    gold = rolled.white, rolled.gold
    return {
        "passive": rolled.player != pov.player,
        "choosing": rolled.player == pov.player,
        "gold_action": str(PLACES[gold]),
        "gold_cell": words.at([gold]),
    }


def _outlook(pov: Pov, state: ButtonsState) -> dict[str, Any]:
    """Return what the viewer, or for a spectator the turn player, has and risks."""
    player = state.turn_player if pov.player is None else pov.player
    playing = state.phase in {Phase.TURN, Phase.PLACE} and state.standing[player] is Standing.IN
    if not playing:
        return {}
    whose = {"name": name_of(pov.seats, player), "n": state.dice}
    label = (
        ngettext(
            "Your chance of a bust with %(n)d die",
            "Your chance of a bust with %(n)d dice",
            state.dice,
        )
        if player == pov.player
        else ngettext(
            "%(name)s: chance of a bust with %(n)d die",
            "%(name)s: chance of a bust with %(n)d dice",
            state.dice,
        )
    )
    chance = bust_chance(state, player)
    odds = shared.odds(label % whose, chance) if pov.game.show_odds else None
    if state.phase is Phase.PLACE and pov.player is None:
        return {"odds": odds}
    outlook = {
        "you": player == pov.player,
        "name": whose["name"],
        "stars": stars_if_out(state, player),
        "more": [(words.colour_name(colour), stars) for colour, stars in one_more(state, player)],
    }
    return {"odds": odds, "outlook": outlook}

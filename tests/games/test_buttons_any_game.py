"""Any game of Buttons, people leaving amid it: every position can be shown, and shown truly."""

import random
from dataclasses import replace
from functools import cache

import pytest
from django.template.loader import render_to_string

from games.engine.buttons.events import Rolled, StarsPlaced
from games.engine.buttons.state import ButtonsState, Phase
from games.engine.core import Action, Resign, TimeOut
from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from games.live.rendering import render_regions
from games.models import Game
from games.pov import Pov
from games.presenters import table_context
from games.presenters.buttons import PRESENTER, ButtonsTable
from tests.games.povs import NAMES, pov_after
from tests.html import elements, values

GAMES = [(2, 1), (3, 2), (4, 1)]
EVERY_GAME = pytest.mark.parametrize(("size", "seed"), GAMES)
LEAVING = 0.01


@cache
def played(size: int, seed: int) -> Pov:
    """Return a whole game as a spectator sees its end: bots, chance, and people who leave."""
    pov = pov_after("", kind="buttons", player=None, size=size)
    rules, log = pov.rules, pov.log
    chance, dice = random.Random(seed), SeededDice(seed)
    while active := rules.active_players(log.states[-1]):
        state = log.states[-1]
        player, action = chance.choice(active), _wish(chance)
        if action is None:
            action = KINDS["buttons"].bots["greedy"].choose(rules, state, player)
        elif isinstance(action, Resign):
            player = chance.choice([p for p in range(size) if p not in state.left])
        event = rules.resolve(state, player, action, dice)
        log.events.append(event)
        log.states.append(rules.apply_event(state, event))
    outcome = rules.outcome(log.states[-1])
    assert outcome
    pov.game.version, pov.game.status = len(log.events), Game.Status.FINISHED
    return replace(pov, seq=pov.game.version)


def _wish(chance: random.Random) -> Action | None:
    return chance.choice([Resign(), TimeOut()]) if chance.random() < LEAVING else None


def views(size: int, seed: int) -> list[Pov]:
    """Return every position, live, from a seat or from the side in turn."""
    end = played(size, seed)
    found = []
    for seq in range(1, end.game.version + 1):
        over = seq == end.game.version
        status = Game.Status.FINISHED if over else Game.Status.RUNNING
        game = Game(kind="buttons", size=size, code="bcdfghjk", variant={}, rules_version=1)
        game.status, game.version = status, seq
        player = (*range(size), None)[seq % (size + 1)]
        found.append(Pov(game, end.seats, end.log, seq, player))
    return found


@EVERY_GAME
def test_every_position_is_drawn_and_offers_what_the_rules_allow(size: int, seed: int) -> None:
    for pov in views(size, seed)[:: 3 if size == 3 else 2]:  # each side in turn all the same
        html = render_regions(pov, "en").text
        offered = set(values(html, "button[name=action]:not([disabled])", "value"))
        state = pov.state
        assert isinstance(state, ButtonsState)
        if not pov.my_turn:
            assert offered == set()
        elif state.phase is Phase.STARS:
            assert offered == {"stars:"}
            assert len(elements(html, "[name=pick]")) == len(state.buttons[pov.player or 0])
        else:
            legal = set(map(str, pov.rules.legal_actions(state, pov.player or 0)))
            picks = values(html, "input[type=radio][name=pick]", "value")
            offered |= {f"place:{cell}" for cell in picks if "place:" in offered}
            assert offered - {"place:"} == legal
        for board in ButtonsTable(pov).large:
            buttons, stars = board.buttons + board.fresh_buttons, board.stars + board.fresh_stars
            assert len(buttons) == len(state.buttons[board.player])
            assert len(stars) == len(state.stars[board.player])


@EVERY_GAME
def test_what_is_said_agrees_with_what_happened(size: int, seed: int) -> None:
    for pov in views(size, seed):
        table = ButtonsTable(pov)
        event, before = pov.event, pov.before
        assert isinstance(before, ButtonsState)
        assert event
        said = f"{table.status} {table.heard}"
        assert "  " not in said.strip()
        assert "%" not in said
        assert "{" not in said
        if event.player is not None and event.player != pov.player:
            assert NAMES[event.player] in said
        if isinstance(event, Rolled):
            assert ("Bust!" in said) == (not before.roller_cells(event))
        if pov.live:
            deciding = [NAMES[player] for player in pov.active]
            named = [name for name in NAMES if name in table.prompt]
            assert named == ([] if pov.my_turn else deciding)
        assert [view.turn for view in table.seats] == [
            player in pov.active for player in range(size)
        ]


@EVERY_GAME
def test_every_event_is_one_part_of_the_log_in_order(size: int, seed: int) -> None:
    end = played(size, seed)
    parts = [
        p for turn in PRESENTER.turns(end.log, end.seq) for step in turn.steps for p in step.parts
    ]
    assert [part.seq for part in parts] == list(range(1, end.seq + 1))
    assert [part.player for part in parts] == [event.player for event in end.log.events]
    assert all(part.player is not None for part in parts[1:])


@EVERY_GAME
def test_every_step_of_a_replay_is_drawn(size: int, seed: int) -> None:
    end = played(size, seed)
    for seq in {*range(0, end.seq, 3), end.seq}:
        pov = replace(end, seq=seq)
        context = table_context(pov) | {"replay": ButtonsTable(pov).replay}
        for name in ("games/buttons/_pieces.html", "games/_seats.html", "games/_replay_step.html"):
            html = render_to_string(name, context)
            assert not elements(html, "[name=action]:not([disabled])")


@EVERY_GAME
def test_the_reasons_for_stars_add_up_to_those_that_are_placed(size: int, seed: int) -> None:
    for pov in views(size, seed):
        counts = {count.player: count for count in ButtonsTable(pov).counts}
        assert all(count.stars == len(count.reasons) for count in counts.values())
        if isinstance(pov.event, StarsPlaced):
            assert counts[pov.event.actor].stars == len(pov.event.cells)
            assert counts[pov.event.actor].placed

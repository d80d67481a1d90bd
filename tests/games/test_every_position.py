"""Every position of a game is drawn in every way, and all that is asked for is there."""

import inspect
from dataclasses import replace
from functools import cached_property
from typing import Any

import pytest
from django.template import Context, Engine
from django.template.loader import render_to_string

from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from games.engine.replay import positions
from games.history import History
from games.live.rendering import Regions, render_regions
from games.models import Game
from games.pictures.drawing import drawing
from games.pictures.steps import around, stops
from games.pov import Pov
from games.presenters import part, presenter, table_context, table_of
from games.presenters.names import names_by_player
from games.presenters.replaying import ReplayStep, log_line
from games.presenters.table import Score, Table
from games.templatetags.games import sprite
from tests.engine.kinds import every_kind
from tests.games.povs import seats_of
from tests.html import elements
from tools.simulate import play

SHORT = {"cantstop": 22, "buttons": 17, "pig": 16}
"""Dice of a short game with all that may happen in one, a bust among it."""

OPTIONAL = {"refusal"}
"""What a template writes only where its context has it."""

Missing = set[str]
"""What templates asked for in vain."""


class Loud(str):
    """Stands for every variable that a template writes and that is not there."""

    missing: Missing

    def __mod__(self, name: Any) -> str:
        self.missing.add(str(name))
        return ""


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> Missing:
    """Collect what templates ask for and do not get: to write it, and of some to look at it."""
    sprite.cache_clear()
    found: Missing = set()
    loud = Loud("%s")
    loud.missing = found

    def ask(self: object, name: str) -> None:
        if not name.startswith("_"):
            found.add(f"{type(self).__name__}.{name}")
        raise AttributeError(name)

    monkeypatch.setattr(Engine.get_default(), "string_if_invalid", loud)
    for asked in (Table, ReplayStep, Score, Pov):
        monkeypatch.setattr(asked, "__getattr__", ask, raising=False)
    return found


def played(kind: str) -> Pov:
    """Return the end of a game between two of the strongest bots."""
    rules = KINDS[kind].make_rules(2, {})
    bots = list(KINDS[kind].bots.values())[-1:] * 2
    log, outcome = play(rules, bots, SeededDice(SHORT[kind]))
    game = Game(
        kind=kind,
        code="bcdfghjk",
        variant=rules.variant.to_json(),
        size=2,
        rules_version=rules.rules_version,
        creator_id=1,
        status=Game.Status.FINISHED,
        termination=outcome.termination,
        version=len(log),
    )
    history = History(states=positions(rules, log), events=list(log))
    return Pov(game, seats_of(game), history, len(log), None)


def running(end: Pov, seq: int, player: int | None) -> Pov:
    """Return the game as it was after so many events, while it was played."""
    game = Game(**{field: getattr(end.game, field) for field in FIELDS}, version=seq)
    game.status, game.started_at = Game.Status.RUNNING, end.game.started_at
    return replace(end, game=game, seq=seq, player=player)


FIELDS = ("kind", "code", "variant", "size", "rules_version", "creator_id")


def table(pov: Pov) -> str:
    """Return all regions of the table, as pushed."""
    # In a condition of a template a property that fails counts as false. Here it does not.
    for name, _ in inspect.getmembers_static(type(table_of(pov)), is_property):
        getattr(table_of(pov), name)
    return render_regions(pov, "en").text


def is_property(member: object) -> bool:
    return isinstance(member, property | cached_property)


def step(pov: Pov) -> str:
    """Return what differs from step to step of a replay, and the log."""
    kind = presenter(pov.game.kind)
    context = table_context(pov) | {"replay": table_of(pov).replay}
    names = names_by_player(pov.seats)
    log = [log_line(turn, names, "/", "/") for turn in kind.turns(pov.log, pov.seq, 2)]
    parts = (part(pov.game.kind, "pieces"), "games/_seats.html", "games/_replay_step.html")
    return "".join([*(render_to_string(name, context) for name in parts), *log])


def told(pov: Pov) -> str:
    """Return what screen readers hear of the step."""
    said: str = table_context(pov)["t"].told
    return said


def embed(pov: Pov) -> str:
    context: dict[str, Any] = {"to": around(stops(pov), pov.seq), "number": 1, "steps": 1}
    kind = presenter(pov.game.kind)
    context |= {"about": kind.ABOUT, "replay": table_of(pov).replay}
    return render_to_string("pictures/embed.html", table_context(pov) | context)


@every_kind
def test_every_step_is_drawn_and_nothing_is_missing(kind: str, missing: Missing) -> None:
    end = played(kind)
    for seq in range(end.seq + 1):
        pov = replace(end, seq=seq)
        for draw in (step, told, embed, drawing):
            drawn = draw(pov)
            assert drawn
            assert "%(" not in drawn, (seq, drawn)
        assert missing <= OPTIONAL, (seq, missing)
    assert "You won!" in "".join(table(replace(end, player=player)) for player in range(2))


@every_kind
def test_regions_known_from_before_or_from_another_viewer_are_as_if_rendered_anew(
    kind: str, missing: Missing
) -> None:
    end = played(kind)
    before: dict[int | None, Regions] = {}
    for seq in range(end.seq):
        same_for_all: dict[str, str] = {}
        for player in ((1, None), (None, 0), (0, 1))[seq % 3]:
            pov = running(end, seq, player)
            last = before.get(player)
            regions = render_regions(pov, "en", before=last, same_for_all=same_for_all)
            anew = render_regions(pov, "en")
            assert regions.texts == anew.texts, (seq, player)
            assert elements(anew.text, "#t-pieces")
            assert "%(" not in anew.text
            assert missing <= OPTIONAL, (seq, missing)
            before[player] = regions


@pytest.mark.parametrize("text", ["{{ t.nothing }}", "{% if t.nothing and t %}{% endif %}"])
def test_what_is_missing_is_noticed(text: str, missing: Missing) -> None:
    Engine.get_default().from_string(text).render(Context(table_context(played("cantstop"))))
    assert missing

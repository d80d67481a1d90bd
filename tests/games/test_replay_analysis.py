"""A replay shows what the analysis would have done, once the decision is made."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.analysis.explanation import VERSION, Choice, Explanation, Step
from games.engine.cantstop.events import Rolled
from games.models import Game, GameAnalysis
from games.services.analyses import explanation_of
from tests.games.factories import make_finished_game
from tests.games.pages import replay_page

pytestmark = pytest.mark.django_db


def explained(game: Game, choices: dict[int, Choice], *, approximate: bool = False) -> Game:
    """Store an explanation of a game with these decisions, by the number of their event."""
    steps = [
        Step(
            seq=event.seq,
            player=event.player,
            cause="dice" if event.kind == Rolled.type else "choice",
            roller=0,
            after=(500, 500),
            choice=choices.get(event.seq),
        )
        for event in game.events.order_by("seq")
    ]
    found = Explanation((500, 500), steps, approximate)
    GameAnalysis.objects.create(game=game, explanation=found.to_json())
    Game.objects.filter(pk=game.pk).update(analysed=VERSION)
    return Game.objects.get(pk=game.pk)


def choice(action: str, best: str, lost: int) -> Choice:
    """Return a decision of either player that cost so much."""
    worth = {best: 500, action: 500 - lost}
    return Choice(action, best, worth, (500, 500), (500 - lost, 500 - lost), 300)


def judged(client: Client, game: Game, seq: int) -> str:
    """Return what is said of the decision of a step, "" for nothing."""
    html = replay_page(client, game, seq)
    _before, found, after = html.partition('<div class="judged">')
    return after[: after.index("</div>")] if found else ""


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        (0, "The analysis agrees."),
        (9, "The analysis sees next to no difference."),
        (10, "The analysis prefers “7 + 7”. <b>\N{MINUS SIGN}1.0</b>"),
    ],
)
def test_a_step_shows_what_the_analysis_says_of_its_decision(
    client: Client, finished: Game, lost: int, words: str
) -> None:
    taken = "split:7+7" if not lost else "split:6+8"
    game = explained(finished, {2: choice(taken, "split:7+7", lost)})
    told = judged(client, game, 2)
    assert words in told
    assert "7 + 7 <span>50.0%</span>" in told
    assert told.count("chosen") == 1
    assert not judged(client, game, 1), "it was no decision"
    assert not judged(client, game, 0)


def test_where_the_analysis_has_not_learned_the_options_it_is_less_strict(
    client: Client, finished: Game
) -> None:
    lost = {2: choice("split:6+8", "split:7+7", 29)}
    told = judged(client, explained(finished, lost, approximate=True), 2)
    assert "The analysis sees next to no difference." in told
    assert "What it says is less exact here." in told


def test_decisions_that_were_made_at_the_same_time_are_judged_together(
    client: Client, kestrel: User
) -> None:
    finished = make_finished_game(kestrel, "greedy", kind="buttons", resign_after=30)
    log = list(finished.events.order_by("seq"))
    second = next(
        event.seq
        for before, event in pairwise(log)
        if {before.kind, event.kind} <= {"placed", "declined"}
    )
    pair = {second - 1: choice("decline", "place:1,1", 0), second: choice("roll", "opt-out", 30)}
    html = replay_page(client, explained(finished, pair), second)
    assert html.count('<div class="judged">') == 2
    names = re.findall(r'<div class="judged">\s*<p>(\w+): The analysis', html)
    assert sorted(names) == ["Greedy", "kestrel"]


def test_nothing_is_said_of_a_game_that_is_not_analysed(client: Client, finished: Game) -> None:
    assert not any(judged(client, finished, seq) for seq in range(6))


def test_nothing_is_said_of_a_running_game(client: Client, running: Game) -> None:
    GameAnalysis.objects.create(game=running, explanation=Explanation((500, 500), []).to_json())
    assert not any(judged(client, running, seq) for seq in range(running.version + 1))


def frames(client: Client, game: Game) -> list[dict[str, Any]]:
    answer = client.get(f"/games/{game.code}/replay/frames/?from=0&to=40")
    found: list[dict[str, Any]] = json.loads(answer.content)["frames"]
    return found


def test_frames_hold_what_the_analysis_would_answer(client: Client, finished: Game) -> None:
    asked = [frame["seq"] for frame in frames(client, finished) if frame["asks"]]
    assert {frame["best"] for frame in frames(client, finished)} == {""}
    first, second, third, *_others = asked
    choices = {
        first + 1: choice("roll", "stop", 40),
        second + 1: choice("stop", "roll", 40),
        third + 1: Choice("roll", "stop", {}, (500, 500), (499, 499), 495),
    }
    game = explained(finished, choices)
    best = {frame["seq"]: frame["best"] for frame in frames(client, game)}
    assert (best[first], best[second]) == ("hold", "roll")
    assert best[third] == "", "both are as good"
    assert best[first + 1] == ""


def test_frames_that_were_kept_before_the_analysis_are_drawn_anew(
    client: Client, finished: Game
) -> None:
    before = frames(client, finished)[2]["html"]["r-step"]
    game = explained(finished, {2: choice("split:6+8", "split:7+7", 30)})
    after = frames(client, game)[2]["html"]["r-step"]
    assert "judged" not in before
    assert "judged" in after


def test_the_steps_of_an_explanation_are_found_by_their_event(finished: Game) -> None:
    game = explained(finished, {})
    found = explanation_of(game)
    assert found is not None
    for seq in (1, 7, game.version):
        step = found.step(seq)
        assert step is not None
        assert step.seq == seq
    assert found.step(0) is None
    assert found.step(game.version + 1) is None
    assert Explanation((500, 500), []).step(1) is None

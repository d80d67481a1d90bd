"""A replay shows what the analysis would have done, once the decision is made."""

import json
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
from tests.html import elements, one, text_of, texts

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


def ways(client: Client, game: Game, seq: int) -> dict[str, str]:
    """Return what stands at each way to use the dice of a step: value, cost, and marks."""
    html = replay_page(client, game, seq)
    return {
        str(way.id).removeprefix("o"): text(way) + (" chosen" if elements(way, ".chosen") else "")
        for way in elements(html, "div.choice[id^=o]:has(.worth)")
    }


def text(page: Any) -> str:
    """Return what is said in the element of class `worth`."""
    return text_of(one(page, "span.worth"))


def first_splits(game: Game) -> list[str]:
    """Return the ways to use the first roll of a game, as actions."""
    rules = game.rules
    (rolled,) = (event.to_event(rules) for event in game.events.filter(seq=1))
    state = rules.apply_event(rules.initial_state(), rolled)
    return [str(action) for action in rules.legal_actions(state, 0)]


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        (0, {"1": "win 50.0% best chosen"}),
        (9, {"1": "win 50.0% best", "2": "win 49.1% as good chosen"}),
        (10, {"1": "win 50.0% best", "2": "win 49.0% \N{MINUS SIGN}1.0 chosen"}),
    ],
)
def test_the_choice_that_is_marked_is_the_one_that_is_evaluated(
    client: Client, finished: Game, lost: int, told: dict[str, str]
) -> None:
    """At the roll with its choice, and at the choice; never what was decided before the roll."""
    best, other, *_others = first_splits(finished)
    game = take(finished, 2, other if lost else best)
    game = explained(game, {2: choice(other if lost else best, best, lost)})
    assert ways(client, game, 1) == told
    assert ways(client, game, 2) == told
    assert not ways(client, game, 3)


def take(game: Game, seq: int, action: str) -> Game:
    """Have a finished game begin otherwise, whatever follows."""
    event = game.events.get(seq=seq)
    columns = [int(column) for column in action.partition(":")[2].split("+")]
    game.events.filter(pk=event.pk).update(data={"columns": columns})
    return game


def test_whether_to_roll_is_evaluated_where_it_is_decided(client: Client, finished: Game) -> None:
    """At the roll that follows it, the choice of the roll is what counts."""
    game = explained(finished, {3: choice("roll", "stop", 40)})
    html = replay_page(client, game, 2)
    roll, stop = elements(html, "ul.then > li")
    assert text(roll) == "win 46.0% \N{MINUS SIGN}4.0"
    assert text(stop) == "win 50.0% best"
    assert elements(html, "ul.then .chosen") == [roll]
    assert not ways(client, game, 3)


def test_where_the_analysis_has_not_learned_the_options_it_is_less_strict(
    client: Client, finished: Game
) -> None:
    best, other, *_others = first_splits(finished)
    game = explained(take(finished, 2, other), {2: choice(other, best, 29)}, approximate=True)
    assert ways(client, game, 1)["2"] == "win 47.1% as good chosen"
    assert "less exact with these options." in replay_page(client, game, 1)


def test_decisions_that_were_made_at_the_same_time_are_evaluated_together(
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
    assert len(elements(html, "div.evaluated")) == 2
    names = [words.partition(":")[0] for words in texts(html, "li.taken")]
    assert sorted(names) == ["Greedy", "kestrel"]


def test_nothing_is_said_of_a_game_that_is_not_analysed(client: Client, finished: Game) -> None:
    assert not any("worth" in replay_page(client, finished, seq) for seq in range(6))


def test_nothing_is_said_of_a_running_game(client: Client, running: Game) -> None:
    GameAnalysis.objects.create(game=running, explanation=Explanation((500, 500), []).to_json())
    steps = range(running.version + 1)
    assert not any("worth" in replay_page(client, running, seq) for seq in steps)


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
    best, other, *_others = first_splits(finished)
    game = explained(finished, {2: choice(other, best, 30)})
    after = frames(client, game)[2]["html"]["r-step"]
    assert "worth" not in before
    assert "worth" in after


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

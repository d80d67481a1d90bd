"""A mistake as a question: choose again, and be told."""

from urllib.parse import quote, urlencode

import pytest
from django.test import Client

from accounts.models import User
from games.analysis.explanation import VERSION, Choice, Explanation, Step
from games.models import Game, GameAnalysis, SeatGrade
from games.pages.mistakes import mistakes_of
from games.pages.trying_again import series_of
from games.pov import pov_of
from games.presenters import presenter
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, make_running_game
from tests.games.pages import text
from tests.games.records import imported_game
from tests.games.tables import client_of, make_user
from tests.html import elements, link, plain

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("analysis_here")]


def explain(game: Game, *decisions: tuple[int, str, int]) -> Game:
    """Explain a game in which these decisions were mistakes.

    Args:
        game: The game.
        decisions: Number of the event, the best action, and what it cost not to take it.
    """
    pov = pov_of(game, None)
    steps = []
    for seq, event in enumerate(pov.log.events, 1):
        found = [(best, lost) for number, best, lost in decisions if number == seq]
        choice = None
        if found and event.player is not None:
            (best, lost) = found[0]
            action = str(pov.rules.action_of(event))
            legal = map(str, pov.rules.legal_actions(pov.log.states[seq - 1], event.player))
            worth = dict.fromkeys(legal, 400) | {best: 500, action: 500 - lost}
            meant, decided = [500] * game.size, [500] * game.size
            decided[event.player] -= lost
            choice = Choice(action, best, worth, tuple(meant), tuple(decided), 400)
        steps.append(Step(seq, event.player, "choice", 0, (500,) * game.size, choice))
    explanation = Explanation((500,) * game.size, steps).to_json()
    GameAnalysis.objects.update_or_create(game=game, defaults={"explanation": explanation})
    Game.objects.filter(pk=game.pk).update(analysed=VERSION)
    for seat in game.seats.all():
        SeatGrade.objects.get_or_create(seat=seat, decisions=0, lost=0, squares=0, cost=0)
    return Game.objects.get(pk=game.pk)


def a_choice(game: Game, least: int = 0) -> tuple[int, str, str]:
    """Return an event that was a choice of several, the action taken, and another one."""
    pov = pov_of(game, None)
    for seq, event in enumerate(pov.log.events, 1):
        if event.player is None or seq <= least:
            continue
        legal = list(map(str, pov.rules.legal_actions(pov.log.states[seq - 1], event.player)))
        action = str(pov.rules.action_of(event))
        others = [each for each in legal if each != action]
        if action in legal and others:
            return seq, action, others[0]
    raise AssertionError("nothing was to be chosen in this game")


def address(game: Game, seq: int, answer: str | None = None) -> str:
    query = "" if answer is None else f"?{urlencode({'answer': answer})}"
    return f"/games/{game.code}/analysis/{seq}/{query}"


@every_kind
def test_before_an_answer_nothing_tells_which_one_is_right(client: Client, kind: str) -> None:
    game = make_finished_game(kind=kind)
    seq, action, best = a_choice(game)
    explain(game, (seq, best, 60))
    html = text(client, address(game, seq))
    assert "Mistake 1 of 1" in html
    for each in (action, best):
        assert elements(html, f"a[href='?answer={quote(each, safe='/')}']")
    assert "50.0%" not in html
    assert not elements(html, "b", "best")
    assert not elements(html, ".worth")


@every_kind
def test_the_best_action_is_right(client: Client, kind: str) -> None:
    game = make_finished_game(kind=kind)
    seq, _action, best = a_choice(game)
    explain(game, (seq, best, 60))
    html = text(client, address(game, seq, best))
    name = presenter(kind).move_name(best)
    assert "Right!" in plain(html)
    assert f"“{name}” is best: 50.0%." in plain(html)
    assert elements(html, "main a", "Done")


@every_kind
def test_the_same_mistake_again_is_told_with_both_values(client: Client, kind: str) -> None:
    game = make_finished_game(kind=kind)
    seq, action, best = a_choice(game)
    explain(game, (seq, best, 60))
    html = text(client, address(game, seq, action))
    names = (presenter(kind).move_name(each) for each in (action, best))
    assert "Not quite." in plain(html)
    assert "“{}” is worth 44.0%, “{}” 50.0%.".format(*names) in plain(html)
    assert link(html, "Try again") == address(game, seq)


def test_next_to_the_best_is_right_as_well(client: Client) -> None:
    game = make_finished_game()
    seq, action, best = a_choice(game)
    explain(game, (seq, best, 60))
    found = GameAnalysis.objects.get(game=game)
    explanation = Explanation.from_json(found.explanation)
    choice = explanation.steps[seq - 1].choice
    assert choice is not None
    choice.worth[action] = 495  # type: ignore[index]
    found.explanation = explanation.to_json()
    found.save()
    assert "Right!" in text(client, address(game, seq, action))


def test_one_mistake_leads_to_the_next_dearest(client: Client) -> None:
    game = make_finished_game()
    seq, _action, best = a_choice(game)
    later, _taken, other = a_choice(game, least=seq)
    explain(game, (seq, best, 20), (later, other, 60))
    html = text(client, address(game, later, other))
    assert "Mistake 1 of 2" in html
    assert link(html, "Next mistake") == address(game, seq)
    assert "Mistake 2 of 2" in text(client, address(game, seq))


def test_players_go_through_their_own_mistakes(kestrel: User) -> None:
    ben = make_user("Ben")
    game = make_finished_game(kestrel, ben)
    pov, least = pov_of(game, None), 0
    decisions: list[tuple[int, str, int]] = []
    while {pov.log.events[seq - 1].player for seq, *_rest in decisions} != {0, 1}:
        least, _action, best = a_choice(game, least)
        decisions.append((least, best, 60))
    explain(game, *decisions)
    pov = pov_of(game, None)
    found = GameAnalysis.objects.get(game=game)
    mistakes = mistakes_of(pov, Explanation.from_json(found.explanation))
    own = [mistake for mistake in mistakes if mistake.player == mistakes[0].player]
    assert series_of(mistakes, mistakes[0], mistakes[0].player).total == len(own)
    assert series_of(mistakes, mistakes[0], None).total == len(mistakes)


def test_on_the_board_stand_the_letters_of_the_options(client: Client) -> None:
    game = make_finished_game()
    least, action = 0, ""
    while not action.startswith("split"):
        least, action, best = a_choice(game, least)
    explain(game, (least, best, 60))
    html = text(client, address(game, least))
    assert elements(html, "#o1")
    assert elements(html, "b.letter", "A")
    assert elements(html, "[data-press=o1]")


# --- States, permissions, malformed ---


@pytest.mark.parametrize("answer", ["", "split:2+13", "resign", "<b>", "roll;"])
def test_an_answer_that_is_no_option_is_not_found(client: Client, answer: str) -> None:
    game = make_finished_game()
    seq, _action, best = a_choice(game)
    explain(game, (seq, best, 60))
    assert client.get(address(game, seq), {"answer": answer}).status_code == 404


def test_what_was_no_mistake_is_not_asked(client: Client) -> None:
    game = make_finished_game()
    seq, _action, best = a_choice(game)
    explain(game, (seq, best, 9))
    assert client.get(address(game, seq)).status_code == 404
    assert client.get(address(game, seq + 1)).status_code == 404
    assert client.get(address(game, game.version + 1)).status_code == 404


def test_a_running_game_has_no_mistakes_yet(client: Client) -> None:
    game = make_running_game(events=8)
    assert client.get(address(game, 2)).status_code == 404


def test_players_are_not_asked_about_imported_games_while_they_play(
    client: Client, kestrel: User
) -> None:
    game = imported_game(kestrel)
    seq, _action, best = a_choice(game)
    explain(game, (seq, best, 60))
    assert client.get(address(game, seq)).status_code == 200
    make_running_game(kestrel, make_user(), events=2)
    assert client_of(kestrel).get(address(game, seq)).status_code == 404


def test_it_cannot_be_written_to(client: Client) -> None:
    game = make_finished_game()
    seq, _action, best = a_choice(game)
    explain(game, (seq, best, 60))
    assert client.post(address(game, seq), {"answer": best}).status_code == 405


def test_a_step_that_is_not_there_is_not_found(client: Client) -> None:
    game = make_finished_game()
    seq, _action, best = a_choice(game)
    explain(game, (seq, best, 60))
    page = f"/games/{game.code}/analysis/"
    assert client.get(page, {"step": game.version}).status_code == 200
    assert client.get(page, {"step": game.version + 1}).status_code == 404
    assert client.get(page, {"step": "x"}).status_code == 200

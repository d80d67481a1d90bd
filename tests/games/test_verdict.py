"""What decided a finished game, in a title and a few sentences."""

import pytest

from accounts.models import User
from games.analysis.explanation import Choice, Explanation, Step
from games.models import Game
from games.pages.mistakes import mistakes_of
from games.pages.verdict import Verdict, verdict
from games.pov import pov_of
from games.presenters.names import names_at_first
from games.services import rulings
from tests.games.days import Clock, begin, solve
from tests.games.factories import make_finished_game
from tests.games.tables import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(kestrel: User) -> Game:
    return make_finished_game(kestrel, make_user("Ben"))


def winner_of(game: Game) -> int:
    return game.seats.get(won=True).player


def name_of(game: Game, player: int) -> str:
    return names_at_first(pov_of(game, None).seats)[player]


def shares(game: Game, of_winner: int) -> tuple[int, ...]:
    """Return how all stand, from the winner's chance in tenths of a percent."""
    return (of_winner, 1000 - of_winner) if winner_of(game) == 0 else (1000 - of_winner, of_winner)


def explained(game: Game, *, luck: int, lost: int, gained: int = 0) -> Explanation:
    """Return a game in which the winner's chance changed like this from an even start.

    Args:
        game: The game, of two players.
        luck: What the dice gave the winner.
        lost: What the winner's only mistake cost, rolling once too often.
        gained: What the only mistake of the loser gave the winner.
    """
    winner = winner_of(game)
    steps: list[Step] = []
    now = 500
    for player, cost in ((winner, -lost), (1 - winner, gained)):
        before, after = shares(game, now), shares(game, now + cost)
        worth = {"stop": before[player], "roll": after[player]}
        choice = Choice("roll", "stop", worth, before, after, min(worth.values()))
        steps.append(Step(len(steps) + 1, player, "dice", player, after, choice))
        now += cost
    last = shares(game, now + luck)
    steps.append(Step(len(steps) + 1, winner, "dice", winner, last))
    return Explanation((500, 500), steps)


def told(game: Game, explanation: Explanation, me: int | None) -> Verdict:
    pov = pov_of(game, None)
    return verdict(pov, explanation, me, mistakes_of(pov, explanation))


def test_a_winner_with_better_dice_than_choices_is_told_so(game: Game) -> None:
    said = told(game, explained(game, luck=520, lost=20), winner_of(game))
    assert said.title == "The dice were on your side."
    assert said.sentences == [
        "Luck raised your win probability by 52 percentage points.",
        "Your mistakes cost you 2 points.",
        "Biggest mistake: one roll too many on turn 1.",
    ]


def test_a_winner_who_decided_better_outplayed_the_other(game: Game) -> None:
    winner = winner_of(game)
    said = told(game, explained(game, luck=200, lost=0, gained=300), winner)
    assert said.title == f"You outplayed {name_of(game, 1 - winner)}."
    assert said.sentences == [
        "Luck raised your win probability by 20 percentage points.",
        "You made no costly mistakes.",
        f"Mistakes by {name_of(game, 1 - winner)} gave you 30 points.",
    ]


def test_a_loser_learns_whether_it_was_the_dice(game: Game) -> None:
    loser = 1 - winner_of(game)
    said = told(game, explained(game, luck=480, lost=0, gained=20), loser)
    assert said.title == "The dice beat you."
    assert said.sentences[:2] == [
        "Luck lowered your win probability by 48 percentage points.",
        "Your mistakes cost you 2 points.",
    ]


def test_or_the_choices(game: Game) -> None:
    winner = winner_of(game)
    said = told(game, explained(game, luck=4, lost=0, gained=496), 1 - winner)
    assert said.title == f"{name_of(game, winner)} outplayed you."
    assert said.sentences[:2] == [
        "Luck evened out.",
        "Your mistakes cost you 50 points.",
    ]


@pytest.mark.parametrize(
    ("luck", "lost", "gained", "title"),
    [
        (300, 100, 300, "The dice beat you."),  # both cost 30 points
        (310, 100, 290, "The dice beat you."),
        (290, 100, 310, "{winner} outplayed you."),
        (610, 710, 600, "The dice beat you."),
        (600, 710, 610, "Your mistakes decided it."),  # the winner's were worse
    ],
)
def test_the_title_for_a_loser_goes_by_the_larger_figure(
    game: Game, luck: int, lost: int, gained: int, title: str
) -> None:
    winner = winner_of(game)
    said = told(game, explained(game, luck=luck, lost=lost, gained=gained), 1 - winner)
    assert said.title == title.format(winner=name_of(game, winner))


@pytest.mark.parametrize(
    ("luck", "lost", "gained", "title"),
    [
        (310, 100, 290, "The dice were on your side."),
        (290, 100, 310, "You outplayed {loser}."),
        (290, 200, 410, "You outplayed {loser}."),
        (
            600,
            710,
            610,
            "The dice were on your side.",
        ),  # their mistakes were worse than the loser's
    ],
)
def test_and_so_does_that_for_a_winner(
    game: Game, luck: int, lost: int, gained: int, title: str
) -> None:
    winner = winner_of(game)
    said = told(game, explained(game, luck=luck, lost=lost, gained=gained), winner)
    assert said.title == title.format(loser=name_of(game, 1 - winner))


def test_spectators_read_about_the_winner(game: Game) -> None:
    name = name_of(game, winner_of(game))
    said = told(game, explained(game, luck=520, lost=20), None)
    assert said.title == f"The dice were on the side of {name}."
    assert said.sentences[:2] == [
        f"Luck raised the win probability of {name} by 52 percentage points.",
        "Own mistakes cost 2 points.",
    ]


def test_one_point_is_one_point(game: Game) -> None:
    said = told(game, explained(game, luck=10, lost=10, gained=500), winner_of(game))
    assert said.sentences[:2] == [
        "Luck raised your win probability by 1 percentage point.",
        "Your mistakes cost you 1 point.",
    ]


def test_where_nobody_won_it_says_that(game: Game) -> None:
    found = explained(game, luck=100, lost=0)
    rulings.rule(game, [])
    assert told(Game.objects.get(pk=game.pk), found, 0).title == "No one won"


def test_a_game_that_a_player_left_is_decided_by_that(kestrel: User) -> None:
    game = make_finished_game(kestrel, make_user("Ben"), resign_after=5)
    winner = winner_of(game)
    left = Step(1, 1 - winner, "left", 1 - winner, shares(game, 1000))
    said = told(game, Explanation((500, 500), [left]), winner)
    assert said.title == "You won!"


def test_among_several_the_one_who_lost_to_choices_is_not_told_of_one_opponent() -> None:
    game = make_finished_game(*(make_user(name) for name in ("Ann", "Cem", "Dee")))
    winner = winner_of(game)
    after = tuple(1000 if player == winner else 0 for player in range(3))
    loser = (winner + 1) % 3
    worth = {"stop": 334, "roll": 0}
    choice = Choice("roll", "stop", worth, (333, 333, 334), after, 0)
    steps = [Step(1, loser, "choice", loser, after, choice)]
    explanation = Explanation((333, 333, 334), steps)
    assert told(game, explanation, loser).title == "Others played better."
    assert told(game, explanation, winner).title == "You played best."


def test_somebody_alone_reads_about_turns(kestrel: User, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    game = solve(begin(kestrel))
    assert clock.now
    choice = Choice("roll", "stop", {"stop": -900, "roll": -940}, (-900,), (-940,), -940)
    steps = [Step(1, 0, "choice", 0, (-820,), choice)]
    said = told(game, Explanation((-900,), steps), 0)
    assert said.title == f"Done in {game.turns} turns"
    assert said.sentences == [
        "The dice saved 1.20 turns.",
        "Mistakes cost 0.40 turns.",
        "Biggest mistake: one roll too many on turn 1.",
    ]

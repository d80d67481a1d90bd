"""What is said of clocks: lengths of time, and what happened to the clocks of a game."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games.models import ClockNote, Game
from games.pov import pov_of
from games.presenters.clock_words import duration_words, notes_in_words
from tests.each_case import each_case
from tests.games.factories import make_running_game, make_user

pytestmark = pytest.mark.django_db

LENGTHS = [
    ("0 s", timedelta()),
    ("12 s", timedelta(seconds=12.9)),
    ("59 s", timedelta(seconds=59.999)),
    ("1:00", timedelta(minutes=1)),
    ("2:48", timedelta(minutes=2, seconds=48)),
    ("1 h", timedelta(hours=1)),
    ("1 h 5 min", timedelta(minutes=65, seconds=2)),
    ("5 h", timedelta(hours=5)),
    ("2 d", timedelta(days=2, minutes=59)),
    ("2 d 4 h", timedelta(days=2, hours=4, minutes=10)),
]


@pytest.fixture
def game() -> Game:
    """Return a game of ann, bo and a bot."""
    return make_running_game(make_user("ann"), make_user("bo"), "cautious")


def said(game: Game, kind: str, **fields: object) -> str:
    """Return the sentence for a note of this game."""
    ClockNote.objects.create(game=game, after=2, kind=kind, **fields)
    pov = replace(pov_of(game, None), notes=list(game.clock_notes.order_by("pk")))
    return notes_in_words(pov)[-1][1]


@each_case(("words", "length"), LENGTHS)
def test_a_length_of_time_is_said_in_few_words(words: str, length: timedelta) -> None:
    assert duration_words(length) == words


@pytest.mark.parametrize(
    ("seconds", "time"),
    [
        (1, "1 second"),
        (90, "90 seconds"),
        (600, "10\xa0minutes"),
        (5400, "1\xa0hour, 30\xa0minutes"),
    ],
)
def test_time_that_everybody_got_back_is_said(game: Game, seconds: int, time: str) -> None:
    words = said(game, "given-back", seconds=seconds)
    assert words == f"We were offline for {time}. Everyone got that time back."


def test_time_that_one_player_got_back_is_said(game: Game) -> None:
    words = said(game, "given-back", seconds=30, player=1)
    assert words == "We were offline for 30 seconds. bo got that time back."


def test_a_bot_that_stood_in_is_named(game: Game) -> None:
    words = said(game, "stood-in", player=0, bot="cautious")
    assert words == "Time ran out: Cautious decided this turn for ann."


def test_who_never_made_a_move_is_named(game: Game) -> None:
    assert said(game, "never-moved", player=0) == "ann never made a move."


def test_a_bot_that_took_over_plays_on_for_who_began(game: Game) -> None:
    seat = game.seats.get(player=0)
    game.seats.filter(player=0).update(
        user=None, bot="cautious", left_by=seat.user, taken_over_after=2
    )
    words = said(game, "taken-over", player=0, bot="cautious")
    assert words == "Time ran out: Cautious plays on for ann."
    game.seats.filter(player=0).update(left_by=None)
    words = said(game, "taken-over", player=0, bot="cautious")
    assert words == "Time ran out: Cautious plays on for deleted player."

"""Who may say what, where and how often."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.checks import Sanctioned
from accounts.sanctions.models import Sanction
from games.chat.models import Channel, ChatLine, RefusedLine
from games.chat.refusals import (
    Closed,
    NoSuchPhrase,
    NothingSaid,
    NotYet,
    PhrasesOnly,
    Repeated,
    SignedOut,
    TooFast,
    TooLong,
)
from games.chat.services import say
from games.models import Game
from lifecycle.retention import purge_due
from tests.chat.people import forget, mute, over
from tests.games.factories import make_finished_game
from tests.games.tables import running_table, user_at, waiting_table

pytestmark = pytest.mark.django_db


def refused(expected: type[Refusal], game: Game, user: User, **said: str) -> None:
    before = ChatLine.objects.count()
    with pytest.raises(expected):
        say(game, user, **said)
    assert ChatLine.objects.count() == before


# --- Where ---


def test_a_player_talks_to_the_players_and_anybody_else_to_the_spectators(
    game: Game, ada: User, fan: User
) -> None:
    assert say(game, ada, text="Good dice!").channel == Channel.PLAYERS
    assert say(game, fan, text="Go, Ada!").channel == Channel.SPECTATORS


def test_a_line_notes_how_far_the_game_was(ada: User, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(version=7)
    game.refresh_from_db()
    assert say(game, ada, text="Ouch").seq == 7


def test_before_the_start_only_those_with_a_seat_talk(fan: User) -> None:
    game = waiting_table()
    refused(NotYet, game, fan, text="Hello?")
    creator = game.creator
    assert creator is not None
    assert say(game, creator, phrase="hello").channel == Channel.PLAYERS


def test_people_talk_for_a_day_after_the_game(game: Game, ada: User) -> None:
    assert say(over(game), ada, phrase="well-played")
    refused(Closed, over(game, timedelta(days=1, minutes=1)), ada, phrase="thanks")


@pytest.mark.parametrize("why", ["cancelled", "imported", "challenge"])
def test_there_is_no_chat_where_nobody_meets(why: str, game: Game, ada: User) -> None:
    if why == "cancelled":
        game.status = Game.Status.CANCELLED
    elif why == "imported":
        game.imported_at = game.created_at
    else:
        game.challenge_id = 1
    refused(Closed, game, ada, text="Hello?")


# --- Who ---


def test_visitors_read_only(game: Game) -> None:
    from django.contrib.auth.models import AnonymousUser  # noqa: PLC0415

    with pytest.raises(SignedOut):
        say(game, AnonymousUser(), text="Hello")


def test_guests_say_phrases_only(game: Game, guest: User) -> None:
    refused(PhrasesOnly, game, guest, text="Buy my dice")
    assert say(game, guest, phrase="hello").phrase == "hello"


@pytest.mark.parametrize("kind", [Sanction.Kind.CHAT_MUTE, Sanction.Kind.SUSPENSION])
def test_a_muted_user_says_nothing_not_even_a_phrase(game: Game, ada: User, kind: str) -> None:
    sanction = mute(ada, kind)
    for said in ({"text": "Hello"}, {"phrase": "hello"}):
        with pytest.raises(Sanctioned) as refusal:
            say(game, ada, **said)
        assert refusal.value.sanction == sanction
    assert not ChatLine.objects.exists()


def test_other_sanctions_leave_chat_alone(game: Game, ada: User) -> None:
    mute(ada, Sanction.Kind.TABLE_BAN)
    assert say(game, ada, text="Hello")


# --- What ---


def test_a_line_has_up_to_300_characters(game: Game, ada: User) -> None:
    refused(TooLong, game, ada, text="x" * 301)
    assert say(game, ada, text="xy" * 150)


def test_an_empty_line_is_not_said(game: Game, ada: User, subtests: pytest.Subtests) -> None:
    for text in ["", "   ", "\n\n", "\u200b\u202e"]:
        with subtests.test(text=text):
            refused(NothingSaid, game, ada, text=text)


def test_only_the_phrases_there_are_can_be_said(game: Game, ada: User) -> None:
    refused(NoSuchPhrase, game, ada, phrase="rude")


def test_a_phrase_is_stored_by_its_name_alone(game: Game, ada: User) -> None:
    line = say(game, ada, text="what stood in the field", phrase="oops")
    assert (line.text, line.phrase) == ("", "oops")


# --- How often ---


def test_six_lines_in_ten_seconds_are_enough(game: Game, ada: User) -> None:
    for word in ("one", "two", "three", "four", "five", "six"):
        say(game, ada, text=word)
    refused(TooFast, game, ada, text="seven")
    forget(ada, timedelta(seconds=11))
    assert say(game, ada, text="seven")


def test_the_limit_counts_all_tables_together_and_phrases_too(game: Game, ada: User) -> None:
    other = running_table()
    for phrase in ("hello", "good-luck", "thanks"):
        say(game, ada, phrase=phrase)
        say(other, ada, phrase=phrase)
    refused(TooFast, other, ada, phrase="oops")


def test_one_who_talks_much_keeps_nobody_else_from_talking(
    game: Game, ada: User, ben: User
) -> None:
    for word in ("one", "two", "three", "four", "five", "six"):
        say(game, ada, text=word)
    assert say(game, ben, text="My turn")


def test_the_same_long_line_is_said_twice_and_not_a_third_time_at_any_table(
    game: Game, ada: User
) -> None:
    say(game, ada, text="Join my club at example.org")
    say(game, ada, text="JOIN my club at example.org!!")
    refused(Repeated, game, ada, text="join my  club at example.org")
    refused(Repeated, running_table(), ada, text="Join myyyy club at example.org")
    forget(ada, timedelta(minutes=3))
    assert say(game, ada, text="Join my club at example.org")


def test_lines_that_differ_in_a_number_or_a_word_are_all_said(game: Game, ada: User) -> None:
    for text in (
        "Now it is three columns to 1",
        "Now it is three columns to 2",
        "Now it is three columns to 3",
        "Now it was three columns to 3",
        "Now it could be three columns to 3",
    ):
        assert say(game, ada, text=text)


def test_a_short_line_or_phrase_may_be_said_twice_and_at_other_tables(
    game: Game, ada: User
) -> None:
    for said in ({"text": "yes"}, {"phrase": "oops"}):
        say(game, ada, **said)
        say(game, ada, **said)
        refused(Repeated, game, ada, **said)
    assert say(running_table(), ada, text="yes")


def test_what_is_refused_for_a_flood_is_noted_for_moderators(game: Game, ada: User) -> None:
    for _ in range(2):
        say(game, ada, text="Join my club at example.org")
    refused(Repeated, game, ada, text="Join my club at example.org")
    noted = RefusedLine.objects.get()
    assert (noted.user, noted.game, noted.reason) == (ada, game, "repeated")
    assert noted.text == "Join my club at example.org"


def test_what_was_refused_is_forgotten_after_ninety_days(game: Game, ada: User) -> None:
    now = timezone.now()
    said = {"game": game, "user": ada, "channel": Channel.PLAYERS, "text": "Join my club"}
    RefusedLine.objects.create(**said, created_at=now - timedelta(days=91))
    lately = RefusedLine.objects.create(**said, created_at=now - timedelta(days=89))
    assert purge_due(now).lines == 1
    assert RefusedLine.objects.get() == lately


def test_a_line_stays_when_its_author_goes(game: Game, ada: User) -> None:
    line = say(game, ada, text="Goodbye")
    ada.seats.all().delete()
    ada.delete()
    line.refresh_from_db()
    assert line.user is None
    assert line.text == "Goodbye"


def test_chat_of_a_finished_game_is_there_for_its_spectators(fan: User, ben: User) -> None:
    game = make_finished_game(ben, "rule-of-28", resign_after=4)
    assert say(game, fan, text="What an end").seq == game.version
    assert user_at(game, 0) == ben

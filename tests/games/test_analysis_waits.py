"""An analysis that takes long: its page says so, and users who waited are notified of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.guests import create_guest
from accounts.models import Channel, NoticeKind, User
from accounts.preferences import save_preferences
from games.models import Game, Notice
from games.notices.words import words_of
from games.services import analyses
from games.services.analyses import (
    MOST_AHEAD,
    USUAL_DURATION,
    explain_anew,
    explain_next,
    games_ahead,
)
from games.services.notices import SURE
from tests.analysis.evaluators import AnalysisHere
from tests.games.days import Clock, begin, solve
from tests.games.factories import make_finished_game
from tests.games.pages import text
from tests.games.records import imported_game
from tests.games.tables import client_of, make_user
from tests.html import elements
from tests.notices.telling import tell, told

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("analysis_here")]

SECOND = timedelta(seconds=1)
SOON = "That usually takes a few seconds."
LONG = "taking longer than usual"
NOTIFIED = "You don't have to wait here. We'll notify you when it's ready."
LATER = "You don't have to wait here. Come back later."


class Waiting:
    """A page of a visitor that waits for the analysis of a game."""

    def __init__(self, clock: Clock, client: Client, game: Game) -> None:
        self.clock = clock
        self.client = client
        self.address = f"/games/{game.code}/analysis/"
        self.query = {"since": str(int(clock.now.timestamp()))}
        query = f"?since={self.query['since']}"
        page = text(client, self.address)
        assert elements(page, f"[hx-get='{self.address}{query}']")
        assert elements(page, f"[href='{query}']"), "it works without scripts, too"

    def ask(self, after: timedelta = timedelta(), **query: str) -> Any:
        """Let time pass, and have the page ask."""
        self.clock.now += after
        return self.client.get(self.address, self.query | query, headers={"HX-Request": "true"})

    def says(self, after: timedelta = timedelta(), **query: str) -> str:
        """Return what the page says then; "" if nothing else than before."""
        return " ".join(self.ask(after, **query).content.decode().split())


@pytest.fixture
def waiting(clock: Clock, kestrel: User, finished: Game) -> Waiting:
    """A page of a player whose game is over."""
    return Waiting(clock, client_of(kestrel), finished)


def test_after_half_a_minute_the_page_says_that_it_takes_longer(waiting: Waiting) -> None:
    assert SOON in text(waiting.client, waiting.address)
    assert waiting.says(USUAL_DURATION - SECOND) == ""
    said = waiting.says(SECOND)
    assert LONG in said
    assert SOON not in said
    assert "It's next in line." in said
    since = waiting.query["since"]
    assert elements(said, f"[hx-get='{waiting.address}?since={since}&ahead=0']")
    assert waiting.says(SECOND, ahead="0") == "", "it is not read out again and again"


def test_without_scripts_the_page_says_the_same(waiting: Waiting) -> None:
    waiting.clock.now += USUAL_DURATION
    assert LONG in waiting.client.get(waiting.address, waiting.query).content.decode()


@pytest.mark.parametrize("since", ["", "soon", "-1", "9" * 30, "٣"])
def test_an_odd_moment_is_now(waiting: Waiting, since: str) -> None:
    waiting.clock.now += USUAL_DURATION
    assert SOON in waiting.client.get(waiting.address, {"since": since}).content.decode()


def test_the_page_says_how_many_games_are_ahead(waiting: Waiting, clock: Clock) -> None:
    make_finished_game(finished_at=clock.now + SECOND)
    assert "1 game is ahead of it." in waiting.says(USUAL_DURATION)
    make_finished_game(finished_at=clock.now)
    assert "2 games are ahead of it." in waiting.says(ahead="1")
    assert explain_next()
    assert explain_next()
    assert "It's next in line." in waiting.says(ahead="2")


def test_of_very_many_games_ahead_it_is_said_that_there_are_many(
    waiting: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.views.analysis.games_ahead", lambda game: MOST_AHEAD + 1)
    assert f"More than {MOST_AHEAD} games are ahead of it." in waiting.says(USUAL_DURATION)


def test_the_games_ahead_are_those_that_are_explained_before(clock: Clock) -> None:
    for _ in range(3):
        clock.now += SECOND
        make_finished_game(finished_at=clock.now)
        imported_game(make_user())
    ahead = {game: games_ahead(game) for game in Game.objects.all()}
    explained = dict[Game, int]()
    while explain_next():
        [now] = [game for game in Game.objects.exclude(analysed=0) if game not in explained]
        explained[now] = len(explained)
    assert explained == ahead


def test_users_who_waited_long_are_notified_when_it_is_there(
    waiting: Waiting, kestrel: User
) -> None:
    assert NOTIFIED in waiting.says(USUAL_DURATION)
    assert explain_next()
    assert told(kestrel) == ["analysis"]
    words = words_of(Notice.objects.get())
    assert words.title == "Analysis ready"
    assert words.path == waiting.address
    assert text(waiting.client, words.path)
    assert told(kestrel) == [], "they have seen it"


def test_users_who_left_sooner_are_not_notified(waiting: Waiting, kestrel: User) -> None:
    waiting.ask(USUAL_DURATION - SECOND)
    assert explain_next()
    assert not Notice.objects.exists()


def test_a_page_that_still_waits_shows_it_and_nothing_is_sent(
    waiting: Waiting, clock: Clock, kestrel: User
) -> None:
    waiting.ask(USUAL_DURATION)
    assert explain_next()
    tell(clock, SURE - SECOND)
    assert Notice.objects.get().spread_at is None
    assert waiting.ask().headers["HX-Refresh"] == "true"
    tell(clock, SECOND)
    assert Notice.objects.get().spread_at
    assert told(kestrel) == []


def test_on_a_page_that_nobody_sees_it_is_not_taken_for_seen(
    waiting: Waiting, clock: Clock, kestrel: User
) -> None:
    assert LONG in waiting.says(USUAL_DURATION, sight="hidden")
    assert explain_next()
    assert waiting.ask(sight="hidden").status_code == 204
    tell(clock, SURE)
    assert told(kestrel) == ["analysis"]
    assert waiting.ask(sight="visible").headers["HX-Refresh"] == "true"
    assert told(kestrel) == []


def test_a_game_that_is_explained_again_is_told_of_again_only_if_they_wait_again(
    waiting: Waiting, kestrel: User, finished: Game
) -> None:
    for after in (USUAL_DURATION, SECOND):
        waiting.ask(after)
        assert explain_next()
        assert told(kestrel) == ["analysis"]
        assert waiting.ask().headers["HX-Refresh"] == "true"
        explain_anew(game := Game.objects.get(pk=finished.pk))
        game.save()
    assert explain_next()
    assert told(kestrel) == []


def test_users_are_also_notified_that_there_will_be_none(
    waiting: Waiting, kestrel: User, analysis_here: AnalysisHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_here, "explain", None)
    monkeypatch.setattr(analyses, "PAUSE", 0.0)
    waiting.ask(USUAL_DURATION)
    for _ in range(analyses.TRIES):
        assert told(kestrel) == []
        assert explain_next()
    assert told(kestrel) == ["analysis"]
    assert words_of(Notice.objects.get()).title == "Analysis failed"
    assert "We couldn't analyse this game." in text(waiting.client, waiting.address)
    assert told(kestrel) == []


def test_nothing_is_promised_to_visitors_without_an_account(clock: Clock, finished: Game) -> None:
    assert LATER in Waiting(clock, Client(), finished).says(USUAL_DURATION)


def test_nothing_is_promised_to_users_who_want_no_such_notice(
    waiting: Waiting, kestrel: User
) -> None:
    save_preferences(kestrel, channels={NoticeKind.ANALYSIS: []})
    assert LATER in waiting.says(USUAL_DURATION)
    explain_next()
    assert not Notice.objects.exists()


def test_it_goes_the_ways_that_a_user_has_chosen(
    waiting: Waiting, clock: Clock, kestrel: User
) -> None:
    save_preferences(kestrel, channels={NoticeKind.ANALYSIS: [Channel.MAIL]})
    assert NOTIFIED in waiting.says(USUAL_DURATION)
    explain_next()
    assert not Notice.objects.get().in_page


def test_a_spectator_who_waited_is_notified_as_well(clock: Clock, finished: Game) -> None:
    spectator = make_user()
    assert NOTIFIED in Waiting(clock, client_of(spectator), finished).says(USUAL_DURATION)
    explain_next()
    assert told(spectator) == ["analysis"]


def test_a_guest_is_promised_nothing_of_a_try_before_the_day_is_over(clock: Clock) -> None:
    guest = create_guest()
    game = solve(begin(guest))
    client = client_of(guest)
    page = text(client, "/daily/")
    address = f"/games/{game.code}/analysis/?since={int(clock.now.timestamp())}"
    assert elements(page, f"[hx-get='{address}']")
    clock.now += USUAL_DURATION
    said = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert LONG in said
    assert LATER in said
    explain_next()
    assert not Notice.objects.exists()

"""The end of a day of the daily challenge."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import referee
from games.models import DailyChallenge, Game
from games.models.dice import GIVEN_UP_AFTER, WARNED_BEFORE
from games.services import daily
from games.services.play import submit_action
from games.services.snapshots import snapshot_fault
from tests.games.days import CLOSED, MIDNIGHT, NOON, Clock, begin, solve, with_turns
from tests.games.pages import text
from tests.games.tables import client_of, make_user, token_of
from tests.html import elements, one

LATE_MARK = "td.count .muted"

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.fixture
def ada(clock: Clock) -> User:
    return make_user("ada")


def test_a_try_that_is_left_is_given_up_a_day_after_its_day(ada: User, clock: Clock) -> None:
    game = begin(ada)
    assert game.due_at == MIDNIGHT + GIVEN_UP_AFTER
    game = rolled(game)
    assert game.due_at == MIDNIGHT + GIVEN_UP_AFTER
    clock.now = MIDNIGHT + GIVEN_UP_AFTER + timedelta(seconds=1)
    for code in referee.claim_due(8):
        referee.handle(code)
    game.refresh_from_db()
    assert (game.status, game.termination) == ("finished", "timed_out")
    page = text(Client(), "/daily/2026-03-14/")
    assert "gave up" in page
    assert not elements(page, LATE_MARK, "late")


def test_a_try_that_was_due_at_midnight_before_there_was_a_grace_goes_on(
    ada: User, clock: Clock
) -> None:
    game = begin(ada)
    Game.objects.update(due_at=MIDNIGHT)
    clock.now = MIDNIGHT + timedelta(seconds=1)
    for code in referee.claim_due(8):
        referee.handle(code)
    game.refresh_from_db()
    assert (game.status, game.due_at) == ("running", MIDNIGHT + GIVEN_UP_AFTER)


def test_a_secret_is_shown_only_when_no_try_can_win_a_place(ada: User, clock: Clock) -> None:
    game = begin(ada)
    challenge = daily.todays_challenge()
    for moment, is_over in ((MIDNIGHT, False), (CLOSED - SECOND, False), (CLOSED, True)):
        clock.now = moment
        daily.end_past_days()
        challenge.refresh_from_db()
        assert challenge.is_over == is_over, moment
        assert (challenge.secret in text(Client(), "/daily/2026-03-14/")) or not is_over
    game.refresh_from_db()
    assert game.is_running


def test_a_try_begun_in_time_can_be_finished_for_a_place_during_the_grace(
    ada: User, clock: Clock
) -> None:
    game = begin(ada)
    clock.now = CLOSED - SECOND
    daily.end_past_days()
    game = solve(game)
    clock.now = CLOSED
    daily.end_past_days()
    challenge = challenge_of(game)
    assert daily.rank_of(game, challenge) == 1
    assert snapshot_fault(game) == ""


@pytest.mark.parametrize("is_ended", [True, False])
def test_a_try_finished_after_the_grace_has_no_place_and_takes_nobodys(
    ada: User, clock: Clock, *, is_ended: bool
) -> None:
    """Also if the referee comes late to make the secret public."""
    in_time, late = begin(make_user("ben")), begin(ada)
    in_time = with_turns(solve(in_time), 20)
    clock.now = CLOSED
    if is_ended:
        daily.end_past_days()
    late = with_turns(solve(late), 5)
    challenge = challenge_of(late)
    seats: Any = daily.results(challenge)
    assert [(seat.game, seat.rank) for seat in seats] == [(in_time, 1), (late, None)]
    assert daily.rank_of(late, challenge) is None
    assert daily.ranked(challenge).count() == 1
    page = text(Client(), "/daily/2026-03-14/")
    assert one(page, LATE_MARK, "late")


def test_a_late_try_that_goes_on_can_be_recorded_and_verified(ada: User, clock: Clock) -> None:
    game = rolled(begin(ada))
    clock.now = CLOSED
    daily.end_past_days()
    client = client_of(ada)
    for path in ("", "verify/", "replay/", "record.json", "record.txt"):
        assert client.get(f"/games/{game.code}/{path}", follow=True).status_code == 200, path


def test_days_that_nobody_ended_are_ended_with_the_next(ada: User, clock: Clock) -> None:
    challenge = daily.todays_challenge()
    clock.now = MIDNIGHT + timedelta(days=3)
    daily.end_past_days()
    page = text(Client(), "/daily/2026-03-14/")
    challenge.refresh_from_db()
    assert challenge.secret
    assert challenge.secret in page
    assert elements(page, "[data-empty=results]")


@pytest.mark.parametrize("moment", [MIDNIGHT, CLOSED])
def test_the_page_of_a_past_day_leads_who_has_begun_back_to_their_try(
    ada: User, clock: Clock, moment: datetime
) -> None:
    begin(ada)
    clock.now = moment
    daily.end_past_days()
    for client, goes_on in ((client_of(ada), True), (Client(), False)):
        page = text(client, "/daily/2026-03-14/")
        assert bool(elements(page, "#a-go-on")) == goes_on
        assert not elements(page, "#a-daily")


def test_the_page_of_today_tells_when_the_day_ends_and_until_when_a_try_can_win_a_place(
    ada: User, clock: Clock
) -> None:
    page = text(Client(), "/daily/")
    assert moments(page)[:3] == [(MIDNIGHT, "date"), (MIDNIGHT, "left"), (CLOSED, "time")]
    assert moments(page[page.index("find the secret here from") :])[0][0] == CLOSED


def test_the_page_of_a_past_day_tells_what_becomes_of_tries_that_are_not_finished(
    ada: User, clock: Clock
) -> None:
    begin(ada)
    end = (MIDNIGHT + GIVEN_UP_AFTER, "date")
    clock.now = MIDNIGHT
    own, others = (text(client, "/daily/2026-03-14/") for client in (client_of(ada), Client()))
    told = moments(own[own.index("Finish by") :])
    assert told[:3] == [(CLOSED, "date"), (CLOSED, "left"), end]
    assert "This day's game is over" in own
    assert "or it counts as giving up" in own
    told = moments(others[others.index("can finish until") :])
    assert told[0] == (CLOSED, "date")
    clock.now = CLOSED
    daily.end_past_days()
    own = text(client_of(ada), "/daily/2026-03-14/")
    assert moments(own[own.index("Your attempt won't be ranked") :])[0] == end
    assert "to be ranked. Then" not in own


def test_the_table_warns_its_player_before_the_day_ends_and_when_no_place_can_be_won(
    ada: User, clock: Clock
) -> None:
    game = begin(ada)
    for now, shown in (
        (NOON, [False, False]),
        (MIDNIGHT - WARNED_BEFORE, [True, False]),
        (CLOSED - SECOND, [True, False]),
        (CLOSED, [False, True]),
    ):
        clock.now = now
        assert warnings(client_of(ada), game) == shown, now
    daily.end_past_days()
    assert warnings(Client(), game) == []
    assert warnings(client_of(ada), solve(game)) == []


def test_looking_at_a_page_ends_no_day(ada: User, clock: Clock) -> None:
    game = begin(ada)
    clock.now = MIDNIGHT
    for path in ("/daily/", "/daily/2026-03-14/"):
        assert not elements(text(Client(), path), "#a-go-on")
    game.refresh_from_db()
    assert game.is_running
    assert game.challenge is not None
    assert not game.challenge.is_over


def moments(page: str) -> list[tuple[datetime, str]]:
    """Return the moments in a page, each with the way in which it is shown."""
    return [
        (datetime.fromisoformat(str(moment.attributes["datetime"])), str(shown))
        for moment in elements(page, "time[datetime][data-moment]")
        if (shown := moment.attributes["data-moment"])
    ]


def warnings(client: Client, game: Game) -> list[bool]:
    """Return of each warning at a table whether it is shown."""
    page = text(client, game.get_absolute_url())
    return ["hidden" not in part.attributes for part in elements(page, "p[data-from]")]


def rolled(game: Game) -> Game:
    """Return a try after another roll."""
    roll = game.rules.parse_action("roll")
    return submit_action(game.code, 0, roll, token_of(game, 0))


def challenge_of(game: Game) -> DailyChallenge:
    return DailyChallenge.objects.get(tries=game)

"""The daily challenge is ranked by what decisions cost, and then by turns."""

from typing import Any

import pytest
from django.test import Client

from accounts.guests import create_guest
from accounts.models import User
from games.analysis.explanation import VERSION, Choice, Explanation, Step
from games.models import Game, GameAnalysis, SeatGrade
from games.pages.daily import LITTLE, MUCH, NOTHING
from games.services import daily
from games.services.analyses import explain_next
from tests.games.days import CLOSED, Clock, begin, give_up, solve, with_turns
from tests.games.pages import text
from tests.games.tables import client_of, make_user
from tests.html import elements, one, texts, value

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "analysis_here")]


def tried(name: str, *, cost: int | None, turns: int) -> User:
    """Return somebody whose decisions of today cost so much; None if that is not known yet."""
    user = make_user(name)
    game = with_turns(solve(begin(user), "cautious"), turns)
    if cost is not None:
        Game.objects.filter(pk=game.pk).update(analysed=VERSION)
        GameAnalysis.objects.create(game=game, explanation=Explanation((-700,), []).to_json())
        SeatGrade.objects.create(
            seat=game.seats.get(), decisions=9, lost=cost, squares=cost, cost=cost
        )
    return user


def ranks() -> dict[str, int | None]:
    return {seat.user.username: seat.rank for seat in daily.results(daily.todays_challenge())}


def test_who_lost_least_comes_first_whatever_the_turns() -> None:
    lucky = tried("lucky", cost=150, turns=5)
    careful = tried("careful", cost=43, turns=11)
    tried("quicker", cost=43, turns=10)
    tried("alike", cost=43, turns=11)
    give_up(begin(make_user("tired")))
    late = tried("late", cost=None, turns=4)
    assert ranks() == {
        "quicker": 1,
        "careful": 2,
        "alike": 2,
        "lucky": 4,
        "late": None,
        "tired": None,
    }
    assert list(ranks()) == ["quicker", "careful", "alike", "lucky", "late", "tired"]
    challenge = daily.todays_challenge()
    for user, rank in ((lucky, 4), (careful, 2), (late, None)):
        game = daily.try_of(challenge, user)
        assert game is not None
        assert daily.rank_of(game, challenge) == rank


def test_where_nothing_is_analysed_turns_alone_count(settings: Any) -> None:
    settings.ANALYSIS = False
    tried("slow", cost=None, turns=9)
    tried("quick", cost=None, turns=8)
    assert ranks() == {"quick": 1, "slow": 2}
    page = text(Client(), "/daily/")
    assert "Turns lost" not in page
    assert "How fair is this?" not in page
    assert "The fewest turns win." in page


def test_the_page_names_the_game_and_says_what_is_ranked() -> None:
    page = text(Client(), "/daily/")
    assert one(page, "h1", "Daily challenge: Can't Stop")
    assert "giving up. You win by losing the fewest turns to mistakes." in page
    assert "as few turns" not in page


def test_the_page_shows_what_decisions_cost_with_two_decimals() -> None:
    user = tried("careful", cost=43, turns=11)
    tried("late", cost=None, turns=4)
    page = text(client_of(user), "/daily/")
    rows = texts(page, "td.count")
    assert rows == ["0.43", "11", "\N{HORIZONTAL ELLIPSIS}", "4"]
    assert "Place 1 of 1 so far." in page


def test_a_try_is_ranked_as_soon_as_it_is_explained() -> None:
    user = make_user("ada")
    game = solve(begin(user))
    client = client_of(user)
    page = text(client, "/daily/")
    assert "being analysed" in page
    assert elements(page, f"[hx-get^='/games/{game.code}/analysis/?since=']")
    assert not elements(page, "[data-own-rank]")
    assert explain_next()
    page = text(client, "/daily/")
    assert value(page, "[data-own-rank]", "data-own-rank") == "1"
    assert "being analysed" not in page
    cost = SeatGrade.objects.get().cost
    assert f"Your mistakes cost {cost / 100:.2f} turns" in page
    assert elements(page, f"a[href='/games/{game.code}/analysis/']")


def test_what_is_shared_tells_the_result_and_nothing_of_the_dice(clock: Clock) -> None:
    user = make_user("ada")
    game = solve(begin(user))
    for seq, lost in ((2, 9), (3, 1), (9, 60)):
        assert game.events.get(seq=seq).player == 0, lost
    steps = [
        Step(seq, 0, "choice", 0, (-700 - lost,), Choice(
            "roll", "stop", {"stop": -700, "roll": -700 - lost}, (-700,), (-700 - lost,), -900
        ))
        for seq, lost in ((2, 9), (3, 1), (game.version, 60))
    ]  # fmt: skip
    GameAnalysis.objects.create(game=game, explanation=Explanation((-700,), steps).to_json())
    Game.objects.filter(pk=game.pk).update(analysed=VERSION)
    SeatGrade.objects.create(seat=game.seats.get(), decisions=3, lost=70, squares=9, cost=70)
    page = text(client_of(user), "/daily/")
    first, second, signs, address = one(page, "textarea").text().splitlines()
    assert first == "Can't Stop, daily challenge 2026-03-14"
    assert second == f"My mistakes cost 0.70 turns; {game.turns} turns, place 1 of 1"
    assert game.turns is not None
    assert signs == LITTLE + NOTHING * (game.turns - 2) + MUCH
    assert address == "http://testserver/daily/2026-03-14/"
    button = one(page, "button[data-copy=share-text][data-say=share-say]")
    assert "couldn't copy it. The text is selected" in str(button.attributes)
    assert one(page, "#share-say[role=status]")


def test_days_before_are_ranked_in_the_same_way(clock: Clock) -> None:
    tried("lucky", cost=150, turns=5)
    tried("careful", cost=43, turns=11)
    challenge = daily.todays_challenge()
    clock.now = CLOSED
    daily.end_past_days()
    challenge.refresh_from_db()
    assert [seat.rank for seat in daily.results(challenge)] == [1, 2]
    page = text(Client(), "/daily/2026-03-14/")
    assert page.index("careful") < page.index("lucky")


def test_days_from_before_decisions_counted_stay_as_they_were(clock: Clock) -> None:
    tried("slow", cost=10, turns=9)
    tried("quick", cost=90, turns=8)
    challenge = daily.todays_challenge()
    challenge.by_decisions = False
    challenge.save()
    assert [seat.user.username for seat in daily.results(challenge)] == ["quick", "slow"]
    assert "Turns lost" not in text(Client(), "/daily/")


def test_a_guest_sees_no_other_try_before_the_day_is_over(clock: Clock) -> None:
    game = solve(begin(make_user("ada")))
    guest = create_guest()
    give_up(begin(guest))
    client = client_of(guest)
    assert client.get(f"/games/{game.code}/replay/0/").status_code == 404
    assert f"/games/{game.code}/" not in text(client, "/daily/")
    clock.now = CLOSED
    daily.end_past_days()
    assert client.get(f"/games/{game.code}/replay/0/").status_code == 200

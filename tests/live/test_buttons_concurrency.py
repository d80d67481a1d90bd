"""Several who decide in the same instant (BT-13): all of them count, and each of them once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.refusals import Refusal
from games import referee
from games.models import Game
from games.services.play import submit_action
from games.services.snapshots import snapshot_fault
from games.services.tables import ABANDONED_TIME
from tests.games.tables import buttons_table, log_of, play, player_client, token_of
from tests.html import elements, value
from tests.live.test_concurrency import REPEATS, at_once
from tests.refusals import codes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]

WITH_PAGES = max(1, REPEATS // 3)
"""Repeats of what draws whole pages, which takes longer."""

ROLLED = "42+2344"
TO_STARS = "11+2345 0@11 1@11 O 13+22 0@13 O"
TOO_LATE = (["stale"], ["not-active"])


def decide(game: Game, player: int, wish: str) -> Callable[[], Game]:
    """Return a call that sends what the player's open form would."""
    action, token = game.rules.parse_action(wish), token_of(game, player)
    return lambda: submit_action(game.code, player, action, token)


def click(game: Game, player: int, wish: str) -> Callable[[], Any]:
    """Return a call that presses a button of the player's open page."""
    client, path = player_client(game, player), f"/games/{game.code}/"
    data = {"action": wish, "token": value(client.get(path), "#play [name=token]")}
    return lambda: client.post(f"{path}act/", data, headers={"HX-Request": "true"})


def version_shown(answer: Any) -> int:
    return int(value(answer, "#t-status", "data-version"))


def test_two_who_decide_in_the_same_instant_both_count() -> None:
    for _ in range(REPEATS):
        game = buttons_table(ROLLED)
        results = at_once(decide(game, 0, "place:4,3"), decide(game, 1, "place:4,2"))
        assert all(isinstance(result, Game) for result in results)
        assert sorted(log_of(game)[2:]) == [(0, "placed"), (1, "placed")]
        game.refresh_from_db()
        assert (game.version, token_of(game, 1)) == (4, 4)
        assert snapshot_fault(game) == ""


def test_two_who_press_their_buttons_in_the_same_instant_both_see_their_move() -> None:
    for _ in range(WITH_PAGES):
        game = buttons_table(ROLLED)
        answers = at_once(click(game, 0, "place:4,3"), click(game, 1, "decline"))
        assert [answer.status_code for answer in answers] == [200, 200]
        assert max(map(version_shown, answers)) == 4
        assert sorted(log_of(game)[2:]) == [(0, "placed"), (1, "declined")]


def test_four_who_decide_in_the_same_instant_all_count() -> None:
    for _ in range(REPEATS // 2):
        game = buttons_table(ROLLED, players=4)
        wishes = ["place:4,4", "place:4,2", "decline", "place:4,2"]
        results = at_once(*[decide(game, player, wish) for player, wish in enumerate(wishes)])
        assert all(isinstance(result, Game) for result in results)
        game.refresh_from_db()
        assert game.version == 6
        assert list(game.seats.filter(to_move=True).values_list("player", flat=True)) == [1]
        assert snapshot_fault(game) == ""


def test_two_who_place_their_stars_in_the_same_instant_both_count() -> None:
    for _ in range(REPEATS):
        game = buttons_table(TO_STARS)
        results = at_once(decide(game, 0, "stars:1,3"), decide(game, 1, "stars:1,1"))
        assert all(isinstance(result, Game) for result in results)
        game.refresh_from_db()
        assert sorted(log_of(game)[-2:]) == [(0, "stars_placed"), (1, "stars_placed")]
        assert snapshot_fault(game) == ""


@pytest.mark.parametrize(
    ("player", "one", "other"), [(0, "place:4,2", "place:4,3"), (1, "place:4,2", "decline")]
)
def test_of_two_tabs_of_one_player_one_counts_and_the_other_says_why_not(
    player: int, one: str, other: str
) -> None:
    for _ in range(WITH_PAGES):
        game = buttons_table(ROLLED)
        answers = at_once(click(game, player, one), click(game, player, other))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        (late,) = [answer for answer in answers if answer.status_code == 409]
        assert codes(late) in TOO_LATE
        assert version_shown(late) == 3
        assert [who for who, _ in log_of(game)[2:]] == [player]


def test_two_tabs_of_one_player_and_another_player_make_two_moves() -> None:
    for _ in range(REPEATS):
        game = buttons_table(ROLLED)
        results = at_once(
            decide(game, 0, "place:4,2"), decide(game, 0, "place:4,3"), decide(game, 1, "decline")
        )
        late = [result for result in results if isinstance(result, Refusal)]
        assert len(late) == 1
        assert [late[0].code] in TOO_LATE
        assert sorted(log_of(game)[2:]) == [(0, "placed"), (1, "declined")]
        game.refresh_from_db()
        assert snapshot_fault(game) == ""


def test_of_many_clicks_on_roll_one_rolls() -> None:
    game = buttons_table()
    results = at_once(*[decide(game, 0, "roll")] * 12)
    assert sum(isinstance(result, Game) for result in results) == 1
    assert log_of(game) == [(None, "dealt"), (0, "rolled")]


def test_a_decision_and_a_resignation_in_the_same_instant_both_count() -> None:
    for _ in range(REPEATS):
        game = buttons_table(ROLLED, players=3)
        resign = game.rules.parse_action("resign")
        results = at_once(
            decide(game, 0, "place:4,3"),
            lambda: submit_action(game.code, 1, resign, None),  # noqa: B023
            decide(game, 2, "place:4,2"),
        )
        assert all(isinstance(result, Game) for result in results)
        game.refresh_from_db()
        assert sorted(log_of(game)[2:]) == [(0, "placed"), (1, "resigned"), (2, "placed")]
        assert snapshot_fault(game) == ""


def test_bots_moved_by_two_referees_in_the_same_instant_decide_once() -> None:
    for _ in range(REPEATS // 2):
        game = buttons_table(ROLLED, players=3, bots={1: "careful", 2: "greedy"})
        Game.objects.filter(pk=game.pk).update(due_at=game.created_at)
        at_once(
            lambda: referee.handle(game.code),  # noqa: B023
            lambda: referee.handle(game.code),  # noqa: B023
            decide(game, 0, "place:4,3"),
        )
        assert log_of(game)[2:].count((0, "placed")) == 1
        deciders = [who for who, what in log_of(game)[2:] if what in {"placed", "declined"}]
        assert sorted(who for who in deciders if who is not None) == [0, 1, 2]
        game.refresh_from_db()
        assert snapshot_fault(game) == ""


def test_a_person_who_decides_as_their_time_runs_out_either_decides_or_is_out() -> None:
    for _ in range(REPEATS):
        game = play(buttons_table(ROLLED, players=3), "0@43 2-")
        long_ago = game.created_at - ABANDONED_TIME
        Game.objects.filter(pk=game.pk).update(due_at=game.created_at, moved_at=long_ago)
        at_once(decide(game, 1, "place:4,2"), lambda: referee.handle(game.code))  # noqa: B023
        assert len(log_of(game)) == 5
        assert log_of(game)[4] in {(1, "placed"), (1, "timed_out")}
        game.refresh_from_db()
        assert snapshot_fault(game) == ""


def test_pages_read_while_others_decide_are_of_one_moment() -> None:
    for _ in range(REPEATS // 2):
        game = buttons_table(ROLLED)
        path = f"/games/{game.code}/"
        page, *_ = at_once(
            lambda: Client().get(path, headers={"HX-Request": "true"}),  # noqa: B023
            decide(game, 0, "place:4,3"),
            decide(game, 1, "place:4,2"),
        )
        assert len(elements(page, "[data-p^=b]")) == version_shown(page) - 2

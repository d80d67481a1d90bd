"""The lists: who finds which game where, in which order, and how cheaply."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.guests import create_guest
from accounts.models import User
from accounts.preferences import save_preferences
from games import queries
from games.models import Game
from games.presence import user_key
from games.views.lists import RECENT_SHOWN
from tests.games.factories import (
    make_finished_game,
    make_running_game,
    make_user,
    make_waiting_game,
    take_over,
)
from tests.games.pages import text
from tests.games.watching import watched_by
from tests.html import elements, one, text_of, values

pytestmark = [pytest.mark.django_db, pytest.mark.services]

UNLISTED = Game.Visibility.UNLISTED

SHORT_PAGE = 3


def at(hours: int) -> dict[str, Any]:
    return {"finished_at": timezone.now() - timedelta(hours=hours)}


# --- Watch ---


def test_watch_lists_public_running_games_and_how_many_watch(
    client: Client, mireille: User, kestrel: User
) -> None:
    game = make_running_game(mireille, kestrel)
    hidden = make_running_game(mireille, kestrel, visibility=UNLISTED)
    with watched_by(game, "guest", user_key(mireille.pk)):
        page = text(client, "/watch/")
    assert elements(page, f"a[href='/games/{game.code}/']")
    assert hidden.code not in page
    assert "1 watching" in page


def test_watch_lists_games_that_rest_only_while_one_of_their_players_looks_at_them(
    client: Client, mireille: User, kestrel: User
) -> None:
    game = make_running_game(mireille, "bold")
    own = make_running_game(kestrel, "bold")
    Game.objects.update(moved_at=timezone.now() - queries.LIVELY)
    with watched_by(game, "guest", user_key(kestrel.pk)):
        assert elements(text(client, "/watch/"), "[data-empty=live-games]")
    with watched_by(game, user_key(mireille.pk)):
        page = text(client, "/watch/")
    assert elements(page, f"a[href='/games/{game.code}/']")
    assert one(page, "time", "10\xa0minutes ago")
    assert "last move 10\xa0minutes ago" in text_of(one(page, "main"))
    assert own.code not in page


def test_watch_does_not_tell_that_somebody_is_here_who_hides_it(
    client: Client, mireille: User, kestrel: User
) -> None:
    game = make_running_game(mireille, kestrel)
    Game.objects.update(moved_at=timezone.now() - queries.LIVELY)
    save_preferences(mireille, hide_online=True)
    with watched_by(game, user_key(mireille.pk)):
        assert game.code not in text(client, "/watch/")
    with watched_by(game, user_key(mireille.pk), user_key(kestrel.pk)):
        assert game.code in text(client, "/watch/")
    Game.objects.update(moved_at=timezone.now())
    assert game.code in text(client, "/watch/")


def test_of_all_that_is_looked_at_only_resting_games_are_asked_for_their_players(
    mireille: User, kestrel: User
) -> None:
    resting, moving = (make_running_game(mireille, kestrel) for _ in range(2))
    waiting = make_waiting_game(mireille)
    hidden = make_running_game(mireille, kestrel, visibility=UNLISTED)
    long_ago = timezone.now() - queries.LIVELY
    Game.objects.exclude(pk=moving.pk).update(moved_at=long_ago)
    looks = user_key(mireille.pk)
    with (
        watched_by(resting, looks),
        watched_by(moving, looks),
        watched_by(waiting, looks),
        watched_by(hidden, looks),
    ):
        assert queries._games_with_looking_players() == {resting.pk}  # noqa: SLF001


def test_watch_lists_games_of_most_people_first(
    client: Client, mireille: User, kestrel: User
) -> None:
    three = make_running_game(mireille, kestrel, make_user("joon"))
    older, newer = make_running_game(mireille, kestrel), make_running_game(mireille, kestrel)
    bots = make_running_game(mireille, "bold", "cautious")
    page = text(client, "/watch/")
    places = [page.index(f"/games/{game.code}/") for game in (three, newer, older, bots)]
    assert places == sorted(places)


def test_watch_lists_games_of_guests_against_bots_alone_only_if_there_are_no_others(
    client: Client, mireille: User
) -> None:
    alone = make_running_game(create_guest(), "bold")
    assert alone.code in text(client, "/watch/")
    guests = make_running_game(create_guest(), create_guest())
    known = make_running_game(mireille, "bold")
    page = text(client, "/watch/")
    assert alone.code not in page
    assert guests.code in page
    assert known.code in page


def test_watch_says_what_to_do_when_nobody_plays(client: Client) -> None:
    page = text(client, "/watch/")
    assert elements(page, "[data-empty=live-games]")
    assert elements(page, "main a[href='/lobby/']")
    assert elements(page, "main a[href='/replays/']")


# --- Replays ---


def test_replays_lists_public_finished_games_the_latest_first(
    client: Client, mireille: User, kestrel: User
) -> None:
    older = make_finished_game(mireille, kestrel, resign_after=3, **at(hours=5))
    newer = make_finished_game(mireille, kestrel, resign_after=3, **at(hours=1))
    hidden = make_finished_game(mireille, kestrel, visibility=UNLISTED, resign_after=3)
    page = text(client, "/replays/")
    assert page.index(newer.code) < page.index(older.code)
    assert hidden.code not in page


FILTERS: list[tuple[str, set[str]]] = [
    ("", {"people", "bots", "three"}),
    ("?players=2", {"people", "bots"}),
    ("?players=3", {"three"}),
    ("?with=people", {"people", "three"}),
    ("?with=bots", {"bots"}),
    ("?players=3&with=bots", set()),
    ("?players=nine&with=nobody", {"people", "bots", "three"}),
    ("?players=%00&with=%00", {"people", "bots", "three"}),
]


def test_replays_can_be_filtered_and_nonsense_filters_nothing(
    client: Client, mireille: User, kestrel: User, subtests: pytest.Subtests
) -> None:
    games = {
        "people": make_finished_game(mireille, kestrel, resign_after=3),
        "bots": make_finished_game(mireille, "bold", resign_after=3),
        "three": make_finished_game(mireille, kestrel, make_user("joon"), resign_after=3),
    }
    for query, shown in FILTERS:
        with subtests.test(query=query):
            page = text(client, f"/replays/{query}")
            assert {name for name, game in games.items() if game.code in page} == shown


def test_replays_says_what_to_do_when_there_are_none(client: Client) -> None:
    assert "Play now" in text(client, "/replays/")
    assert "Show all games" in text(client, "/replays/?players=3")


def test_a_deleted_player_has_no_name_in_lists(client: Client, kestrel: User) -> None:
    make_finished_game(None, kestrel, resign_after=3)
    page = text(client, "/replays/")
    assert "deleted player" in page
    assert "kestrel" in page


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.views.lists.PER_PAGE", SHORT_PAGE)


@pytest.mark.usefixtures("short_pages")
def test_pages_that_do_not_exist_lead_to_the_nearest_one(
    client: Client, mireille: User, subtests: pytest.Subtests
) -> None:
    for hours in range(SHORT_PAGE + 1):
        make_finished_game(mireille, "bold", resign_after=0, **at(hours))
    pages = {"1": 1, "2": 2, "99": 2, "0": 2, "-1": 2, "x": 1, "": 1}
    for page, number in pages.items():
        with subtests.test(page=page):
            assert f"Page {number} of 2" in text(client, f"/replays/?page={page}")


@pytest.mark.usefixtures("short_pages")
def test_paging_keeps_the_filter(client: Client, mireille: User) -> None:
    for hours in range(SHORT_PAGE + 1):
        make_finished_game(mireille, "bold", resign_after=0, **at(hours))
    assert "?with=bots&amp;page=2" in text(client, "/replays/?with=bots")


# --- My games ---


def test_my_games_come_by_what_they_wait_for(client: Client, mireille: User, kestrel: User) -> None:
    finished = make_finished_game(mireille, kestrel, resign_after=3)
    waiting = make_waiting_game(mireille)
    theirs = make_running_game(kestrel, mireille, events=1)
    mine = make_running_game(mireille, kestrel, events=1, visibility=UNLISTED)
    cancelled = make_waiting_game(mireille, status=Game.Status.CANCELLED)
    client.force_login(mireille)
    page = text(client, "/my-games/")
    places = [page.index(f"/games/{game.code}/") for game in (mine, theirs, waiting, finished)]
    assert places == sorted(places)
    assert cancelled.code not in page
    for title in ("Your turn", "Waiting for others to move", "Waiting for players", "Finished"):
        assert title in page


def test_of_games_that_wait_for_a_move_those_with_the_least_time_come_first(
    client: Client, mireille: User, kestrel: User
) -> None:
    soon, late, *untimed = (make_running_game(mireille, kestrel, events=1) for _ in range(4))
    for game, hours in ((soon, 1), (late, 5)):
        due_at = timezone.now() + timedelta(hours=hours)
        game.seats.filter(user=mireille).update(due_at=due_at)
    theirs = make_running_game(kestrel, mireille, events=1)
    theirs.seats.filter(user=kestrel).update(due_at=timezone.now())
    order = [game.code for game in queries.games_of(mireille)]
    assert order == [game.code for game in (soon, late, *reversed(untimed), theirs)]


def test_the_way_to_the_next_game_is_there_where_a_game_waits_and_not_only_an_invitation(
    client: Client, mireille: User, kestrel: User
) -> None:
    make_waiting_game(kestrel, invited=mireille)
    game = make_running_game(kestrel, mireille, events=1)
    client.force_login(mireille)
    onward = "a[href='/games/next/']"
    page = text(client, "/my-games/")
    assert "You&#x27;re invited" in page
    assert not elements(page, onward)
    game.seats.update(to_move=True)
    assert elements(text(client, "/my-games/"), onward)


@pytest.mark.usefixtures("short_pages")
def test_my_games_are_paged(client: Client, mireille: User) -> None:
    for hours in range(SHORT_PAGE):
        make_finished_game(mireille, "bold", resign_after=0, **at(hours))
    mine = make_running_game(mireille, "bold", events=1)
    client.force_login(mireille)
    running = f"a[href='{mine.get_absolute_url()}']"
    assert elements(text(client, "/my-games/"), running)
    second = text(client, "/my-games/?page=2")
    assert not elements(second, running)
    assert elements(second, "[data-page='2']")


def test_my_games_are_empty_for_somebody_new_and_for_strangers(
    client: Client, mireille: User
) -> None:
    assert elements(text(client, "/my-games/"), "[data-empty=my-games]")
    client.force_login(mireille)
    assert elements(text(client, "/my-games/"), "[data-empty=my-games]")


# --- Players ---


def test_a_players_page_shows_results_and_totals(
    client: Client, mireille: User, kestrel: User
) -> None:
    lost = make_finished_game(mireille, kestrel, resign_after=0)
    won = make_finished_game(kestrel, mireille, resign_after=0)
    page = text(client, "/players/Mireille/")
    assert lost.code in page
    assert won.code in page
    assert "2 games · 1 won (50 %)" in page
    assert elements(page, "strong", "Won")
    assert elements(page, "strong", "Lost")


def test_results_on_a_players_page_stand_under_groups_of_columns(
    client: Client, mireille: User, kestrel: User
) -> None:
    make_finished_game(mireille, kestrel, resign_after=3)
    page = text(client, "/players/Mireille/")
    groups = [int(group.attributes.get("span") or 1) for group in elements(page, "colgroup")]
    titles = values(page, "th[scope=colgroup]", "colspan")
    assert groups == [1, *map(int, titles)] == [1, 3, 3]
    assert len(elements(page, "th[scope=col]")) == sum(groups)
    assert not elements(page, "[role=region]"), "it would be a second landmark of the same name"


def test_a_shared_win_is_called_so(client: Client, mireille: User, kestrel: User) -> None:
    game = make_finished_game(mireille, kestrel, resign_after=3)
    game.seats.update(won=True)
    assert "Shared the win" in text(client, "/players/Mireille/")


def test_a_players_page_is_found_without_regard_to_case(client: Client, mireille: User) -> None:
    response = client.get("/players/mIREILLE/")
    assert response.status_code == 301
    assert response["Location"] == "/players/Mireille/"


def test_a_guest_has_a_page(client: Client) -> None:
    guest = make_user("Guest-Otter", is_guest=True)
    make_finished_game(guest, "bold", resign_after=3)
    assert elements(text(client, "/players/Guest-Otter/"), "[data-guest]")


X = ["nobody", "a%20b", "%00", "%F0%9F%8E%B2", "x" * 300]


def test_an_unknown_player_is_not_found(client: Client, subtests: pytest.Subtests) -> None:
    for name in X:
        with subtests.test(name=name):
            assert client.get(f"/players/{name}/").status_code == 404


def test_games_by_link_only_are_on_a_players_page_for_their_players_alone(
    client: Client, mireille: User, kestrel: User
) -> None:
    game = make_finished_game(mireille, kestrel, visibility=UNLISTED, resign_after=3)
    assert game.code not in text(client, "/players/Mireille/")
    client.force_login(make_user("joon"))
    assert game.code not in text(client, "/players/Mireille/")
    client.force_login(kestrel)
    assert game.code in text(client, "/players/Mireille/")


def test_a_page_tells_results_by_game_against_people_and_bots_apart(
    client: Client, mireille: User, kestrel: User
) -> None:
    make_finished_game(mireille, kestrel)
    make_finished_game(kestrel, mireille)
    make_finished_game(mireille, "bold")
    make_finished_game(mireille, kestrel, "bold", kind="buttons")
    make_finished_game(mireille, kestrel, annulled_at=timezone.now())
    answer = client.get("/players/Mireille/")
    rows = [(name, *list(row.values())[1:]) for name, row in answer.context["results"]]
    assert rows == [("Buttons", 0, 0, 1, 1), ("Can't Stop", 2, 1, 1, 0)]


def test_a_page_tells_visitors_how_they_have_done_against_its_player(
    client: Client, mireille: User, kestrel: User
) -> None:
    for hours, seated in enumerate([(kestrel, mireille), (mireille, kestrel), (kestrel, mireille)]):
        make_finished_game(*seated, **at(hours))  # the player of the second seat wins
    make_finished_game(mireille, kestrel, annulled_at=timezone.now())
    make_finished_game(mireille, kestrel, make_user("joon"))
    assert client.get("/players/Mireille/").context["met"] is None
    client.force_login(make_user("mila"))
    assert client.get("/players/Mireille/").context["met"] is None
    client.force_login(kestrel)
    assert client.get("/players/kestrel/").context["met"] is None
    answer = client.get("/players/Mireille/")
    assert elements(answer, "*", "1 win")
    assert elements(answer, "*", "2 wins")
    met = answer.context["met"]
    latest = [(False, True), (True, False), (False, True)]
    assert met == {"games": 3, "mine": 1, "theirs": 2, "latest": latest}


def test_a_page_shows_the_latest_games_as_small_boards_and_folds_the_others(
    client: Client, mireille: User, kestrel: User
) -> None:
    for hours in range(RECENT_SHOWN + 1):
        make_finished_game(kestrel, mireille, **at(hours))
    page = text(client, "/players/Mireille/")
    assert len(elements(page, ".mini")) == RECENT_SHOWN
    assert len(elements(page, "b", "Beat")) == RECENT_SHOWN
    assert one(page, "details.card.history:not([open])")
    assert one(text(client, "/players/Mireille/?page=1"), "details.card.history[open]")


# --- Games that somebody left because their time ran out ---


def test_a_game_somebody_left_is_a_lost_one_of_theirs_also_where_the_bot_won(
    client: Client, mireille: User, kestrel: User
) -> None:
    game = make_finished_game(mireille, kestrel, make_user("joon"), resign_after=3)
    game.seats.update(won=False)
    game.seats.filter(user=mireille).update(won=True)
    take_over(game, mireille)
    answer = client.get("/players/Mireille/")
    page = answer.content.decode()
    assert game.code in page
    assert one(page, "strong", "Lost")
    assert answer.context["totals"] == {"games": 1, "wins": 0}
    (row,) = answer.context["rows"]
    assert row.is_defeat


def test_a_bot_that_took_a_seat_over_makes_no_game_one_with_bots(
    client: Client, mireille: User, kestrel: User
) -> None:
    game = make_finished_game(mireille, kestrel, make_user("joon"), resign_after=3)
    mixed = make_finished_game(mireille, kestrel, "bold", resign_after=3)
    for each in (game, mixed):
        take_over(each, mireille)
    for user in (mireille, kestrel):
        (row,) = queries.results_of(user, queries.finished_games_of(user, user))
        assert (row["people_played"], row["bots_played"]) == (1, 1)
    assert list(queries.filtered(queries.finished_games(), company="people")) == [game]
    assert list(queries.filtered(queries.finished_games(), company="bots")) == [mixed]


def test_a_running_game_that_somebody_left_waits_for_nothing_of_theirs(
    client: Client, mireille: User, kestrel: User
) -> None:
    game = make_running_game(mireille, kestrel, make_user("joon"), events=1)
    take_over(game, mireille)
    game.seats.update(to_move=True)
    client.force_login(mireille)
    page = text(client, "/my-games/")
    assert game.code in page
    assert "A bot plays on for you" in page
    assert "Your turn" not in page
    assert not elements(page, "a[href='/games/next/']")
    assert not queries.running_games_of(mireille).exists()
    client.force_login(kestrel)
    assert "A bot plays on for you" not in text(client, "/my-games/")


def test_a_game_by_link_only_is_on_a_players_page_for_who_left_it_too(
    client: Client, mireille: User, kestrel: User
) -> None:
    game = make_finished_game(
        mireille, kestrel, make_user("joon"), visibility=UNLISTED, resign_after=3
    )
    take_over(game, mireille)
    assert game.code not in text(client, f"/players/{kestrel.username}/")
    client.force_login(mireille)
    assert game.code in text(client, f"/players/{kestrel.username}/")
    assert game.code in text(client, "/players/Mireille/")


def test_all_my_games_are_downloaded_with_those_i_left(mireille: User, kestrel: User) -> None:
    game = make_finished_game(mireille, kestrel, make_user("joon"), resign_after=3)
    take_over(game, mireille)
    assert list(queries.started_games_of(mireille)) == [game]
    assert not queries.started_games_of(make_user("mila")).exists()


def test_a_players_running_games_are_not_on_the_page(client: Client, mireille: User) -> None:
    game = make_running_game(mireille, "bold")
    page = text(client, "/players/Mireille/")
    assert game.code not in page
    assert "has no finished public games yet" in page


# --- Cost ---


MOST_QUERIES = {
    "/": 23,
    "/lobby/": 13,
    "/watch/": 9,
    "/replays/": 8,
    "/my-games/": 10,
    "/players/Mireille/": 16,
}
"""On every page one is for sanctions and news of them; lists of tables ask who blocks.

At home there are one's games, invitations and last result, days of the challenge, live games of
others, and people one knows, who are in the lobby, too.
"""


def test_a_list_costs_no_more_queries_when_it_is_longer(
    client: Client,
    mireille: User,
    django_assert_max_num_queries: Any,
    subtests: pytest.Subtests,
) -> None:
    kestrel = make_user("kestrel")
    for hours in range(4):
        make_waiting_game(mireille, size=3)
        make_running_game(mireille, kestrel, "bold")
        make_finished_game(mireille, kestrel, None, "random", resign_after=9, **at(hours))
    client.force_login(mireille)
    for path, most in MOST_QUERIES.items():
        with subtests.test(path=path):
            text(client, path)
            with django_assert_max_num_queries(most):
                text(client, path)

"""Nobody learns today's dice from others before they have finished their own try."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from games import queries
from games.live.tables import ShownTable, Viewer
from games.models import DiceTally, Game
from games.services import daily, tallies
from games.services.lobby import leave_everything
from lifecycle.data_export import files_about
from tests.games.days import CLOSED, Clock, begin, give_up, solve
from tests.games.pages import text
from tests.games.tables import client_of, make_user
from tests.html import elements
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

PAGES = (
    "/games/{code}/",
    "/games/{code}/replay/",
    "/games/{code}/replay/0/",
    "/games/{code}/replay/3/",
    "/games/{code}/replay/frames/?from=0&to=3",
    "/games/{code}/record.json",
    "/games/{code}/compare/",
)
FILES = (
    "/games/{code}/replay/3.png",
    "/games/{code}/replay.webp",
    "/games/{code}/replay.gif",
    "/games/{code}/replay.mp4",
    "/games/{code}/animation/",
    "/games/{code}/embed/",
    "/games/{code}/record.txt",
    "/games/{code}/verify/",
    "/games/{code}/comments/0/",
)
POSTS = ("join", "salt", "leave", "add-bot", "remove-bot", "start", "act", "rematch", "same-dice")
LISTS = ("/", "/watch/", "/replays/", "/lobby/", "/players/solver/", "/my-games/", "/daily/")


@pytest.fixture
def solved(solver: User) -> Game:
    return solve(begin(solver))


def nobody() -> User | None:
    return None


def somebody() -> User:
    return make_user("somebody")


def a_player() -> User:
    """Return somebody in the middle of their own try."""
    user = make_user("player")
    begin(user)
    return user


HAVE_NOT_FINISHED = pytest.mark.parametrize("who", [nobody, somebody, a_player])


@HAVE_NOT_FINISHED
def test_a_try_is_nobodys_to_see_who_has_not_finished(
    solved: Game, who: Callable[[], User | None]
) -> None:
    running = begin(make_user("other"))
    client = client_of(who())
    # The others look at every address of the solved one in the next test.
    for game in (running, solved) if who is somebody else (running,):
        for path in PAGES + FILES:
            assert client.get(path.format(code=game.code)).status_code == 404, path
        for verb in POSTS:
            assert client.post(f"/games/{game.code}/{verb}/").status_code == 404, verb
    for path in (*LISTS, "/players/other/"):
        page = text(client, path)
        assert running.code not in page, path
        assert solved.code not in page, path


def addresses_of_a_game(code: str) -> Iterator[str]:
    """Yield every address of the site that has the code of a game in it."""
    waiting = [("", pattern) for pattern in get_resolver().url_patterns]
    while waiting:
        before, found = waiting.pop()
        route = before + str(found.pattern)
        if isinstance(found, URLResolver):
            waiting += [(route, pattern) for pattern in found.url_patterns]
        elif isinstance(found, URLPattern) and "<slug:code>" in route:
            yield "/" + re.sub(r"<int:\w+>", "1", route.replace("<slug:code>", code))


@pytest.mark.parametrize("who", [nobody, a_player])
def test_no_address_that_names_a_game_opens_a_try(
    solved: Game, who: Callable[[], User | None]
) -> None:
    """Also an address that is added to the site later."""
    client = client_of(who())
    addresses = list(addresses_of_a_game(solved.code))
    assert f"/games/{solved.code}/embed/" in addresses
    for address in addresses:
        for answer in (client.get(address), client.post(address)):
            # Where one has to sign in first, nothing was looked up.
            signs_in = answer.headers.get("Location", "").startswith("/accounts/login/")
            assert answer.status_code in {404, 405} or signs_in, address


def test_its_dice_are_played_again_by_nobody_not_even_by_who_has_finished(
    solved: Game, solver: User, clock: Clock
) -> None:
    again = f"/games/{solved.code}/same-dice/"
    assert client_of(solver).post(again).status_code == 409
    assert client_of(None).post(again).status_code == 404
    clock.now = CLOSED
    daily.end_past_days()
    assert client_of(None).post(again).status_code == 409
    assert not Game.objects.exclude(challenge=solved.challenge).exists()


def test_a_frame_in_other_peoples_pages_shows_it_to_nobody(solved: Game, solver: User) -> None:
    """It knows nobody, so it cannot know who has finished."""
    assert client_of(solver).get(f"/games/{solved.code}/embed/").status_code == 404


def test_what_others_take_home_has_nothing_of_it(solved: Game, solver: User) -> None:
    other = make_user()
    files = dict(files_about(other))
    assert not [name for name in files if name.startswith("records/")]
    assert solved.code not in "".join(files.values())
    answer = client_of(other).post("/my-games/records.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.namelist() == []
    assert f"records/cantstop-{solved.code}.json" in dict(files_about(solver))


def test_no_total_of_dice_counts_it(solved: Game) -> None:
    assert not DiceTally.objects.exists()
    assert not tallies.counts(solved)
    assert tallies.faults() == []


@pytest.mark.parametrize("finished", [False, True])
def test_staff_who_play_themselves_find_its_log_only_when_they_have_finished(
    solved: Game, finished: bool
) -> None:
    admin = make_user()
    admin.is_staff = admin.is_superuser = True
    admin.save()
    if finished:
        give_up(begin(admin))
    page = text(staff_client(admin), f"/admin/games/game/{solved.pk}/change/")
    first = solved.events.order_by("seq")[0]
    assert (json.dumps(first.data["dice"]) in page) == finished
    assert ("split" in page) == finished


def pushed(game: Game, user: User | None) -> str | None:
    """Return what a socket pushes to this user at first, None where it is refused."""
    return ShownTable(game.code).state_for(Viewer(user.pk if user else None, "en"))


@HAVE_NOT_FINISHED
def test_no_socket_shows_it(solved: Game, who: Callable[[], User | None]) -> None:
    user = who()
    assert pushed(solved, user) is None


def test_who_has_finished_or_given_up_sees_everything(solved: Game, solver: User) -> None:
    other, quitter = make_user(), make_user()
    solve(begin(other))
    give_up(begin(quitter))
    for user in (solver, other, quitter):
        client = client_of(user)
        for path in PAGES[2:-1]:
            assert client.get(path.format(code=solved.code)).status_code == 200, path
        assert f"/games/{solved.code}/replay/0/" in text(client, "/daily/")
        assert pushed(solved, user)
    assert solved.code not in text(client_of(other), "/players/solver/")
    assert solved.code not in text(client_of(other), "/watch/")


def test_a_player_sees_their_own_try_and_goes_on_with_it(solver: User) -> None:
    game = begin(solver)
    client = client_of(solver)
    for path in PAGES[:-1]:
        answer = client.get(path.format(code=game.code), follow=True)
        assert answer.status_code == (404 if "replay/3" in path else 200), path
    assert game.code in text(client, "/my-games/")
    assert game.code in text(client, "/")


def test_no_cache_keeps_a_picture_of_a_try_before_the_day_is_over(
    solved: Game, solver: User, clock: Clock
) -> None:
    path = f"/games/{solved.code}/replay/3.png"
    kept = client_of(solver).get(path)["Cache-Control"]
    assert "private" in kept
    assert "no-store" in kept
    assert "public" not in kept
    clock.now = CLOSED
    daily.end_past_days()
    assert "public" in Client().get(path)["Cache-Control"]


def test_sharing_a_try_says_who_can_open_it_and_offers_no_frame_before_the_day_is_over(
    solved: Game, solver: User, clock: Clock
) -> None:
    path = f"/games/{solved.code}/replay/3/"
    page = text(client_of(solver), path)
    assert elements(page, "[data-closed-until-midnight]")
    assert not elements(page, "#snippet")
    clock.now = CLOSED
    daily.end_past_days()
    page = text(Client(), path)
    assert not elements(page, "[data-closed-until-midnight]")
    assert elements(page, "#snippet")


def test_what_was_finished_yesterday_opens_nothing_today(solved: Game, clock: Clock) -> None:
    solver = solved.seats.get().user
    assert solver is not None
    clock.now = CLOSED
    daily.end_past_days()
    today = solve(begin(make_user()))
    assert client_of(solver).get(f"/games/{today.code}/replay/0/").status_code == 404
    assert Client().get(f"/games/{solved.code}/replay/0/").status_code == 200


def test_a_deleted_players_try_stays_hidden(solved: Game, solver: User) -> None:
    leave_everything(solver)
    solver.delete()
    assert Client().get(f"/games/{solved.code}/").status_code == 404
    assert client_of(make_user()).get(f"/games/{solved.code}/").status_code == 404


def test_a_try_made_public_is_in_no_list_all_the_same(solved: Game) -> None:
    Game.objects.update(visibility=Game.Visibility.PUBLIC)
    running = begin(make_user())
    Game.objects.update(visibility=Game.Visibility.PUBLIC)
    for path in LISTS[:-2]:
        page = text(Client(), path)
        assert solved.code not in page
        assert running.code not in page


def test_the_page_of_the_day_shows_no_secret_and_no_solutions_before_its_time(
    solved: Game,
) -> None:
    page = text(Client(), "/daily/")
    challenge = daily.todays_challenge()
    assert challenge.commitment in page
    assert challenge.sealed not in page
    assert "/replay/" not in page
    assert "solver" in page, "who has finished, and in how many turns, is no secret"


def test_the_one_question_that_all_ways_ask(solved: Game) -> None:
    assert not queries.is_open_to(solved, None)
    assert not queries.is_open_to(solved, make_user().pk)
    assert queries.is_open_to(solved, solved.creator_id)
    assert AnonymousUser().pk is None

"""Tables that are kept for somebody: invited from their page, taken or declined."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.guests import create_guest
from accounts.models import FormerName, Preferences, User
from accounts.preferences import save_preferences
from accounts.sanctions.models import Block
from games.broadcast import game_changed
from games.engine.buttons.rules import ButtonsRules
from games.live.tables import ShownTable, Viewer
from games.models import Game
from games.services import invitations, lobby
from tests.games.factories import make_finished_game, make_running_game
from tests.games.pages import text
from tests.games.tables import client_of, make_user
from tests.html import elements, plain, values
from tests.moderation.people import make_player, sanctioned
from tests.refusals import codes, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return make_user()


@pytest.fixture
def bob() -> User:
    return make_user()


def invite(user: User, other: User, kind: str = "cantstop") -> Any:
    return client_of(user).post(f"/players/{other.username}/invite/", {"kind": kind})


def badge(user: User) -> int:
    """Return how many games wait for the user, as the header says."""
    count: int = len(client_of(user).get("/lobby/").context["waiting_games"])
    return count


def test_an_invitation_is_a_table_for_two_that_no_list_shows(ada: User, bob: User) -> None:
    answer = invite(ada, bob, "buttons")
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert (game.kind, game.size, game.visibility) == ("buttons", 2, "unlisted")
    assert (game.creator, game.invited) == (ada, bob)
    page = plain(text(client_of(ada), answer["Location"]))
    assert f"For {bob.username}" in page


def test_the_invited_player_is_told_and_finds_the_table(ada: User, bob: User) -> None:
    assert badge(bob) == 0
    game = invite_and_get(ada, bob)
    assert "For you" in text(client_of(bob), game.get_absolute_url())
    assert badge(bob) == 1
    assert badge(ada) == 0
    titles = [str(title) for title, _ in client_of(bob).get("/my-games/").context["sections"]]
    assert titles == ["You're invited"]
    client_of(bob).post(f"/games/{game.code}/join/")
    game.refresh_from_db()
    assert game.is_running
    titles = [str(title) for title, _ in client_of(bob).get("/my-games/").context["sections"]]
    assert "You're invited" not in titles


def test_on_the_front_page_ones_own_turns_come_before_invitations_and_these_before_the_rest(
    bob: User,
) -> None:
    turns = [make_running_game(bob, make_user(), events=1) for _ in range(2)]
    rest = make_running_game(make_user(), bob, events=1)
    invited = [invitations.invite(make_user(), bob, "cantstop") for _ in range(2)]
    page = text(client_of(bob), "/")
    games = [*reversed(turns), *reversed(invited), rest]
    places = [page.index(f"/games/{game.code}/") for game in games]
    assert places == sorted(places)


def test_nobody_else_takes_the_seat(ada: User, bob: User) -> None:
    game = invite_and_get(ada, bob)
    for client in (client_of(make_user()), Client()):
        answer = client.post(f"/games/{game.code}/join/")
        assert answer.status_code == 403
        assert codes(answer) == ["not-invited"]
    assert game.seats.count() == 1


def test_who_the_table_is_not_for_finds_no_way_to_answer(ada: User, bob: User) -> None:
    game = invite_and_get(ada, bob)
    for client in (client_of(make_user()), Client()):
        page = plain(text(client, game.get_absolute_url()))
        assert f"This game is for {bob.username}." in page
        assert not ways_to_answer(page)
    page = client_of(bob).get(game.get_absolute_url()).content.decode()
    assert "This seat is for you." in page
    assert ways_to_answer(page) == ["a-join", "a-decline"]


def test_pushes_offer_the_seat_to_who_is_invited_alone(ada: User, bob: User) -> None:
    game = invite_and_get(ada, bob)
    table = ShownTable(game.code)
    viewers = {Viewer(user_id, "en") for user_id in (ada.pk, bob.pk, make_user().pk, None)}
    invited = {Viewer(bob.pk, "en")}
    states = {viewer: table.state_for(viewer) or "" for viewer in viewers}
    assert {viewer for viewer, state in states.items() if ways_to_answer(state)} == invited
    table.viewers.update(viewers)
    table.render({"type": "game.changed", "stamp": "a salt"})
    pushes = table.pushes["a salt"]
    assert pushes.keys() == viewers
    assert {viewer for viewer, push in pushes.items() if ways_to_answer(push)} == invited


def test_who_declines_closes_the_table_and_the_other_reads_why(ada: User, bob: User) -> None:
    game = invite_and_get(ada, bob)
    stranger = client_of(make_user()).post(f"/games/{game.code}/decline/")
    assert codes(stranger) == ["not-invited"]
    client_of(bob).post(f"/games/{game.code}/decline/")
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED
    assert badge(bob) == 0
    page = client_of(ada).get(game.get_absolute_url()).content.decode()
    assert "The invitation wasn't accepted." in page


def test_a_page_that_a_script_asks_for_in_vain_does_not_take_the_message_away(
    ada: User, bob: User
) -> None:
    game = invitations.invite(ada, bob, "cantstop")
    client = client_of(bob)
    client.post(f"/games/{game.code}/decline/")
    assert client.get(f"/games/{game.code}/chat/").status_code == 404
    assert "Invitation declined." in client.get("/my-games/").content.decode()


def test_who_has_taken_the_seat_cannot_decline_any_more(ada: User, bob: User) -> None:
    game = invitations.invite(ada, bob, "cantstop", salt=None)
    lobby.join(game.code, bob, salt=None)
    with refused("already-seated"):
        invitations.decline(game.code, bob)
    lobby.set_salt(game.code, ada, "a")
    lobby.set_salt(game.code, bob, "b")
    with refused("not-waiting"):
        invitations.decline(game.code, bob)


def test_the_same_invitation_is_not_sent_twice(ada: User, bob: User) -> None:
    assert invite(ada, bob)["Location"] == invite(ada, bob)["Location"]
    assert badge(bob) == 1


def test_so_many_invitations_wait_for_one_player_and_no_more(
    bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_INVITATIONS", 1)
    invitations.invite(make_user(), bob, "cantstop")
    with refused("not-invitable"):
        invitations.invite(make_user(), bob, "cantstop")


@pytest.mark.parametrize("by_ada", [True, False])
def test_a_block_at_tables_stands_against_invitations_both_ways(
    ada: User, bob: User, by_ada: bool
) -> None:
    owner, blocked = (ada, bob) if by_ada else (bob, ada)
    Block.objects.create(owner=owner, blocked=blocked, chat=False, tables=True)
    require_refused(ada, bob, by_page=False)


@pytest.mark.parametrize("by_ada", [True, False])
def test_a_block_stands_against_invitations_that_wait_already_both_ways(
    ada: User, bob: User, by_ada: bool
) -> None:
    game = invite_and_get(ada, bob)
    owner, blocked = (ada, bob) if by_ada else (bob, ada)
    block = Block.objects.create(owner=owner, blocked=blocked, tables=True)
    assert badge(bob) == 0
    assert client_of(bob).get("/my-games/").context["sections"] == []
    assert codes(client_of(bob).post(f"/games/{game.code}/join/")) == ["full"]
    assert game.seats.count() == 1
    block.tables = False
    block.save()
    assert badge(bob) == 1


def test_who_wants_no_invitations_gets_none(ada: User, bob: User) -> None:
    save_preferences(bob, invites=Preferences.Invites.NOBODY)
    require_refused(ada, bob)


def test_who_wants_them_from_people_they_know_gets_those(ada: User, bob: User) -> None:
    save_preferences(bob, invites=Preferences.Invites.KNOWN)
    require_refused(ada, bob)
    game = invitations.invite(bob, ada, "cantstop")
    lobby.join(game.code, ada)
    lobby.leave_everything(ada)
    assert invitations.may_invite(ada, bob)


def test_who_may_not_play_is_not_invited(ada: User) -> None:
    banned = make_player()
    sanctioned(banned, "table-ban")
    require_refused(ada, banned, by_page=False)


def test_an_account_that_is_gone_is_not_invited(ada: User, bob: User) -> None:
    User.objects.filter(pk=bob.pk).delete()
    with refused("not-invitable"):
        invitations.invite(ada, bob, "cantstop")


def test_nobody_invites_themselves(ada: User) -> None:
    require_refused(ada, ada)


def test_a_visitor_invites_nobody_and_is_not_made_a_guest(bob: User) -> None:
    client = Client()
    assert "/invite/" not in client.get(bob.get_absolute_url()).content.decode()
    answer = client.post(f"/players/{bob.username}/invite/", follow=True)
    assert codes(answer) == ["not-invitable"]
    assert User.objects.count() == 1


def test_a_guest_invites_only_people_they_have_played_with(bob: User) -> None:
    guest = create_guest()
    require_refused(guest, bob)
    make_finished_game(guest, bob, annulled_at=timezone.now())
    require_refused(guest, bob)
    make_finished_game(guest, bob)
    assert "/invite/" in client_of(guest).get(bob.get_absolute_url()).content.decode()
    assert invitations.invite(guest, bob, "cantstop").invited == bob


def test_strangers_fill_few_of_the_places_and_people_one_has_played_with_the_rest(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_FROM_STRANGERS", 2)
    monkeypatch.setattr(invitations, "MOST_INVITATIONS", 3)
    make_finished_game(ada, bob)
    invitations.invite(ada, bob, "cantstop")
    strangers = [make_user() for _ in range(2)]
    for stranger in strangers:
        invitations.invite(stranger, bob, "cantstop")
    make_finished_game(strangers[0], bob)
    with refused("not-invitable"):  # one of the two is no stranger any more, but all is full
        invitations.invite(make_user(), bob, "cantstop")
    monkeypatch.setattr(invitations, "MOST_INVITATIONS", 20)
    invitations.invite(make_user(), bob, "cantstop")
    with refused("not-invitable"):
        invitations.invite(make_user(), bob, "cantstop")
    invitations.invite(ada, bob, "buttons")


def test_a_table_against_bots_makes_nobody_known(bob: User) -> None:
    make_finished_game(bob, None)
    save_preferences(bob, invites=Preferences.Invites.KNOWN)
    require_refused(make_user(), bob)


def test_who_is_blocked_takes_no_place_of_others(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MOST_FROM_STRANGERS", 1)
    flooder = make_user()
    invitations.invite(flooder, bob, "cantstop")
    with refused("not-invitable"):
        invitations.invite(ada, bob, "cantstop")
    Block.objects.create(owner=bob, blocked=flooder, tables=True)
    invitations.invite(ada, bob, "cantstop")


def test_all_invitations_are_declined_at_once(ada: User, bob: User) -> None:
    client, form = client_of(bob), "form[action='/my-games/decline/']"
    taken = invitations.invite(make_user(), bob, "cantstop", salt=None)
    lobby.join(taken.code, bob, salt=None)
    first = invitations.invite(ada, bob, "cantstop")
    assert not elements(client.get("/my-games/"), form)
    second = invitations.invite(make_user(), bob, "buttons")
    own = invitations.invite(bob, ada, "buttons")
    assert elements(client.get("/my-games/"), form)
    answer = client.post("/my-games/decline/", follow=True)
    assert "All invitations declined." in answer.content.decode()
    statuses = [Game.objects.get(pk=game.pk).status for game in (first, second, own, taken)]
    assert statuses == ["cancelled", "cancelled", "waiting", "waiting"]
    assert badge(bob) == 0


def test_an_address_invites_only_so_often(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"invite": "9/m/user,2/m/ip"}
    cache.clear()
    answers = [invite(make_user(), make_user()).status_code for _ in range(3)]
    assert answers == [302, 302, 429]


def test_an_unknown_player_or_game_is_not_found(ada: User, bob: User) -> None:
    assert client_of(ada).post("/players/nobody-here/invite/").status_code == 404
    assert invite(ada, bob, "chess").status_code == 404
    assert client_of(ada).get(f"/players/{bob.username}/invite/").status_code == 405


def test_only_games_for_two_are_offered(
    ada: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ButtonsRules, "min_players", 3)
    page = client_of(ada).get(bob.get_absolute_url()).content.decode()
    assert elements(page, "[value=cantstop]")
    assert not elements(page, "[value=buttons]")
    assert invite(ada, bob, "buttons").status_code == 404
    assert not Game.objects.exists()


def test_an_invitation_to_a_name_of_before_reaches_who_had_it(ada: User, bob: User) -> None:
    before = bob.username
    User.objects.filter(pk=bob.pk).update(username="Robert")
    former = FormerName.objects.create(user=bob, username=before)
    invite(ada, bob)
    assert Game.objects.get().invited == bob
    assert client_of(ada).get(f"/players/{before}/")["Location"] == "/players/Robert/"
    former.is_hidden = True
    former.save()
    assert invite(ada, bob).status_code == 404


def test_no_bot_takes_the_seat_that_is_kept(ada: User, bob: User) -> None:
    game = invite_and_get(ada, bob)
    for act in ("add-bot", "start"):
        answer = client_of(ada).post(f"/games/{game.code}/{act}/", {"bot": "bold"})
        assert codes(answer) == ["not-invited"]
    assert game.seats.count() == 1


@pytest.mark.parametrize("by_ada", [True, False])
def test_when_one_of_the_two_leaves_the_table_is_closed(ada: User, bob: User, by_ada: bool) -> None:
    game = invitations.invite(ada, bob, "cantstop", salt=None)
    lobby.join(game.code, bob, salt=None)
    lobby.leave(game.code, ada if by_ada else bob)
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


def test_who_waits_is_told_that_the_invitation_was_declined(
    ada: User, bob: User, django_capture_on_commit_callbacks: Any
) -> None:
    game = invite_and_get(ada, bob)
    told: list[str] = []

    def note(sender: Any, code: str, **kwargs: Any) -> None:
        told.append(code)

    game_changed.connect(note)
    with django_capture_on_commit_callbacks(execute=True):
        invitations.decline(game.code, bob)
    assert told == [game.code]


def test_a_player_who_deletes_their_account_leaves_no_table_kept_for_them(
    ada: User, bob: User
) -> None:
    game = invite_and_get(ada, bob)
    lobby.leave_everything(bob)
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED


def ways_to_answer(html: str) -> list[str]:
    return values(html, "#a-join, #a-decline", "id")


def invite_and_get(user: User, other: User) -> Game:
    invite(user, other)
    return Game.objects.get()


def require_refused(user: User, other: User, *, by_page: bool = True) -> None:
    """Require that the one cannot invite the other. by_page: whether the page tells it before."""
    page = client_of(user).get(other.get_absolute_url())
    assert ("/invite/" not in page.content.decode()) == by_page
    answer = client_of(user).post(f"/players/{other.username}/invite/", follow=True)
    assert codes(answer) == ["not-invitable"]
    assert not Game.objects.filter(creator=user).exists()

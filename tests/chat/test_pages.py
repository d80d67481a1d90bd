"""The forms and pages of chat: statuses, sentences, what each visitor gets to talk with."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from selectolax.lexbor import LexborNode

from accounts.models import User
from accounts.sanctions.models import ModerationAction, Sanction
from games.chat.models import ChatLine, ChatPreference
from games.chat.services import say
from games.models import Game
from tests.chat.people import make_helper, make_person, mute, over, page, talk
from tests.games.factories import make_running_game
from tests.games.tables import client_of, waiting_table
from tests.html import elements, one
from tests.refusals import codes
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


# --- Talking ---


def lines_of(html: str) -> LexborNode:
    """Return the lines of chat on a page."""
    return one(html, "ol#c-lines")


def test_without_scripts_one_talks_and_is_back_at_the_table(game: Game, ada: User) -> None:
    answer = talk(ada, game, text="Hello all", table="")
    assert answer["Location"] == f"/games/{game.code}/#c-log"
    assert "Hello all" in page(ada, f"/games/{game.code}/")


def test_from_the_page_of_the_chat_one_is_back_there(game: Game, ada: User) -> None:
    assert talk(ada, game, phrase="hello")["Location"] == f"/games/{game.code}/chat/"


def test_scripts_get_the_line_and_the_form_alone(game: Game, ada: User) -> None:
    before = say(game, ada, text="Said before")
    path = f"/games/{game.code}/chat/"
    answer = client_of(ada).post(path, {"text": "Two"}, headers=HTMX).content.decode()
    assert elements(answer, f"[data-before='{before.pk}']")
    assert "Two" in answer
    assert "Said before" not in answer
    assert answer.count("hx-swap-oob") == 2
    assert "<html" not in answer


NOT_SAID = [
    ({"text": " "}, 422, "empty-line"),
    ({"text": "x" * 301}, 422, "long-line"),
    ({}, 422, "empty-line"),
    ({"phrase": "rude"}, 400, "no-such-phrase"),
]


def test_what_cannot_be_said_is_answered_with_why(
    game: Game, ada: User, subtests: pytest.Subtests
) -> None:
    for said, status, code in NOT_SAID:
        with subtests.test(said=said, status=status, code=code):
            for headers in ({}, HTMX):
                answer = client_of(ada).post(f"/games/{game.code}/chat/", said, headers=headers)
                assert answer.status_code == status
                assert codes(answer) == [code]
            assert not ChatLine.objects.exists()


def test_who_is_refused_gets_their_words_back(game: Game, ada: User) -> None:
    for _ in range(2):
        say(game, ada, text="Join my club at example.org")
    answer = talk(ada, game, text="Join my club at example.org")
    assert answer.status_code == 429
    assert elements(answer, "[value='Join my club at example.org']")


def test_guests_are_told_how_to_write(game: Game, ada: User, guest: User) -> None:
    answer = talk(guest, game, text="Buy my dice")
    assert answer.status_code == 403
    shown = answer.content.decode()
    assert codes(answer) == ["phrases-only"]
    assert elements(shown, "[name=phrase]")
    assert not elements(shown, "#c-text")
    assert elements(client_of(ada).get(f"/games/{game.code}/chat/"), "#c-text")
    assert talk(guest, game, phrase="hello").status_code == 302


def test_a_spectator_has_their_picture_and_a_player_their_piece(
    game: Game, ada: User, fan: User
) -> None:
    path = f"/games/{game.code}/chat/"
    talk(ada, game, text="From my seat")
    assert elements(lines_of(page(fan, path)), ".piece")
    assert not elements(lines_of(page(fan, path)), ".avatar")
    talk(fan, game, text="From the bench")
    assert one(lines_of(page(fan, path)), ".avatar")


def test_visitors_are_asked_to_sign_in(game: Game) -> None:
    assert talk(None, game, text="Hello").status_code == 403
    shown = page(None, f"/games/{game.code}/")
    assert "to chat. Anyone can read." in shown
    assert not elements(shown, "[name=phrase]")


def test_a_muted_user_reads_why_until_when_and_where_to_appeal(game: Game, ada: User) -> None:
    sanction = mute(ada)
    shown = page(ada, f"/games/{game.code}/")
    for html in (shown, talk(ada, game, text="Hello").content.decode()):
        assert "Insults." in html
        assert f"/accounts/sanctions/{sanction.pk}/appeal/" in html
        assert not elements(html, "[name=phrase]")


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_muted_user_is_refused(game: Game, ada: User, headers: dict[str, str]) -> None:
    mute(ada)
    path = f"/games/{game.code}/chat/"
    answer = client_of(ada).post(path, {"phrase": "hello"}, headers=headers)
    assert answer.status_code == 403
    assert "Insults." in answer.content.decode()


def test_an_expired_mute_holds_nobody(game: Game, ada: User) -> None:
    start, end = game.created_at - timedelta(days=2), game.created_at - timedelta(days=1)
    mute(ada, Sanction.Kind.CHAT_MUTE, starts_at=start, ends_at=end)
    assert talk(ada, game, text="Hello").status_code == 302


def test_a_form_from_elsewhere_says_nothing(game: Game, ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    assert client.post(f"/games/{game.code}/chat/", {"text": "x"}).status_code == 403
    assert not ChatLine.objects.exists()


def test_one_account_is_limited_before_anything_is_looked_up(
    game: Game, ada: User, settings: object
) -> None:
    cache.clear()
    settings.ACCOUNT_RATE_LIMITS = {"chat": "1/m/user"}  # type: ignore[attr-defined]
    assert talk(ada, game, text="One").status_code == 302
    assert talk(ada, game, text="Two").status_code == 429
    cache.clear()


# --- Reading ---


def test_scripts_ask_for_all_again(game: Game, ada: User) -> None:
    say(game, ada, text="One")
    answer = client_of(ada).get(f"/games/{game.code}/chat/", headers=HTMX).content.decode()
    assert "One" in answer
    assert not elements(answer, "[data-before]")
    assert elements(answer, "#c-composer")
    assert elements(answer, "#c-older")


@pytest.mark.parametrize("before", ["x", "-1", "99999999999999999999999999"])
def test_a_page_that_makes_no_sense_is_the_last_one(game: Game, ada: User, before: str) -> None:
    say(game, ada, text="One")
    answer = client_of(None).get(f"/games/{game.code}/chat/?before={before}")
    assert answer.status_code == 200


def test_there_are_no_pages_where_there_is_no_chat(kestrel_alone: Game, game: Game) -> None:
    assert elements(page(None, f"/games/{game.code}/"), "#chat")
    path = f"/games/{kestrel_alone.code}/"

    assert not elements(page(None, path), "#chat")
    assert not elements(page(None, f"{path}replay/0/"), "#chat")
    for wanted in ("chat/", "chat/1/"):
        assert Client().get(path + wanted).status_code == 404
    assert client_of(make_person("x1")).post(f"{path}chat/", {"text": "x"}).status_code == 404


@pytest.fixture
def kestrel_alone(db: None) -> Game:
    """Return an imported game."""
    game = over(make_running_game("rule-of-28", "bold"))
    game.imported_at = game.finished_at
    game.save()
    return game


def test_a_table_that_waits_tells_visitors_who_talks(fan: User) -> None:
    shown = page(fan, f"/games/{waiting_table().code}/")
    assert elements(shown, "[data-silent=before-the-game]")


# --- A line ---


def test_around_a_line_one_reports_and_blocks(game: Game, ada: User, ben: User) -> None:
    line = say(game, ben, text="Hello")
    shown = page(ada, f"/games/{game.code}/chat/{line.pk}/")
    assert f"/accounts/report/line/{line.pk}/" in shown
    assert elements(shown, f"[action='/accounts/block/{ben.username}/']")
    assert "Remove message" not in shown


def test_around_ones_own_line_there_is_nothing_to_report(game: Game, ada: User) -> None:
    line = say(game, ada, text="Hello")
    shown = page(ada, f"/games/{game.code}/chat/{line.pk}/")
    assert "/accounts/report/" not in shown
    assert "/accounts/block/" not in shown


def test_a_line_of_another_table_is_not_found(game: Game, ada: User) -> None:
    line = say(waiting_table(ada), ada, text="Hello")
    assert client_of(ada).get(f"/games/{game.code}/chat/{line.pk}/").status_code == 404


# --- Removing ---


def test_only_who_may_remove_lines_does(
    game: Game, ada: User, ben: User, guest: User, subtests: pytest.Subtests
) -> None:
    line = say(game, ben, text="Hello")
    staff = make_person("staff1", is_staff=True)
    for who in ["nobody", "player", "author", "guest", "staff"]:
        with subtests.test(who=who):
            user = {"nobody": None, "player": ada, "author": ben, "guest": guest, "staff": staff}[
                who
            ]
            answer = client_of(user).post(f"/games/{game.code}/chat/{line.pk}/remove/")
            assert answer.status_code == 403
            line.refresh_from_db()
            assert line.removed_at is None
            assert not ModerationAction.objects.exists()


def test_who_may_removes_a_line_once_and_it_is_logged(game: Game, ben: User) -> None:
    line = say(game, ben, text="Hello")
    helper = make_helper()
    path = f"/games/{game.code}/chat/{line.pk}/"
    assert "Remove message" in page(helper, path)
    client = staff_client(helper)
    assert client.post(f"{path}remove/").status_code == 302
    assert client.post(f"{path}remove/", headers=HTMX).status_code == 204
    act = ModerationAction.objects.get()
    assert (act.actor, act.action, act.subject) == (helper.pk, "removed a line", ben.pk)
    assert (act.target, act.before) == (f"line {line.pk}", {"text": "Hello"})
    line.refresh_from_db()
    assert (line.text, line.removed_by) == ("Hello", helper)
    assert "Remove message" not in page(helper, path)


def test_a_removed_line_cannot_be_read_by_its_address(game: Game, ada: User, ben: User) -> None:
    line = say(game, ben, text="Something bad")
    staff_client(make_helper()).post(f"/games/{game.code}/chat/{line.pk}/remove/")
    shown = page(ada, f"/games/{game.code}/chat/{line.pk}/")
    assert "Something bad" not in shown
    assert "/accounts/report/" not in shown


def test_removing_needs_a_line_of_this_table(game: Game, ada: User) -> None:
    line = say(waiting_table(ada), ada, text="Hello")
    client = client_of(make_helper())
    assert client.post(f"/games/{game.code}/chat/{line.pk}/remove/").status_code == 404
    assert client.get(f"/games/{game.code}/chat/{line.pk}/remove/").status_code == 405


# --- Settings ---


def test_one_chooses_how_to_read(ada: User) -> None:
    answer = client_of(ada).post("/chat/settings/", {"hide_spectators": "on"})
    assert answer["Location"] == "/accounts/blocks/"
    wishes = ChatPreference.objects.get()
    assert (wishes.user, wishes.hide_words, wishes.hide_spectators) == (ada, False, True)
    client_of(ada).post("/chat/settings/", {"hide_words": "on"}, headers=HTMX)
    wishes.refresh_from_db()
    assert (wishes.hide_words, wishes.hide_spectators) == (True, False)


def test_settings_lead_back_to_pages_of_this_site_only(ada: User) -> None:
    client = client_of(ada)
    assert client.post("/chat/settings/", {"next": "/lobby/"})["Location"] == "/lobby/"
    elsewhere = client.post("/chat/settings/", {"next": "https://evil.example/"})
    assert elsewhere["Location"] == "/accounts/blocks/"


def test_visitors_have_no_settings(db: None) -> None:
    assert Client().post("/chat/settings/").status_code == 302
    assert not ChatPreference.objects.exists()


def test_pages_without_the_script_of_the_table_send_their_forms_plainly(
    game: Game, ada: User, ben: User
) -> None:
    line = say(game, ben, text="Hello")
    for path in ("chat/", f"chat/{line.pk}/"):
        assert "hx-post" not in page(ada, f"/games/{game.code}/{path}")
    path = f"/games/{game.code}/chat/{line.pk}/"
    assert "hx-post" in client_of(ada).get(path, headers=HTMX).content.decode()

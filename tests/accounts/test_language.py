"""The language of pages and mails: the user's, else that of their browser."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from accounts.language import language_of
from accounts.models import User
from accounts.preferences import save_preferences
from accounts.sanctions.models import Sanction
from games.chat.models import Channel, ChatLine, FilteredWord, RefusedLine
from lifecycle.data_export import account_of
from moderation.models import Report
from moderation.services import automatic, mails, renaming, roles
from tests import pseudo
from tests.accounts.helpers import PASSWORD, become_guest, confirmed, sign_up
from tests.games.factories import make_finished_game, make_user
from tests.html import elements

pytestmark = pytest.mark.django_db

PREFERENCES = "/accounts/preferences/"
CHOSEN = {"invites": "nobody", "bots_pace": "normal", "weekend": "sat-sun"}
SETTINGS = "/accounts/"
IN_PSEUDO = {"Accept-Language": pseudo.CODE}


@pytest.fixture
def two_languages(settings: Any) -> None:
    settings.LANGUAGES = pseudo.LANGUAGES
    pseudo.install()


@pytest.fixture
def speaker(ada: User, two_languages: None) -> User:
    """A user with an address who has chosen the other language."""
    confirmed(ada)
    save_preferences(ada, language=pseudo.CODE)
    return ada


def test_with_one_language_there_is_nothing_to_choose(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert "language" not in client.get(PREFERENCES).context["form"].fields
    assert "#language" not in client.get(SETTINGS).content.decode()


def test_a_visitor_reads_the_language_of_the_browser(client: Client, two_languages: None) -> None:
    answer = client.get("/", headers=IN_PSEUDO)
    assert pseudo.pseudo("Roll again, or stop?") in answer.content.decode()
    assert elements(answer, f"html[lang='{pseudo.CODE}']")
    assert "Roll again, or stop?" in client.get("/").content.decode()


def test_a_choice_is_saved_and_speaks_at_once(
    client: Client, ada: User, two_languages: None
) -> None:
    client.force_login(ada)
    assert "#language" in client.get(SETTINGS).content.decode()
    client.post(PREFERENCES, CHOSEN | {"language": pseudo.CODE})
    ada.refresh_from_db()
    assert ada.language == pseudo.CODE
    page = client.get(PREFERENCES)
    assert page.context["form"]["language"].value() == pseudo.CODE
    assert page.headers["Content-Language"] == pseudo.CODE
    assert pseudo.pseudo("Saved.") in page.content.decode()
    # What sockets push is in the language of the page.
    assert f"/ws/lobby/?lang={pseudo.CODE}" in client.get("/lobby/").content.decode()

    client.post(PREFERENCES, CHOSEN | {"language": ""})
    assert client.get(PREFERENCES).headers["Content-Language"] == "en"


def test_a_language_that_the_site_does_not_speak_is_refused(
    client: Client, ada: User, two_languages: None
) -> None:
    client.force_login(ada)
    answer = client.post(PREFERENCES, CHOSEN | {"language": "xx"})
    assert answer.status_code == 422
    ada.refresh_from_db()
    assert ada.language == ""


def test_a_language_that_the_site_has_given_up_is_that_of_the_browser(
    client: Client, ada: User
) -> None:
    save_preferences(ada, language=pseudo.CODE)
    client.force_login(ada)
    assert client.get("/").headers["Content-Language"] == "en"


def test_a_page_that_does_not_exist_says_so_in_the_language_of_the_user(
    client: Client, speaker: User
) -> None:
    client.force_login(speaker)
    said = client.get("/no-such-page/").content.decode()
    assert pseudo.pseudo("Nothing here") in said


def test_what_caches_share_goes_by_the_browser_alone(client: Client, speaker: User) -> None:
    game = make_finished_game(speaker, "random")
    client.force_login(speaker)
    client.cookies["django_language"] = pseudo.CODE
    answer = client.get(f"/games/{game.code}/embed/")
    assert answer.headers["Content-Language"] == "en"
    assert "Cookie" not in answer.headers["Vary"]


def test_a_cookie_chooses_no_language(client: Client, two_languages: None) -> None:
    client.cookies["django_language"] = pseudo.CODE
    assert client.get("/").headers["Content-Language"] == "en"


def test_a_guest_who_signs_up_keeps_the_language(client: Client, two_languages: None) -> None:
    guest = become_guest(client)
    client.post(PREFERENCES, CHOSEN | {"language": pseudo.CODE})
    sign_up(client)
    assert language_of(User.objects.get(pk=guest.pk)) == pseudo.CODE


def test_mails_of_moderation_are_in_the_language_of_the_reader(
    ada: User, two_languages: None, django_capture_on_commit_callbacks: Any
) -> None:
    confirmed(ada)
    hello = "Hello Ada,"
    for language, heard in (("", hello), (pseudo.CODE, pseudo.pseudo("Hello ") + "Ada,")):
        save_preferences(ada, language=language)
        with django_capture_on_commit_callbacks(execute=True), translation.override(pseudo.CODE):
            mails.notify_of_changes(ada)
        assert str(mail.outbox.pop().body).startswith(heard)


def test_what_is_told_of_a_change_is_in_the_language_of_the_reader(
    speaker: User, admin_user: User, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        role = roles.grantable(admin_user)[-1]
        roles.give_role(admin_user, speaker, role, reason="They know the house.")
    assert pseudo.pseudo("Your staff role was changed.") in mail.outbox[-1].body


def test_what_moderators_have_somebody_read_is_in_their_language(
    speaker: User, admin_user: User
) -> None:
    renaming.rename(admin_user, speaker, "It is rude.")
    told = pseudo.pseudo(" is your new name, and you can sign in with it. Reason: ")
    assert told in Sanction.objects.get().reason


def test_what_the_site_notices_is_in_its_own_language(
    speaker: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(automatic, "FLOOD_LINES", 1)
    monkeypatch.setattr(automatic, "LEAVING_GAMES", 1)
    FilteredWord.objects.create(word="blockhead", opens_case=True)
    game = make_finished_game(speaker, make_user("Bob"), resign_after=12)
    line = {"game": game, "channel": Channel.PLAYERS, "user": speaker, "text": "blockhead"}
    with translation.override(pseudo.CODE):
        automatic.look_at_line(ChatLine.objects.create(**line).pk)
        automatic.look_at_flood(RefusedLine.objects.create(**line).pk)
        automatic.look_at_leavers(game.pk)
    assert set(Report.objects.values_list("text", flat=True)) == {
        "On the word list: blockhead",
        "1 messages refused within ten minutes.",
        "Left 1 of the last 1 games.",
    }


@pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/signup/"])
def test_mails_that_a_visitor_asks_for_are_in_the_language_of_the_reader(
    client: Client, speaker: User, path: str
) -> None:
    client.post(path, {"email": speaker.email, "username": "Bob", "password1": PASSWORD})
    (sent,) = mail.outbox
    subjects = ("Choose a new password", "You already have an account")
    assert str(sent.subject) in map(pseudo.pseudo, subjects)


def test_mails_about_an_account_are_in_the_language_of_its_owner(
    client: Client, speaker: User
) -> None:
    client.force_login(speaker)
    client.post("/accounts/delete/", {"password": PASSWORD})
    assert mail.outbox[-1].subject == pseudo.pseudo("Your account will be deleted")


def test_the_export_has_the_language(speaker: User) -> None:
    assert account_of(speaker)["language"] == pseudo.CODE

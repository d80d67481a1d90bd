"""What reaches each reader, and how it is shown to them."""

from datetime import timedelta

import pytest
from django.utils.functional import lazy
from django.utils.translation import get_language

from accounts.models import User
from games.chat import phrases
from games.chat.audience import Reader
from games.chat.models import FilteredWord
from games.chat.services import choose, remove, say
from games.chat.showing import PAGE, line_push
from games.models import Game
from moderation.services.blocks import block, unblock
from tests.chat.people import age, forget, make_helper, over, page, read
from tests.games.tables import client_of
from tests.html import elements, one, text_of, texts

pytestmark = pytest.mark.django_db

LINK = "a[href^='https://example.org/']"
EVIL = """<script>alert(1)</script><img src=x onerror="alert(2)">'"&{{ 7|add:7 }}"""


# --- Channels ---


def test_players_of_a_running_game_do_not_get_what_spectators_say(
    game: Game, ada: User, fan: User
) -> None:
    say(game, fan, text="Ada should stop")
    say(game, ada, text="I roll")
    assert read(game, ada) == ["I roll"]
    assert read(game, fan) == ["Ada should stop", "I roll"]
    assert read(game, None) == ["Ada should stop", "I roll"]


def test_after_the_game_players_read_what_spectators_said_unless_they_hide_it(
    game: Game, ada: User, ben: User, fan: User
) -> None:
    say(game, fan, text="Ada should stop")
    over(game)
    choose(ben, hide_words=True, hide_spectators=True)
    assert read(game, ada) == ["Ada should stop"]
    assert read(game, ben) == []


def test_hiding_spectators_hides_nothing_where_one_watches(game: Game, fan: User) -> None:
    choose(fan, hide_words=True, hide_spectators=True)
    say(game, fan, text="Brave!")
    assert read(game, fan) == ["Brave!"]


def test_no_page_of_a_running_game_gives_a_player_the_spectators_lines(
    game: Game, ada: User, fan: User
) -> None:
    line = say(game, fan, text="Ada should stop")
    for path in ("", "chat/", f"chat/?before={line.pk + 1}", "replay/0/"):
        assert "should stop" not in page(ada, f"/games/{game.code}/{path}")
    path = f"/games/{game.code}/chat/{line.pk}/"
    assert client_of(ada).get(path).status_code == 404
    assert "should stop" in page(fan, path)


# --- Blocks ---


def test_a_block_hides_what_was_said_and_what_will_be(game: Game, ada: User, ben: User) -> None:
    say(game, ben, text="Before")
    block(ada, ben, chat=True, tables=False)
    say(game, ben, text="After")
    assert read(game, ada) == []
    assert read(game, ben) == ["Before", "After"]
    unblock(ada, ben)
    assert read(game, ada) == ["Before", "After"]


def test_a_block_at_tables_alone_hides_no_chat(game: Game, ada: User, ben: User) -> None:
    block(ada, ben, chat=False, tables=True)
    say(game, ben, text="Hi")
    assert read(game, ada) == ["Hi"]


def test_lines_of_deleted_players_stay_for_one_who_blocks_others(
    game: Game, ada: User, ben: User, fan: User
) -> None:
    line = say(game, ben, text="Hi")
    line.user = None
    line.save()
    block(ada, fan)
    assert read(game, ada) == ["Hi"]


# --- Words ---


def test_each_reader_chooses_whether_listed_words_are_hidden(
    game: Game, ada: User, ben: User
) -> None:
    FilteredWord.objects.create(word="darn*")
    say(game, ada, text="Darned dice")
    choose(ben, hide_words=False, hide_spectators=False)
    assert read(game, ada) == ["****** dice"]
    assert read(game, ben) == ["Darned dice"]
    assert read(game, None) == ["****** dice"]


def test_the_list_of_words_is_begun_and_senior_moderators_may_change_it() -> None:
    from django.contrib.auth.models import Group  # noqa: PLC0415

    assert FilteredWord.objects.filter(opens_case=True).exists()
    senior = Group.objects.get(name="senior").permissions.filter(codename="change_filteredword")
    helper = Group.objects.get(name="helper").permissions.filter(codename="change_filteredword")
    assert senior.exists()
    assert not helper.exists()


# --- Links ---


def test_links_of_accounts_younger_than_a_day_are_text(game: Game, ada: User) -> None:
    say(game, ada, text="See https://example.org/x")
    shown = page(None, f"/games/{game.code}/chat/")
    assert "https://example.org/x" in shown
    assert not elements(shown, LINK)


def test_links_of_older_accounts_lead_there_without_endorsement(game: Game, ada: User) -> None:
    say(game, age(ada), text="See https://example.org/?a=1&b=2")
    link = one(page(None, f"/games/{game.code}/chat/"), LINK)
    assert link.attributes == {
        "href": "https://example.org/?a=1&b=2",
        "rel": "nofollow ugc noopener",
        "target": "_blank",
    }


def test_a_link_stays_text_when_its_author_grows_old(game: Game, ada: User) -> None:
    say(game, ada, text="See https://example.org/x")
    age(ada)
    forget(ada, timedelta(days=7))
    assert not elements(page(None, f"/games/{game.code}/chat/"), LINK)


# --- Phrases ---


def test_a_phrase_is_in_the_language_of_each_reader(
    game: Game, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(phrases.PHRASES, "hello", lazy(lambda: f"[{get_language()}]", str)())
    line = say(game, ada, phrase="hello")
    for language in ("en", "de"):
        assert f"[{language}]" in line_push(game.code, line.pk, Reader(seated=False), language)


def test_a_phrase_that_is_no_longer_known_is_shown_by_its_name() -> None:
    assert phrases.words_of("gone") == "gone"


# --- Text ---


def test_whatever_is_said_stays_text_on_every_page(game: Game, ada: User, ben: User) -> None:
    line = say(game, age(ada), text=EVIL)
    code = game.code
    paths = [f"/games/{code}/", f"/games/{code}/chat/", f"/games/{code}/chat/{line.pk}/"]
    shown = [page(ben, path) for path in paths]
    over(game)
    shown += [page(ben, f"/games/{code}/"), page(ben, f"/games/{code}/replay/0/")]
    shown.append(line_push(code, line.pk, Reader(seated=True), "en"))
    for html in shown:
        assert "<script>alert(1)</script>" in text_of(one(html, "body"))
        assert not elements(html, "[src=x], [onerror]")
        assert not any("alert" in words for words in texts(html, "script"))
        assert "{{ 7|add:7 }}" in html


# --- Removed lines ---


def test_a_removed_line_says_so_to_everybody_its_author_too(
    game: Game, ada: User, ben: User
) -> None:
    line = say(game, ada, text="Something bad")
    remove(line, make_helper())
    for reader in (ada, ben, None):
        for path in ("", "chat/"):
            shown = page(reader, f"/games/{game.code}/{path}")
            assert elements(shown, "em.removed")
            assert "Something bad" not in shown


# --- Pages ---


def test_older_lines_are_a_page_away(game: Game, ada: User, fan: User) -> None:
    for number in range(PAGE + 5):
        say(game, ada, text=f"{number} " + "abcdefghij"[number % 10] * 3 + str(number))
        forget(ada, timedelta(minutes=3))
    shown = page(fan, f"/games/{game.code}/chat/")
    assert f"{PAGE + 4} " in shown
    assert "0 aaa0" not in shown
    first = game.chat_lines.all()[5].pk
    assert f"?before={first}" in shown
    older = page(fan, f"/games/{game.code}/chat/?before={first}")
    assert "0 aaa0" in older
    assert "Older messages" not in older
    assert "Latest messages" in older


def test_the_replay_of_a_finished_game_shows_what_was_said_at_which_step(
    game: Game, ada: User
) -> None:
    say(game, ada, text="Here it began")
    assert "Here it began" not in page(None, f"/games/{game.code}/replay/0/")
    over(game)
    shown = page(None, f"/games/{game.code}/replay/0/")
    assert "Here it began" in shown
    assert elements(shown, f"[href='/games/{game.code}/replay/0/'][data-seq='0']")

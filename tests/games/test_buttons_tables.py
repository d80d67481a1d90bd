"""Tables of each game before and after play: opened, played at once, offered again, and listed."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client

from accounts.models import User
from games.engine.buttons.layouts import LAYOUTS
from games.engine.registry import KINDS
from games.forms import TableForm
from games.models import Game, GameEvent
from games.presenters import presenter
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, make_running_game, make_waiting_game
from tests.games.pages import text
from tests.games.tables import buttons_table, client_of, make_user, player_client
from tests.html import elements, one, texts, values

pytestmark = pytest.mark.django_db

NEW = "/games/new/?kind=buttons"
UNKNOWN = pytest.mark.parametrize("kind", ["chess", "", "Buttons", "../buttons", "buttons\0"])


def form(size: int = 2, *layouts: str, **changes: Any) -> dict[str, Any]:
    """Return what the form of a new table sends, with layouts if any are chosen."""
    dealt = "chosen" if layouts else "random"
    return {"size": size, "visibility": "public", "dealt": dealt, "layouts": layouts} | changes


# --- Opening a table ---------------------------------------------------------


@every_kind
def test_each_kind_has_a_form_that_opens_a_table_of_that_kind(kind: str) -> None:
    client = client_of(make_user())
    assert elements(text(client, f"/games/new/?kind={kind}"), "[name=size]")
    fields = presenter(kind).OptionsForm().fields.items()
    usual = {name: field.initial for name, field in fields if field.initial is not None}
    data = {"size": 2, "visibility": "public"} | usual
    answer = client.post(f"/games/new/?kind={kind}", data)
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.code}/")
    assert (game.kind, game.is_waiting) == (kind, True)


@UNKNOWN
def test_a_table_of_a_game_that_is_not_played_here_is_not_found(kind: str) -> None:
    client = client_of(make_user())
    assert client.get("/games/new/", {"kind": kind}).status_code == 404
    assert client.post("/games/play-now/", {"kind": kind}).status_code == 404
    assert not Game.objects.exists()


def test_the_form_leads_to_the_forms_of_the_other_games() -> None:
    html = text(Client(), NEW)
    forms = [f"/games/new/?kind={kind}" for kind in KINDS]
    assert [href for href in values(html, "a[href]", "href") if href in forms] == forms
    assert elements(html, "[href$='?kind=buttons'][aria-current=page]")


def test_layouts_are_dealt_at_random_unless_they_are_chosen_BT_3() -> None:
    answer = client_of(make_user()).post(NEW, form(3))
    assert answer.status_code == 302
    assert Game.objects.get().variant == {"layouts": "random"}


@pytest.mark.parametrize("layouts", [("4B", "1A"), ("1A", "2B", "3A"), ("1B", "2A", "3B", "4A")])
def test_a_game_is_played_on_the_layouts_chosen_for_it_BT_3(layouts: tuple[str, ...]) -> None:
    size = len(layouts)
    bots = {f"seat_{number}": "random" for number in range(2, size + 1)}
    client_of(make_user()).post(NEW, form(size, *layouts, **bots))
    game = Game.objects.get()
    assert game.is_running
    assert GameEvent.objects.get(game=game).data["layouts"] == list(layouts)
    assert set(layouts) == set(game.variant["layouts"])


WRONG_NUMBERS = [
    (2, ()),
    (4, tuple(LAYOUTS)),
    (2, ("1A", "1A")),
]
"""The rules refuse all others in test_BT_3_impossible_choices_of_layouts_are_refused."""


def test_a_wrong_number_of_layouts_is_refused_in_words(subtests: pytest.Subtests) -> None:
    client = client_of(make_user())
    for size, layouts in WRONG_NUMBERS:
        with subtests.test(size=size, layouts=layouts):
            answer = client.post(NEW, form(size, *layouts) | {"dealt": "chosen"})
            assert answer.status_code == 422
            assert f"Choose {size} layouts, one for each seat." in answer.content.decode()
            assert not Game.objects.exists()


def test_a_visitor_whose_layouts_are_refused_is_not_made_a_guest() -> None:
    assert Client().post(NEW, form(2, "1A")).status_code == 422
    assert not User.objects.exists()


def test_what_was_chosen_is_still_there_in_a_form_that_is_refused() -> None:
    html = client_of(make_user()).post(NEW, form(3, "2B", "4A")).content.decode()
    boxes = "input[type=checkbox][name=layouts]"
    assert values(html, f"{boxes}[checked]", "value") == ["2B", "4A"]
    assert values(html, boxes, "value") == list(LAYOUTS)


BAD_OPTIONS: list[dict[str, Any]] = [
        {"size": "5"}, {"size": "1"}, {"size": ""}, {"dealt": "maybe"}, {"dealt": ""},
        {"layouts": ["1A", "9Z"], "dealt": "chosen"}, {"layouts": ["1A", "x\0"], "dealt": "chosen"},
        {"seat_2": "rule-of-28"}, {"visibility": "secret"},
    ]  # fmt: skip


def is_valid(sent: dict[str, Any]) -> bool:
    data = QueryDict(urlencode(sent, doseq=True))
    forms = TableForm("buttons", data), presenter("buttons").OptionsForm(data)
    return all(form.is_valid() for form in forms)


def test_a_bad_option_is_refused_with_the_form(subtests: pytest.Subtests) -> None:
    assert is_valid(form())
    for change in BAD_OPTIONS:
        with subtests.test(change=change):
            assert not is_valid(form(**change))
    client = client_of(make_user())
    for change in ({"size": "5"}, {"layouts": ["1A", "x\0"], "dealt": "chosen"}):
        with subtests.test(change=change, on="the page"):
            answer = client.post(NEW, form(**change))
            assert answer.status_code == 422
            assert "errors" in answer.content.decode()
            assert not Game.objects.exists()


def test_the_bots_of_another_game_are_not_offered() -> None:
    html = text(Client(), NEW)
    assert elements(html, "[value=careful]")
    assert not elements(html, "[value=rule-of-28]")
    assert elements(text(Client(), "/games/new/?kind=cantstop"), "[value=rule-of-28]")


def test_a_table_that_waits_tells_its_layouts_and_shows_none_yet() -> None:
    user = make_user()
    client_of(user).post(NEW, form(2, "2B", "4A"))
    html = text(client_of(user), Game.objects.get().get_absolute_url())
    assert "Layouts: 2B, 4A." in html
    assert "Waiting for 1 more player." in html
    assert elements(html, "[href='#b-none']")
    assert not elements(html, "[href='#b-2B']")
    assert not elements(html, "[name=action][value=roll]")


# --- At once, and again ------------------------------------------------------


@every_kind
def test_play_now_starts_the_game_that_was_asked_for(kind: str) -> None:
    client = Client()
    answer = client.post("/games/play-now/", {"kind": kind})
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.code}/"
    assert (game.kind, game.is_running, game.seats.exclude(bot="").count()) == (kind, True, 1)
    assert User.objects.get().is_guest
    assert client.get(answer["Location"]).status_code == 200


def test_a_rematch_is_on_the_same_layouts() -> None:
    game = buttons_table("42+2344 R0", variant={"layouts": ["1A", "1B"]}, show_odds=False)
    first, second = player_client(game, 0), player_client(game, 1)
    answer = first.post(f"/games/{game.code}/rematch/")
    assert second.post(f"/games/{game.code}/rematch/")["Location"] == answer["Location"]
    again = Game.objects.get(rematch_of=game)
    assert (again.kind, again.variant, again.show_odds) == ("buttons", game.variant, False)
    assert again.is_running
    assert GameEvent.objects.get(game=again).data["layouts"] == ["1A", "1B"]


# --- Lists -------------------------------------------------------------------


@pytest.fixture
def both(kestrel: User, mireille: User) -> dict[str, list[Game]]:
    """Return a waiting, a running and a finished game of each kind."""
    return {
        kind: [
            make_waiting_game(mireille, kind=kind),
            make_running_game(kestrel, mireille, kind=kind),
            make_finished_game(kestrel, mireille, kind=kind, resign_after=9),
        ]
        for kind in KINDS
    }


def names() -> list[str]:
    return sorted(str(presenter(kind).ABOUT.name) for kind in KINDS)


def named(html: str) -> list[str]:
    """Return the games that the rows of a list, or small boards, name."""
    facts = texts(html, "p.game-facts, span.board-facts")
    return sorted(words.partition("·")[0].strip() for words in facts)


def test_a_list_names_the_game_that_is_played(both: dict[str, list[Game]], mireille: User) -> None:
    for path in ("/lobby/", "/watch/", "/replays/", "/players/kestrel/"):
        assert named(text(Client(), path)) == names(), path
    assert named(text(client_of(mireille), "/my-games/")) == sorted(names() * 3)


FILTERS: list[tuple[str, list[str]]] = [
    ("?game=buttons", ["buttons"]),
    ("?game=cantstop", ["cantstop"]),
    ("?game=", list(KINDS)),
    ("?game=chess", list(KINDS)),
    ("?game=%00", list(KINDS)),
    ("?game=buttons&players=2&with=people", ["buttons"]),
    ("?game=buttons&players=3", []),
]


def test_replays_are_filtered_by_game_and_nonsense_filters_nothing(
    both: dict[str, list[Game]], subtests: pytest.Subtests
) -> None:
    for query, kinds in FILTERS:
        with subtests.test(query=query):
            html = text(Client(), f"/replays/{query}")
            shown = [kind for kind, (*_, finished) in both.items() if finished.code in html]
            assert shown == kinds
    html = text(Client(), "/replays/?game=buttons")
    assert one(html, "option[value=buttons][selected]", "Buttons")


def test_the_pages_of_a_list_keep_the_filter_by_game(
    kestrel: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.views.lists.PER_PAGE", 2)
    for _ in range(3):
        make_finished_game(kestrel, "random", kind="buttons", resign_after=1)
    assert elements(text(Client(), "/replays/?game=buttons"), "[href$='?game=buttons&page=2']")


def test_a_list_shows_the_stars_of_buttons(kestrel: User) -> None:
    make_finished_game(kestrel, "random", kind="buttons")
    html = text(Client(), "/replays/")
    labels = values(html, "[aria-label]", "aria-label")
    assert any(re.fullmatch(r"\d+ stars?", label) for label in labels)


@every_kind
def test_each_kind_has_a_page_of_rules_and_the_index_leads_there(kind: str) -> None:
    assert elements(text(Client(), "/rules/"), f"a[href='/rules/{kind}/']")
    assert one(text(Client(), f"/rules/{kind}/"), "h1")


def test_the_rules_of_an_unknown_game_are_not_found() -> None:
    assert Client().get("/rules/chess/").status_code == 404

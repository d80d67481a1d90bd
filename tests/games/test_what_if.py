"""What if: a finished game goes on otherwise, and everything has its worth."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.analysis.client import Analysis, AnalysisError
from games.models import Game
from games.views.what_if import LONGEST
from tests.engine.kinds import every_kind
from tests.games.days import Clock, begin, solve
from tests.games.devices import own_dice
from tests.games.factories import make_finished_game, make_running_game
from tests.games.pages import text
from tests.games.tables import client_of
from tests.html import elements, link, one, text_of, texts, values
from tests.refusals import codes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("analysis_answers")]


def address(game: Game, seq: int, *done: str) -> str:
    query = "&".join(f"do={text}".replace("+", "%2B") for text in done)
    return f"/games/{game.code}/what-if/{seq}/" + (f"?{query}" if query else "")


def choices(html: str) -> list[tuple[str, str]]:
    """Return what can be done, and what it is worth."""
    found = []
    for row in elements(html, ".choices li:has(.btn)"):
        letter = "".join(texts(row, ".btn > .letter"))
        name = text_of(one(row, ".btn")).removeprefix(letter).strip()
        found.append((name, "".join(texts(row, ".worth"))))
    return found


def test_it_begins_where_the_game_was_with_what_each_choice_is_worth(
    client: Client, finished: Game
) -> None:
    html = text(client, address(finished, 2))
    assert choices(html) == [("Stop", "win 70.0% best"), ("Roll", "win 50.0%")]
    assert elements(html, f"a[href='/games/{finished.code}/replay/2/']")
    assert one(html, "b", "best")


def test_a_choice_leads_on_and_the_address_tells_the_line(client: Client, finished: Game) -> None:
    stop = link(text(client, address(finished, 2)), "Stop")
    assert stop == address(finished, 2, "stop")
    html = text(client, stop)
    assert choices(html) == [("Roll", "win 50.0%")]
    assert texts(html, "ol.line a") == ["Start", "kestrel: Stop"]
    assert client.get(stop).context["t"].told == "kestrel stops."


def test_rolls_have_the_faces_that_one_types_in(client: Client, finished: Game) -> None:
    answer = client.get(address(finished, 2), {"dice": "3 4, 5-6"})
    assert answer["Location"] == address(finished, 2, "roll:3456")
    html = text(client, answer["Location"])
    assert "3 · 4 · 5 · 6" in html
    assert {name for name, _worth in choices(html)} >= {"9 + 9"}


def test_or_random_ones(client: Client, finished: Game) -> None:
    answer = client.get(address(finished, 2), {"dice": "random"})
    assert re.search(r"\?do=roll:[1-6]{4}$", answer["Location"])
    assert client.get(answer["Location"]).status_code == 200


def test_other_faces_are_refused_and_lead_nowhere(
    client: Client, finished: Game, subtests: pytest.Subtests
) -> None:
    for typed in ["", "123", "12345", "1237", "0123", "abcd"]:
        with subtests.test(typed=typed):
            answer = client.get(address(finished, 2), {"dice": typed})
            assert (answer.status_code, codes(answer)) == (422, ["bad-roll"])


FORBIDDEN = [
    ["jump"],
    ["split:2+3"],
    ["roll"],
    ["roll:345"],
    ["roll:3457"],
    ["stop", "stop"],
    ["resign"],
    ["time-out"],
    ["stop:1234"],
    ["roll:3456"] * 2,
    [""],
    ["roll:1111"] * (LONGEST + 1),
]


def test_a_line_that_the_rules_do_not_allow_is_not_found(
    client: Client, finished: Game, subtests: pytest.Subtests
) -> None:
    for done in FORBIDDEN:
        with subtests.test(done=done):
            assert client.get(address(finished, 2, *done)).status_code == 404


def test_dice_cannot_be_added_where_nobody_is_to_roll(client: Client, finished: Game) -> None:
    assert client.get(address(finished, 1), {"dice": "1234"}).status_code == 404


@every_kind
def test_a_line_can_be_followed_to_its_end(client: Client, kind: str) -> None:
    game = make_finished_game(kind=kind)
    path = address(game, max(game.version - 12, 1))
    for _ in range(200):
        html = text(client, path)
        links = values(html, "a.btn[href]", "href")
        if links:
            path = links[0]
        elif elements(html, ".card.step .choices"):
            done = values(html, "[name=do]", "value")
            done = done[: len(done) // 2]
            answer = client.get(path.partition("?")[0], {"do": done, "dice": "random"})
            path = answer["Location"]
        else:
            break
    assert Game.objects.get(pk=game.pk).version == game.version, "nothing of it is stored"
    assert game.events.count() == game.version


def test_the_end_of_a_game_has_nothing_to_choose(client: Client, finished: Game) -> None:
    html = text(client, address(finished, finished.version))
    assert not any(words.endswith("decides") for words in texts(html, "h2"))


def test_without_an_answer_of_the_analysis_the_choices_are_there_all_the_same(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def evaluate(*asked: object) -> None:
        raise AnalysisError("the analysis is not ready yet")

    monkeypatch.setattr(Analysis, "evaluate", evaluate)
    html = text(client, address(finished, 2))
    assert choices(html) == [("Roll", ""), ("Stop", "")]
    assert "Check again" in html


def test_running_games_have_none(client: Client, running: Game) -> None:
    assert client.get(address(running, 2)).status_code == 404


def test_nor_have_steps_that_never_were(client: Client, finished: Game) -> None:
    assert client.get(address(finished, finished.version + 1)).status_code == 404


def test_nor_has_a_site_without_analysis(client: Client, finished: Game, settings: Any) -> None:
    settings.ANALYSIS = False
    assert client.get(address(finished, 2)).status_code == 404
    assert "what-if" not in text(client, f"/games/{finished.code}/replay/2/")


def test_it_is_as_secret_as_the_game(
    client: Client, kestrel: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    game = solve(begin(kestrel))
    assert clock.now
    assert client.get(address(game, 2)).status_code == 404
    assert client_of(kestrel).get(address(game, 2)).status_code == 200


def test_a_replay_leads_there_from_each_step(client: Client, finished: Game) -> None:
    for seq in (0, 2):
        html = text(client, f"/games/{finished.code}/replay/{seq}/")
        assert elements(html, f"a[href='{address(finished, seq)}']")
    html = text(client, f"/games/{finished.code}/replay/{finished.version}/")
    assert "what-if" not in html, "nothing can be done there"


def test_it_costs_a_page_as_many_queries_however_long_the_line(
    client: Client, finished: Game, django_assert_max_num_queries: Any
) -> None:
    text(client, address(finished, 2))
    with django_assert_max_num_queries(8):
        text(client, address(finished, 2, "stop", "roll:3456"))


@pytest.mark.parametrize("against", ["rule-of-28", None])
def test_who_plays_with_people_is_not_told_what_choices_are_worth(
    kestrel: User, mireille: User, finished: Game, against: str | None
) -> None:
    make_running_game(kestrel, against or mireille, events=2)
    html = text(client_of(kestrel), address(finished, 2))
    if against:
        assert choices(html) == [("Stop", "win 70.0% best"), ("Roll", "win 50.0%")]
    else:
        assert choices(html) == [("Roll", ""), ("Stop", "")]
        assert "first finish your games with people" in html


def test_nor_is_who_plays_the_daily_challenge(kestrel: User, finished: Game) -> None:
    begin(kestrel)
    assert choices(text(client_of(kestrel), address(finished, 2))) == [("Roll", ""), ("Stop", "")]


def test_nor_is_who_has_others_play_on_their_device(finished: Game) -> None:
    host = own_dice().creator
    assert choices(text(client_of(host), address(finished, 2))) == [("Roll", ""), ("Stop", "")]


def test_a_line_ends_at_some_time(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.views.what_if.LONGEST", 1)
    html = text(client, address(finished, 2, "stop"))
    assert "We don't show more moves than this." in html
    assert choices(html) == []

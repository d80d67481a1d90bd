"""Which animations may be asked for, and what is answered to the others."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game
from games.pictures import animations, clips
from games.pictures.models import Animation
from tests.html import elements

pytestmark = pytest.mark.django_db


def page(game: Game) -> str:
    return f"/games/{game.code}/animation/"


def file(game: Game) -> str:
    return f"/games/{game.code}/replay.webp"


REFUSED = [
    ("from=9&to=8", "be after the last one"),
    ("from=x&to=9", "whole numbers"),
    ("from=-1&to=9", "whole numbers"),
    ("from=1.5&to=9", "whole numbers"),
    ("from=0&to=99999999999", "whole numbers"),
    ("from=0&to=9999", "only 41 steps"),
    ("from=0&to=9&delay=99", "100 to 5000 milliseconds"),
    ("from=0&to=9&delay=5001", "100 to 5000 milliseconds"),
    ("from=0&to=9&delay=%D9%A3", "whole numbers"),
]


def test_what_cannot_be_drawn_is_refused_with_the_reason(
    client: Client, finished: Game, subtests: pytest.Subtests
) -> None:
    assert finished.version == 41
    for query, sentence in REFUSED:
        with subtests.test(query=query, sentence=sentence):
            for path in (page(finished), file(finished)):
                answer = client.get(f"{path}?{query}")
                assert answer.status_code == 400
                assert sentence in answer.content.decode()
            assert not Animation.objects.exists()


def test_too_many_pictures_are_refused(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clips, "MOST_FRAMES", 10)
    answer = client.post(page(finished), {"from": "0", "to": "30", "delay": "500"})
    assert answer.status_code == 400
    assert "An animation can have up to 10" in answer.content.decode()
    assert client.post(page(finished), {"from": "0", "to": "5"}).status_code == 302


def test_the_form_offers_the_last_steps_or_those_before_the_one_named(
    client: Client, finished: Game
) -> None:
    html = client.get(page(finished)).content.decode()
    assert elements(html, f"[name=to][type=number][min='0'][max='41'][value='{finished.version}']")
    html = client.get(f"{page(finished)}?to=7").content.decode()
    assert elements(html, "[name=to][type=number][min='0'][max='41'][value='7']")
    assert elements(html, "[name=from][type=number][min='0'][max='41'][value='0']")


def test_a_running_game_is_drawn_up_to_its_present_step(client: Client, running: Game) -> None:
    assert client.post(page(running), {"from": "0", "to": str(running.version)}).status_code == 302
    later = {"from": "0", "to": str(running.version + 1)}
    assert client.post(page(running), later).status_code == 400


def test_a_game_nobody_knows_has_no_animation_and_one_by_link_only_has(
    client: Client, finished: Game
) -> None:
    assert client.get("/games/nowhere1/animation/").status_code == 404
    assert client.get("/games/nowhere1/replay.webp").status_code == 404
    Game.objects.update(visibility=Game.Visibility.UNLISTED)
    assert client.get(page(finished)).status_code == 200


@pytest.mark.parametrize("format", ["webp", "gif", "mp4"])
def test_the_address_of_a_file_leads_to_where_one_asks_for_it(
    client: Client, finished: Game, format: str
) -> None:
    path = f"/games/{finished.code}/replay.{format}"
    answer = client.get(f"{path}?from=2&to=9&delay=500")
    assert answer.status_code == 302
    where = f"/games/{finished.code}/animation/?from=2&to=9&delay=500&format={format}"
    assert answer["Location"] == where
    assert elements(client.get(where), f"option[value='{format}'][selected]")
    assert client.get(f"/games/nowhere1/replay.{format}").status_code == 404
    assert client.post(path).status_code == 405


def test_an_unknown_format_is_refused_and_nothing_is_asked_for(
    client: Client, finished: Game
) -> None:
    for format in ("avi", "", "WEBP"):
        answer = client.post(page(finished), {"to": "5", "format": format})
        assert answer.status_code == 400
        assert "Choose WebP, GIF or MP4." in answer.content.decode()
    assert not Animation.objects.exists()


def test_an_address_may_ask_for_so_many(client: Client, finished: Game, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"animate": "2/m/ip"}
    asked = [client.post(page(finished), {"to": str(n)}).status_code for n in (3, 4, 5)]
    assert asked == [302, 302, 429]
    assert client.get(page(finished)).status_code == 200


def test_when_many_wait_others_are_asked_to_come_back(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animations, "MOST_WAITING", 2)
    asked = [client.post(page(finished), {"to": str(n)}).status_code for n in (3, 4, 5)]
    assert asked == [302, 302, 503]
    assert client.post(page(finished), {"to": "3"}).status_code == 302
    assert Animation.objects.count() == 2

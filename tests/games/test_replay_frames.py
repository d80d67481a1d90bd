"""Many steps of a game in one answer, for the script that walks them."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Game
from games.views.replay import CHUNK
from tests.games.factories import (
    add_events,
)
from tests.games.pages import replay_page as page
from tests.html import elements, plain

pytestmark = pytest.mark.django_db


def frames(client: Client, game: Game, query: str) -> dict[str, Any]:
    response = client.get(f"/games/{game.code}/replay/frames/?{query}")
    assert response.status_code == 200
    data: dict[str, Any] = response.json()
    return data


def test_frames_draw_what_the_pages_show(client: Client, finished: Game) -> None:
    data = frames(client, finished, f"from=0&to={CHUNK - 1}")
    assert data["version"] == finished.version
    assert [frame["seq"] for frame in data["frames"]] == list(range(finished.version + 1))
    for frame in (*data["frames"][::4], data["frames"][-1]):
        html = page(client, finished, frame["seq"])
        assert f"{frame['seq']} / {finished.version}" in html
        assert set(frame["html"]) == {"t-pieces", "t-seats", "r-step"}
        for text in frame["html"].values():
            assert text.strip() in html


def test_frames_name_each_step_and_tell_it_in_a_sentence(client: Client, finished: Game) -> None:
    start, roll = frames(client, finished, "from=0&to=1")["frames"]
    assert roll["title"] == "Step 1 · kestrel – Rule of 28 · Can't Stop"
    assert start["say"] == "The game begins."
    assert plain(roll["say"]).startswith("kestrel rolled ")
    assert [start["rolled"], roll["rolled"]] == [False, True]


BAD_RANGES = ["", "from=0", "to=9", "from=x&to=9", "from=-1&to=9", "from=9&to=8", "from=0&to=64",
     "from=0&to=99999999999", "from=1.0&to=2", "from=%00&to=1"]  # fmt: skip


def test_a_malformed_or_too_large_range_of_frames_is_refused(
    client: Client, finished: Game, subtests: pytest.Subtests
) -> None:
    for query in BAD_RANGES:
        with subtests.test(query=query):
            response = client.get(f"/games/{finished.code}/replay/frames/?{query}")
            assert response.status_code == 400


def test_frames_after_the_end_are_none(client: Client, finished: Game) -> None:
    assert frames(client, finished, "from=900&to=910")["frames"] == []


def test_frames_of_a_finished_game_may_be_kept_and_those_of_a_running_one_not(
    client: Client, finished: Game, running: Game
) -> None:
    kept = client.get(f"/games/{finished.code}/replay/frames/?from=0&to=9&lang=en")
    assert "max-age" in kept["Cache-Control"]
    assert "private" in kept["Cache-Control"]
    fresh = client.get(f"/games/{running.code}/replay/frames/?from=0&to=9&lang=en")
    assert fresh["Cache-Control"] == "no-store"


def test_frames_are_not_kept_under_the_name_of_another_language(
    client: Client, finished: Game, subtests: pytest.Subtests
) -> None:
    for named in ["", "&lang=", "&lang=de", "&lang=en-x"]:
        with subtests.test(named=named):
            answer = client.get(f"/games/{finished.code}/replay/frames/?from=0&to=9{named}")
            assert answer["Cache-Control"] == "no-store"


def test_frames_of_a_running_game_bring_the_log_up_to_date(client: Client, running: Game) -> None:
    before = running.version
    add_events(running, 2)
    data = frames(client, running, f"from={before}&to={before + 9}")
    assert data["version"] == before + 2
    assert len(data["frames"]) == 3
    assert elements(data["log"], f"[data-seq='{before + 2}']")


def test_a_replay_costs_a_bounded_number_of_queries(
    client: Client, finished: Game, django_assert_max_num_queries: Any
) -> None:
    page(client, finished, 1)
    with django_assert_max_num_queries(6):  # the chat and rulings besides
        page(client, finished, finished.version)
    with django_assert_max_num_queries(4):
        frames(client, finished, f"from=0&to={CHUNK - 1}")


def test_an_address_has_steps_drawn_only_so_often_and_those_that_are_kept_always(
    client: Client, finished: Game, running: Game, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"frames": "2/m/ip"}
    cache.clear()

    def status(game: Game, query: str) -> int:
        return client.get(f"/games/{game.code}/replay/frames/?{query}").status_code

    assert status(finished, "from=0&to=9") == 200
    assert status(running, f"from={running.version}&to=99") == 400, "nothing is drawn"
    assert status(running, "from=0&to=3") == 200
    assert status(running, "from=0&to=3") == 429
    assert status(finished, "from=0&to=10") == 429
    assert status(finished, "from=0&to=9") == 200

"""What is kept of replays: the same for everybody, and never older than what it shows."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.lru_cache import LruCache
from games.models import Game
from games.pov import pov_of
from games.presenters import presenter
from games.presenters.replaying import turns_of
from games.views import replay
from tests.engine.kinds import every_kind, some_bot
from tests.games.factories import make_finished_game, make_running_game
from tests.games.pages import replay_page as page
from tests.html import elements, one, values

pytestmark = pytest.mark.django_db

Make = Callable[..., Game]


def frames(game: Game, first: int, last: int, side: str = "") -> list[dict[str, Any]]:
    asked = f"from={first}&to={last}&lang=en{side}"
    answer = Client().get(f"/games/{game.code}/replay/frames/?{asked}")
    assert answer.status_code == 200
    found: list[dict[str, Any]] = answer.json()["frames"]
    return found


def finished_game(*holders: User | str, **options: Any) -> Game:
    return make_finished_game(*holders, resign_after=40, **options)


def running_game(*holders: User | str, **options: Any) -> Game:
    return make_running_game(*holders, events=30, **options)


@every_kind
@pytest.mark.parametrize(("make", "side"), [(finished_game, "&as=1"), (running_game, "")])
def test_a_frame_among_others_is_the_same_as_alone(
    kestrel: User, kind: str, make: Make, side: str
) -> None:
    game = make(kestrel, some_bot(kind), kind=kind)
    together = frames(game, 0, 24, side)
    assert len(together) > 20
    replay._frames.clear()  # noqa: SLF001
    for seq in (*range(0, len(together), 6), len(together) - 1):
        assert [together[seq]] == frames(game, seq, seq, side)
    assert together == frames(game, 0, 24, side)


def test_frames_of_a_finished_game_are_drawn_once(
    finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = frames(finished, 0, 9)

    def draw(*_: object) -> str:
        raise AssertionError("drawn again")

    monkeypatch.setattr(replay, "render_to_string", draw)
    assert frames(finished, 0, 9) == before
    assert frames(finished, 3, 5) == before[3:6]


def test_a_name_that_goes_is_gone_from_frames_and_log_at_once(
    client: Client, finished: Game, kestrel: User
) -> None:
    assert "kestrel" in frames(finished, 1, 1)[0]["html"]["t-seats"]
    assert elements(page(client, finished, 1), "b", "kestrel")
    kestrel.delete()
    assert "kestrel" not in str(frames(finished, 1, 1))
    assert "kestrel" not in page(client, finished, 1)


def test_who_becomes_staff_is_marked_in_frames_at_once(finished: Game, kestrel: User) -> None:
    assert "staff" not in frames(finished, 1, 1)[0]["html"]["t-seats"]
    User.objects.filter(pk=kestrel.pk).update(is_staff=True)
    assert "staff" in frames(finished, 1, 1)[0]["html"]["t-seats"]


def test_what_is_kept_is_in_one_language_and_from_one_side(client: Client, finished: Game) -> None:
    pov = pov_of(finished, None)
    with translation.override("de"):
        german = replay.drawn_from(pov)
    assert replay.drawn_from(pov) != german
    sided = "#r-log [href*='?as=1']"
    assert not elements(page(client, finished, 3), sided)
    seen_from_one = client.get(f"/games/{finished.code}/replay/3/?as=1")
    assert len(elements(seen_from_one, sided)) > 10
    assert len(elements(seen_from_one, sided)) == len(elements(seen_from_one, "#r-log [data-seq]"))


def test_each_page_marks_its_own_step_in_the_kept_log(client: Client, finished: Game) -> None:
    for seq in (0, 1, 5, 11, finished.version, 1):
        html = page(client, finished, seq)
        marked = values(html, "[aria-current=step]", "data-seq")
        assert marked == ([str(seq)] if seq else [])


@every_kind
def test_the_turns_of_a_log_are_grouped_once_until_it_grows_and_for_each_language(
    kestrel: User, kind: str
) -> None:
    game = make_running_game(kestrel, some_bot(kind), kind=kind, events=20)
    whole = pov_of(game, None)
    earlier = copy(game)
    earlier.version -= 5
    for pov in (whole, replace(whole, seq=3), pov_of(earlier, None), pov_of(game, None)):
        found = turns_of(pov)
        assert found == presenter(kind).turns(pov.log, pov.game.version)
        assert turns_of(replace(pov, seq=7)) is found
    with translation.override("de"):
        assert turns_of(whole) is not found
    assert turns_of(whole) is found


def test_a_name_that_goes_is_gone_from_the_marks_under_the_slider_at_once(
    client: Client, finished: Game, kestrel: User
) -> None:
    def marked() -> str:
        return str(one(page(client, finished, 1), "#r-marks").html)

    assert "kestrel" in marked()
    kestrel.delete()
    assert "kestrel" not in marked()


def test_what_nobody_has_asked_for_the_longest_goes_first() -> None:
    kept: LruCache[int] = LruCache(2)
    for key in ("a", "b", "a", "c"):
        kept.get(key, lambda: 1)
    assert kept.get("a", lambda: 2) == 1
    assert kept.get("c", lambda: 2) == 1
    assert kept.get("b", lambda: 2) == 2

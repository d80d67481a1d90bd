"""The picture of a position: what it is, who gets it, and when it is painted."""

import io
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Timer
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from accounts.models import User
from games.models import Game
from games.pictures import painter as painter_module
from games.pictures import still
from games.pictures.drawing import drawing, style
from games.pictures.painter import Painter, PaintingFailedError
from games.pictures.painting import OURS
from games.pov import pov_of
from tests.child_processes import begun_by, children
from tests.games.factories import make_waiting_game
from tests.html import one, texts, value

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">%s</svg>'
DRAWING = SVG % '<rect width="8" height="8"/>'

pytestmark = pytest.mark.django_db


def path(game: Game, seq: int) -> str:
    return f"/games/{game.code}/replay/{seq}.png"


def picture(client: Client, game: Game, seq: int) -> Image.Image:
    answer = client.get(path(game, seq))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    return Image.open(io.BytesIO(answer.content)).convert("RGB")


@pytest.mark.parametrize("which", ["finished", "with_layouts"])
def test_each_step_has_a_picture_of_its_own(
    client: Client, which: str, request: pytest.FixtureRequest
) -> None:
    game: Game = request.getfixturevalue(which)
    drawn = [picture(client, game, seq) for seq in (0, 5, 17, game.version)]
    assert {one.size for one in drawn} == {(1200, 630)}
    assert all(len(one.getcolors(1 << 20) or []) > 20 for one in drawn)
    assert len({one.tobytes() for one in drawn}) == len(drawn)


def test_texts_stand_beside_the_board(client: Client, finished: Game) -> None:
    beside = picture(client, finished, 0).crop((640, 30, 1176, 220))
    ink = sum(1 for value in beside.convert("L").tobytes() if value < 90)
    assert ink > 500


def test_a_drawing_is_light_and_needs_nothing_from_elsewhere(
    finished: Game, with_layouts: Game
) -> None:
    for game in (finished, with_layouts):
        svg = drawing(pov_of(game, None))
        assert "var(" not in svg
        assert "light-dark" not in svg
        assert "Ada" in svg
        assert " won" in svg
        assert OURS.fullmatch(svg)
    assert ".p0 { fill: #2458d6; }" in style("cantstop")


def test_a_long_name_does_not_leave_the_picture(finished: Game) -> None:
    User.objects.update(username="W" * 30)
    names = texts(drawing(pov_of(finished, None, 3)), ".seat-name")
    (shown,) = [name for name in names if name.startswith("W")]
    assert 5 < len(shown) < 20
    assert shown.endswith("W…")


def test_a_picture_is_painted_once(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[str] = []

    def paint(self: Painter, svg: str, width: int) -> bytes:
        painted.append(svg)
        return b"PNG"

    monkeypatch.setattr(Painter, "paint", paint)
    for _ in range(3):
        assert client.get(path(finished, 4)).content == b"PNG"
    assert len(painted) == 1
    client.get(path(finished, 5))
    assert len(painted) == 2
    finished.seats.update(user=None)
    client.get(path(finished, 5))
    assert "deleted player" in painted[2]


def test_pictures_of_a_game_that_is_over_are_kept_long(
    client: Client, finished: Game, running: Game
) -> None:
    assert client.get(path(finished, 1))["Cache-Control"] == "public, max-age=86400"
    assert client.get(path(running, 1))["Cache-Control"] == "public, max-age=60"


def test_a_running_game_has_pictures_up_to_its_present_step(client: Client, running: Game) -> None:
    assert client.get(path(running, running.version)).status_code == 200
    assert client.get(path(running, running.version + 1)).status_code == 404


def test_a_game_by_link_only_has_pictures_and_a_table_that_waits_has_none(
    client: Client, finished: Game
) -> None:
    Game.objects.update(visibility=Game.Visibility.UNLISTED)
    assert client.get(path(finished, 1)).status_code == 200
    assert client.get(path(make_waiting_game(None), 0)).status_code == 404
    assert client.get("/games/nowhere1/replay/0.png").status_code == 404


def test_an_address_may_have_so_many_pictures_painted_but_all_that_are_kept(
    client: Client, finished: Game, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"draw": "2/m/ip"}
    monkeypatch.setattr(Painter, "paint", lambda *_: b"PNG")
    assert [client.get(path(finished, seq)).status_code for seq in (1, 2, 3, 1)] == [
        200,
        200,
        429,
        200,
    ]


def test_a_painter_that_fails_is_said_and_nothing_is_kept(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def paint(self: Painter, svg: str, width: int) -> bytes:
        raise PaintingFailedError

    with monkeypatch.context() as patch:
        patch.setattr(Painter, "paint", paint)
        assert client.get(path(finished, 1)).status_code == 503
    assert still.kept_picture(pov_of(finished, None, 1)) is None
    assert client.get(path(finished, 1)).status_code == 200


def test_a_painter_whose_process_dies_begins_another() -> None:
    before = children()
    with Painter() as painter:
        process = begun_by(lambda: painter.paint(DRAWING, 8))
        process.kill()
        process.wait()
        assert painter.paint(DRAWING, 8).startswith(b"\x89PNG")
        with pytest.raises(PaintingFailedError, match="ValueError"):
            painter.paint("no drawing", 8)
        assert painter.paint(DRAWING, 8).startswith(b"\x89PNG")
        assert len(children() - before) == 1
    assert children() == before


@pytest.mark.parametrize("drawn", [DRAWING, SVG % (" " * 10_000_000)], ids=["small", "large"])
def test_a_drawing_that_hangs_is_ended_in_time_and_the_next_one_works(
    monkeypatch: pytest.MonkeyPatch, drawn: str
) -> None:
    with Painter() as painter:
        process = begun_by(lambda: painter.paint(DRAWING, 8))
        process.suspend()
        with monkeypatch.context() as patch:
            patch.setattr(painter_module, "PATIENCE", 0.1)
            with pytest.raises(PaintingFailedError, match="took too long"):
                painter.paint(drawn, 8)
        assert not process.is_running()
        assert painter.paint(DRAWING, 8).startswith(b"\x89PNG")


HALF_AN_ANSWER = """
import os, sys, time
os.write(int(sys.argv[1]), bytes([0, 0, 0, 1]) + b"0" + bytes([0, 0, 0, 99]) + b"PNG")
time.sleep(30)
"""
"""A painter that is ready, announces 99 bytes, sends three of them and stops."""


def test_a_painter_that_stops_amid_its_answer_is_ended_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Painter() as painter:
        with monkeypatch.context() as patch:
            patch.setattr(Painter, "command", (sys.executable, "-c", HALF_AN_ANSWER))
            patch.setattr(painter_module, "PATIENCE", 1.0)
            with pytest.raises(PaintingFailedError, match="took too long"):
                painter.paint(DRAWING, 8)
        assert painter.paint(DRAWING, 8).startswith(b"\x89PNG")


def test_a_drawing_that_ends_the_process_fails_at_once_and_the_next_one_works() -> None:
    with Painter() as painter:
        process = begun_by(lambda: painter.paint(DRAWING, 8))
        process.suspend()
        Timer(0.1, process.kill).start()
        with pytest.raises(PaintingFailedError, match="went away"):
            painter.paint(DRAWING, 8)
        assert painter.paint(DRAWING, 8).startswith(b"\x89PNG")


def test_while_one_drawing_takes_long_others_do_not_wait_for_ever() -> None:
    with Painter() as painter, ThreadPoolExecutor(2) as pool:
        begun_by(lambda: painter.paint(DRAWING, 8)).suspend()
        paint = partial(painter.do, "paint", DRAWING, 8, patience=2, wait=0.1)
        asked = [pool.submit(paint) for _ in range(2)]
        failures = [str(each.exception()) for each in asked]
        assert sorted(failures) == ["the painter took too long", "too many wait for the painter"]


SERVER = f"""
import sys, psutil
from games.pictures.painter import Painter
painter = Painter()
painter.paint({DRAWING!r}, 8)
print("painted", flush=True)
sys.stdin.readline()
psutil.Process().children()[0].suspend()
"""
"""A server that paints and then, when it is told so, ends amid a picture."""


@pytest.mark.parametrize("ending", ["terminate", "kill", "end"])
def test_no_painter_outlives_the_server(ending: str) -> None:
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", SERVER], text=True, **pipes) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "painted\n"
        getattr(server, ending, lambda: None)()
        # Both processes write there: it ends when both have.
        assert server.communicate("\n" if ending == "end" else None, timeout=60)[0] == ""


def test_characters_that_our_fonts_lack_are_painted_all_the_same() -> None:
    svg = SVG % '<text y="20">漢</text>'
    with Painter() as painter:
        assert painter.paint(svg, 40).startswith(b"\x89PNG")


def test_each_step_says_what_a_link_to_it_shows(client: Client, finished: Game) -> None:
    html = client.get(f"/games/{finished.code}/replay/1/").content.decode()
    site = f"http://testserver/games/{finished.code}/replay"
    for name, content in {
        "og:title": "Step 1 · Ada – Rule of 28 · Can't Stop",
        "og:url": f"{site}/1/",
        "og:image": f"{site}/1.png",
        "og:image:width": "1200",
        "og:image:height": "630",
    }.items():
        assert value(html, f"meta[property='{name}']", "content") == content
    assert one(html, "meta[property='og:description'][content^='Ada rolled ']")
    alt = value(html, "meta[property='og:image:alt']", "content")
    assert alt.startswith("The Can't Stop board")
    assert value(html, "meta[name='twitter:card']", "content") == "summary_large_image"

"""From asking for an animation to having it, and what may go wrong between."""

import io
from datetime import timedelta
from typing import Any

import av
import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from PIL import Image, ImageChops, ImageStat

from accounts.guests import create_guest
from games import worker
from games.models import Game
from games.pictures import animations
from games.pictures.models import Animation
from games.pictures.painter import Painter, PaintingFailedError
from tests.games.tables import client_of, make_user
from tests.html import elements, one
from tests.refusals import codes

# The worker begins transactions of its own.
pytestmark = pytest.mark.django_db(transaction=True)

CLIP = {"from": "1", "to": "6", "delay": "300"}
QUERY = "from=1&to=6&delay=300"
LENGTH = 5 * 300 + 900
"""Milliseconds that these six pictures take, the last one three times as long as the others."""


def ask(client: Client, game: Game, format: str = "webp") -> str:
    """Ask for the animation and return the address of the page that shows how far it is."""
    answer = client.post(f"/games/{game.code}/animation/", CLIP | {"format": format})
    assert answer.status_code == 302
    where = answer["Location"]
    assert where == f"/games/{game.code}/animation/?{QUERY}&format={format}"
    return str(where)


def progress(client: Client, where: str) -> str:
    return client.get(where, headers={"HX-Request": "true"}).content.decode()


def test_going_back_shows_the_page_and_not_the_part_that_was_asked_for_last(
    client: Client, finished: Game
) -> None:
    where = ask(client, finished)
    for headers in ({}, {"HX-Request": "true"}):
        assert "no-store" in client.get(where, headers=headers)["Cache-Control"]


@pytest.mark.parametrize("which", ["finished", "with_layouts"])
def test_an_animation_is_drawn_by_the_worker_and_then_shown(
    client: Client, which: str, request: pytest.FixtureRequest
) -> None:
    game: Game = request.getfixturevalue(which)
    file = f"/games/{game.code}/replay.webp?{QUERY}"
    where = ask(client, game)
    assert client.get(file)["Location"] == where
    assert "Waiting in line" in progress(client, where)
    assert elements(progress(client, where), "[hx-trigger='every 1s']")

    assert worker.work_off()
    assert not worker.work_off()

    shown = progress(client, where)
    assert "hx-trigger" not in shown
    assert elements(shown, f"[src='/games/{game.code}/replay.webp?from=1&to=6&delay=300']")
    answer = client.get(file)
    assert answer["Content-Type"] == "image/webp"
    picture: Any = Image.open(io.BytesIO(answer.content))
    assert picture.size == (640, 336)
    animation = Animation.objects.get()
    assert picture.n_frames == animation.frames
    assert len(answer.content) == animation.size < 1_000_000
    assert durations(picture) == [300] * (picture.n_frames - 1) + [900]


def durations(picture: Any) -> list[int]:
    """Return how long each picture of an animation is shown."""
    found = []
    for number in range(picture.n_frames):
        picture.seek(number)
        picture.load()
        found.append(picture.info["duration"])
    return found


def drawn(client: Client, game: Game, format: str) -> bytes:
    """Have the animation drawn and return its file."""
    ask(client, game, format)
    worker.work_off()
    answer = client.get(f"/games/{game.code}/replay.{format}?{QUERY}")
    assert answer.status_code == 200
    assert answer["Content-Disposition"] == f'inline; filename="cantstop-{game.code}-1-6.{format}"'
    return answer.content


def test_a_gif_and_a_film_show_the_same_pictures_as_long(client: Client, finished: Game) -> None:
    sharp: Any = Image.open(io.BytesIO(drawn(client, finished, "webp")))
    picture: Any = Image.open(io.BytesIO(drawn(client, finished, "gif")))
    assert (picture.format, picture.size) == ("GIF", (640, 336))
    assert picture.info["loop"] == 0
    assert sum(durations(picture)) == LENGTH
    shown = frames_of(drawn(client, finished, "mp4"))
    for number in range(sharp.n_frames):
        sharp.seek(number)
        picture.seek(number)
        differing = ImageChops.difference(sharp.convert("RGB"), picture.convert("RGB"))
        assert max(ImageStat.Stat(differing).mean) < 2, number
        frame = next(image for time, image in reversed(shown) if time <= number * 0.3 + 0.01)
        differing = ImageChops.difference(sharp.convert("RGB"), frame)
        assert max(ImageStat.Stat(differing).mean) < 4, number


def frames_of(content: bytes) -> list[tuple[float, Image.Image]]:
    """Return the pictures of a film, which has the right form, and when each is shown."""
    with av.open(io.BytesIO(content), "r") as film:
        (stream,) = film.streams.video
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        assert (stream.width, stream.height) == (640, 336)
        assert (stream.average_rate or 0) >= 5  # fewer are refused by some players
        assert film.duration == LENGTH * 1000
        return [_picture_of(frame) for frame in film.decode(stream)]


def _picture_of(frame: Any) -> tuple[float, Image.Image]:
    return frame.time, frame.to_image()


def test_each_format_is_drawn_and_kept_apart(client: Client, finished: Game) -> None:
    for format in ("webp", "gif", "mp4", "mp4"):
        ask(client, finished, format)
    assert DBTaskResult.objects.count() == Animation.objects.count() == 3
    worker.work_off()
    found = [client.get(f"/games/{finished.code}/replay.{format}?{QUERY}").status_code
             for format in ("webp", "gif", "mp4")]  # fmt: skip
    assert found == [200, 302, 302]


def require_shown(client: Client, game: Game) -> None:
    """Check that the film is shown with controls and a name."""
    shown = progress(client, f"/games/{game.code}/animation/?{QUERY}&format=mp4")
    film = one(shown, "video[controls][muted][playsinline]:not([autoplay])").attributes
    assert film["src"] == f"/games/{game.code}/replay.mp4?from=1&to=6&delay=300"
    assert film["aria-label"] == "The game from step 1 to step 6"
    assert "MP4" in shown


PARTS = (
    ("bytes=0-1", 0, 2),
    ("bytes=5-", 5, None),
    ("bytes=-7", -7, None),
    ("bytes=3-999999999", 3, None),
)


def test_a_film_is_shown_and_answered_in_parts(
    client: Client, finished: Game, subtests: pytest.Subtests
) -> None:
    whole = drawn(client, finished, "mp4")
    with subtests.test("it has controls and a name"):
        require_shown(client, finished)
    path = f"/games/{finished.code}/replay.mp4?{QUERY}"
    assert client.get(path)["Accept-Ranges"] == "bytes"
    for asked, first, final in PARTS:
        with subtests.test(asked=asked):
            answer = client.get(path, headers={"Range": asked})
            assert (answer.status_code, answer.content) == (206, whole[first:final])
            begin = first % len(whole)
            last = begin + len(answer.content) - 1
            assert answer["Content-Range"] == f"bytes {begin}-{last}/{len(whole)}"
    for asked in (f"bytes={len(whole)}-", "bytes=9-3", "bytes=-0"):
        with subtests.test("a part that is not there is refused", asked=asked):
            answer = client.get(path, headers={"Range": asked})
            assert (answer.status_code, answer.content) == (416, b"")
            assert answer["Content-Range"] == f"bytes */{len(whole)}"
    for asked in ("bytes=", "bytes=x-y", "bytes=0-1,5-6", "lines=1-2", "bytes=-", "bytes=٣-"):
        with subtests.test("nonsense gets all", asked=asked):
            answer = client.get(path, headers={"Range": asked})
            assert (answer.status_code, answer.content) == (200, whole)
    with subtests.test("a part is never compressed"):
        require_plain_parts(client, path)


def require_plain_parts(client: Client, path: str) -> None:
    """Check that a film that is sent compressed as a whole is not in parts."""
    film = b"so easy to compress " * 100
    Animation.objects.update(picture=film)
    headers = {"Accept-Encoding": "gzip"}
    assert client.get(path, headers=headers)["Content-Encoding"] == "gzip"
    part = client.get(path, headers=headers | {"Range": "bytes=10-1509"})
    assert (part.status_code, part.content) == (206, film[10:1510])
    assert part["Content-Encoding"] == "identity"
    assert part["Content-Length"] == "1500"


@pytest.fixture
def nothing_real(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have what is drawn be no real pictures, which takes no time."""
    monkeypatch.setattr(Painter, "paint", lambda *_: b"PNG")
    monkeypatch.setattr(Painter, "animate", lambda *_: b"WEBP")


@pytest.mark.usefixtures("nothing_real")
def test_what_is_asked_for_twice_is_drawn_once(client: Client, finished: Game) -> None:
    ask(client, finished)
    ask(client, finished)
    assert DBTaskResult.objects.count() == Animation.objects.count() == 1
    worker.work_off()
    ask(client, finished)
    assert DBTaskResult.objects.count() == 1


@pytest.mark.usefixtures("nothing_real")
def test_the_page_tells_how_many_pictures_are_drawn(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = ask(client, finished)
    seen: list[str] = []

    def paint(self: Painter, svg: str, width: int) -> bytes:
        seen.append(progress(client, where))
        return b"PNG"

    monkeypatch.setattr(animations, "SAVED_EVERY", 0)
    monkeypatch.setattr(Painter, "paint", paint)
    worker.work_off()
    assert "0 of 6 pictures drawn" in seen[0]
    assert "5 of 6 pictures drawn" in seen[5]
    assert elements(seen[5], "[max='6'][value='5']")


def test_a_failure_is_said_and_it_can_be_asked_for_again(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = ask(client, finished)

    def paint(self: Painter, svg: str, width: int) -> bytes:
        raise PaintingFailedError

    with monkeypatch.context() as patch:
        patch.setattr(Painter, "paint", paint)
        worker.work_off()
    assert DBTaskResult.objects.get().status == TaskResultStatus.FAILED
    assert "We couldn't draw this animation" in progress(client, where)
    ask(client, finished)
    worker.work_off()
    assert "Download" in progress(client, where)


@pytest.mark.usefixtures("nothing_real")
def test_an_animation_that_became_too_large_is_not_kept(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animations, "MOST_BYTES", 3)
    where = ask(client, finished)
    worker.work_off()
    assert "too large" in progress(client, where)
    assert Animation.objects.get().picture is None


def test_what_a_killed_process_left_behind_can_be_asked_for_again(
    client: Client, finished: Game
) -> None:
    where = ask(client, finished)
    long_ago = timezone.now() - timedelta(minutes=5)
    Animation.objects.update(started_at=long_ago, touched_at=long_ago)
    assert "We couldn't draw this animation" in progress(client, where)
    ask(client, finished)
    assert "Waiting" in progress(client, where)


def test_old_animations_and_too_many_bytes_of_them_are_forgotten(
    finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animations, "MOST_BYTES_KEPT", 1000)
    now = timezone.now()
    for day in range(10):
        Animation.objects.create(
            game=finished, first=0, final=day, delay=300, look="x", frames=1,
            picture=b"x" * 300, size=300, created_at=now - timedelta(days=day),
        )  # fmt: skip
    animations.forget_old()
    assert list(Animation.objects.order_by("final").values_list("final", flat=True)) == [0, 1, 2]


def test_the_worker_that_finds_nothing_begins_no_transaction(
    django_assert_num_queries: Any,
) -> None:
    with django_assert_num_queries(1) as captured:
        assert not worker.work_off()
    assert captured[0]["sql"].startswith("SELECT")


@pytest.mark.usefixtures("nothing_real")
def test_names_that_went_are_not_shown_by_what_was_drawn_before(
    client: Client, finished: Game
) -> None:
    where = ask(client, finished)
    worker.work_off()
    assert "Download" in progress(client, where)
    finished.seats.update(user=None)
    cache.clear()
    assert client.get(f"/games/{finished.code}/replay.webp?{QUERY}").status_code == 302


def ask_for(client: Client, game: Game, final: int, address: str = "10.0.0.1") -> str:
    """Ask for an animation that ends at a step; return the code of the refusal, or ""."""
    answer = client.post(
        f"/games/{game.code}/animation/", CLIP | {"to": str(final)}, REMOTE_ADDR=address
    )
    return "" if answer.status_code == 302 else codes(answer)[0]


@pytest.mark.usefixtures("nothing_real")
def test_an_address_waits_for_three_animations_at_most_and_others_for_theirs(
    client: Client, finished: Game
) -> None:
    assert [ask_for(client, finished, final) for final in (2, 3, 4)] == ["", "", ""]
    assert ask_for(client, finished, 5) == "too-many-of-yours"
    assert ask_for(client, finished, 4) == "", "that one waits already"
    guest = client_of(create_guest())
    assert ask_for(guest, finished, 5) == "too-many-of-yours"
    assert ask_for(client, finished, 5, "10.0.0.2") == ""
    assert ask_for(client_of(make_user()), finished, 6) == ""
    worker.work_off()
    assert ask_for(client, finished, 7) == ""
    assert Animation.objects.exclude(size=0).get().asked_by == ""


@pytest.mark.usefixtures("nothing_real")
def test_a_person_waits_for_three_animations_at_most_from_whichever_address(
    finished: Game,
) -> None:
    ada = client_of(make_user())
    asked = [ask_for(ada, finished, number, f"10.0.0.{number}") for number in range(2, 6)]
    assert asked == ["", "", "", "too-many-of-yours"]


def test_what_a_killed_process_left_behind_keeps_nobody_from_asking(
    client: Client, finished: Game
) -> None:
    for final in (2, 3, 4):
        ask_for(client, finished, final)
    long_ago = timezone.now() - timedelta(minutes=5)
    Animation.objects.update(started_at=long_ago, touched_at=long_ago)
    assert ask_for(client, finished, 5) == ""


def test_only_so_many_wait_for_all_together(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animations, "MOST_WAITING", 2)
    asked = [ask_for(client, finished, number, f"10.0.0.{number}") for number in range(2, 5)]
    assert asked == ["", "", "too-many-wait"]

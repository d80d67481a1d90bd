"""The secret of a game is nowhere to be found until the game is over."""

import base64
import io
import logging
import pickle
import zipfile
from itertools import cycle
from typing import Any, cast
from unittest import mock

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from games.engine.core import Resign
from games.engine.fairness.fair_dice import Secret
from games.engine.registry import KINDS
from games.live import rendering
from games.models import Game, GameDice, TableOptions
from games.pov import pov_of
from games.services import dice as dice_service
from games.services import lobby
from games.services.dice import GameChance, revealed
from games.services.play import submit_action
from tests.engine.kinds import every_kind
from tests.games.tables import make_user, player_client, running_table, token_of, user_at
from tests.staff import staff_client

pytestmark = pytest.mark.django_db


def secret_of(game: Game) -> Secret:
    """Return the secret; only the services can open it, to make it public."""
    proof = GameDice.objects.get(game=game)
    with transaction.atomic():
        dice_service.publish_secret(proof)
        transaction.set_rollback(True)
    return Secret(bytes.fromhex(proof.secret))


def forms_of(secret: bytes) -> list[str]:
    """Return how the secret could be written."""
    return [
        secret.hex(),
        base64.b64encode(secret).decode().rstrip("="),
        base64.urlsafe_b64encode(secret).decode().rstrip("="),
        repr(bytes(secret))[2:-1],
        str(int.from_bytes(secret, "big")),
        ", ".join(map(str, secret)),
    ]


def require_hidden(secret: bytes, *places: object) -> None:
    for place in places:
        raw = place if isinstance(place, bytes) else str(place).encode()
        assert secret not in raw
        text = raw.decode("utf-8", "replace").lower()
        assert not [form for form in forms_of(secret) if form.lower() in text]


def roll(game: Game) -> Game:
    player = game.rules.active_players(game.position())[0]
    action = game.rules.parse_action("roll")
    return submit_action(game.code, player, action, token_of(game, player))


def admin_client() -> Client:
    admin = make_user()
    admin.is_staff = admin.is_superuser = True
    admin.save()
    return staff_client(admin)


def everything_cached() -> list[object]:
    """Return all keys and values of the cache, as they are stored."""
    store: Any = cast("Any", cache)._cache  # noqa: SLF001
    if isinstance(store, dict):  # the cache in memory
        return [*store.keys(), *store.values()]
    redis = store.get_client()
    keys = list(redis.scan_iter())
    # Who looks at which table is there as well, in sets.
    return [*keys, *(redis.get(key) for key in keys if redis.type(key) == b"string")]


@every_kind
def test_no_page_of_a_running_game_has_it(kind: str) -> None:
    game = roll(running_table(2, kind=kind))
    secret = secret_of(game)
    base = f"/games/{game.code}/"
    names = ("", "verify/", "record.json", "record.txt", "replay/0/", "replay/1/")
    paths = [base + name for name in names] + [
        f"{base}replay/frames/?from=0&to=5",
        f"{base}embed/",
        f"{base}animation/",
    ]
    if kind == "cantstop":  # lists tell the same of every game
        paths += ["/", "/lobby/", "/watch/", "/my-games/", "/replays/"]
        paths.append(f"/players/{user_at(game, 0).username}/")
    player = player_client(game, 0)
    for path in paths:
        for client in (player, Client()):
            answer = client.get(path, follow=True)
            assert answer.status_code == 200, path
            require_hidden(secret, answer.content, answer.headers, client.cookies)
            assert game.dice.sealed.encode() not in answer.content


@every_kind
def test_no_archive_of_ones_own_games_has_it(kind: str) -> None:
    game = roll(running_table(2, kind=kind))
    answer = player_client(game, 0).post("/my-games/records.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        files = [archive.read(name) for name in archive.namelist()]
    assert len(files) == 2
    require_hidden(secret_of(game), answer.content, *files)


@every_kind
def test_no_page_of_the_administration_has_it(kind: str) -> None:
    game = roll(running_table(2, kind=kind))
    client = admin_client()
    index = client.get("/admin/games/").content.decode()
    assert "gamedice" not in index
    for path in ("/admin/games/game/", f"/admin/games/game/{game.pk}/change/"):
        answer = client.get(path)
        assert answer.status_code == 200
        require_hidden(secret_of(game), answer.content)
        assert game.dice.sealed.encode() not in answer.content
    assert client.get("/admin/games/gamedice/").status_code == 404


@every_kind
def test_no_push_has_it(kind: str) -> None:
    game = roll(running_table(2, kind=kind))
    pushes = [rendering.render_regions(pov_of(game, player), "en").text for player in (0, None)]
    require_hidden(secret_of(game), *pushes, rendering.replay_head(game, "en").text)


def test_what_is_stored_is_sealed() -> None:
    game = roll(running_table())
    secret = secret_of(game)
    row = GameDice.objects.filter(game=game).values().get()
    require_hidden(secret, row)
    assert row["secret"] == ""
    assert revealed(game) is None
    require_hidden(secret, pickle.dumps(Game.objects.filter(pk=game.pk).values().get()))


def test_no_text_of_an_object_has_it() -> None:
    game = roll(running_table())
    secret, chance = secret_of(game), GameChance(game)
    chance.shuffle("x", 3)
    proof = GameDice.objects.get(game=game)
    assert f"{secret!r} {secret} {[secret]}" == "<secret> <secret> [<secret>]"
    source = dice_service.source_of(game)
    assert source is not None
    things: list[Any] = [game, proof, chance, source, source.dice(secret), pov_of(game, None)]
    things += game.seats.all()
    require_hidden(secret, *map(repr, things), *map(str, things))
    ended = submit_action(game.code, 0, Resign(), None)
    assert secret.hex() not in repr(pov_of(ended, None))


def test_neither_logs_nor_the_cache_have_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        game = roll(running_table())
        client = player_client(game, 0)
        client.get(f"/games/{game.code}/")
        client.get(f"/games/{game.code}/verify/")
    secret = secret_of(game)
    require_hidden(secret, caplog.text, *(query["sql"] for query in queries))
    require_hidden(secret, *everything_cached())


@pytest.mark.parametrize(
    ("kind", "where"), [*zip(KINDS, cycle(["event", "finish", "notify"]), strict=False)]
)
def test_no_error_page_has_it(kind: str, where: str) -> None:
    game = running_table(2, kind=kind)
    secret = secret_of(game)
    player = game.rules.active_players(game.position())[0]
    client = player_client(game, player)
    client.raise_request_exception = False
    target = {
        "event": "games.services.play.write_event",
        "finish": "games.services.play.next_due",
        "notify": "games.services.play.notify_game_changed",
    }[where]
    form = {"action": "roll", "token": token_of(game, player)}
    with mock.patch(target, side_effect=RuntimeError("x")), override_settings(DEBUG=True):
        answer = client.post(f"/games/{game.code}/act/", form)
    assert answer.status_code == 500
    page = answer.content.decode()
    assert "submit_action" in page
    assert "RuntimeError" in page
    require_hidden(secret, page)


@pytest.mark.parametrize(
    "target",
    [
        "hmac.digest",
        "games.services.dice.FairDice",
        "games.engine.fairness.fair_dice.itertools.count",
    ],
)
@override_settings(SECRET_KEY="a-key-that-is-nowhere-else")
def test_no_error_page_of_the_dice_themselves_has_it(target: str) -> None:
    game = running_table()
    player = game.rules.active_players(game.position())[0]
    client = player_client(game, player)
    client.raise_request_exception = False
    form = {"action": "roll", "token": token_of(game, player)}
    with mock.patch(target, side_effect=RuntimeError("x")), override_settings(DEBUG=True):
        answer = client.post(f"/games/{game.code}/act/", form)
    assert answer.status_code == 500
    require_hidden(secret_of(game), answer.content)
    assert settings.SECRET_KEY not in answer.content.decode()


def test_no_error_page_of_a_table_that_could_not_be_opened_has_it() -> None:
    secret = Secret(range(100, 132))
    client = Client(raise_request_exception=False)
    with (
        mock.patch.object(dice_service, "new_secret", return_value=secret),
        mock.patch.object(GameDice.objects, "create", side_effect=RuntimeError("x")),
        override_settings(DEBUG=True),
    ):
        answer = client.post("/games/play-now/", {"kind": "cantstop"})
    assert answer.status_code == 500
    require_hidden(secret, answer.content)


def test_a_table_that_is_closed_never_shows_it() -> None:
    user = make_user()
    game = lobby.create_table(user, TableOptions("cantstop", 2))
    lobby.leave(game.code, user)
    assert GameDice.objects.get(game=game).secret == ""


def test_the_end_of_the_game_shows_it_to_everybody() -> None:
    game = running_table()
    secret = secret_of(game)
    submit_action(game.code, 0, Resign(), None)
    for name in ("verify/", "record.json"):
        assert secret.hex() in Client().get(f"/games/{game.code}/{name}").content.decode()


def test_a_change_of_the_key_leaves_running_games_their_dice() -> None:
    with override_settings(SECRET_KEY="old"):
        game = running_table()
        secret = secret_of(game)
    with override_settings(SECRET_KEY="new", SECRET_KEY_FALLBACKS=["old"]):
        assert secret_of(game) == secret
        assert roll(game).version == 1

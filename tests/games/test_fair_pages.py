"""The pages about dice: vectors anybody can recompute, the sums of a game, and its dice.json."""

import hashlib
import hmac
import html
import itertools
import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.engine.core import Resign
from games.engine.fair import FairDice
from games.engine.registry import KINDS
from games.engine.verify import shuffles
from games.models import Game
from games.services.play import submit_action
from tests.games.factories import make_finished_game
from tests.games.pages import text
from tests.games.tables import running_table
from tests.games.test_salts import play_out

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
CODE = re.compile(r"<tr><td><code>([^<]*)</code></td><td>([\d ]+)</td></tr>")
LINE = re.compile(r"^\| `(.*)` \| ([\d ]+) \|$", re.MULTILINE)


def stream(secret: bytes, message: str) -> Iterator[int]:
    """Yield the bytes of a message of block 0 and of the blocks that follow."""
    label = message.removesuffix("|0")
    for block in itertools.count():
        yield from hmac.new(secret, f"{label}|{block}".encode(), hashlib.sha256).digest()


def below(n: int, source: Iterator[int]) -> int:
    while (byte := next(source)) >= 256 - 256 % n:
        pass
    return byte % n


def dice(secret: bytes, message: str, count: int) -> list[int]:
    source = stream(secret, message)
    return [below(6, source) + 1 for _ in range(count)]


def order(secret: bytes, message: str, count: int) -> list[int]:
    source, items = stream(secret, message), list(range(count))
    for i in reversed(range(1, count)):
        j = below(i + 1, source)
        items[i], items[j] = items[j], items[i]
    return items


def over(kind: str = "cantstop", players: int = 2) -> Game:
    """Return a game that was played by the services and is over."""
    game = running_table(players, kind=kind)
    play_out(game)
    game = Game.objects.get(pk=game.pk)
    while game.is_running:
        left = game.position().left
        player = next(player for player in range(game.size) if player not in left)
        game = submit_action(game.code, player, Resign(), None)
    return game


def check_vectors(vectors: list[tuple[str, str]]) -> None:
    secret = bytes(range(32))
    assert len(vectors) == 8
    for message, numbers in vectors:
        expected = [int(number) for number in numbers.split()]
        is_roll = re.search(r"\|\d+\|\d+\|\d+\|0$", message)
        made = (dice if is_roll else order)(secret, message, len(expected))
        assert made == expected, message


def test_the_vectors_of_the_page_follow_from_hmac_alone(client: Client) -> None:
    page = text(client, "/fair-dice/")
    secret = bytes(range(32))
    assert secret.hex() in page
    assert hashlib.sha256(secret).hexdigest() in page
    vectors = [(html.unescape(message), numbers) for message, numbers in CODE.findall(page)]
    check_vectors(vectors)
    messages = [message.split("|") for message, _ in vectors]
    assert any(255 in itertools.islice(stream(secret, "|".join(m)), 4) for m in messages)
    assert any(len(numbers.split()) > 32 for _, numbers in vectors)


def test_the_page_has_a_vector_for_every_order_that_a_game_draws(client: Client) -> None:
    page = text(client, "/fair-dice/")
    shown = [html.unescape(message).split("|")[3] for message, _ in CODE.findall(page)]
    for kind in KINDS.values():
        for players in range(kind.rules.min_players, kind.rules.max_players + 1):
            source = FairDice(bytes(32), "x", ("",) * players)
            for label in shuffles(kind.make_rules(players, {}), source):
                assert shown.count(label) == 1
                assert f"<code>{label}</code>" in page, "it is explained"


def test_the_vectors_of_the_document_are_the_pages(client: Client) -> None:
    document = (ROOT / "docs" / "dice.md").read_text()
    found = [(message.replace("\\|", "|"), said) for message, said in LINE.findall(document)]
    check_vectors(found)
    page = CODE.findall(text(client, "/fair-dice/"))
    assert found == [(html.unescape(message), said) for message, said in page]
    first = hmac.new(bytes(range(32)), found[0][0].encode(), hashlib.sha256).hexdigest()
    assert f"`{first}`" in document


@pytest.mark.parametrize(("kind", "players"), [("cantstop", 2), ("buttons", 3)])
def test_dice_json_of_a_game_that_is_over_can_be_checked(
    client: Client, kind: str, players: int
) -> None:
    game = over(kind, players)
    data = json.loads(text(client, f"/games/{game.code}/dice.json"))
    secret = bytes.fromhex(data["secret"])
    assert hashlib.sha256(secret).hexdigest() == data["commitment"]
    name = f"{data['scheme']}|{data['code']}|{','.join(data['salts'])}"
    assert data["scheme"] == "hmac-dice/1"
    assert data["rolls"]
    for roll in data["rolls"]:
        message = f"{name}|{roll['player']}|{roll['turn']}|{roll['roll']}|0"
        faces = dice(secret, message, roll["count"])
        fixed = roll["in_order"]
        assert [*faces[:fixed], *sorted(faces[fixed:])] == roll["faces"]
    drawn = order(secret, f"{name}|seats|0", players)
    assert [data["players"][place] for place in drawn] == list(range(players))


def test_how_many_dice_a_roll_has_is_told_by_the_rules_and_not_by_the_log(client: Client) -> None:
    game = over("buttons", 3)
    roll = game.events.filter(kind="rolled").order_by("seq").first()
    assert roll is not None
    roll.data["black"].pop()
    roll.save()
    told = json.loads(text(client, f"/games/{game.code}/dice.json"))["rolls"][0]
    assert (told["seq"], told["count"], len(told["faces"])) == (roll.seq, 6, 5)
    assert 'data-count="6"' in text(client, f"/games/{game.code}/verify/")


def test_dice_json_of_a_running_game_keeps_the_secret(client: Client) -> None:
    game = running_table()
    data = json.loads(text(client, f"/games/{game.code}/dice.json"))
    assert data["secret"] is None
    assert data["commitment"] == game.dice.commitment
    assert data["rolls"] == []


def test_the_page_of_sums_shows_messages_and_logged_dice_without_scripts(client: Client) -> None:
    for kind, players in (("cantstop", 2), ("buttons", 3)):
        game = over(kind, players)
        page = html.unescape(text(client, f"/games/{game.code}/verify/"))
        data = json.loads(text(client, f"/games/{game.code}/dice.json"))
        name = f"{data['scheme']}|{data['code']}|{','.join(data['salts'])}"
        for roll in data["rolls"]:
            message = f"{name}|{roll['player']}|{roll['turn']}|{roll['roll']}|0"
            assert f"<code>{message}</code>" in page
            assert f"<td>{' '.join(map(str, roll['faces']))}</td>" in page
        assert data["secret"] in page
        assert "verify_record.py" in page
        assert ("The set-up in the record is what these orders make" in page) == (kind == "buttons")
    for path in (f"/games/{game.code}/", f"/games/{game.code}/replay/0/"):
        assert f"/games/{game.code}/verify/" in text(client, path)


def test_the_page_of_a_running_game_says_what_will_be_there(client: Client) -> None:
    game = running_table()
    page = text(client, f"/games/{game.code}/verify/")
    assert game.dice.commitment in page
    assert "What will be here" in page
    assert "sums.js" not in page
    for path in (f"/games/{game.code}/", f"/games/{game.code}/replay/0/"):
        assert "/verify/" not in text(client, path)


def test_games_from_before_there_were_such_dice_have_no_sums(client: Client) -> None:
    game = make_finished_game(None, "bold", resign_after=3)
    for name in ("dice.json", "verify/"):
        assert client.get(f"/games/{game.code}/{name}").status_code == 404
    assert "dice" not in json.loads(text(client, f"/games/{game.code}/record.json"))
    assert "/verify/" not in text(client, f"/games/{game.code}/replay/0/")


@pytest.mark.parametrize(("kind", "players"), [("cantstop", 2), ("buttons", 3)])
def test_the_command_proves_a_record_of_the_site_and_finds_what_was_forged(
    client: Client, tmp_path: Path, kind: str, players: int
) -> None:
    game = over(kind, players)
    data = json.loads(text(client, f"/games/{game.code}/record.json"))
    path = tmp_path / "record.json"
    said = StringIO()
    path.write_text(json.dumps(data))
    call_command("verify_record", str(path), stdout=said)
    assert said.getvalue().startswith("Proven: ")

    def fails(reason: str) -> None:
        path.write_text(json.dumps(data))
        with pytest.raises(CommandError, match=reason):
            call_command("verify_record", str(path))

    last = data["events"].pop()
    fails(rf"event {last['seq'] - 1}: the log ends before the game does")
    data["outcome"] = None
    fails(rf"event {last['seq'] - 1}: the log ends before the game does")
    data["dice"]["secret"] = "ab" * 32
    fails("commitment is not that of the secret")
    data = json.loads(text(client, f"/games/{game.code}/record.json"))
    roll = next(event for event in data["events"] if event["type"] == "rolled")
    roll["dice" if "dice" in roll else "black"].pop()
    fails(rf"event {roll['seq']}: ")
    data = json.loads(text(client, f"/games/{game.code}/record.json"))
    roll = next(event for event in data["events"] if event["type"] == "rolled")
    key = "dice" if "dice" in roll else "black"
    roll[key] = sorted(face % 6 + 1 for face in roll[key])
    fails(rf"event {roll['seq']}: the dice are")
    del data["dice"]
    fails("event|dice")


def test_the_command_refuses_what_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for written in ("", "[]", "{}", '{"kind": "x"}'):
        path.write_text(written)
        with pytest.raises(CommandError, match="Not proven: "):
            call_command("verify_record", str(path))
    with pytest.raises(CommandError, match="Not proven: "):
        call_command("verify_record", str(tmp_path / "none"))

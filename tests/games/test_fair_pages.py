"""The pages about dice: vectors anybody can recompute, and the sums of a game."""

import hashlib
import hmac
import itertools
import json
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.engine.core import Resign
from games.engine.fairness.fair_dice import FairDice
from games.engine.fairness.verify import shuffles
from games.engine.records.download import script
from games.engine.registry import KINDS
from games.models import Game
from games.services.play import submit_action
from tests.engine.altered_records import at_the_limit
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game
from tests.games.pages import text
from tests.games.tables import running_table
from tests.games.test_salts import play_out
from tests.html import elements, one, texts

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]

SCRIPT_LINK = "a[href='/fair-dice/verify_record.py'][download]"
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


def vectors_of(page: str) -> list[tuple[str, str]]:
    """Return the messages of a page, and the numbers that follow from them."""
    rows = elements(page, "tr:has(> td:first-child > code[translate=no]:only-child)")
    return [(message, numbers) for message, numbers in (texts(row, "td") for row in rows)]


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
    committed = f"hmac-dice/2|bcdfghjk|{secret.hex()}"
    assert one(page, "code#vector-committed[translate=no]", committed)
    assert hashlib.sha256(committed.encode()).hexdigest() in page
    vectors = vectors_of(page)
    check_vectors(vectors)
    messages = [message.split("|") for message, _ in vectors]
    assert any(252 in itertools.islice(stream(secret, "|".join(m)), 4) for m in messages)
    assert any(len(numbers.split()) > 32 for _, numbers in vectors)


def test_the_page_has_a_vector_for_every_order_that_a_game_draws(client: Client) -> None:
    page = text(client, "/fair-dice/")
    shown = [message.split("|")[3] for message, _ in vectors_of(page)]
    for kind in KINDS.values():
        for players in range(kind.rules.min_players, kind.rules.max_players + 1):
            source = FairDice(bytes(32), "x", ("",) * players)
            for label in shuffles(kind.make_rules(players, {}), source):
                assert shown.count(label) == 1
                assert elements(page, "code[translate=no]", label), "it is explained"


def test_the_vectors_of_the_document_are_the_pages(client: Client) -> None:
    document = (ROOT / "docs" / "dice.md").read_text()
    found = [(message.replace("\\|", "|"), said) for message, said in LINE.findall(document)]
    check_vectors(found)
    page = text(client, "/fair-dice/")
    assert found == vectors_of(page)
    sealed = hashlib.sha256(f"hmac-dice/2|bcdfghjk|{bytes(range(32)).hex()}".encode()).hexdigest()
    assert f"| commitment | `{sealed}` |" in document
    told = f"salts/1|{sealed}|0123456789abcdef,,My_own-salt3"
    hashed = hashlib.sha256(told.encode()).hexdigest()
    told_in_table = told.replace("|", "\\|")
    assert f"| text of the hash of the salts | `{told_in_table}` |" in document
    assert f"| hash of the salts | `{hashed}` |" in document
    assert one(page, "code#vector-salts[translate=no]", told)
    assert one(page, "code#vector-salts-hash[translate=no]", hashed)
    first = hmac.new(bytes(range(32)), found[0][0].encode(), hashlib.sha256).hexdigest()
    assert f"`{first}`" in document


def messages_of(record: dict[str, Any]) -> Iterator[tuple[str, list[int], int]]:
    """Yield the message of each roll of a record, its dice, and how many of them are in order."""
    told = record["dice"]
    name = f"{told['scheme']}|{told['code']}|{','.join(seat['salt'] for seat in told['seats'])}"
    rules = KINDS[record["kind"]].rules_of_record(len(record["players"]), record["variant"])
    for event in record["events"]:
        if event["type"] == "rolled":
            place = f"{event['player']}|{event['turn']}|{event.get('roll', 1)}"
            faces = rules.faces_of(rules.event_from_json("rolled", event["player"], event))
            assert faces is not None
            yield f"{name}|{place}|0", [*faces.faces], faces.in_order


@every_kind
def test_the_dice_of_a_record_follow_from_what_the_record_says_and_its_page_shows_all_sums(
    client: Client, kind: str
) -> None:
    game = over(kind, 3)
    record = json.loads(text(client, f"/games/{game.code}/record.json"))
    secret = bytes.fromhex(record["dice"]["secret"])
    committed = f"hmac-dice/2|{game.code}|{record['dice']['secret']}"
    assert record["dice"]["scheme"] == "hmac-dice/2"
    assert hashlib.sha256(committed.encode()).hexdigest() == record["dice"]["commitment"]
    page = text(client, f"/games/{game.code}/verify/")
    messages = texts(page, "code[translate=no]")
    shown = texts(page, "td[data-logged]")
    rolls = list(messages_of(record))
    assert rolls
    for message, logged, fixed in rolls:
        made = dice(secret, message, len(logged))
        assert [*made[:fixed], *sorted(made[fixed:])] == logged
        assert message in messages
        assert " ".join(map(str, logged)) in shown
    assert record["dice"]["secret"] in page
    assert "verify_record.py" in page
    assert bool(elements(page, "[data-sum=set-up]")) == (kind == "buttons")
    for path in (f"/games/{game.code}/", f"/games/{game.code}/replay/0/"):
        assert f"/games/{game.code}/verify/" in text(client, path)


def test_what_people_download_is_the_whole_script_in_one_file(client: Client) -> None:
    assert elements(text(client, "/fair-dice/"), SCRIPT_LINK)
    answer = client.get("/fair-dice/verify_record.py")
    assert answer["Content-Disposition"] == 'attachment; filename="verify_record.py"'
    assert answer.content.decode() == script()


def test_the_page_of_sums_leaves_the_check_to_the_reader(client: Client) -> None:
    """What the site itself says of its games proves nothing."""
    page = text(client, f"/games/{over().code}/verify/")
    assert elements(page, SCRIPT_LINK)
    assert elements(page, "noscript")
    assert set(texts(page, "[data-verdict], [data-said]")) == {""}


def test_the_page_of_a_running_game_says_what_will_be_there(client: Client) -> None:
    game = running_table()
    page = text(client, f"/games/{game.code}/verify/")
    assert game.dice.commitment in page
    assert elements(page, "#sums-to-come")
    assert not elements(page, "script[src*=verify-page]")
    for path in (f"/games/{game.code}/", f"/games/{game.code}/replay/0/"):
        assert "/verify/" not in text(client, path)


def test_games_from_before_there_were_such_dice_have_no_sums(client: Client) -> None:
    game = make_finished_game(None, "bold", resign_after=3)
    assert client.get(f"/games/{game.code}/verify/").status_code == 404
    assert "dice" not in json.loads(text(client, f"/games/{game.code}/record.json"))
    assert "/verify/" not in text(client, f"/games/{game.code}/replay/0/")


@every_kind
def test_the_command_proves_a_record_of_the_site_and_finds_what_was_forged(
    client: Client, tmp_path: Path, kind: str
) -> None:
    game = over(kind, 3)
    data = json.loads(text(client, f"/games/{game.code}/record.json"))
    path = tmp_path / "record.json"
    said = StringIO()
    path.write_text(json.dumps(data))
    call_command("verify_record", str(path), stdout=said)
    assert said.getvalue().splitlines()[-1].startswith("Proven: ")

    def fails(reason: str) -> None:
        path.write_text(json.dumps(data))
        with pytest.raises(CommandError, match=reason):
            call_command("verify_record", str(path))

    last = data["events"].pop()
    fails(rf"event {last['seq'] - 1}: the log ends before the game does")
    data["outcome"] = None
    fails("nothing is wrong, but this could not be checked: outcome")
    data["dice"]["secret"] = "ab" * 32
    fails("commitment: the secret is not the one committed to")
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


def test_the_command_counts_the_bytes_of_a_file_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    for entry in at_the_limit():
        path.write_bytes(entry.text.encode())
        said = "Proven but for the salts" if entry.expected.proven else "longer than 256 kB"
        with pytest.raises(CommandError, match=said):
            call_command("verify_record", str(path), stdout=StringIO())


def test_the_command_refuses_what_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for written in ("", "[]", "{}", '{"kind": "x"}'):
        path.write_text(written)
        with pytest.raises(CommandError, match="Not proven: "):
            call_command("verify_record", str(path))
    with pytest.raises(CommandError, match="Not proven: "):
        call_command("verify_record", str(tmp_path / "none"))

"""Half of a surrogate pair, which no page can say, wherever a record may have a text."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounts.models import User
from games.engine.records.importer import RecordError, import_record
from tests.engine.kinds import every_kind
from tests.games.records import counts, paste, record_json, record_text
from tests.games.tables import client_of

HALF = "\ud800"
TAG = re.compile(r'\[(\w+)[^\]]* "([^"]*)"\]')


def texts(kind: str) -> dict[str, str]:
    """Return records with half a pair as the last value of a tag, by the tag's name."""
    told = record_text(kind)
    return {
        found[1]: told[: found.start(2)] + r"\u{d800}" + told[found.end(2) :]
        for found in TAG.finditer(told)
    }


def jsons(kind: str) -> dict[str, str]:
    """Return records with half a pair as a value or a key, by its place."""
    data = json.loads(record_json(kind))
    changed: dict[str, str] = {}
    for place, holder, key in places(data):
        if place not in changed:
            before = dict(holder)
            holder[key] = HALF
            changed[place] = json.dumps(data)
            holder.clear()
            holder.update(before)
    return changed


def places(data: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the name of each place for a text, and the object and the key where it is."""
    for value in data if isinstance(data, list) else []:
        yield from places(value, path)
    if isinstance(data, dict):
        yield f"{path} key", data, HALF
        for key, value in list(data.items()):
            yield f"{path} {key}", data, key
            yield from places(value, f"{path} {key}")


@every_kind
@pytest.mark.parametrize("changed", [texts, jsons])
def test_half_a_pair_is_refused_with_a_reason_that_can_be_sent(
    kind: str, changed: Callable[[str], dict[str, str]]
) -> None:
    for told in changed(kind).values():
        with pytest.raises(RecordError) as caught:
            import_record(told)
        assert caught.value.reason.encode()
        assert str(caught.value).encode()


PLACES = [(texts, "Game"), (texts, "Rules"), (jsons, " rules_version"), (jsons, " dice key")]


@pytest.mark.django_db
def test_the_page_says_so_and_changes_nothing(kestrel: User, subtests: pytest.Subtests) -> None:
    for changed, place in PLACES:
        with subtests.test(changed=changed, place=place):
            before = counts()
            answer = paste(client_of(kestrel), changed("cantstop")[place])
            assert answer.status_code == 422
            assert "Nothing was imported" in answer.content.decode()
            assert r"\ud800" in answer.content.decode()
            assert counts() == before

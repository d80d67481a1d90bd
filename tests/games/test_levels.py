"""How strong the bot is that sits down for who wants to play at once."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine.analysis_bots import SLUGS
from games.engine.registry import KINDS
from games.models import Game
from games.presenters import presenter
from games.presenters.levels import FOR_NEWCOMERS, NAMES, usual_level
from games.services import analyses
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, take_over
from tests.games.pages import text

pytestmark = pytest.mark.django_db

both_pages = pytest.mark.parametrize("path", ["/", "/lobby/"])


@pytest.fixture(autouse=True)
def _available(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.ANALYSIS = True
    monkeypatch.setattr(analyses, "is_available", lambda kind: True)


def levels(page: str) -> dict[str, bool]:
    """Return the levels that a page offers, and whether each is chosen."""
    found = re.findall(r'<input type="radio" name="level" value="(\w+)"( checked)?>', page)
    return {level: bool(checked) for level, checked in found}


def chosen(client: Client, path: str = "/") -> list[str]:
    return [level for level, checked in levels(text(client, path)).items() if checked]


def bot_that_plays(client: Client, **asked: str) -> str:
    answer = client.post("/games/play-now/", asked)
    code = answer.headers["Location"].split("/")[2]
    return Game.objects.get(code=code).seats.exclude(bot="").get().bot


@both_pages
def test_all_levels_are_offered_and_newcomers_begin_in_the_middle(
    client: Client, path: str
) -> None:
    assert list(levels(text(client, path))) == list(NAMES)
    assert chosen(client, path) == [FOR_NEWCOMERS]


@every_kind
def test_the_lobby_has_a_button_for_each_game(client: Client, kind: str) -> None:
    form = text(client, "/lobby/").split('<form class="card play-now"')[1].split("</form>")[0]
    assert f'name="kind" value="{kind}"' in form


@every_kind
def test_who_chooses_nothing_plays_the_bot_for_newcomers(client: Client, kind: str) -> None:
    assert bot_that_plays(client, kind=kind) == presenter(kind).LEVELS[FOR_NEWCOMERS]


@every_kind
@pytest.mark.parametrize("level", NAMES)
def test_each_level_has_its_bot_and_is_remembered(client: Client, kind: str, level: str) -> None:
    by_level = presenter(kind).LEVELS
    bot = by_level.get(level, list(by_level.values())[-1])
    assert bot_that_plays(client, kind=kind, level=level) == bot
    remembered = [level for level, slug in by_level.items() if slug == bot]
    assert [usual_level(User.objects.get())] == remembered
    assert bot_that_plays(client, kind=kind) == bot


def test_the_level_that_is_remembered_is_chosen_on_the_page(client: Client) -> None:
    bot_that_plays(client, kind="cantstop", level="strong")
    assert chosen(client) == ["strong"]


@every_kind
def test_a_bot_between_two_levels_is_remembered_as_the_easier_one(
    mireille: User, kind: str
) -> None:
    bots, by_level = list(KINDS[kind].bots), presenter(kind).LEVELS
    for bot in bots:
        make_finished_game(mireille, bot, kind=kind, resign_after=3)
        level = usual_level(mireille)
        assert bots.index(by_level[level]) <= bots.index(bot)
        harder = [bots.index(slug) for slug in by_level.values()]
        assert not any(bots.index(by_level[level]) < place <= bots.index(bot) for place in harder)


def test_a_bot_that_took_a_seat_over_or_is_no_longer_known_is_not_remembered(
    client: Client, mireille: User, kestrel: User
) -> None:
    client.force_login(mireille)
    take_over(make_finished_game(mireille, kestrel), kestrel)
    assert chosen(client) == [FOR_NEWCOMERS]
    make_finished_game(mireille, "bold").seats.filter(bot="bold").update(bot="deep-thought")
    assert chosen(client) == [FOR_NEWCOMERS]


@pytest.mark.parametrize("level", ["perfect", "\x00", "random"])
def test_a_level_that_there_is_not_is_not_found_and_makes_no_guest(
    client: Client, level: str
) -> None:
    assert client.post("/games/play-now/", {"level": level}).status_code == 404
    assert not User.objects.exists()


@every_kind
def test_without_the_analysis_the_level_of_the_oracle_is_not_offered(
    client: Client, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "is_available", lambda kind: False)
    assert list(levels(text(client, "/"))) == ["easy", "medium", "strong"]
    assert bot_that_plays(client, kind=kind, level="oracle") not in SLUGS


@every_kind
def test_a_bot_that_only_a_stand_in_could_play_is_not_seated(
    client: Client, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "is_available", lambda kind: False)
    wish = {"kind": kind, "bot": "oracle"}
    assert client.post("/games/play-now/", wish).status_code == 404
    assert not User.objects.exists()

"""The page about the bots: who they are, and what was measured of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from selectolax.lexbor import LexborNode

from games.analysis import measured as measuring
from games.analysis.measured import measured, weights_of
from games.engine.analysis_bots import SLUGS
from games.engine.shares import Share
from games.pages.bots import bots_of
from games.presenters import presenter
from games.services import analyses
from tests.analysis.measures import write_sample
from tests.engine.kinds import every_kind
from tests.games.pages import text
from tests.html import elements, one, text_of, texts, values

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Return where measures are looked for; there are none yet."""
    monkeypatch.setattr(analyses, "is_available", lambda kind: True)
    monkeypatch.setattr(measuring, "FOLDER", tmp_path)
    measured.cache_clear()
    yield tmp_path
    measured.cache_clear()


def section_of(client: Client, kind: str) -> LexborNode:
    return one(text(client, "/bots/"), f"section[aria-labelledby=bots-{kind}]")


@every_kind
def test_every_bot_is_there_with_its_sentence_and_is_played_by_a_press(
    client: Client, kind: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.ANALYSIS = True
    monkeypatch.setattr(analyses, "is_available", lambda kind: True)
    section = section_of(client, kind)
    for slug, bot in presenter(kind).BOTS.items():
        assert one(section, "h3", str(bot.name))
        assert str(bot.sentence) in text_of(section)
        assert one(section, f"[name=bot][value={slug}]")
    assert text_of(section).count("Not measured yet.") == len(presenter(kind).BOTS)
    assert not elements(section, "table")


@every_kind
def test_a_bot_that_cannot_play_here_is_said_and_has_no_button(
    client: Client, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "is_available", lambda kind: False)
    section = section_of(client, kind)
    by_analysis = set(SLUGS) & set(presenter(kind).BOTS)
    assert text_of(section).count("Not available on this site") == len(by_analysis)
    assert by_analysis.isdisjoint(values(section, "[name=bot]", "value"))


@every_kind
def test_what_was_measured_is_shown_with_its_error_and_the_command(
    client: Client, kind: str, folder: Path
) -> None:
    write_sample(folder, kind)
    section = section_of(client, kind)
    assert elements(section, "b", "80.0%")
    assert elements(section, "td", "78.0% to 82.0%")
    command = f"python manage.py match {kind} --cross --games 1000 --seed 1"
    assert one(section, "code[translate=no]", command)
    words = text_of(section)
    assert "wins 80.0%" in words
    assert "Each pair played 1,000 two-player games" in words
    assert "on 2026-11-25" in words
    assert "at most 2.4 percentage points" in words
    assert "Not measured yet." not in words


@every_kind
def test_the_table_says_what_each_won_against_each_other_one(
    client: Client, kind: str, folder: Path
) -> None:
    write_sample(folder, kind)
    table = one(section_of(client, kind), ".odds-table.cross")
    names = [str(bot.name) for bot in presenter(kind).BOTS.values()]
    assert texts(table, "th[scope=col]") == names
    assert texts(table, "th[scope=row]") == names
    assert [texts(row, "td") for row in elements(table, "tbody > tr")] == [
        ["20%"] * place + ["–"] + ["80%"] * (len(names) - 1 - place) for place in range(len(names))
    ]


@every_kind
def test_the_strongest_is_balanced_and_those_who_bust_more_often_are_reckless(
    kind: str, folder: Path
) -> None:
    write_sample(folder, kind)
    strongest, *others = [bot.nerve for bot in bots_of(kind).bots if bot.nerve]
    assert strongest.word == "balanced"
    assert strongest.sentence.startswith("25% of its ")
    if others:
        assert others[-1].word == "reckless"


@every_kind
def test_games_of_the_random_bot_count_for_no_strength_and_it_stands_last(
    client: Client, kind: str, folder: Path
) -> None:
    write_sample(folder, kind)
    assert bots_of(kind).bots[-1].slug == "random"
    assert bots_of(kind).bots[-1].strength is None
    assert text_of(section_of(client, kind)).count("Its games don't count toward strength.") == 1


@every_kind
def test_the_page_says_which_bots_are_levels(client: Client, kind: str) -> None:
    levels = presenter(kind).LEVELS
    assert texts(section_of(client, kind), ".badge") == [
        f"level {levels.index(bot) + 1}" for bot in presenter(kind).BOTS if bot in levels
    ]


@every_kind
def test_the_bots_stand_in_the_order_of_what_was_measured(kind: str, folder: Path) -> None:
    write_sample(folder, kind)
    found = measured(kind)
    assert found is not None
    strongest, *others, random = presenter(kind).BOTS
    strength: Any = found.strength
    strength[strongest] = Share(0.1, 0.08, 0.12)
    assert [bot.slug for bot in bots_of(kind).bots] == [*others, strongest, random]


@every_kind
def test_a_bot_that_stops_early_is_called_cautious(kind: str, folder: Path) -> None:
    write_sample(folder, kind)
    found = measured(kind)
    assert found is not None
    nerve: Any = found.nerve
    strength: Any = found.strength
    nerve["random"], strength["random"] = 0.1, Share(0.01, 0, 0.02)
    shown = bots_of(kind).bots[-1].nerve
    assert shown is not None
    assert shown.word == "cautious"


@every_kind
def test_a_bot_that_was_not_there_yet_is_not_measured(
    client: Client, kind: str, folder: Path
) -> None:
    write_sample(folder, kind)
    found = measured(kind)
    assert found is not None
    newest = next(iter(presenter(kind).BOTS))
    del found.strength[newest], found.nerve[newest]
    assert text_of(section_of(client, kind)).count("Not measured yet.") == 1


@every_kind
def test_the_figures_are_written_as_in_the_language_of_the_page(
    client: Client, kind: str, folder: Path
) -> None:
    write_sample(folder, kind)
    with translation.override("de"):
        strength = bots_of(kind).bots[0].strength
    assert strength is not None
    assert strength.share == "80,0%"


@every_kind
def test_what_is_committed_of_measures_was_measured_with_what_the_analysis_has_learned(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "FOLDER", Path(measuring.__file__).parent)
    found = measured(kind)
    if found is not None:
        assert set(found.strength) <= set(presenter(kind).BOTS)
        assert found.command.startswith(f"python manage.py match {kind} --cross")
        assert found.weights == weights_of(kind)


def test_the_page_is_found_from_where_bots_are_chosen(client: Client) -> None:
    for path in ("/", "/lobby/", "/rules/"):
        assert elements(text(client, path), "a[href='/bots/']")

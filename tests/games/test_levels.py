"""How strong the bot is that sits down if somebody wants to play at once."""

from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import queries
from games.analysis.measured import measured
from games.engine.analysis_bots import SLUGS
from games.engine.registry import KINDS
from games.models import Game, TableOptions
from games.presenters import presenter
from games.presenters.levels import (
    FOR_NEWCOMERS,
    HIGHEST,
    bot_at,
    bots_by_level,
    next_level,
    usual_level,
)
from games.services import analyses, lobby
from games.services.bot_moves import move_bots
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, make_running_game, take_over
from tests.games.pages import text
from tests.games.tables import token_of
from tests.html import elements, text_of, texts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _available(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.ANALYSIS = True
    monkeypatch.setattr(analyses, "is_available", lambda kind: True)


LEVELS = range(1, HIGHEST + 1)


def levels(page: str) -> dict[int, bool]:
    """Return the levels that a page offers, and whether each is that of the bot there."""
    found = [node.attributes for node in elements(page, "[name=level]")]
    return {int(level["value"] or 0): level.get("aria-current") == "true" for level in found}


def press(client: Client, **asked: str) -> str:
    """Press "Play a bot", or choose a level at a table; return the address of the new table."""
    return str(client.post("/games/play-now/", asked).headers["Location"])


def game_at(table: str) -> Game:
    return Game.objects.get(code=table.split("/")[2])


def bot_that_plays(client: Client, **asked: str) -> str:
    return game_at(press(client, **asked)).seats.exclude(bot="").get().bot


def chosen(client: Client, kind: str = "cantstop") -> list[int]:
    """Return the level at which somebody plays who chooses nothing."""
    page = text(client, press(client, kind=kind))
    return [level for level, is_there in levels(page).items() if is_there]


@every_kind
def test_the_table_offers_all_levels_of_its_game_and_newcomers_begin_low(
    client: Client, kind: str
) -> None:
    page = text(client, press(client, kind=kind))
    assert list(levels(page)) == list(range(1, len(presenter(kind).LEVELS) + 1))
    assert levels(page)[FOR_NEWCOMERS]


def test_a_table_against_a_chosen_bot_between_two_levels_offers_none(client: Client) -> None:
    table = press(client, kind="cantstop", bot="bold")
    assert levels(text(client, table)) == {}


def test_another_level_takes_the_place_of_a_game_that_has_not_begun(client: Client) -> None:
    first = game_at(press(client, kind="cantstop"))
    other = game_at(press(client, kind="cantstop", level="4", instead=first.code))
    assert other.seats.exclude(bot="").get().bot == bot_at("cantstop", 4)
    first.refresh_from_db()
    assert first.is_finished
    assert first.annulled_at is not None
    assert first.visibility == Game.Visibility.UNLISTED
    assert not first.seats.filter(won=True).exists()
    user = User.objects.get()
    assert list(queries.running_games_of(user)) == [other]
    assert queries.totals_of(user, queries.finished_games_of(user, user))["games"] == 0


def test_another_level_takes_the_place_of_a_table_that_waits_for_the_browser(
    client: Client,
) -> None:
    first = game_at(press(client, kind="cantstop", salt="~later"))
    assert first.is_waiting
    press(client, kind="cantstop", level="1", instead=first.code)
    first.refresh_from_db()
    assert first.status == Game.Status.CANCELLED


def test_nothing_but_ones_own_game_without_a_move_is_given_up(
    client: Client, mireille: User, kestrel: User
) -> None:
    client.force_login(mireille)
    with_people = make_running_game(mireille, kestrel)
    of_others = lobby.create_table(kestrel, TableOptions("cantstop", 2), bots=["bold"])
    begun = lobby.create_table(mireille, TableOptions("cantstop", 2), bots=["bold"])
    begun.seats.filter(user=mireille).update(has_moved=True)
    for code in (with_people.code, of_others.code, begun.code, "nosuchcode", "%00", ""):
        press(client, kind="cantstop", instead=code)
    for game in (with_people, of_others, begun):
        game.refresh_from_db()
        assert game.is_running


def test_the_levels_are_there_until_the_first_move(client: Client) -> None:
    table = press(client, kind="cantstop")
    game = game_at(table)
    player = game.seats.get(bot="").player
    while player not in game.rules.active_players(game.position()):
        move_bots(game)
        game = game_at(table)
    assert levels(text(client, table))
    client.post(f"{table}act/", {"action": "roll", "token": token_of(game, player)})
    assert levels(text(client, table)) == {}


@every_kind
def test_bots_to_add_stand_by_level_and_the_one_for_newcomers_is_chosen(
    client: Client, kind: str, mireille: User
) -> None:
    client.force_login(mireille)
    table = lobby.create_table(mireille, TableOptions(kind, 2))
    page = text(client, table.get_absolute_url())
    options = [
        (option.attributes["value"], "selected" in option.attributes, text_of(option))
        for option in elements(page, "select[name=bot] option")
    ]
    by_level = presenter(kind).LEVELS
    assert [(slug, words[:7]) for slug, _, words in options if words.startswith("Level ")] == [
        (slug, f"Level {number}") for number, slug in enumerate(by_level, start=1)
    ]
    assert tuple(slug for slug, *_ in options[: len(by_level)]) == by_level
    assert {slug for slug, *_ in options} == set(presenter(kind).BOTS)
    usual = [bot_at(kind, FOR_NEWCOMERS)] if by_level else []
    assert [slug for slug, chosen, _level in options if chosen] == usual


def test_nobody_else_is_offered_the_levels_of_a_table(client: Client) -> None:
    assert levels(text(Client(), press(client, kind="cantstop"))) == {}


def test_a_table_with_other_rules_or_more_seats_offers_none(mireille: User, client: Client) -> None:
    client.force_login(mireille)
    bot = bot_at("cantstop", FOR_NEWCOMERS)
    for options in (
        TableOptions("cantstop", 2, {"meeting": "jump"}),
        TableOptions("cantstop", 2, visibility=Game.Visibility.UNLISTED),
        TableOptions("cantstop", 3),
    ):
        game = lobby.create_table(mireille, options, bots=[bot] * (options.size - 1))
        assert levels(text(client, game.get_absolute_url())) == {}


@every_kind
def test_who_chooses_nothing_plays_the_bot_for_newcomers(client: Client, kind: str) -> None:
    assert bot_that_plays(client, kind=kind) == bot_at(kind, FOR_NEWCOMERS)


@every_kind
@pytest.mark.parametrize("level", LEVELS)
def test_each_level_has_its_bot_and_is_remembered(client: Client, kind: str, level: int) -> None:
    bots = presenter(kind).LEVELS
    bot = bots[min(level, len(bots)) - 1]
    assert bot_that_plays(client, kind=kind, level=str(level)) == bot
    assert usual_level(User.objects.get()) == bots.index(bot) + 1
    assert bot_that_plays(client, kind=kind) == bot


def test_home_says_the_level_that_is_remembered(client: Client) -> None:
    bot_that_plays(client, kind="cantstop", level="4")
    assert chosen(client) == [4]
    assert elements(text(client, "/"), "small", "level 4")


@every_kind
def test_a_bot_between_two_levels_is_remembered_as_the_easier_one(
    mireille: User, kind: str
) -> None:
    bots, by_level = list(KINDS[kind].bots), bots_by_level(kind)
    for bot in bots[bots.index(by_level[1]) :]:
        make_finished_game(mireille, bot, kind=kind, resign_after=3)
        level = usual_level(mireille)
        assert bots.index(by_level[level]) <= bots.index(bot)
        harder = [bots.index(slug) for slug in by_level.values()]
        assert not any(bots.index(by_level[level]) < place <= bots.index(bot) for place in harder)


@every_kind
def test_a_bot_below_all_levels_is_remembered_as_the_easiest_one(mireille: User, kind: str) -> None:
    make_finished_game(mireille, "random", kind=kind, resign_after=3)
    assert usual_level(mireille) == 1


def test_a_bot_that_took_a_seat_over_or_is_no_longer_known_is_not_remembered(
    client: Client, mireille: User, kestrel: User
) -> None:
    client.force_login(mireille)
    take_over(make_finished_game(mireille, kestrel), kestrel)
    assert chosen(client) == [FOR_NEWCOMERS]
    make_finished_game(mireille, "bold").seats.filter(bot="bold").update(bot="deep-thought")
    assert chosen(client) == [FOR_NEWCOMERS]


@pytest.mark.parametrize("level", ["perfect", "\x00", "0", "6", "²", "01"])
def test_a_level_that_there_is_not_is_not_found_and_makes_no_guest(
    client: Client, level: str
) -> None:
    assert client.post("/games/play-now/", {"level": level}).status_code == 404
    assert not User.objects.exists()


@every_kind
def test_without_the_analysis_all_levels_but_that_of_the_oracle_are_offered(
    client: Client, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "is_available", lambda kind: False)
    without_oracle = [bot for bot in presenter(kind).LEVELS if bot not in SLUGS]
    offered = levels(text(client, press(client, kind=kind)))
    assert list(offered) == list(range(1, len(without_oracle) + 1))
    assert offered[FOR_NEWCOMERS]
    assert bot_that_plays(client, kind=kind, level=str(HIGHEST)) == without_oracle[-1]


@every_kind
def test_a_bot_that_only_a_stand_in_could_play_is_not_seated(
    client: Client, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "is_available", lambda kind: False)
    wish = {"kind": kind, "bot": "oracle"}
    assert client.post("/games/play-now/", wish).status_code == 404
    assert not User.objects.exists()


@every_kind
def test_each_level_wins_about_three_of_four_games_against_the_one_below(kind: str) -> None:
    found, bots = measured(kind), presenter(kind).LEVELS
    if found is not None:
        assert len(bots) == HIGHEST
        for weaker, stronger in pairwise(bots):
            assert 0.65 <= found.won[stronger, weaker].mean <= 0.85


@every_kind
def test_after_a_win_the_next_level_is_tried_and_after_a_defeat_the_one_before(kind: str) -> None:
    bots = presenter(kind).LEVELS
    for level, bot in enumerate(bots, start=1):
        assert next_level(kind, bot, up=True) == (level + 1 if level < len(bots) else 0)
        assert next_level(kind, bot, up=False) == level - 1
    assert next_level(kind, "deep-thought", up=True) == 0


def test_a_bot_between_two_levels_has_both_of_them_next_to_it() -> None:
    assert next_level("cantstop", "bold", up=True) == 4
    assert next_level("cantstop", "bold", up=False) == 3
    assert next_level("cantstop", "random", up=True) == 1
    assert next_level("cantstop", "random", up=False) == 0


def test_the_next_level_after_the_last_that_can_be_had_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analyses, "is_available", lambda kind: False)
    assert next_level("cantstop", "linear", up=True) == 0


def test_the_end_of_a_game_against_a_bot_offers_a_harder_level_or_after_a_defeat_an_easier_one(
    client: Client, mireille: User
) -> None:
    client.force_login(mireille)
    seen = set()
    for seed in range(1, 7):
        game = make_finished_game(mireille, "cautious", seed=seed)
        won = game.seats.get(user=mireille).won
        page = text(client, game.get_absolute_url())
        assert list(levels(page)) == [3 if won else 1]
        assert elements(page, "button", f"Try level {3 if won else 1}")
        seen.add(won)
    assert seen == {True, False}


def test_the_end_of_a_game_between_people_or_of_others_offers_no_level(
    client: Client, mireille: User, kestrel: User
) -> None:
    client.force_login(mireille)
    for game in (make_finished_game(mireille, kestrel), make_finished_game(kestrel, "cautious")):
        assert levels(text(client, game.get_absolute_url())) == {}


def test_seats_and_lists_say_the_level_of_a_bot(client: Client, mireille: User) -> None:
    client.force_login(mireille)
    game = make_running_game(mireille, "cautious")
    assert elements(text(client, game.get_absolute_url()), "span.tag.level", "level 2")
    assert any(words.endswith("level 2") for words in texts(text(client, "/my-games/"), "small"))
    without = make_running_game(mireille, "bold")
    assert elements(text(client, without.get_absolute_url()), "span.tag:not(.level)", "bot")

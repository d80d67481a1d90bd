"""What is told of a game that is over: facts, key moments, the winning line, what to do next."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from selectolax.lexbor import LexborNode

from games.live.rendering import render_regions
from games.models import Game, Seat
from games.pov import Pov, pov_of
from games.presenters import table_of
from games.presenters.ending import Fact, Moment, facts, moments
from games.services.daily import end_past_days
from tests.engine.kinds import every_kind
from tests.games import days
from tests.games.factories import make_finished_game, make_running_game, make_user
from tests.games.povs import pov_after
from tests.games.tables import client_of
from tests.games.test_buttons_words import LINE
from tests.html import elements, link, one, text_of, texts

SHORT = "3434 7+7 3434 7+7 S 2222 4+4 1111 2+2 6666 12+12 3344"
"""Ada climbs four spaces; Ben takes three runners six spaces up, and busts with the fourth roll."""


def finished(kind: str, *holders: Any, **fields: Any) -> Game:
    return make_finished_game(*(holders or ("random", "random")), kind=kind, **fields)


def told(pov: Pov) -> tuple[list[Fact], list[Moment]]:
    return facts(table_of(pov)), moments(table_of(pov))


# --- Facts and moments ---


def test_facts_of_cantstop_are_counted_from_the_log() -> None:
    assert facts(table_of(pov_after(f"{SHORT} R0", player=None))) == [
        Fact("Biggest gain", "ada: 4 spaces in a turn", 5),
        Fact("Longest turn", "ben: 4 rolls, the last a bust", 12),
        Fact("Busts", "ada 0, ben 1"),
        Fact("Lead changes", "1"),
        Fact("Turns", "3"),
    ]


def test_facts_of_buttons_are_counted_from_the_log() -> None:
    assert facts(table_of(pov_after(LINE, kind="buttons", player=None))) == [
        Fact("Biggest gain", "ada: 3 stars in round 1", 16),
        Fact("Most rolls", "ada: 5 rolls in round 1", 12),
        Fact("Riskiest roll", "ada: 22.3% bust risk", 12),
        Fact("Busts", "ada 0, ben 0"),
        Fact("Lead changes", "0"),
        Fact("Turns", "13"),
    ]


def test_key_moments_are_the_costliest_bust_the_lead_and_the_end() -> None:
    assert moments(table_of(pov_after(f"{SHORT} R0", player=None))) == [
        Moment(12, "ben busts and loses 6 spaces."),
        Moment(13, "ada resigned."),
    ]
    assert moments(table_of(pov_after(LINE, kind="buttons", player=None))) == [
        Moment(16, "ada takes the lead for good."),
        Moment(30, "ada places 3 stars and wins."),
    ]


def test_a_bust_in_buttons_tells_what_it_took() -> None:
    pov = pov_after("11+2345 0@11 1@11 11+1122 O R0", kind="buttons", player=None)
    assert Moment(5, "ben busts and loses 1 button, worth 1 star.") in moments(table_of(pov))


@pytest.mark.django_db
@every_kind
@pytest.mark.parametrize("size", [2, 4])
def test_a_whole_game_has_four_to_six_facts_and_two_to_four_moments(kind: str, size: int) -> None:
    pov = pov_of(finished(kind, *["random"] * size), None)
    some, steps = told(pov)
    assert 4 <= len(some) <= 6
    assert 2 <= len(steps) <= 4
    assert [step.seq for step in steps] == sorted({step.seq for step in steps})
    assert steps[-1].seq == pov.seq
    for seq in [fact.seq for fact in some if fact.seq is not None] + [step.seq for step in steps]:
        assert 0 < seq <= pov.seq


@pytest.mark.parametrize(("moves", "kind"), [(f"{SHORT} R0", "cantstop"), (LINE, "buttons")])
def test_the_facts_are_the_same_for_all_who_look_but_players_are_called_you(
    moves: str, kind: str
) -> None:
    ada, ben, fan = (told(pov_after(moves, kind=kind, player=player)) for player in (0, 1, None))
    assert ada[1] == ben[1] == fan[1]
    for name, mine in (("ada", ada[0]), ("ben", ben[0])):
        named = [replace(fact, value=re.sub(r"\bYou\b", name, fact.value)) for fact in mine]
        assert named == fan[0] != mine


def test_a_table_that_hid_the_odds_does_not_tell_them_at_the_end() -> None:
    labels = [
        {fact.label for fact in facts(table_of(pov_after(LINE, kind="buttons", show_odds=shown)))}
        for shown in (True, False)
    ]
    assert labels[0] - labels[1] == {"Riskiest roll"}
    assert len(labels[1]) >= 4


def test_who_played_alone_is_not_named_in_each_fact() -> None:
    pov = pov_after("3434 7+7 3434 7+7 S R0", size=1)
    assert facts(table_of(pov))[:3] == [
        Fact("Biggest gain", "4 spaces in a turn", 5),
        Fact("Longest turn", "2 rolls", 3),
        Fact("Busts", "0"),
    ]


def test_a_game_given_up_before_the_first_roll_still_tells_what_there_is() -> None:
    some, steps = told(pov_after("R0", player=None))
    assert [fact.value for fact in some] == ["ada 0, ben 0", "0", "1"]
    assert steps == [Moment(1, "ada resigned.")]


# --- The winning line ---


def test_BT_18_the_winning_line_is_drawn_told_and_heard() -> None:
    table = table_of(pov_after(LINE, kind="buttons", player=1))
    boards: dict[int, Any] = {board.player: board for board in (*table.large, *table.small)}  # type: ignore[attr-defined]
    assert boards[0].won
    assert boards[0].band == "M110 110L510 110"
    assert not boards[1].won
    assert table.termination == "5 stars in a line, in row 1."
    assert boards[0].words.endswith("Winning line: (1,1) to (1,5).")
    assert "Winning line" not in boards[1].words


def test_no_line_is_drawn_before_the_end() -> None:
    pov = pov_after(LINE, kind="buttons", player=0)
    before = pov_after(LINE, kind="buttons", player=0, seq=pov.seq - 1)
    table = table_of(before)
    assert [board.won for board in table.large] == [False]  # type: ignore[attr-defined]


# --- The card ---


def _card(client: Client, game: Game) -> LexborNode:
    return one(client.get(f"/games/{game.code}/"), "div.end")


@pytest.mark.django_db
@every_kind
def test_facts_and_moments_on_the_card_lead_into_the_replay(kind: str) -> None:
    game = finished(kind)
    card = _card(Client(), game)
    for fact in facts(table_of(pov_of(game, None))):
        assert fact.label in text_of(card)
        assert fact.seq is None or elements(card, step_link(game, fact.seq))
    for moment in moments(table_of(pov_of(game, None))):
        assert elements(card, step_link(game, moment.seq))


def step_link(game: Game, seq: int) -> str:
    return f"a[href='/games/{game.code}/replay/{seq}/']"


@pytest.mark.django_db
def test_only_a_guest_who_sat_there_is_asked_to_keep_the_game() -> None:
    guest, ben = make_user("Guest-a", is_guest=True), make_user("ben")
    stranger = make_user("Guest-b", is_guest=True)
    game = finished("cantstop", guest, ben, resign_after=8)
    assert link(_card(client_of(guest), game), "Save this game") == (
        f"/accounts/signup/?next=/games/{game.code}/"
    )
    for user in (ben, stranger, None):
        assert "Save this game" not in text_of(_card(client_of(user), game))


@pytest.mark.django_db
def test_who_played_one_bot_alone_is_led_to_the_others() -> None:
    ada, ben = make_user("ada"), make_user("ben")
    others = "Play another bot"
    game = finished("cantstop", ada, "cautious", resign_after=8)
    assert link(_card(client_of(ada), game), others) == "/bots/#bots-cantstop"
    assert others not in text_of(_card(client_of(ben), game))
    both = finished("cantstop", ada, ben, "cautious", resign_after=8)
    assert others not in text_of(_card(client_of(ada), both))


@pytest.mark.django_db
def test_another_bot_is_played_at_once_and_an_unknown_one_is_not() -> None:
    ada = make_user("ada")
    client = client_of(ada)
    answer = client.post("/games/play-now/", {"kind": "buttons", "bot": "greedy"})
    assert answer.status_code == 302
    (game,) = Game.objects.all()
    assert set(Seat.objects.values_list("user__username", "bot")) == {("ada", ""), (None, "greedy")}
    assert game.kind == "buttons"
    for bot in ("bold", ""):  # of another game, or none
        answer = client.post("/games/play-now/", {"kind": "buttons", "bot": bot})
        assert answer.status_code == 404
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_players_find_people_and_everybody_may_share() -> None:
    ada = make_user("ada")
    game = finished("cantstop", ada, "cautious", resign_after=8)
    for user, people in ((ada, True), (None, False)):
        card = _card(client_of(user), game)
        assert "Find people" in text_of(card)
        assert ("Rematch" in text_of(card)) is people
        end = f"/games/{game.code}/replay/{game.version}/#share"
        assert elements(card, f"[href='{end}'][data-share]")


@pytest.mark.django_db
def test_the_facts_come_only_with_the_last_push() -> None:
    running = make_running_game("random", "random", events=30)
    assert "end-facts" not in render_regions(pov_of(running, None), "en").text
    over = finished("cantstop")
    assert "end-facts" in render_regions(pov_of(over, None), "en").text


@pytest.mark.django_db
@pytest.mark.parametrize("end", [days.solve, days.give_up])
def test_the_end_of_a_daily_try_tells_of_it_and_keeps_the_link_until_the_day_is_over(
    end: Callable[[Game], Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, ada = days.Clock(monkeypatch), make_user("ada")
    game = end(days.begin(ada))
    card = _card(client_of(ada), game)
    assert "Daily results" in text_of(card)
    assert "Turns" in text_of(card)
    assert "Rematch" not in text_of(card)
    assert "" not in texts(card, "p")
    end_of_replay = f"[href='/games/{game.code}/replay/{game.version}/#share']"
    assert one(card, f"{end_of_replay}:not([data-share])", "Share")
    clock.now = days.CLOSED
    end_past_days()
    assert elements(_card(client_of(ada), game), f"{end_of_replay}[data-share]")

"""Positions that people set up, to see what each choice is worth there."""

from html import unescape
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.analysis.thinking import evaluate
from games.engine.cantstop.board import LENGTHS
from games.engine.registry import KINDS
from games.pages import pages_of
from games.pages.setting_up import PositionForm
from games.presenters import table_of
from tests.each_case import each_case
from tests.engine.kinds import ANALYSED, every_analysed_kind
from tests.games.factories import make_running_game
from tests.games.pages import text
from tests.games.tables import client_of
from tests.games.test_what_if import choices
from tests.html import elements, link, one, value, values
from tests.refusals import codes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("analysis_answers")]

CANTSTOP, BUTTONS = "/what-if/cantstop/", "/what-if/buttons/"


def form_of(kind: str, query: str) -> PositionForm:
    form_class = pages_of(kind).PositionForm
    assert form_class is not None
    form = form_class(QueryDict(query))
    assert form.is_valid(), form.errors
    return form


def refusals_at(path: str) -> list[ValidationError]:
    """Return why the form at this address is refused."""
    kind, query = path.removeprefix("/what-if/").split("/?")
    form_class = pages_of(kind).PositionForm
    assert form_class is not None
    return [
        error
        for errors in form_class(QueryDict(query)).errors.as_data().values()
        for error in errors
    ]


@every_analysed_kind
def test_it_begins_with_an_empty_board_for_two(client: Client, kind: str) -> None:
    answer = client.get(f"/what-if/{kind}/")
    assert answer.status_code == 200
    pov = answer.context["pov"]
    assert pov.game.size == 2
    assert not any(table_of(pov).standing(player)[0] for player in range(2))
    assert choices(answer.content.decode()) == [("Roll", "win 50.0%")]


@every_analysed_kind
def test_one_chooses_first_how_many_play(client: Client, kind: str) -> None:
    html = text(client, f"/what-if/{kind}/")
    least = 1 if KINDS[kind].solo else 2
    sizes = [href[-1] for href in values(html, "[href^='?players=']", "href")]
    assert sizes == [str(size) for size in range(least, 5)]
    for size in (sizes[0], sizes[-1]):
        answer = client.get(f"/what-if/{kind}/", {"players": size}, follow=True)
        assert answer.status_code == 200
        assert answer.context["pov"].game.size == int(size)
    form = answer.context["form"]
    sent = [(name, form[name].value() or "") for name in form.fields]
    sent = [(name, value) for name, value in sent if value]
    assert client.get(f"/what-if/{kind}/", dict(sent), follow=True).status_code == 200


@pytest.mark.parametrize("colour", ["yellow", "green"])
def test_with_three_players_any_card_but_red_may_be_out(client: Client, colour: str) -> None:
    query = {"players": "3", f"{colour}_card": "none"}
    query["blue_card"] = {"yellow": "1", "green": "2"}[colour]
    answer = client.get(BUTTONS, query, follow=True)
    assert answer.status_code == 200
    held = {card for hand in answer.context["pov"].state.cards for card in hand}
    assert held == {"red", "yellow", "green", "blue"} - {colour}


@each_case(
    ("asked", "meant"),
    [
        (f"{CANTSTOP}?players=3&players=2", CANTSTOP),
        (f"{CANTSTOP}?a7=8&a7=6", f"{CANTSTOP}?a7=6"),
        (f"{CANTSTOP}?meeting=jump&meeting=share", CANTSTOP),
        (f"{CANTSTOP}?all_runners=yes&all_runners=on&x=y", f"{CANTSTOP}?all_runners=on"),
        (f"{CANTSTOP}?players=1&meeting=jump", f"{CANTSTOP}?players=1"),
        (f"{BUTTONS}?b0=45&b0=11&b0=11", f"{BUTTONS}?b0=11&b0=45"),
    ],
)
def test_what_is_said_twice_or_for_nothing_goes(client: Client, asked: str, meant: str) -> None:
    answer = client.get(asked)
    assert (answer.status_code, answer["Location"]) == (302, meant)
    assert client.get(meant).status_code == 200


def test_markers_and_runners_stand_where_one_puts_them(client: Client) -> None:
    answer = client.get(CANTSTOP, {"a7": "6", "b8": "3", "b2": "3", "r6": "2", "r7": "8"})
    answer = client.get(answer["Location"])
    state = answer.context["pov"].state
    assert (state.markers[0][7], state.markers[1][8]) == (6, 3)
    assert (state.runners[6], state.runners[7]) == (2, 8)
    assert state.owners[2] == 1
    assert choices(answer.content.decode()) == [("Stop", "win 70.0% best"), ("Roll", "win 50.0%")]


def test_so_do_buttons_stars_and_cards(client: Client) -> None:
    query = {"b0": ["23", "45"], "s1": "11", "b1": "14", "standing1": "opted-out"}
    query |= {"red_card": "1", "yellow_card": "0", "layout0": "3A"}
    state = client.get(BUTTONS, query, follow=True).context["pov"].state
    assert state.buttons == ({(2, 3), (4, 5)}, {(1, 4)})
    assert state.stars == (frozenset(), {(1, 1)})
    assert state.layouts == ("3A", "1B")
    assert state.cards == (("yellow", "blue"), ("red", "green"))
    assert state.dice == 4
    assert state.turn_player == 0


def test_the_address_says_the_position_and_no_more(client: Client) -> None:
    answer = client.get(CANTSTOP, {"players": "2", "a2": "", "a7": "6", "meeting": "share"})
    assert (answer.status_code, answer["Location"]) == (302, f"{CANTSTOP}?a7=6")
    assert client.get(answer["Location"]).status_code == 200


def test_the_form_says_what_the_address_says(client: Client) -> None:
    html = text(client, f"{CANTSTOP}?players=3&columns_to_win=4&a7=6")
    assert value(html, "[name=a7] option[selected]") == "6"
    assert value(html, "[name=columns_to_win] option[selected]") == "4"
    assert elements(html, "[aria-label='Cleo, column 12']")
    html = text(client, f"{BUTTONS}?b0=23&b0=45")
    ticked = "input[type=checkbox][checked]"
    assert values(html, ticked, "name") == ["b0", "b0"]
    assert values(html, ticked, "value") == ["23", "45"]


def test_a_choice_leads_on_and_keeps_the_position(client: Client) -> None:
    stop = link(text(client, f"{CANTSTOP}?a7=6&r7=8"), "Stop")
    assert stop == f"{CANTSTOP}?a7=6&r7=8&do=stop"
    answer = client.get(stop)
    assert answer.context["pov"].state.markers[0][7] == 8
    assert answer.context["pov"].state.turn_player == 1


def test_so_does_a_roll_with_the_faces_that_one_types_in(client: Client) -> None:
    answer = client.get(f"{CANTSTOP}?a7=6&r7=8", {"dice": "3456", "a7": "6", "r7": "8"})
    assert answer["Location"] == f"{CANTSTOP}?a7=6&r7=8&do=roll:3456"
    html = text(client, answer["Location"])
    assert {name for name, _worth in choices(html)} == {"7 + 11", "8 + 10", "9 + 9"}


@pytest.mark.parametrize("path", [f"{CANTSTOP}?a7=6", f"{BUTTONS}?b0=23"])
def test_wrong_faces_are_refused(client: Client, path: str) -> None:
    answer = client.get(f"{path}&dice=12")
    assert (answer.status_code, codes(answer)) == (422, ["bad-roll"])


IMPOSSIBLE = [
    (f"{CANTSTOP}?a7=13&b7=3", "Column 7 is claimed by Ada. No one else can be there."),
    (f"{CANTSTOP}?a7=13&r7=13", "Column 7 is claimed, so it can't have a runner."),
    (f"{CANTSTOP}?b2=3&b3=5&b12=3", "Bo has already won."),
    (f"{CANTSTOP}?r2=1&r3=1&r4=1&r5=1", "There are only three runners."),
    (f"{CANTSTOP}?a7=6&r7=6", "Column 7: the runner must be above the marker of Ada."),
    (
        f"{CANTSTOP}?players=3&columns_to_win=5&a2=3&a3=5&a4=7&a5=9&b6=11&b7=13&b8=11&b9=9"
        "&c10=7&c11=5&c12=3",
        "All columns are claimed, so the game is over.",
    ),
    (
        f"{CANTSTOP}?meeting=jump&b7=8&r7=8",
        "Column 7: with these rules, pieces can't share a space.",
    ),
    (
        f"{CANTSTOP}?meeting=must-roll&a6=2&b6=2",
        "Column 6: with these rules, pieces can't share a space.",
    ),
    (f"{BUTTONS}?layout0=1B", "Each player needs a different layout."),
    (f"{BUTTONS}?red_card=1", "Each player holds 2 cards."),
    (f"{BUTTONS}?players=3&red_card=1", "Each player holds 1 card."),
    (f"{BUTTONS}?b0=11&s0=11", "Ada can't have both a button and a star on (1,1)."),
    (
        f"{BUTTONS}?b1=11&b1=12",
        "Bo can't have buttons side by side: (1,1) and (1,2).",
    ),
    (BUTTONS + "?" + "&".join(f"s0=1{n}" for n in range(1, 6)), "Ada has already won."),
    (f"{BUTTONS}?standing1=opted-out", "Bo needs a button to opt out."),
    (f"{BUTTONS}?standing1=bust&b1=11", "Bo has busted and can't have buttons."),
]


def test_what_cannot_be_a_position_is_refused_in_a_sentence(
    client: Client, subtests: pytest.Subtests
) -> None:
    for path, said in IMPOSSIBLE:
        with subtests.test(path=path, said=said):
            (error,) = refusals_at(path)
            assert (error.code, error.messages) == ("impossible-position", [said])
    for path, said in (IMPOSSIBLE[0], IMPOSSIBLE[-1]):
        with subtests.test(path=path, said=said, on="the page"):
            answer = client.get(path)
            assert (answer.status_code, codes(answer)) == (422, ["impossible-position"])
            assert said in unescape(answer.content.decode())


NOT_OFFERED = [
    f"{CANTSTOP}?a7=14",
    f"{CANTSTOP}?a7=x",
    f"{CANTSTOP}?columns_to_win=9",
    f"{CANTSTOP}?players=4&columns_to_win=5",
    f"{CANTSTOP}?meeting=fight",
    f"{CANTSTOP}?players=9",
    f"{BUTTONS}?players=1",
    f"{BUTTONS}?b0=77",
    f"{BUTTONS}?layout0=9Z",
    f"{BUTTONS}?standing1=asleep",
    f"{BUTTONS}?red_card=7",
]


def test_so_is_what_no_field_offers(client: Client, subtests: pytest.Subtests) -> None:
    for path in NOT_OFFERED:
        with subtests.test(path=path):
            errors = refusals_at(path)
            assert errors
            assert all(error.code == "invalid_choice" for error in errors)
    answer = client.get(NOT_OFFERED[0])
    assert answer.status_code == 422
    assert "is not one of the available choices" in unescape(answer.content.decode())


@pytest.mark.parametrize("path", ["/what-if/pig/", "/what-if/chess/"])
def test_other_games_have_none(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_nor_has_a_site_without_analysis(client: Client, settings: Any) -> None:
    settings.ANALYSIS = False
    assert client.get(CANTSTOP).status_code == 404
    assert "/what-if/" not in text(client, "/rules/cantstop/strategy/")


def test_where_there_are_too_many_choices_none_is_evaluated(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.views.what_if.MOST_EVALUATED", 1)
    html = text(client, f"{CANTSTOP}?a7=6&r7=8")
    assert choices(html) == [("Roll", ""), ("Stop", "")]
    assert "No answer from the analysis yet." in html


def test_the_form_is_left_out_where_a_line_has_led_on(client: Client) -> None:
    html = text(client, f"{CANTSTOP}?a7=6&r7=8&do=stop")
    assert not elements(html, "#set-up")
    assert elements(html, f"a[href='{CANTSTOP}?a7=6&r7=8#set-up']")
    assert one(text(client, f"{CANTSTOP}?a7=6&r7=8"), "#set-up")


@every_analysed_kind
def test_the_page_on_strategy_leads_there(client: Client, kind: str) -> None:
    assert elements(text(client, f"/rules/{kind}/strategy/"), f"a[href='/what-if/{kind}/']")


def test_who_plays_with_people_is_not_told_what_choices_are_worth(
    kestrel: User, mireille: User
) -> None:
    make_running_game(kestrel, mireille, events=2)
    html = text(client_of(kestrel), f"{CANTSTOP}?a7=6&r7=8")
    assert choices(html) == [("Roll", ""), ("Stop", "")]
    assert "first finish your games with people" in html


@settings(max_examples=50)
@given(
    players=st.integers(1, 4),
    heights=st.lists(st.tuples(st.integers(2, 12), st.integers(0, 12)), max_size=12),
)
def test_every_position_of_markers_is_one_that_the_rules_go_on_from(
    players: int, heights: list[tuple[int, int]]
) -> None:
    query = "&".join(
        f"{'abcd'[n % players]}{column}={min(height, LENGTHS[column] - 1) or ''}"
        for n, (column, height) in enumerate(dict(heights).items())
    )
    pov = form_of("cantstop", f"players={players}&{query}").pov
    assert {str(action) for action in pov.rules.legal_actions(pov.state, 0)} == {"roll"}


@pytest.mark.parametrize("kind", ANALYSED)
def test_what_a_form_says_makes_the_same_form(kind: str) -> None:
    query = {"cantstop": "players=3&a7=6&b8=3&r2=1", "buttons": "players=3&b0=23&s2=11"}[kind]
    form = form_of(kind, query)
    again = QueryDict(mutable=True)
    for name, said in form.said():
        again.appendlist(name, said)
    assert form_of(kind, again.urlencode()).pov.state == form.pov.state


@pytest.mark.xdist_group("analysis")  # so that only one process compiles
@pytest.mark.xdist_group("analysis")  # which has compiled it
@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("cantstop", "a7=6&b7=8&r7=8&r6=1"),
        ("cantstop", "meeting=jump&a7=6&b7=8&r7=9&r6=1"),
        ("cantstop", "meeting=must-roll&a7=6&b7=8&r7=8&r6=1"),
        ("cantstop", "all_runners=on&a2=3&b12=3&r7=8"),
        ("cantstop", "players=1&a2=3&a3=5&r7=13"),
        ("cantstop", "players=3&columns_to_win=5&a2=3&a3=5&a4=7&a5=9&b6=11&b7=13&b8=11&b9=9&c10=7"),
        ("buttons", "b0=11&b0=33&s0=22&standing1=bust&s1=66"),
        ("buttons", "players=3&blue_card=0&red_card=1&yellow_card=none"),
        ("buttons", "players=4&b2=16&standing2=opted-out&b0=61"),
    ],
)
def test_the_analysis_evaluates_such_positions(kind: str, query: str) -> None:
    pov = form_of(kind, query).pov
    evaluation = evaluate(pov.rules, pov.state, 0)
    legal = {str(action) for action in pov.rules.legal_actions(pov.state, 0)}
    assert set(evaluation.actions) == legal
    if pov.game.size > 1:
        assert all(sum(values) == pytest.approx(1) for values in evaluation.actions.values())

"""The pages of rules and strategy: their pictures and numbers are those of the engine."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import cast

import pytest
from django.test import Client
from selectolax.lexbor import LexborNode

from games.engine.buttons.actions import Place
from games.engine.buttons.analysis import obstacle
from games.engine.buttons.board import cells_to_json
from games.engine.buttons.scoring import score
from games.engine.buttons.state import ButtonsState
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import goals
from games.engine.errors import ActionError
from games.pages import pages_of
from games.pages.buttons import examples as buttons_examples
from games.pages.cantstop import examples as cantstop_examples
from games.pages.cantstop.strategy import all_triples
from games.pages.examples import Example, after
from games.presenters import presenter
from games.presenters.buttons.geometry import MIDDLES
from games.services.tables import ABANDONED_TIME
from tests.each_case import each_case
from tests.engine.kinds import every_kind
from tests.games.pages import text
from tests.games.tables import make_user
from tests.html import elements, one, text_of, texts, values

CANTSTOP = cantstop_examples.examples()
BUTTONS = buttons_examples.examples()

pytestmark = pytest.mark.django_db


def cantstop_state(name: str) -> CantStopState:
    return cast("CantStopState", CANTSTOP[name].state)


def buttons_state(name: str) -> ButtonsState:
    return cast("ButtonsState", BUTTONS[name].state)


@cache
def page(path: str) -> str:
    """Return a page, which is the same for everybody, so that it is drawn once."""
    return text(Client(), path)


def picture(path: str, name: str) -> LexborNode:
    return one(page(path), f"[data-example={name}]")


def legal(example: Example) -> list[str]:
    """Return what the rules allow the turn player in the pictured position."""
    pov = example.pov
    return [str(action) for action in pov.rules.legal_actions(pov.state, pov.active[0])]


def row(html: str, mark: str) -> list[str]:
    """Return the cells of the row of a table that has this attribute."""
    return texts(one(html, f"tr[{mark}]"), "th, td")


# --- Every kind ---------------------------------------------------------------


@every_kind
def test_rules_and_strategy_lead_to_each_other(kind: str) -> None:
    rules, strategy = f"/rules/{kind}/", f"/rules/{kind}/strategy/"
    assert elements(page(rules), f"main a[href='{strategy}']")
    assert elements(page(strategy), f"main a[href='{rules}']")


@every_kind
def test_the_index_leads_to_rules_and_strategy_and_names_the_author(kind: str) -> None:
    html = page("/rules/")
    assert elements(html, f"main a[href='/rules/{kind}/']")
    assert elements(html, f"main a[href='/rules/{kind}/strategy/']")
    assert presenter(kind).ABOUT.box.author in html


def lesson(html: str) -> str:
    """Return what a page teaches, without the page around it."""
    found = str(one(html, "main:has(h1)").html)
    assert len(found) > 100
    return found


@every_kind
def test_the_strategy_is_drawn_once_for_all_visitors(
    kind: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(*_: object) -> dict[str, object]:
        raise AssertionError("drawn again")

    path = f"/rules/{kind}/strategy/"
    before = lesson(text(client, path))
    monkeypatch.setattr(type(pages_of(kind)), "strategy_context", draw)
    client.force_login(make_user())
    assert lesson(text(client, path)) == before


def test_there_is_no_strategy_of_an_unknown_game() -> None:
    assert Client().get("/rules/chess/strategy/").status_code == 404


@every_kind
def test_the_rules_say_who_made_the_game_and_for_which_ages(kind: str) -> None:
    box = presenter(kind).ABOUT.box
    html = page(f"/rules/{kind}/")
    facts = text_of(one(html, "dl.box"))
    for fact in (box.author, f"{box.publisher}, {box.year}", f"{box.age} and up", "2–4"):
        assert fact in facts


@every_kind
@pytest.mark.parametrize("which", ["", "strategy/"])
def test_pictures_and_links_within_a_page_point_to_one_thing_each(kind: str, which: str) -> None:
    html = page(f"/rules/{kind}/{which}")
    ids = Counter(values(html, "[id]", "id"))
    assert ids.most_common(1)[0][1] == 1
    targets = {target.removeprefix("#") for target in values(html, "[href^='#']", "href")}
    assert targets
    assert targets - ids.keys() == set()


@every_kind
def test_every_declared_example_is_drawn_on_one_of_the_pages(kind: str) -> None:
    declared = pages_of(kind).rules_context().get("examples", {})
    drawn = {
        name
        for path in (f"/rules/{kind}/", f"/rules/{kind}/strategy/")
        for name in values(page(path), "[data-example]", "data-example")
    }
    assert drawn == set(declared)


@every_kind
def test_the_rules_say_how_long_a_player_may_be_absent(kind: str) -> None:
    assert elements(page(f"/rules/{kind}/"), f"[data-move-days='{ABANDONED_TIME.days}']")


def test_an_example_the_rules_do_not_allow_is_refused() -> None:
    pov = CANTSTOP["split"].pov
    with pytest.raises(ActionError):
        after(pov.rules, pov.log.states[0], [*pov.log.events, *pov.log.events])


# --- Can't Stop ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["split", "one_sum", "double", "last_runner"])
def test_the_splits_a_picture_offers_are_those_the_rules_allow(name: str) -> None:
    drawn = picture("/rules/cantstop/", name)
    assert values(drawn, "[data-action]", "data-action") == legal(CANTSTOP[name])


def test_the_pictured_splits_are_the_ones_the_text_speaks_of() -> None:
    assert legal(CANTSTOP["split"]) == ["split:5+11", "split:7+9", "split:8+8"]
    assert legal(CANTSTOP["one_sum"]) == ["split:11", "split:7+9", "split:8+8"]
    assert legal(CANTSTOP["last_runner"]) == ["split:6+8", "split:5", "split:9", "split:7+7"]
    assert legal(CANTSTOP["double"]) == ["split:12"]


def test_the_pictured_turn_ends_with_markers_where_the_runners_stood() -> None:
    runners = cantstop_state("turn_3").runners
    stopped = cantstop_state("turn_4")
    assert stopped.markers[0] == runners
    assert (stopped.turn_player, stopped.free_runners) == (1, 3)


def test_the_pictured_bust_takes_the_runners_and_leaves_the_markers() -> None:
    risk, bust = cantstop_state("risk"), cantstop_state("bust")
    assert bust.bust is not None
    assert bust.bust.runners == risk.runners
    assert bust.markers == risk.markers
    assert len(elements(picture("/rules/cantstop/", "bust"), "[class=lost]")) == 3


def test_the_pictured_stops_claim_a_column_and_win() -> None:
    assert cantstop_state("claim").claimed(0) == (10,)
    assert cantstop_state("claim").markers[1][10] == 0 < cantstop_state("top").markers[1][10]
    assert cantstop_state("win").claimed(0) == (3, 7, 10)
    assert cantstop_state("win").phase is Phase.OVER


def test_the_pictured_options_are_those_of_the_rules() -> None:
    jumped = cantstop_state("jump")
    assert jumped.runners[10] == 5
    assert jumped.other_markers(10) == {3, 4}
    for name, may_stop in (("must_roll", False), ("may_stop", True), ("two_runners", False)):
        assert ("stop" in legal(CANTSTOP[name])) is may_stop
        assert bool(elements(picture("/rules/cantstop/", name), ".no-stop")) is not may_stop


def test_the_rules_offer_the_columns_to_win_that_the_engine_allows() -> None:
    html = page("/rules/cantstop/")
    offered = [
        list(map(int, re.findall(r"\d", item))) for item in texts(html, "ul[data-goals] > li")
    ]
    assert offered == [[size, *goals(size)] for size in (2, 3, 4)]


@each_case(
    ("columns", "rolls"),
    [("2-12", 171), ("3-11", 302), ("4-10", 461), ("5-9", 580), ("6-8", 727), ("7", 834)],
)
def test_the_strategy_has_the_exact_odds_of_each_column(columns: str, rolls: int) -> None:
    html = page("/rules/cantstop/strategy/")
    assert row(html, f'data-column="{columns}"')[2] == str(rolls)


@pytest.mark.parametrize(
    ("columns", "cells"),
    [
        ("6-7-8", ["1192 92.0%", "8.0%", "8", "16.4"]),
        ("4-6-8", ["1181 91.1%", "8.9%", "7", "13.4"]),
        ("5-7-9", ["1106 85.3%", "14.7%", "4", "7.8"]),
        ("2-7-12", ["1012 78.1%", "21.9%", "2", "4.1"]),
        ("2-3-12", ["568 43.8%", "56.2%", "0", "0.8"]),
    ],
)
def test_the_strategy_has_the_exact_odds_of_three_runners(columns: str, cells: list[str]) -> None:
    html = page("/rules/cantstop/strategy/")
    assert row(html, f'data-columns="{columns}"')[1:] == cells


def test_all_165_sets_of_three_columns_are_counted() -> None:
    rolls = all_triples()
    assert len(rolls) == 165
    assert (max(rolls.values()), min(rolls.values())) == (1192, 568)


def test_the_strategy_counts_the_pictured_turn_by_the_rule_of_28() -> None:
    assert elements(page("/rules/cantstop/strategy/"), "[data-score='24']")


def test_closed_columns_make_a_first_roll_risky() -> None:
    html = page("/rules/cantstop/strategy/")
    assert row(html, 'data-closed="7"')[1] == "0.0%"
    assert row(html, 'data-closed="6-7-8"')[1] == "1.9%"


# --- Buttons ------------------------------------------------------------------


@pytest.mark.parametrize(("name", "player"), [("roll", 0), ("roll", 1), ("bust", 1)])
def test_the_rings_of_a_picture_are_the_cells_the_rules_allow(name: str, player: int) -> None:
    pov = BUTTONS[name].pov
    actions = pov.rules.legal_actions(pov.state, player)
    cells = [action.cell for action in actions if isinstance(action, Place)]
    boards = elements(picture("/rules/buttons/", name), ":has(> .layout-head)")
    rings = elements(boards[player], "[href='#b-o']")
    assert [(ring.attributes["x"], ring.attributes["y"]) for ring in rings] == [
        tuple(map(str, MIDDLES[cell])) for cell in cells
    ]


def test_the_pictured_roll_is_the_one_the_text_speaks_of() -> None:
    pov = BUTTONS["roll"].pov
    assert legal(BUTTONS["roll"]) == ["place:5,2", "place:5,3", "place:5,5", "place:5,6"]
    assert list(map(str, pov.rules.legal_actions(pov.state, 1))) == ["place:5,6", "decline"]
    assert legal(BUTTONS["bust"]) == ["place:5,3", "decline"]
    assert buttons_state("placed").turn_player == 1


def test_what_is_said_of_each_cell_is_what_the_rules_say() -> None:
    state = buttons_state("neighbours")
    cells = elements(page("/rules/buttons/"), "[data-cell][data-obstacle]")
    said = [
        (*re.findall(r"\d", str(cell.attributes["data-cell"])), cell.attributes["data-obstacle"])
        for cell in cells
    ]
    assert state.rolled is not None
    assert {int(column) for _, column, _ in said} == state.rolled.columns
    for line, column, reason in said:
        found = obstacle(state.buttons[0], state.stars[0], (int(line), int(column)))
        assert reason == (found.value if found else "free")
    assert {reason for _, _, reason in said} == {"free", "neighbour", "star"}
    assert legal(BUTTONS["neighbours"]) == ["place:3,1", "place:3,4"]


def test_the_dice_of_a_round_are_those_of_the_rules_without_an_impossible_number() -> None:
    html = page("/rules/buttons/")
    assert values(html, "[data-dice]", "data-dice") == ["6-4", "6-5-4", "6-5-4-3"]
    assert [row(html, f'data-players="{n}"') for n in (2, 3, 4)] == [
        ["2", "2", "0"],
        ["3", "1", "1"],
        ["4", "1", "0"],
    ]


def test_the_counted_stars_are_those_the_rules_give() -> None:
    counted = score(buttons_state("count"), 0)
    assert counted.stars == 4
    assert len(buttons_state("stars").stars[0]) == counted.stars
    drawn = picture("/rules/buttons/", "count")
    assert "★ 4" in text_of(drawn)
    assert len(elements(drawn, "[href='#b-c']")) == 6


def test_the_pictured_line_wins() -> None:
    state = buttons_state("line")
    assert state.result is not None
    assert (state.result.winners, state.result.termination) == ((0,), "line")
    assert cells_to_json(state.stars[0])[:5] == [[2, column] for column in range(1, 6)]


def test_cards_move_on_to_the_next_player() -> None:
    first, second = buttons_examples.cards_by_round()
    assert second == (first[-1], *first[:-1])
    html = page("/rules/buttons/")
    drawn = values(
        html, "table:has(#hands-table) [href^='#k-'], #hands-table [href^='#k-']", "href"
    )
    assert drawn == [
        f"#k-{card.value}" for hands in (first, second) for hand in hands for card in hand
    ]


@each_case("free", range(7))
def test_the_strategy_has_the_exact_chance_of_a_bust_in_a_row(free: int) -> None:
    html = page("/rules/buttons/strategy/")
    shown = [float(cell.rstrip("%")) for cell in row(html, f'data-free="{free}"')[1:]]
    exact = [100 * Fraction(6 - free, 6) ** columns for columns in (5, 4, 3, 2)]
    assert shown == pytest.approx([float(chance) for chance in exact], abs=0.051)


def test_the_strategy_says_how_much_it_matters_where_five_buttons_lie() -> None:
    html = page("/rules/buttons/strategy/")
    assert row(html, 'data-buttons="5"') == ["5", "127960", "1.2%", "13.4%", "42.2%"]
    assert elements(html, "[data-row='6.7%'][data-column='0.01%']")
    assert row(html, 'data-stake="3"') == ["★ 3", "25.0%", "40.0%"]

"""Score sheets to print: what is on them is the engine's."""

from collections import Counter

import pytest
from django.test import Client

from games.engine.buttons.board import CELLS
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.cantstop.board import COLUMNS, LENGTHS
from games.pages import pages_of
from tests.each_case import each_case
from tests.engine.kinds import every_kind
from tests.games.pages import text
from tests.html import elements, one, texts, values

pytestmark = pytest.mark.django_db


@every_kind
def test_the_rules_link_to_a_score_sheet_where_there_is_one(client: Client, kind: str) -> None:
    path = f"/rules/{kind}/sheet/"
    has_one = pages_of(kind).score_sheet is not None
    assert bool(elements(text(client, f"/rules/{kind}/"), f"a[href='{path}']")) == has_one
    assert client.get(path).status_code == (200 if has_one else 404)


def test_an_unknown_game_has_no_score_sheet(client: Client) -> None:
    assert client.get("/rules/tiddlywinks/sheet/").status_code == 404


@every_kind
def test_a_sheet_that_cannot_be_drawn_says_what_can_be_chosen(client: Client, kind: str) -> None:
    score_sheet = pages_of(kind).score_sheet
    if score_sheet is None:
        return
    name = next(iter(score_sheet.USUAL))
    for wrong in ("99", "\0", "<b>", ""):
        answer = client.get(f"/rules/{kind}/sheet/", {name: wrong})
        assert answer.status_code == 400
        assert elements(answer, ".errors")
        assert not elements(answer, ".sheet")
    assert elements(client.get(f"/rules/{kind}/sheet/"), ".sheet")


# --- Can't Stop ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_a_box_in_every_space_of_the_board(client: Client, players: int) -> None:
    html = text(client, f"/rules/cantstop/sheet/?players={players}")
    columns = elements(html, "div.column")
    assert len(columns) == len(COLUMNS)
    for number, column in zip(COLUMNS, columns, strict=True):
        assert one(column, "b.number", str(number))
        assert len(elements(column, ".space")) == LENGTHS[number]
        letters = Counter(texts(column, ".box"))
        assert letters == dict.fromkeys("ABCD"[:players], LENGTHS[number])


# --- Buttons ---


@each_case("first", list(LAYOUTS))
def test_a_layout_on_paper_has_the_colours_of_the_engine(client: Client, first: str) -> None:
    second = next(name for name in LAYOUTS if name != first)
    html = text(client, f"/rules/buttons/sheet/?layouts={first}&layouts={second}")
    cells = {str(cell.id): texts(cell, "text")[0] for cell in elements(html, "g[id$=-cell]")}
    assert cells == {f"{colour.value}-cell": colour.name[0] for colour in Colour}
    sheets = elements(html, "section.player")
    assert len(sheets) == 2
    for name, sheet in zip((first, second), sheets, strict=True):
        shown = values(sheet, "[href$=-cell]", "href")
        assert shown == [f"#{LAYOUTS[name][cell].value}-cell" for cell in CELLS]


@pytest.mark.parametrize("layouts", [["1A"], ["1A", "1A"], list(LAYOUTS)[:5]])
def test_two_to_four_different_layouts_go_on_a_sheet(client: Client, layouts: list[str]) -> None:
    answer = client.get("/rules/buttons/sheet/", {"layouts": layouts})
    assert answer.status_code == 400
    assert "Choose between 2 and 4 layouts." in answer.content.decode()

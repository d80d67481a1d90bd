"""Score sheets to print: what is on them is the engine's."""

import re
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

pytestmark = pytest.mark.django_db


@every_kind
def test_the_rules_link_to_a_score_sheet_where_there_is_one(client: Client, kind: str) -> None:
    path = f"/rules/{kind}/sheet/"
    has_one = pages_of(kind).score_sheet is not None
    assert (f'href="{path}"' in text(client, f"/rules/{kind}/")) == has_one
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
        page = answer.content.decode()
        assert 'class="errors' in page
        assert 'class="sheet"' not in page


# --- Can't Stop ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_has_a_box_in_every_space_of_the_board(client: Client, players: int) -> None:
    html = text(client, f"/rules/cantstop/sheet/?players={players}")
    columns = html.split('<div class="column">')[1:]
    assert len(columns) == len(COLUMNS)
    for number, column in zip(COLUMNS, columns, strict=True):
        assert f'<b class="number">{number}</b>' in column
        assert column.count('class="space"') == LENGTHS[number]
        letters = Counter(re.findall(r'class="box">(\w)<', column))
        assert letters == dict.fromkeys("ABCD"[:players], LENGTHS[number])


# --- Buttons ---


@each_case("first", list(LAYOUTS))
def test_a_layout_on_paper_has_the_colours_of_the_engine(client: Client, first: str) -> None:
    second = next(name for name in LAYOUTS if name != first)
    html = text(client, f"/rules/buttons/sheet/?layouts={first}&layouts={second}")
    letters = dict(re.findall(r'<g id="(\w+)-cell">.*?<text[^>]*>(\w)<', html, re.DOTALL))
    assert letters == {colour.value: colour.name[0] for colour in Colour}
    sheets = html.split('<section class="player">')[1:]
    assert len(sheets) == 2
    for name, sheet in zip((first, second), sheets, strict=True):
        cells = re.findall(r'href="#(\w+)-cell"', sheet)
        assert cells == [LAYOUTS[name][cell].value for cell in CELLS]


@pytest.mark.parametrize("layouts", [["1A"], ["1A", "1A"], list(LAYOUTS)[:5]])
def test_two_to_four_different_layouts_go_on_a_sheet(client: Client, layouts: list[str]) -> None:
    answer = client.get("/rules/buttons/sheet/", {"layouts": layouts})
    assert answer.status_code == 400
    assert "Choose between 2 and 4 layouts." in answer.content.decode()

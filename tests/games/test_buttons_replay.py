"""Replays of Buttons: decisions on one roll are one step, and each of them has its own page."""

import re
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from tests.games.factories import make_finished_game, make_user
from tests.games.pages import replay_page
from tests.games.tables import buttons_table, play
from tests.html import elements, one, plain, text_of, value, values

pytestmark = pytest.mark.django_db

MOVES = "42+2344 1- 2@42 0@43 22+1345 1@21 0- 2@22"
"""Events 1: deal, 2: roll, 3..5: decisions, 6: roll, 7..9: decisions."""
STOPS = [0, 1, 2, 5, 6, 9]
TO_STARS = "11+2345 0@11 1@11 O O 1*11 0*11"
"""Events 8 and 9 are the stars."""


@pytest.fixture
def game() -> Game:
    return buttons_table(MOVES, players=3)


def path(game: Game, rest: object = "") -> str:
    return f"/games/{game.code}/replay/{rest}"


def targets(client: Client, game: Game, seq: int) -> dict[str, int | None]:
    """Return the seq to which each button of a step leads, None where it leads nowhere."""
    buttons = elements(replay_page(client, game, seq), "a[data-go]")
    leads = {str(button.attributes["data-go"]): button.attributes.get("href") for button in buttons}
    return {name: int(href.split("/")[-2]) if href else None for name, href in leads.items()}


def count(client: Client, game: Game, seq: int) -> str:
    return text_of(one(replay_page(client, game, seq), "output#r-count"))


def step_of(html: str) -> str:
    return text_of(one(html, "#r-step"))


def test_BT_13_going_forward_and_back_passes_over_the_parts_of_a_step(
    client: Client, game: Game
) -> None:
    links = {seq: targets(client, game, seq) for seq in STOPS}
    assert [links[seq]["forward"] for seq in STOPS] == [*STOPS[1:], None]
    assert [links[seq]["back"] for seq in STOPS] == [None, *STOPS[:-1]]


def test_the_pages_of_parts_lead_out_of_their_step(
    client: Client, game: Game, subtests: pytest.Subtests
) -> None:
    for seq, back, forward in [(3, 2, 5), (4, 2, 5), (5, 2, 6), (7, 6, 9), (8, 6, 9)]:
        with subtests.test(seq=seq):
            to = targets(client, game, seq)
            assert (to["back"], to["forward"]) == (back, forward)


def test_turns_are_walked_by_their_first_event(client: Client, game: Game) -> None:
    assert targets(client, game, 4)["turn_back"] == 2
    assert targets(client, game, 4)["turn_forward"] == 6
    assert targets(client, game, 2)["turn_back"] == 1


def test_BT_17_the_stars_of_a_round_are_one_step(client: Client) -> None:
    game = buttons_table(TO_STARS)
    assert game.version == 8
    assert targets(client, game, 6)["forward"] == 8
    assert targets(client, game, 8)["back"] == 6


def test_each_part_has_a_page_of_its_own_with_what_was_decided_until_then(
    client: Client, game: Game
) -> None:
    early, late = replay_page(client, game, 3), replay_page(client, game, 5)

    assert re.search(r": declines \S+: \(4,2\) \S+: \(4,3\)", step_of(late))
    for seq, pieces in ((3, 0), (4, 1), (5, 2)):
        assert len(elements(replay_page(client, game, seq), "[data-p^=b]")) == pieces
    assert text_of(one(early, "title")).startswith("Step 3 ·")
    assert value(early, "[data-seq][aria-current=step]", "data-seq") == "3"


def test_the_log_links_every_event_and_tells_which_are_only_parts(
    client: Client, game: Game
) -> None:
    log = one(replay_page(client, game, 0), "#r-log")
    assert values(log, "a[data-seq]", "data-seq") == [str(seq) for seq in range(1, 10)]
    assert values(log, "a[data-seq]", "href") == [path(game, f"{seq}/") for seq in range(1, 10)]
    stops = values(log, "a[data-seq]:not([data-part])", "data-seq")
    assert stops == [str(seq) for seq in STOPS[1:]]


def test_the_slider_has_a_place_for_each_stop_and_not_for_each_event(
    client: Client, game: Game
) -> None:
    assert one(replay_page(client, game, 0), "input#r-slider[max='5'][value='0']")


def test_the_number_beside_the_slider_is_that_of_title_address_and_lead(
    client: Client, game: Game
) -> None:
    for seq in range(10):  # parts of steps, too
        html = replay_page(client, game, seq)
        assert count(client, game, seq) == f"{seq} / 9"
        assert one(html, f"[aria-valuetext='{seq} / 9']")
        assert text_of(one(html, "title")).startswith(f"Step {seq} ·")


def test_the_slider_without_scripts_leads_to_the_step_of_that_number(
    client: Client, game: Game, subtests: pytest.Subtests
) -> None:
    for number, seq in [*enumerate(STOPS), (6, 9), (999, 9)]:
        with subtests.test(number=number):
            answer = client.get(path(game), {"step": number})
            assert answer["Location"] == path(game, f"{seq}/")


def test_the_slider_with_nonsense_leads_to_the_last_step(
    client: Client, game: Game, subtests: pytest.Subtests
) -> None:
    for step in ["", "x", "-1", "1.5", "9" * 40, "٣"]:
        with subtests.test(step=step):
            assert client.get(path(game), {"step": step})["Location"] == path(game, "9/")


def test_BT_3_step_0_is_the_table_before_the_deal(client: Client, game: Game) -> None:
    html = replay_page(client, game, 0)
    assert "The game begins." in step_of(html)
    assert len(elements(html, "[href='#b-none']")) == 3
    assert not elements(html, "[href='#b-1A']")
    assert targets(client, game, 0)["forward"] == 1
    assert elements(replay_page(client, game, 1), "[href='#b-1A']")


def test_every_event_is_a_page_and_nothing_can_be_pressed_there(client: Client) -> None:
    game = make_finished_game(make_user("ada"), make_user("ben"), kind="buttons", resign_after=10)
    for seq in range(game.version + 1):
        html = replay_page(client, game, seq)
        assert not elements(html, "[name=action], [name=pick]")
        assert text_of(one(html, "head > title")).startswith("Step ")
    assert client.get(path(game, f"{game.version + 1}/")).status_code == 404


def test_the_end_says_who_won_and_no_step_before_it_does(client: Client) -> None:
    game = make_finished_game(make_user("ada"), make_user("ben"), kind="buttons", resign_after=20)
    assert " won" in step_of(replay_page(client, game, game.version))
    assert "won" not in step_of(replay_page(client, game, game.version - 1))


# --- Frames ------------------------------------------------------------------


def frames(client: Client, game: Game, query: str) -> dict[str, Any]:
    answer = client.get(path(game, f"frames/?{query}"))
    assert answer.status_code == 200
    data: dict[str, Any] = answer.json()
    return data


def test_there_is_a_frame_for_every_event_and_for_the_start(client: Client, game: Game) -> None:
    data = frames(client, game, "from=0&to=63")
    assert [frame["seq"] for frame in data["frames"]] == list(range(10))
    for frame in data["frames"]:
        html = replay_page(client, game, frame["seq"])
        assert set(frame["html"]) == {"t-pieces", "t-seats", "r-step"}
        assert all(text.strip() in html for text in frame["html"].values())


def test_frames_say_each_event_and_mark_the_rolls(client: Client, game: Game) -> None:
    found = frames(client, game, "from=0&to=63")["frames"]
    user = [game.seats.get(player=player).user for player in range(3)]
    names = [person.username for person in user if person]
    said = [plain(frame["say"]) for frame in found]
    assert said[0] == "The game begins."
    assert said[2] == f"{names[0]} rolled row 4, columns 2 (gold), 2, 3, 4 and 4."
    assert f"{names[1]} declines." in said[3]
    assert f"{names[0]} places a button on (4,3)." in said[5]
    assert [frame["seq"] for frame in found if frame["rolled"]] == [2, 6]


def test_the_frames_of_a_running_game_bring_the_log_up_to_date(client: Client, game: Game) -> None:
    play(game, "12+1345")
    data = frames(client, game, "from=9&to=20")
    assert [frame["seq"] for frame in data["frames"]] == [9, 10]
    assert data["version"] == 10
    assert elements(data["log"], "[data-seq='10']")


def test_a_replay_costs_no_more_queries_when_the_log_is_longer(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    game = make_finished_game(make_user("ada"), make_user("ben"), kind="buttons", resign_after=80)
    replay_page(client, game, 1)
    with django_assert_max_num_queries(6):  # the chat and rulings besides
        replay_page(client, game, game.version)
    with django_assert_max_num_queries(4):
        frames(client, game, "from=0&to=63")

"""What a replay offers besides its positions: marks, sides, moments and questions."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.games.factories import add_events, make_finished_game, make_running_game
from tests.games.pages import text
from tests.games.tables import buttons_table
from tests.html import elements, plain, texts, value, values

pytestmark = pytest.mark.django_db

STARS = "11+2345 0@11 1@11 O O 1*11 0*11"
"""Buttons: 1 deal, 2 roll, 3 and 4 buttons, 5 and 6 opting out, 7 and 8 stars."""


def frames(client: Client, game: Game, query: str = "from=0&to=63") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/games/{game.code}/replay/frames/?{query}").json()[
        "frames"
    ]
    return found


def page(client: Client, game: Game, seq: int, query: str = "") -> str:
    return text(client, f"/games/{game.code}/replay/{seq}/{query}")


def seats(html: str) -> list[str]:
    return texts(html, "#t-seats .name")


# --- Marks under the slider ---


def test_the_end_of_each_turn_is_marked(client: Client, finished: Game) -> None:
    html = page(client, finished, 3)
    starts = [int(seq) for seq in values(html, "#r-log [data-turn]", "data-turn")]
    ends = [seq - 1 for seq in starts[1:]] + [finished.version]
    places = [f"{100 * end / finished.version:.2f}%" for end in ends]
    assert values(html, "line", "x1") == places


def test_a_lead_is_told_in_words_and_drawn_in_the_players_shape(
    client: Client, kestrel: User
) -> None:
    game = make_finished_game(kestrel, "bold", seed=5)
    html = page(client, game, 0)
    leads = elements(html, "svg[data-lead]")
    players = values(html, "svg[data-lead]", "class")
    label = value(html, "#r-marks", "aria-label")
    for lead, player in zip(leads, players, strict=True):
        name = "kestrel" if player == "p0" else "Bold"
        words = f"step {lead.attributes['data-lead']}: {name} leads"
        assert texts(lead, "title") == [words]
        assert value(lead, "use", "href") == player.replace("p", "#i")
        assert words in label
    assert leads
    assert players == [f"p{i}" for i in _alternating(players[0][1], len(leads))]


def _alternating(first: str, count: int) -> list[int]:
    return [(int(first) + number) % 2 for number in range(count)]


def test_nobody_leads_a_game_of_buttons_before_there_are_stars(client: Client) -> None:
    assert not elements(page(client, buttons_table("42+2344 1- 0@43"), 0), "[data-lead]")
    drawn_level = buttons_table(STARS)
    assert not elements(page(client, drawn_level, 0), "[data-lead]")
    led = make_finished_game("random", "random", kind="buttons")
    assert elements(page(client, led, 0), "[data-lead]")


def test_a_running_game_grows_its_marks(client: Client, running: Game) -> None:
    address = f"/games/{running.code}/replay/frames/?from=0&to=1"
    before = client.get(address).json()["marks"]
    add_events(running, 40)
    after = client.get(address).json()["marks"]
    assert len(elements(after, "line")) > len(elements(before, "line"))
    assert {"log", "marks"}.isdisjoint(client.get(f"{address}&log=0").json())


# --- Sides ---


def test_the_side_a_replay_is_seen_from_is_listed_first(client: Client, finished: Game) -> None:
    assert seats(page(client, finished, 3)) == ["kestrel", "Rule of 28"]
    assert seats(page(client, finished, 3, "?as=1")) == ["Rule of 28", "kestrel"]
    assert seats(page(client, finished, 3, "?as=0")) == ["kestrel", "Rule of 28"]


def test_every_link_keeps_the_side(client: Client, finished: Game) -> None:
    html = page(client, finished, 3, "?as=1")
    path = f"/games/{finished.code}/replay/"
    steps = f"a[href^='{path}']:not([href='{path}'], [href$='.png'])"
    sides = [href.split("/")[-1] for href in values(html, steps, "href")]
    assert set(sides) == {"?as=1", "", "?as=0"}  # of all links, one leads to each other side
    assert (sides.count(""), sides.count("?as=0")) == (1, 1)
    assert value(html, "input[type=hidden][name=as]") == "1"
    assert client.get(path, {"step": "7", "as": "1"})["Location"] == f"{path}7/?as=1"
    assert client.get(path, {"as": "1"})["Location"] == f"{path}{finished.version}/?as=1"


def test_the_side_of_nobody_at_the_table_is_no_side(
    client: Client, finished: Game, subtests: pytest.Subtests
) -> None:
    for side in ["2", "9", "x", "-1", "", "٣"]:
        with subtests.test(side=side):
            html = page(client, finished, 3, f"?as={side}")
            assert seats(html) == ["kestrel", "Rule of 28"]
            assert not elements(html, "[name=as]")
            assert elements(html, f"[href='/games/{finished.code}/replay/4/']")


def test_frames_are_seen_from_the_same_side_as_the_page(client: Client) -> None:
    game = buttons_table(STARS)
    for side in (0, 1):
        for frame in frames(client, game, f"from=0&to=9&as={side}")[::3]:
            html = page(client, game, frame["seq"], f"?as={side}")
            assert all(drawn.strip() in html for drawn in frame["html"].values())


def test_the_side_of_a_player_of_buttons_is_their_layout_large(client: Client) -> None:
    game = buttons_table("42+2344 1- 2@42 0@43", players=3)
    names = [seat.user.username for seat in game.seats.order_by("player") if seat.user]
    large = "section.layout:not(.small-layout)"
    assert values(page(client, game, 3), large, "aria-label") == names
    html = page(client, game, 3, "?as=1")
    assert values(html, large, "aria-label") == [names[1]]
    assert seats(html) == [names[1], names[2], names[0]]
    assert len(elements(html, ".layout.small-layout")) == 2


# --- What scripts are told of each step ---


def test_frames_tell_how_long_each_step_took(client: Client, finished: Game) -> None:
    first = finished.events.get(seq=1).created_at
    for event in finished.events.all():
        event.created_at = first + timedelta(seconds=event.seq**2)
        event.save()
    took = [frame["at"] for frame in frames(client, finished)]
    assert took[:5] == [0, 0, 3000, 5000, 7000]


def test_busts_and_claims_are_moments(client: Client, kestrel: User) -> None:
    game = make_finished_game(kestrel, "bold", seed=5)
    found = frames(client, game, "from=64&to=127")
    for frame in found:
        marked = "Bust!" in frame["say"] or "claims" in frame["say"]
        assert frame["moment"] == marked
    said = " ".join(frame["say"] for frame in found)
    assert "Bust!" in said
    assert "claims" in said


def test_busts_and_counted_stars_are_moments_of_buttons(client: Client) -> None:
    found = frames(client, buttons_table(STARS))
    assert [frame["seq"] for frame in found if frame["moment"]] == [6]


def test_frames_tell_where_a_replay_stops(client: Client) -> None:
    found = frames(client, buttons_table(STARS))
    assert [frame["seq"] for frame in found if frame["stop"]] == [0, 1, 2, 4, 5, 6, 8]


def test_before_each_choice_to_roll_or_not_there_is_a_question(
    client: Client, finished: Game
) -> None:
    found = frames(client, finished)
    asked = [frame for frame in found if frame["asks"]]
    kinds = dict(finished.events.values_list("seq", "kind"))
    assert asked
    for frame in asked:
        asks = plain(frame["asks"])
        assert asks in {"kestrel: roll or stop?", "Rule of 28: roll or stop?"}
        assert kinds[frame["seq"]] == "split"
        assert frame["answer"] == {"rolled": "roll", "stopped": "hold"}[kinds[frame["seq"] + 1]]
    stops = [seq for seq, kind in kinds.items() if kind == "stopped"]
    assert {seq - 1 for seq in stops} <= {frame["seq"] for frame in asked}


def test_in_buttons_the_question_is_whether_to_opt_out(client: Client) -> None:
    game = buttons_table(STARS)
    asked = [frame for frame in frames(client, game) if frame["asks"]]
    assert [(frame["seq"], frame["answer"]) for frame in asked] == [(4, "hold"), (5, "hold")]
    assert all(frame["asks"].endswith(": roll or opt out?") for frame in asked)


def test_nothing_is_asked_about_what_has_not_happened_yet(client: Client, kestrel: User) -> None:
    game = make_running_game(kestrel, "bold", events=12)
    assert frames(client, game, "from=12&to=12")[0]["asks"] == ""

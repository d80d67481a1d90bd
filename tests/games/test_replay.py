"""A game step by step, as pages that need no scripts."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.each_case import each_case
from tests.games.factories import (
    make_finished_game,
    make_waiting_game,
)
from tests.games.pages import replay_page as page

pytestmark = pytest.mark.django_db


def target(html: str, name: str) -> str | None:
    """Return where a button of the page leads, None where it leads nowhere."""
    (tag,) = re.findall(f'<a [^>]*data-go="{name}"[^>]*>', html)
    href = re.search('href="([^"]*)"', tag)
    return href and href[1]


def region(html: str, name: str) -> str:
    """Return the text of an element of the page, from its id to the next end of a section."""
    start = html.index(f'id="{name}"')
    return html[start : html.index("</section>", start)]


# --- Pages ---


def test_a_step_after_the_last_is_not_found(client: Client, finished: Game) -> None:
    path = f"/games/{finished.code}/replay/"
    assert client.get(f"{path}{finished.version + 1}/").status_code == 404
    assert client.get(f"{path}{10**30}/").status_code == 404


def test_a_step_that_is_no_number_is_not_found(
    client: Client, finished: Game, subtests: pytest.Subtests
) -> None:
    for seq in ["-1", "x", "1.5", "%31%00"]:
        with subtests.test(seq=seq):
            assert client.get(f"/games/{finished.code}/replay/{seq}/").status_code == 404


def test_the_buttons_lead_everywhere_without_scripts(client: Client, finished: Game) -> None:
    starts = [int(seq) for seq in re.findall(r'data-turn="(\d+)"', page(client, finished, 0))]
    at = starts[2] + 1
    html = page(client, finished, at)
    to = {name: f"/games/{finished.code}/replay/{seq}/" for name, seq in {
        "first": 0,
        "turn_back": starts[2],
        "back": at - 1,
        "forward": at + 1,
        "turn_forward": starts[3],
        "last": finished.version,
    }.items()}  # fmt: skip
    assert {name: target(html, name) for name in to} == to


def test_the_first_step_leads_only_forward_and_the_last_only_back(
    client: Client, finished: Game
) -> None:
    first = page(client, finished, 0)
    assert [target(first, name) for name in ("first", "turn_back", "back")] == [None] * 3
    assert target(first, "turn_forward") == f"/games/{finished.code}/replay/1/"
    last = page(client, finished, finished.version)
    assert [target(last, name) for name in ("forward", "turn_forward", "last")] == [None] * 3


def test_the_slider_is_a_form_without_scripts(client: Client, finished: Game) -> None:
    path = f"/games/{finished.code}/replay/"
    assert f'<form class="slide" method="get" action="{path}">' in page(client, finished, 3)
    assert client.get(path, {"step": "7"})["Location"] == f"{path}7/"


@each_case("seq", ["", "x", "-1", "9999", "9" * 40, "٣"])
def test_a_slider_with_nonsense_leads_to_the_last_step(
    client: Client, finished: Game, seq: str
) -> None:
    path = f"/games/{finished.code}/replay/"
    assert client.get(path, {"seq": seq})["Location"] == f"{path}{finished.version}/"


def test_the_replay_begins_at_the_end_or_the_present(
    client: Client, finished: Game, running: Game
) -> None:
    for game in (finished, running):
        path = f"/games/{game.code}/replay/"
        assert client.get(path)["Location"] == f"{path}{game.version}/"


def test_the_log_links_every_step_by_turns_and_marks_the_one_shown(
    client: Client, finished: Game
) -> None:
    html = page(client, finished, 5)
    linked = [int(seq) for seq in re.findall(r'data-seq="(\d+)"', html)][1:]
    assert linked == list(range(1, finished.version + 1))
    assert re.findall(r'data-seq="(\d+)" aria-current="step"', html) == ["5"]


def test_a_roll_shows_the_dice_what_was_chosen_and_what_else_was_legal(
    client: Client, finished: Game
) -> None:
    seq = next(
        row.seq
        for row in finished.events.filter(kind="rolled")
        if finished.events.filter(seq=row.seq + 1, kind="split").exists()
    )
    roll, split = finished.events.get(seq=seq), finished.events.get(seq=seq + 1)
    for step in (seq, seq + 1):
        shown = region(page(client, finished, step), "r-step")
        assert "Dice: " + " ".join(map(str, roll.data["dice"])) in shown
        chosen = re.findall(r'class="choice chosen".*?<b>(.*?)</b>', shown, re.DOTALL)
        assert len(chosen) == 1
        for column in split.data["columns"]:
            assert str(column) in chosen[0]


def test_a_stop_shows_that_one_could_have_rolled(client: Client, kestrel: User) -> None:
    game = make_finished_game(kestrel, "bold", seed=5)
    stop = game.events.filter(kind="stopped").first()
    assert stop is not None
    shown = region(page(client, game, stop.seq), "r-step")
    assert "Roll again" in shown
    assert re.search(r'class="chosen">\s*Stop', shown)


def test_the_end_says_who_won_and_no_step_before_it_does(client: Client, finished: Game) -> None:
    assert " won" in page(client, finished, finished.version)
    assert "won" not in region(page(client, finished, finished.version - 1), "t-seats")


def test_the_title_names_the_step_and_the_players(client: Client, finished: Game) -> None:
    assert "<title>Step 3 · kestrel – Rule of 28 · Can&#x27;t Stop</title>" in page(
        client, finished, 3
    )


def test_the_record_can_be_downloaded_from_the_replay(client: Client, finished: Game) -> None:
    assert f'href="/games/{finished.code}/record.json" download' in page(client, finished, 0)


def test_a_deleted_player_is_called_so(client: Client) -> None:
    game = make_finished_game(None, "bold", resign_after=4)
    html = page(client, game, 2)
    assert "deleted player" in html


def test_only_a_running_game_listens_for_more(
    client: Client, finished: Game, running: Game
) -> None:
    assert "data-socket" not in page(client, finished, 1)
    html = page(client, running, 1)
    assert f'data-socket="/ws/games/{running.code}/?view=replay' in html
    assert f'<a href="/games/{running.code}/">' in html


def test_the_push_for_replays_says_how_far_the_game_is(running: Game) -> None:
    head = render_to_string("games/_replay_head.html", {"game": running, "oob": True})
    assert f'<span id="r-head" data-version="{running.version}" hx-swap-oob="true">' in head
    assert f'href="/games/{running.code}/"' in head
    running.status = Game.Status.FINISHED
    over = render_to_string("games/_replay_head.html", {"game": running, "oob": True})
    assert f'href="/games/{running.code}/replay/{running.version}/"' in over


def test_a_player_may_look_back_in_a_running_game_and_sees_no_buttons_to_act(
    client: Client, kestrel: User, running: Game
) -> None:
    client.force_login(kestrel)
    for seq in range(running.version + 1):
        assert 'name="action"' not in page(client, running, seq)


# --- Who may see it ---


def test_a_game_by_link_only_can_be_replayed_by_everybody_who_has_the_link(
    client: Client, finished: Game
) -> None:
    Game.objects.update(visibility=Game.Visibility.UNLISTED)
    assert page(client, finished, 1)


@pytest.mark.parametrize("path", ["", "0/", "frames/?from=0&to=9"])
def test_a_table_that_never_started_and_an_unknown_one_have_no_replay(
    client: Client, kestrel: User, path: str
) -> None:
    waiting = make_waiting_game(kestrel)
    cancelled = make_waiting_game(kestrel, status=Game.Status.CANCELLED)
    client.force_login(kestrel)
    for code in (waiting.code, cancelled.code, "nosuchgame"):
        assert client.get(f"/games/{code}/replay/{path}").status_code == 404


def test_a_replay_takes_no_other_method(client: Client, finished: Game) -> None:
    for path in ("", "1/", "frames/?from=0&to=1"):
        assert client.post(f"/games/{finished.code}/replay/{path}").status_code == 405

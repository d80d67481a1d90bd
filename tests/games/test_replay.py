"""A game step by step, as pages that need no scripts."""

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
from tests.html import elements, one, text_of, value, values

pytestmark = pytest.mark.django_db


def target(html: str, name: str) -> str | None:
    """Return where a button of the page leads, None where it leads nowhere."""
    return one(html, f"a[data-go={name}]").attributes.get("href")


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
    html = page(client, finished, 0)
    starts = [int(seq) for seq in values(html, "#r-log [data-turn]", "data-turn")]
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
    assert one(page(client, finished, 3), f"form.slide[method=get][action='{path}']")
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
    linked = values(html, "a[data-seq]", "data-seq")
    assert linked == [str(seq) for seq in range(1, finished.version + 1)]
    assert value(html, "[data-seq][aria-current=step]", "data-seq") == "5"


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
        shown = one(page(client, finished, step), "#r-step")
        dice = "Dice: " + " ".join(map(str, roll.data["dice"]))
        assert values(shown, "[aria-label^='Dice:']", "aria-label") == [dice]
        chosen = text_of(elements(one(shown, ".choice.chosen"), "b")[0])
        for column in split.data["columns"]:
            assert str(column) in chosen


def test_a_stop_shows_that_one_could_have_rolled(client: Client, kestrel: User) -> None:
    game = make_finished_game(kestrel, "bold", seed=5)
    stop = game.events.filter(kind="stopped").first()
    assert stop is not None
    shown = one(page(client, game, stop.seq), "#r-step")
    assert "Roll again" in text_of(shown)
    assert text_of(one(shown, ".chosen")).startswith("Stop")


def test_the_end_says_who_won_and_no_step_before_it_does(client: Client, finished: Game) -> None:
    end, before = (page(client, finished, finished.version - back) for back in (0, 1))
    for part in ("#r-step", "#t-seats"):
        assert "won" in text_of(one(end, part))
        assert "won" not in text_of(one(before, part))


def test_the_title_names_the_step_and_the_players(client: Client, finished: Game) -> None:
    title = one(page(client, finished, 3), "head > title")
    assert text_of(title) == "Step 3 · kestrel – Rule of 28 · Can't Stop"


def test_the_record_can_be_downloaded_from_the_replay(client: Client, finished: Game) -> None:
    record = f"a[href='/games/{finished.code}/record.json'][download]"
    assert elements(page(client, finished, 0), record)


def test_a_deleted_player_is_called_so(client: Client) -> None:
    game = make_finished_game(None, "bold", resign_after=4)
    html = page(client, game, 2)
    assert "deleted player" in html


def test_only_a_running_game_listens_for_more(
    client: Client, finished: Game, running: Game
) -> None:
    assert not elements(page(client, finished, 1), "[data-socket]")
    html = page(client, running, 1)
    address = value(html, "[data-socket]", "data-socket")
    assert address.startswith(f"/ws/games/{running.code}/?view=replay")
    assert elements(html, f"a[href='/games/{running.code}/']")


def test_the_push_for_replays_says_how_far_the_game_is(running: Game) -> None:
    head = render_to_string("games/_replay_head.html", {"game": running, "oob": True})
    shown = one(head, f"span#r-head[data-version='{running.version}'][hx-swap-oob=true]")
    assert elements(shown, f"a[href='/games/{running.code}/']")
    running.status = Game.Status.FINISHED
    over = render_to_string("games/_replay_head.html", {"game": running, "oob": True})
    assert elements(over, f"a[href='/games/{running.code}/replay/{running.version}/']")


def test_a_player_may_look_back_in_a_running_game_and_sees_no_buttons_to_act(
    client: Client, kestrel: User, running: Game
) -> None:
    client.force_login(kestrel)
    for seq in range(running.version + 1):
        assert not elements(page(client, running, seq), "[name=action]")
    assert elements(client.get(f"/games/{running.code}/"), "[name=action]")


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

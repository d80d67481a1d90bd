"""The table's pages and pushes as HTML: whole regions, forms that work alone, nothing inline."""

import re
from html import unescape
from typing import Any

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client
from selectolax.lexbor import LexborNode

from accounts.refusals import Refusal
from accounts.templatetags.names import as_name
from games.engine.core import State
from games.live.rendering import render_regions
from games.models import Game, Seat
from games.pov import Pov
from games.presenters import table_context
from games.presenters.buttons.log import Part
from games.presenters.cantstop import CantStopScore
from games.presenters.shared import LogEntry
from games.services.refusals import StaleDecision
from games.templatetags import games as tags
from tests.each_case import each_case
from tests.games.factories import make_finished_game, make_user, make_waiting_game
from tests.games.povs import pov_after
from tests.html import elements, inline_parts, one, plain, text_of, texts, value, values

REGIONS = ["t-status", "t-notice", "t-seats", "t-pieces", "t-controls", "t-log"]
WIN_COLUMN_12, BEN = "6666 12+12 6666 12 S", "3344 7+7 S"
THREE_RUNNERS = "2456 6+11 2344 6+7"
POSITIONS = ["", "2345", "2345 7+7", "2345 7+7 S", THREE_RUNNERS + " 1122", "R0"]


def push(pov: Pov, refusal: Refusal | None = None) -> str:
    return render_regions(pov, "en", refusal).text


def page(pov: Pov, **extra: Any) -> str:
    context = table_context(pov) | {"viewers": 0, "csrf_token": "secret"} | extra
    return render_to_string("games/table.html", context)


def offered(html: str) -> list[str]:
    """Return the actions that can be chosen or pressed, in order."""
    choices = "[name=action], [name=then]"
    assert not elements(html, "[disabled]")
    return values(html, f":is(input, button):is({choices})", "value")


# --- Drawing ----------------------------------------------------------------


def drawn(**values: Any) -> str:
    template = """{% load games %}{% draw "games/cantstop/_seat.html" score=score player=0 %}"""
    return Template(template).render(Context(values))


def test_what_was_drawn_of_the_same_values_is_not_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def score(*goal: bool) -> CantStopScore:
        return CantStopScore(words="", claimed=(), goal=goal)

    first = drawn(score=score(True, False, False))
    monkeypatch.setattr(tags, "render_to_string", lambda *args: "drawn anew")
    assert drawn(score=score(True, False, False)) == first
    assert drawn(score=score(True, True, True, True, False)) == "drawn anew"


def test_names_are_escaped_where_they_are_drawn() -> None:
    pov = pov_after("2345 7+7 S")
    pov.seats[0].user, pov.seats[0].name = None, "<b>ada"
    assert "<b>ada" in text_of(one(render_regions(pov, "en").texts["log"], "body"))
    assert not elements(render_regions(pov, "en").text, "b", "ada")


def test_what_logs_tell_is_escaped() -> None:
    told = (LogEntry(1, "left", 0), LogEntry(2, "roll", 0, "<i>"), Part(3, "place", 0, "<u>"))
    for entry in told:
        html = tags.log_entry(entry, ("<b>ada", "bo"), 1)
        assert "<" in text_of(one(html, "body"))
        assert not elements(html, "b, i, u")


def test_what_nobody_did_is_drawn_without_a_name() -> None:
    assert [tags.player_name(("ada", "bo"), player) for player in (1, None)] == [as_name("bo"), ""]


# --- Regions ----------------------------------------------------------------


@each_case("moves", POSITIONS)
def test_a_push_holds_every_region_once_as_a_whole_element(moves: str) -> None:
    assert values(push(pov_after(moves)), "[hx-swap-oob=true]", "id") == [*REGIONS, "t-own-salt"]


@each_case("moves", POSITIONS)
def test_a_page_holds_every_region_once(moves: str) -> None:
    html = page(pov_after(moves))
    assert all(one(html, f"#{region}") for region in REGIONS)
    assert not elements(html, "[hx-swap-oob]")


@each_case("moves", POSITIONS)
def test_nothing_is_inline_that_a_strict_policy_refuses(moves: str) -> None:
    html = page(pov_after(moves))
    assert inline_parts(html) == inline_parts(push(pov_after(moves))) == []
    assert elements(html, "script[src]")


@pytest.mark.parametrize("part", ['<p style="">', "<a onclick='x'>", "<style>", "<script>1"])
def test_what_is_inline_is_found(part: str) -> None:
    assert len(inline_parts(f"<p><b>{part}")) == 1


def test_no_id_is_given_twice() -> None:
    html = page(pov_after("1133 2+6 2345"))
    ids = values(html, "[id]", "id")
    assert len(ids) == len(set(ids))


def test_a_page_has_one_heading_of_the_first_level() -> None:
    assert one(page(pov_after("")), "h1")


def test_a_push_of_two_players_is_small_even_with_five_splits_and_a_long_log() -> None:
    moves = "1155 2+10 S 1155 2+10 S 1133 4+4 S 1133 4+4 S 1133 2+6 2345"
    html = push(pov_after(moves))
    assert set(offered(html)) >= {"split:5", "split:9", "split:6+8", "split:7+7"}
    assert len(html.encode()) < 6500


def test_the_status_tells_the_version_and_the_title() -> None:
    status = one(push(pov_after("2345")), "#t-status[data-version='1'][data-turn=me]")
    assert status.attributes["data-title"] == "Your turn · Can't Stop"


def test_a_refusal_is_shown_and_escaped() -> None:
    html = push(pov_after(""), StaleDecision("<b>No %(name)s", name="<i>"))
    assert texts(html, "[data-refusal=stale]") == ["<b>No <i>"]


# --- Acting -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("", ["roll"]),
        ("2345 7+7", ["roll", "stop"]),
        ("2345", ["split:5+9", "split:6+8", "split:7+7", "roll", "stop"]),
        ("2345 7+7 S", []),
    ],
)
def test_what_cannot_be_done_is_not_there(moves: str, expected: list[str]) -> None:
    assert offered(push(pov_after(moves))) == expected


def test_a_split_is_sent_with_what_follows_it() -> None:
    html = push(pov_after("2345"))
    assert values(html, "[value=roll], [value=stop]", "name") == ["then", "then"]
    assert values(html, "[name=then]", "value") == ["roll", "stop"]
    assert one(html, "[required]:not([checked])")


def test_the_only_split_there_is_is_chosen_already() -> None:
    assert one(push(pov_after("1134 2+7 1134 2+7 1135 2+8 1134")), "[required][checked]")
    assert not elements(push(pov_after("2345")), "[checked]")


def test_a_split_says_what_a_stop_after_it_keeps_and_whether_it_wins() -> None:
    assert elements(push(pov_after("2345")), "small.w2", "keep 2 spaces")
    third = "1122 3+3 1122 3+3 3344 6+8 1234"
    html = push(pov_after(f"{WIN_COLUMN_12} {BEN} 1111 2+2 1111 2 S {BEN} {third}"))
    assert re.findall(r"(wins)|(and win)", html) == [("wins", ""), ("", "and win")]


def test_a_split_after_which_one_may_not_stop_says_why() -> None:
    html = push(pov_after("2345", variant={"stop_early": False}))
    assert elements(html, "p.why.w1", "You can stop once all three runners are out.")
    assert elements(html, ".with-2.safe.rolls")


def test_each_split_shows_the_risk_of_the_roll_after_it() -> None:
    html = push(pov_after("3344 6+8 3344"))
    assert value(html, "[href='#arc'][stroke-dasharray='8.0 100']", "class") == "lo w2"
    assert elements(html, "b.w2", "8.0%")


def test_the_form_works_without_javascript_and_carries_the_decision() -> None:
    html = page(pov_after("2345"))
    form = one(html, "form.play-form#play[method=post][action='/games/bcdfghjk/act/']")
    assert value(form, "input[type=hidden][name=token]") == "1"
    assert value(form, "input[name=csrfmiddlewaretoken]") == "secret"


def test_a_push_carries_no_csrf_token() -> None:
    assert "csrfmiddlewaretoken" not in push(pov_after("2345"))


def test_others_see_the_splits_but_no_buttons_for_them() -> None:
    html = push(pov_after("2345", player=1))
    assert "new runners on 5 and 9" in html
    assert offered(html) == []


def test_a_spectator_sees_the_splits_and_nothing_to_press() -> None:
    html = push(pov_after("2345", player=None))
    assert "new runners on 5 and 9" in html
    assert offered(html) == []
    assert not elements(html, "form, button, input")


def test_a_player_can_resign_while_the_game_runs() -> None:
    html = page(pov_after("2345"))
    assert "resign" in offered(html)
    assert one(html, "#t-resign")
    assert value(html, "#t-status", "data-turn") == "me"


def test_a_player_who_left_is_told_apart_so_that_nothing_offers_to_resign_again() -> None:
    assert value(push(pov_after("R0", size=3)), "#t-status", "data-turn") == "left"


def test_a_spectator_is_not_asked_to_resign() -> None:
    assert not elements(page(pov_after("2345", player=None)), "#t-resign")


def way(moves: str) -> LexborNode:
    return one(push(pov_after(moves)), "label.way:has(> input[type=radio]#o1:first-child)")


def test_a_split_says_which_dice_are_paired_their_sums_and_what_moves() -> None:
    split = way("2345")
    assert one(split, ".with-2.safe:not(.rolls)")
    assert "5 + 9" in text_of(split)
    assert "new runners on 5 and 9" in text_of(split)


def test_of_a_split_with_a_lost_sum_the_other_one_stands_alone() -> None:
    split = way("1134 2+7 1134 2+7 1135 2+8 1135")
    assert one(split, "b", "8")
    assert one(split, "b + span", "8 climbs")


def test_of_two_columns_for_the_last_runner_each_way_says_its_own() -> None:
    split = way("1133 2+6 2345")
    assert one(split, "b", "5")
    assert one(split, "b + span", "last runner on 5")


def test_a_bust_shows_the_dice_that_did_it_and_what_is_lost() -> None:
    html = push(pov_after(THREE_RUNNERS + " 1122", player=1))
    assert one(html, ".tray.lost")
    assert one(html, "[aria-label='Dice: 1 1 2 2']")
    assert "ada loses:" in plain(html)


def test_a_new_roll_has_a_new_number_so_that_the_dice_tumble_once() -> None:
    moves = ("", "2345", "2345 7+7", "2345 7+7 2345")
    rolls = [value(push(pov_after(some)), "[data-roll]", "data-roll") for some in moves]
    assert rolls == ["0", "1", "1", "3"]


def test_a_table_without_odds_says_nothing_about_chances() -> None:
    html = push(pov_after("2345 7+7", show_odds=False))
    assert "Chance" not in html
    assert "%" not in html


# --- Names ------------------------------------------------------------------


def test_a_seat_without_user_or_bot_reads_deleted_player() -> None:
    pov = pov_after("2345", player=1)
    pov.seats[0].user = None
    assert "deleted player rolled 2, 3, 4, 5." in plain(push(pov))


# --- Before the game --------------------------------------------------------


@pytest.fixture
def waiting(db: None) -> Game:
    ada = make_user("ada")
    return make_waiting_game(ada, "bold", size=3, creator=ada, code="waiting1")


def waiting_pov(game: Game, player: int | None) -> Pov:
    start: State = game.rules.initial_state()
    log = type(pov_after("").log)(states=[start])
    return Pov(game, list(game.seats.all()), log, 0, player)


def acts(html: str) -> set[str]:
    """Return the ways to act at a table."""
    addresses = values(html, "form[action]", "action") + values(html, "[formaction]", "formaction")

    return {address.split("/")[3] for address in addresses}


def test_the_creator_can_invite_add_bots_remove_them_start_and_leave(waiting: Game) -> None:
    html = push(waiting_pov(waiting, 0))
    assert acts(html) >= {"add-bot", "start", "remove-bot", "leave"}
    assert one(html, "#invite")
    assert "Rule of 28: Counts points" in html
    assert "Free seat" in html
    assert "Waiting for 1 more player." in html


def test_somebody_else_can_take_a_seat_and_no_more(waiting: Game) -> None:
    assert acts(push(waiting_pov(waiting, None))) == {"join"}


def test_friends_who_open_the_link_are_told_who_invites_them(waiting: Game) -> None:
    invites = "ada invites you to a game of Can't Stop."
    assert invites in unescape(plain(push(waiting_pov(waiting, None))))
    assert "invites you" not in push(waiting_pov(waiting, 0))
    waiting.creator = make_user("gone")  # who has left the table
    assert "invites you" not in push(waiting_pov(waiting, None))


def test_a_guest_of_the_creator_can_leave_but_not_start(waiting: Game) -> None:
    Seat.objects.create(game=waiting, player=2, user=make_user("cleo"))
    assert acts(push(waiting_pov(waiting, 2))) == {"leave", "salt"}


def test_the_options_of_a_waiting_table_are_told_in_words(waiting: Game) -> None:
    html = push(waiting_pov(waiting, None))
    assert "The first to claim 3 columns wins." in html
    assert "Odds are shown." in html


def test_the_invitation_is_a_whole_address_without_javascript(
    waiting: Game, client: Client
) -> None:
    assert waiting.creator is not None
    client.force_login(waiting.creator)
    html = client.get("/games/waiting1/").content.decode()
    assert one(html, "input[value='http://testserver/games/waiting1/']")


# --- After the game ---------------------------------------------------------


@pytest.fixture
def finished(db: None) -> Game:
    return make_finished_game(make_user("ada"), make_user("ben"), resign_after=4, code="finished")


def test_the_end_offers_a_rematch_and_the_replay(finished: Game, client: Client) -> None:
    client.force_login(finished.seats.get(player=0).user)  # type: ignore[arg-type]
    html = client.get("/games/finished/").content.decode()
    assert "/games/finished/rematch/" in html
    assert "/games/finished/replay/" in html
    assert "You resigned." in plain(html)


def test_a_rematch_that_was_offered_is_shown_to_the_other_player(
    finished: Game, client: Client
) -> None:
    ada, ben = (finished.seats.get(player=player).user for player in (0, 1))
    make_waiting_game(ada, creator=ada, rematch_of=finished)
    client.force_login(ben)  # type: ignore[arg-type]
    html = client.get("/games/finished/").content.decode()
    assert "ada offers a rematch." in plain(html)
    assert "Take your seat" in html


def test_a_spectator_of_the_end_gets_the_replay_only(finished: Game, client: Client) -> None:
    html = client.get("/games/finished/").content.decode()
    assert "/games/finished/replay/" in html
    assert "/games/finished/rematch/" not in html

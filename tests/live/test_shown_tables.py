"""What a change of a table sends: only what is new, rendered once, and to pages it fits."""

import json
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.template.loader import render_to_string
from django.test import AsyncClient, Client, TransactionTestCase
from selectolax.lexbor import LexborHTMLParser

from games import broadcast, presence
from games.broadcast import Message, game_changed
from games.engine.core import Resign
from games.live import tables
from games.live.tables import ShownTable, Viewer, enter, leave
from games.models import Game
from games.services import lobby
from games.services.play import submit_action
from tests.games.tables import make_user, running_table, user_at, waiting_table
from tests.html import elements, one, value
from tests.live.test_sockets import connect, next_push, roll, version_of

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]

SPECTATOR = Viewer(None, "en")


class Table:
    """A running table that the first player and a spectator have open."""

    def __init__(self) -> None:
        self.game = running_table()
        self.player = Viewer(user_at(self.game, 0).pk, "en")
        for viewer in (self.player, SPECTATOR):
            self.shown = enter(self.game.code, viewer)
            assert self.shown.state_for(viewer)

    def act(self, text: str = "roll") -> None:
        """Let the first player act, with what follows the commit."""
        state = self.game.position()
        token = self.game.rules.token(state, 0)
        self.game = submit_action(self.game.code, 0, self.game.rules.parse_action(text), token)

    def split(self) -> None:
        self.act(str(self.game.rules.legal_actions(self.game.position(), 0)[0]))

    def pushed(self, viewer: Viewer) -> str:
        """Return what this viewer is sent of the last change."""
        return next(reversed(self.shown.pushes.values())).get(viewer, "")


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    for viewer in (table.player, SPECTATOR):
        leave(table.shown, viewer)


def post(table: Table, action: str, have: int | None) -> str:
    client = Client()
    client.force_login(user_at(table.game, 0))
    token = table.game.rules.token(table.game.position(), 0)
    data = {"action": action, "token": token} | ({} if have is None else {"have": have})
    answer = client.post(f"/games/{table.game.code}/act/", data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_push_says_between_which_versions_it_leads_and_holds_only_what_is_new(
    table: Table,
) -> None:
    table.act()
    for viewer in (table.player, SPECTATOR):
        push = table.pushed(viewer)
        assert push.startswith("<!--0 to 1-->")
        assert elements(push, "#t-controls")
        assert not elements(push, "#t-seats"), "it is the same player's turn"


def test_each_viewer_is_pushed_what_they_may_do(table: Table) -> None:
    assert table.shown.state_for(table.player) != table.shown.state_for(SPECTATOR)
    table.act()
    assert elements(table.pushed(table.player), "[name=token]")
    assert not elements(table.pushed(SPECTATOR), "[name=token]")


def test_all_pushes_together_lead_to_the_whole_table(table: Table) -> None:
    viewers = (table.player, SPECTATOR)
    pages = {viewer: as_opened(table.shown.state_for(viewer)) for viewer in viewers}
    for move in (table.act, table.split) * 3:
        move()
        pages = {viewer: swapped(page, table.pushed(viewer)) for viewer, page in pages.items()}
        if table.game.position().bust:  # type: ignore[attr-defined]
            break
    anew = ShownTable(table.game.code)
    assert pages == {viewer: as_opened(anew.state_for(viewer)) for viewer in viewers}


def test_of_a_list_only_the_lines_are_pushed_that_look_different(table: Table) -> None:
    table.act()
    begun = table.pushed(SPECTATOR)
    assert elements(begun, "#t-log")
    table.split()
    push = table.pushed(SPECTATOR)
    assert not elements(push, "#t-log"), "it is the same turn"
    assert elements(push, "li[hx-swap-oob=true]#t-turn[value='1']")
    table.act("stop")
    push = table.pushed(SPECTATOR)
    assert elements(push, "li[hx-swap-oob=true]#t-seat-0.seat")
    assert elements(push, "li[hx-swap-oob=true]#t-seat-1.seat.turn")


def test_users_who_wait_keep_the_dice_and_have_no_buttons(table: Table) -> None:
    waiting = Viewer(user_at(table.game, 1).pk, "en")
    enter(table.game.code, waiting)
    assert table.shown.state_for(waiting)
    table.act()
    table.split()
    leave(table.shown, waiting)
    pushed = table.pushed(waiting)
    assert elements(table.pushed(table.player), "#a-roll")
    assert not elements(pushed, "#a-roll")
    assert one(pushed, "div#t-kept-dice[hx-preserve]:empty")
    assert "hx-preserve" not in str(ShownTable(table.game.code).state_for(waiting))


def test_a_list_of_other_lines_is_pushed_as_a_whole(table: Table) -> None:
    table.act()
    table.split()
    table.act("stop")
    state = table.game.position()
    token = table.game.rules.token(state, 1)
    table.game = submit_action(table.game.code, 1, table.game.rules.parse_action("roll"), token)
    assert elements(table.pushed(SPECTATOR), "#t-log")


def swapped(page: str, push: str | None) -> str:
    """Return the regions of a page after a push, as htmx puts it there."""
    shown, news = LexborHTMLParser(page), LexborHTMLParser(push or "")
    for stub in news.css("[hx-preserve]"):
        stub.replace_with(one(shown.root, f"#{stub.id}"))
    for part in news.css("[hx-swap-oob]"):
        del part.attrs["hx-swap-oob"]
        one(shown.root, f"#{part.id}").replace_with(part)
    return regions_in(shown)


def regions_in(page: LexborHTMLParser) -> str:
    return "".join(str(region.html) for region in one(page.root, "body").iter())


def as_opened(html: str | None) -> str:
    """Return the regions of a page that has just been opened."""
    page = LexborHTMLParser(html or "")
    for region in page.css("[hx-swap-oob]"):
        del region.attrs["hx-swap-oob"]
    return regions_in(page)


def test_who_acts_is_answered_what_their_sockets_are_sent(table: Table) -> None:
    assert post(table, "roll", have=0) == table.pushed(table.player)


@pytest.mark.parametrize("have", [None, 7])
def test_who_acts_on_a_page_of_another_version_is_answered_the_whole_table(
    table: Table, have: int | None
) -> None:
    answer = post(table, "roll", have)
    assert answer == ShownTable(table.game.code).state_for(table.player)


def test_who_acts_without_a_socket_here_is_answered_the_whole_table() -> None:
    game = running_table()
    client = Client()
    client.force_login(user_at(game, 0))
    data = {"action": "roll", "token": "0", "have": "0"}
    answer = client.post(f"/games/{game.code}/act/", data, headers={"HX-Request": "true"})
    assert version_of(answer.content.decode()) == 1
    assert elements(answer, "#t-seats")


def test_a_change_rendered_late_is_not_shown_after_a_later_one(table: Table) -> None:
    table.act()
    late = Game.objects.get(pk=table.game.pk)
    table.split()
    table.shown.render({"stamp": "late"}, late)
    assert table.shown.pushes["late"] == {}
    assert table.shown.version == 2


def test_who_comes_before_a_change_is_rendered_takes_it_from_nobody(table: Table) -> None:
    game_changed.disconnect(tables.render_change)
    try:
        table.act()
        newcomer = Viewer(None, "en")
        enter(table.game.code, newcomer)
        assert version_of(str(table.shown.state_for(newcomer))) == 1
    finally:
        game_changed.connect(tables.render_change)
    table.shown.follow({"stamp": "one"})
    assert table.pushed(table.player).startswith("<!--0 to 1-->")
    leave(table.shown, newcomer)


def test_who_comes_while_nothing_happens_has_the_table_not_read_again(
    table: Table, django_assert_num_queries: Any
) -> None:
    other = Viewer(user_at(table.game, 1).pk, "en")
    with django_assert_num_queries(1):
        assert elements(str(table.shown.state_for(other)), "[data-turn=other]")
    table.act()
    with django_assert_num_queries(1):
        assert version_of(str(table.shown.state_for(other))) == 1


def test_what_all_see_is_rendered_once_for_those_who_come(table: Table) -> None:
    newcomers = [Viewer(user_at(table.game, player).pk, "en") for player in (0, 1)]
    opened = ShownTable(table.game.code)
    with mock.patch("games.live.rendering.render_to_string", wraps=render_to_string) as render:
        for viewer in (*newcomers, SPECTATOR):
            assert elements(str(opened.state_for(viewer)), "#t-log")
    drawn = [call.args[0] for call in render.call_args_list]
    assert drawn.count("games/_log.html") == 1
    assert drawn.count("games/_controls.html") == 3


def test_who_comes_is_shown_a_change_that_nobody_was_told_of(table: Table) -> None:
    with mock.patch("games.services.play.notify_game_changed"):
        table.act()
    assert version_of(str(table.shown.state_for(SPECTATOR))) == 1


def test_a_page_that_shows_the_version_already_is_sent_no_regions(table: Table) -> None:
    table.act()
    assert table.shown.state_for(table.player, have=1) == "<!--1 to 1-->"
    assert elements(str(table.shown.state_for(table.player, have=0)), "#t-status")


def test_a_page_of_an_annulled_game_is_sent_all_whatever_it_shows(table: Table) -> None:
    Game.objects.filter(pk=table.game.pk).update(annulled_at=table.game.created_at)
    assert elements(str(table.shown.state_for(table.player, have=0)), "#t-status")


def test_until_the_start_everything_is_pushed_for_seats_change_hands() -> None:
    game = waiting_table(None, 3)
    first = Viewer(game.creator_id, "en")
    friends = [make_user(), make_user()]
    table = enter(game.code, first)
    assert table.state_for(first)
    for friend in friends:
        lobby.join(game.code, friend)
        push = next(reversed(table.pushes.values()))[first]
        assert not push.startswith("<!--")
        assert elements(push, "#t-seats")
    leave(table, first)


def test_a_table_that_nobody_has_open_is_not_rendered_and_not_kept() -> None:
    game = running_table()
    viewer = Viewer(None, "en")
    table = enter(game.code, viewer)
    leave(table, viewer)
    submit_action(game.code, 0, game.rules.parse_action("roll"), 0)
    assert table.pushes == {}
    opened_again = enter(game.code, viewer)
    assert opened_again is not table
    leave(opened_again, viewer)


# --- Two processes, each with sockets of its own ---------------------------------------------


class Others:
    """The same table in another process, where the second player and a replay have it open."""

    def __init__(self, table: Table) -> None:
        self.process = "another"
        self.player = Viewer(user_at(table.game, 1).pk, "en")
        self.replay = Viewer(None, "en", replay=True)
        self.shown = ShownTable(table.game.code)
        for viewer in (self.player, self.replay):
            self.shown.viewers[viewer] += 1
            assert self.shown.state_for(viewer)

    def ask(self, table: Table) -> None:
        table.shown.want(self.process, [self.shown.audience_of(one) for one in self.shown.viewers])

    def pushed(self, viewer: Viewer) -> str:
        return next(reversed(self.shown.pushes.values())).get(viewer, "")


@pytest.fixture
def others(table: Table) -> Others:
    return Others(table)


@pytest.fixture
def told() -> Iterator[list[Message]]:
    """Take what processes tell each other."""
    messages: list[Message] = []

    def take(group: str, message: Message) -> None:
        # As Redis has it, which knows no tuples.
        messages.append(json.loads(json.dumps(message)))

    with mock.patch.object(broadcast, "send", take), mock.patch.object(tables, "send", take):
        yield messages


def test_what_another_process_asked_for_it_need_not_read_and_render(
    table: Table, others: Others, told: list[Message], django_assert_num_queries: Any
) -> None:
    others.ask(table)
    for act in (table.act, table.split):
        act()
        with django_assert_num_queries(0):
            others.shown.follow(told[-1])
        same = ShownTable(table.game.code)
        same.viewers[others.player] += 1
        assert others.shown.state_for(others.player) == same.state_for(others.player)
        now = table.game.version
        assert others.pushed(others.player).startswith(f"<!--{now - 1} to {now}-->")
        assert others.pushed(others.replay) == others.shown.state_for(others.replay)


def test_a_process_renders_what_it_was_not_told_and_asks_for_it(
    table: Table, others: Others, told: list[Message]
) -> None:
    table.act()
    others.shown.follow(told[-1])
    assert version_of(others.pushed(others.player)) == 1
    wish = told.pop()
    assert wish["type"] == "game.wanted"
    table.shown.want(wish["process"], wish["audiences"])
    assert not table.shown.wanted, "it asked itself"
    table.shown.want(others.process, wish["audiences"])
    table.split()
    others.shown.follow(told[-1])
    assert told[-1]["type"] == "game.changed", "it got all it asked for"
    assert version_of(others.pushed(others.player)) == 2


def test_who_acts_where_they_have_no_socket_is_answered_what_another_process_pushes(
    table: Table, others: Others, told: list[Message]
) -> None:
    leave(table.shown, table.player)
    table.shown.want(others.process, [table.shown.audience_of(table.player)])
    post(table, "roll", have=0)
    table.game.refresh_from_db()
    action = str(table.game.rules.legal_actions(table.game.position(), 0)[0])
    answer = post(table, action, have=1)
    assert answer.startswith("<!--1 to 2-->")
    enter(table.game.code, table.player)


def test_a_process_renders_for_another_only_for_a_while(
    table: Table, others: Others, told: list[Message], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "WANTED_SECONDS", 0)
    others.ask(table)
    table.act()
    assert told[-1]["rendered"]["regions"] == []


def test_what_is_told_late_does_not_take_a_later_change_back(
    table: Table, others: Others, told: list[Message]
) -> None:
    others.ask(table)
    table.act()
    table.split()
    first, second = told[-2:]
    others.shown.follow(second)
    others.shown.follow(first)
    assert others.pushed(others.player) == ""
    assert version_of(str(others.shown.state_for(others.player))) == 2


def test_a_message_that_was_lost_is_made_up_for_by_the_next_one(
    table: Table, others: Others, told: list[Message]
) -> None:
    others.ask(table)
    table.act()
    table.split()
    others.shown.follow(told[-1])
    assert others.pushed(others.player).startswith("<!--0 to 2-->")


def test_the_end_of_a_game_is_rendered_by_each_process(
    table: Table, others: Others, told: list[Message]
) -> None:
    others.ask(table)
    submit_action(table.game.code, 0, Resign(), None)
    assert "rendered" not in told[-1]
    others.shown.follow(told[-1])
    assert elements(others.pushed(others.player), "[data-turn=none]")


class OtherProcessTests(TransactionTestCase):
    async def test_what_another_process_changed_is_rendered_when_it_is_told(self) -> None:
        game = await sync_to_async(running_table)()
        sockets = [await connect(f"/ws/games/{game.code}/") for _ in range(3)]
        for socket in sockets:
            assert version_of(await next_push(socket)) == 0
        game_changed.disconnect(tables.render_change)
        try:
            await roll(game)
        finally:
            game_changed.connect(tables.render_change)
        for socket in sockets:
            assert version_of(await next_push(socket)) == 1
            await socket.disconnect()

    async def test_viewers_who_come_in_the_same_second_are_told_of_together(self) -> None:
        game = await sync_to_async(running_table)()
        with mock.patch.object(presence, "TICK", 0.05):
            sockets = [await connect(f"/ws/games/{game.code}/") for _ in range(4)]
            push = await next_push(sockets[0], "t-viewers")
            while "4 watching" not in push:
                push = await next_push(sockets[0], "t-viewers")
        for socket in sockets:
            await socket.disconnect()
        assert game.code not in presence.here

    async def test_a_player_who_looks_without_a_socket_is_not_taken_for_gone(self) -> None:
        game = await sync_to_async(running_table)()
        player = await sync_to_async(user_at)(game, 1)
        socket = await connect(f"/ws/games/{game.code}/")
        known = seen_at(await next_push(socket, "t-viewers"))
        client = AsyncClient()
        await client.aforce_login(player)
        await client.get(game.get_absolute_url())
        assert seen_at(await next_push(socket, "t-viewers")) > known
        await socket.disconnect()


def seen_at(push: str) -> int:
    """Return when player 1 was last seen, as pages hear of those who are away."""
    away = dict(each.split(":") for each in value(push, "[data-away]", "data-away").split())
    return int(away["1"])

"""What is pushed of a game on one device: to the device what the next player may do."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.live.tables import ShownTable, Viewer, enter, leave
from games.models import Game, TableOptions
from games.services import lobby
from games.services.pass_and_play import claim, open_game
from tests.games.devices import NAMES, device_of, one_device, own_dice, press, resign_all
from tests.games.tables import make_user
from tests.html import elements, values
from tests.live.test_shown_tables import SPECTATOR
from tests.live.test_sockets import version_of

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


class Watched:
    """A game that the device and a spectator have open."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.device = Viewer(game.creator_id, "en")
        for viewer in (self.device, SPECTATOR):
            self.shown = enter(game.code, viewer)
            assert self.shown.state_for(viewer)

    def press(self, action: str, **sent: Any) -> None:
        assert press(device_of(self.game), self.game, action, **sent).status_code == 302

    def pushed(self, viewer: Viewer) -> str:
        return next(reversed(self.shown.pushes.values())).get(viewer, "")

    def close(self) -> None:
        for viewer in (self.device, SPECTATOR):
            leave(self.shown, viewer)


def watched(game: Game) -> Iterator[Watched]:
    table = Watched(game)
    yield table
    table.close()


@pytest.fixture
def site_dice() -> Iterator[Watched]:
    yield from watched(one_device("3164 7+7"))


@pytest.fixture
def real_dice() -> Iterator[Watched]:
    yield from watched(own_dice())


def acts_for(push: str) -> set[str]:
    return set(values(push, "[name=player][value]", "value"))


def test_the_device_gets_what_the_next_player_may_do_and_others_only_see_it(
    site_dice: Watched,
) -> None:
    shown = str(site_dice.shown.state_for(site_dice.device))
    assert acts_for(shown) == {"0"}
    site_dice.press("stop")
    push = site_dice.pushed(site_dice.device)
    assert acts_for(push) == {"1"}
    assert "“Ben”" in push
    seen = site_dice.pushed(SPECTATOR)
    assert version_of(seen) == version_of(push) == 3
    assert not acts_for(seen)
    assert not elements(seen, "[name=token]")
    assert not elements(seen, ".holder")


def test_what_the_press_is_answered_is_what_the_device_is_pushed(site_dice: Watched) -> None:
    client, game = device_of(site_dice.game), site_dice.game
    data = {"action": "stop", "player": "0", "token": "2", "have": "2"}
    answer = client.post(f"/games/{game.code}/act/", data, headers={"HX-Request": "true"})
    assert answer.content.decode() == site_dice.pushed(site_dice.device)


def test_a_roll_that_is_typed_in_is_pushed_to_nobody_before_it_is_answered(
    real_dice: Watched,
) -> None:
    before = len(real_dice.shown.pushes)
    device_of(real_dice.game).get(f"/games/{real_dice.game.code}/", {"dice": "3164"})
    assert len(real_dice.shown.pushes) == before
    assert "3 1 6 4" not in str(ShownTable(real_dice.game.code).state_for(SPECTATOR))
    real_dice.press("split:7+7", dice="3164")
    for viewer in (real_dice.device, SPECTATOR):
        push = real_dice.pushed(viewer)
        assert push.startswith("<!--0 to 2-->")
        assert version_of(push) == 2
    assert elements(real_dice.pushed(real_dice.device), "#typed")
    assert not elements(real_dice.pushed(SPECTATOR), "#typed")


def test_the_device_hears_of_the_start_and_may_act() -> None:
    host = make_user()
    options = one_device(host=host)  # for its options alone
    game = open_game(host, TableOptions.of(options), NAMES[:2], own_dice=False, salt=None)
    table = Watched(game)
    assert elements(str(table.shown.state_for(table.device)), "#salt-form")
    assert not elements(str(table.shown.state_for(SPECTATOR)), "#salt-form")
    lobby.set_salt(game.code, host, "device")
    assert len(acts_for(table.pushed(table.device))) == 1
    assert not acts_for(table.pushed(SPECTATOR))
    table.close()


def test_at_the_end_only_the_device_is_shown_the_way_to_claim_a_seat(site_dice: Watched) -> None:
    resign_all(site_dice.game)
    assert "/claim/" in site_dice.pushed(site_dice.device)
    assert "/claim/" not in site_dice.pushed(SPECTATOR)


def test_who_has_claimed_a_seat_with_the_device_still_sees_the_way_for_others() -> None:
    game = resign_all(one_device())
    assert game.creator is not None
    claim(game.code, game.creator, 0)
    page = device_of(game).get(f"/games/{game.code}/").content.decode()
    assert "/claim/" in page
    viewer = Viewer(game.creator_id, "en")
    assert "/claim/" in str(ShownTable(game.code).state_for(viewer))

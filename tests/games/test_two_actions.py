"""Two actions in one request: take a split and roll on."""

import pytest
from django.test import Client

from games.engine.cantstop.actions import ROLL, STOP, Split
from games.engine.dice import RollAddress, ScriptedDice
from games.models import Game
from games.services.play import submit_actions
from games.services.refusals import AgainstTheRules, StaleDecision
from tests.games.tables import buttons_table, log_of, play, player_client, running_table, token_of
from tests.html import elements

pytestmark = pytest.mark.django_db


def choosing() -> Game:
    """Return a game in which player 0 may split 2, 3, 4 and 5."""
    return play(running_table(), "2345")


def dice(faces: str) -> ScriptedDice:
    return ScriptedDice([list(map(int, faces))])


def test_a_split_and_a_roll_are_two_events_of_one_request() -> None:
    game = choosing()
    after = submit_actions(game.code, 0, [Split((5, 9)), ROLL], token_of(game, 0), dice("1236"))
    assert log_of(after) == [(0, "rolled"), (0, "split"), (0, "rolled")]
    last = after.events.get(seq=3)
    assert last.data == {"dice": [1, 2, 3, 6]}
    assert after.version == 3


def test_each_of_them_has_an_address_of_its_own(client: Client) -> None:
    game = choosing()
    submit_actions(game.code, 0, [Split((5, 9)), ROLL], token_of(game, 0), dice("1236"))
    for seq in (2, 3):
        assert client.get(f"/games/{game.code}/replay/{seq}/").status_code == 200


def test_the_roll_may_be_a_bust_that_ends_the_turn() -> None:
    game = play(running_table(), "1111 2+2 6666 12+12 2345")
    after = submit_actions(game.code, 0, [Split((5,)), ROLL], token_of(game, 0), dice("3344"))
    # 6, 7 and 8 are no column with a runner
    assert after.position().turn_player == 1


def test_a_form_sends_both_with_a_space_between_them() -> None:
    game = choosing()
    form = {"action": "split:5+9 roll", "token": token_of(game, 0)}
    answer = player_client(game, 0).post(f"/games/{game.code}/act/", form)
    assert answer.status_code == 302
    assert [kind for _, kind in log_of(game)] == ["rolled", "split", "rolled"]


@pytest.mark.parametrize("token", ["0", "99"])
def test_a_stale_press_does_neither(token: str) -> None:
    game = choosing()
    form = {"action": "split:5+9 roll", "token": token}
    answer = player_client(game, 0).post(f"/games/{game.code}/act/", form)
    assert answer.status_code == 409
    assert len(log_of(game)) == 1


def test_the_same_press_twice_is_done_once() -> None:
    game = choosing()
    token = token_of(game, 0)
    submit_actions(game.code, 0, [Split((5, 9)), ROLL], token, dice("1236"))
    with pytest.raises((StaleDecision, AgainstTheRules)):
        submit_actions(game.code, 0, [Split((5, 9)), ROLL], token, dice("1236"))
    assert len(log_of(game)) == 3


@pytest.mark.parametrize(
    "actions",
    [
        [Split((12, 12)), ROLL],
        [Split((5, 9)), Split((5, 9))],
        [Split((5, 9)), STOP, ROLL],
    ],
    ids=["first is illegal", "second is illegal", "another player's turn"],
)
def test_where_one_is_refused_nothing_is_done(actions: list[object]) -> None:
    game = choosing()
    with pytest.raises(AgainstTheRules):
        submit_actions(game.code, 0, actions, token_of(game, 0), dice("1236"))  # type: ignore[arg-type]
    assert len(log_of(game)) == 1
    game.refresh_from_db()
    assert game.version == 1


@pytest.mark.parametrize("split", [(5, 9), (12, 12)], ids=["it would fit", "it would not"])
def test_nothing_follows_a_roll_so_nobody_can_ask_what_the_dice_will_be(
    split: tuple[int, ...],
) -> None:
    game = running_table()
    with pytest.raises(AgainstTheRules):
        submit_actions(game.code, 0, [ROLL, Split(split)], token_of(game, 0), dice("2345"))
    assert log_of(game) == []


class CountedDice(ScriptedDice):
    """Dice of which every roll is counted."""

    drawn = 0

    def roll(self, address: RollAddress, count: int) -> tuple[int, ...]:
        self.drawn += 1
        return (1,) * count


NOT_ALLOWED = [
    (0, "roll split:2+2"),
    (0, "roll roll"),
    (0, "roll stop"),
    (0, "split:2+2 roll"),
    (0, "stop roll"),
    (0, "stop"),
    (1, "roll"),
    (1, "roll resign"),
]


def test_what_is_refused_is_refused_before_any_die_is_drawn(subtests: pytest.Subtests) -> None:
    game = running_table()
    for player, text in NOT_ALLOWED:
        with subtests.test(player=player, text=text):
            actions, counted = (
                [game.rules.parse_action(one) for one in text.split()],
                CountedDice(()),
            )
            with pytest.raises(AgainstTheRules):
                submit_actions(game.code, player, actions, token_of(game, player), counted)
            assert counted.drawn == 0
    counted = CountedDice(())
    with pytest.raises(StaleDecision):
        submit_actions(game.code, 0, [ROLL], 99, counted)
    assert counted.drawn == 0
    submit_actions(game.code, 0, [ROLL], token_of(game, 0), counted)
    assert counted.drawn == 1


def test_in_buttons_too_a_roll_with_an_answer_is_refused_before_any_die_is_drawn() -> None:
    game, counted = buttons_table(), CountedDice(())
    roller = game.position().turn_player
    actions = [game.rules.parse_action(text) for text in ("roll", "decline")]
    with pytest.raises(AgainstTheRules):
        submit_actions(game.code, roller, actions, token_of(game, roller), counted)
    assert counted.drawn == 0


@pytest.mark.parametrize("text", ["split:5+9 nonsense", "split:5+9  roll", "split:5+9 roll roll"])
def test_a_malformed_second_action_is_refused(text: str) -> None:
    game = choosing()
    form = {"action": text, "token": token_of(game, 0)}
    answer = player_client(game, 0).post(f"/games/{game.code}/act/", form)
    assert answer.status_code in {400, 422}
    assert len(log_of(game)) == 1


def test_others_are_pushed_the_position_after_both() -> None:
    game = choosing()
    page = player_client(game, 0).post(
        f"/games/{game.code}/act/",
        {"action": "split:5+9 roll", "token": token_of(game, 0)},
        headers={"HX-Request": "true"},
    )
    assert elements(page, "[data-version='3']")

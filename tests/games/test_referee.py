"""What happens without a person: bots move, absent players time out, stale tables close."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.refusals import Refusal
from games import broadcast, referee
from games.engine.core import Resign
from games.engine.dice import ScriptedDice
from games.models import Game, SignOfLife
from games.services import lobby
from games.services.clocks import give_sign_of_life
from games.services.endings import time_out_absent
from games.services.play import submit_action
from games.services.snapshots import snapshot_fault
from games.services.tables import ABANDONED_TIME, LONG_LOOK
from tests.games.tables import (
    buttons_table,
    log_of,
    make_user,
    nearly_over,
    play,
    running_table,
    waiting_table,
)

pytestmark = pytest.mark.django_db


def table_with_bot_first() -> Game:
    game = waiting_table(bots=["random"])
    if game.seats.get(player=0).bot == "":
        game.seats.filter(player=1).update(player=9)
        game.seats.filter(player=0).update(player=1)
        game.seats.filter(player=9).update(player=0)
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now())
    return Game.objects.get(pk=game.pk)


def make_due(game: Game, waited: timedelta = ABANDONED_TIME) -> Game:
    """Let nothing have happened at this table for so long."""
    past = timezone.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(due_at=past, moved_at=past - waited)
    return Game.objects.get(pk=game.pk)


def test_a_bot_whose_turn_it_is_moves_one_step() -> None:
    game = table_with_bot_first()
    assert referee.claim_due(8) == [game.code]
    referee.handle(game.code)
    game.refresh_from_db()
    assert game.version == 1
    assert game.due_at is not None


def test_the_referee_is_told_when_a_bot_is_next_and_left_alone_when_a_person_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    monkeypatch.setattr(broadcast, "send_on_commit", lambda group, message: told.append(group))
    submit_action(running_table().code, 0, Resign(), None)
    assert broadcast.REFEREE_GROUP not in told
    user = make_user()
    game = waiting_table(user, players=3, bots=["random", "random"])
    submit_action(game.code, game.seats.get(user=user).player, Resign(), None)
    assert broadcast.REFEREE_GROUP in told


def test_the_next_look_is_when_the_next_game_is_due(django_assert_num_queries: Any) -> None:
    give_sign_of_life(SignOfLife.Role.REFEREE)
    with django_assert_num_queries(3):
        assert referee.look(8) == ([], referee.POLL)
    game = table_with_bot_first()
    Game.objects.filter(pk=game.pk).update(due_at=timezone.now() + timedelta(seconds=0.5))
    codes, pause = referee.look(8)
    assert (codes, 0 < pause < 0.5) == ([], True)


def test_a_claimed_game_is_not_claimed_again_while_the_lease_lasts() -> None:
    table_with_bot_first()
    assert len(referee.claim_due(8)) == 1
    assert referee.claim_due(8) == []


def test_a_game_whose_referee_died_is_claimed_again_after_the_lease() -> None:
    game = table_with_bot_first()
    referee.claim_due(8)
    make_due(game)
    assert referee.claim_due(8) == [game.code]


def test_no_more_games_are_claimed_than_asked_for() -> None:
    for _ in range(3):
        table_with_bot_first()
    assert len(referee.claim_due(2)) == 2


def test_a_game_among_bots_is_played_to_its_end() -> None:
    user = make_user()
    game = waiting_table(user, players=3, bots=["rule-of-28", "cautious"])
    submit_action(game.code, game.seats.get(user=user).player, Resign(), None)
    game = nearly_over(game)
    for _ in range(2000):
        make_due(game)
        referee.handle(game.code)
        game.refresh_from_db()
        if game.is_finished:
            break
    assert game.termination == "columns"
    assert game.due_at is None
    assert snapshot_fault(game) == ""


def test_a_person_absent_for_too_long_is_timed_out() -> None:
    game = make_due(running_table())
    referee.handle(game.code)
    game.refresh_from_db()
    assert (game.status, game.termination) == ("finished", "timed_out")
    assert game.seats.get(player=1).won


def test_a_person_who_acted_since_the_claim_is_not_timed_out() -> None:
    game = make_due(running_table())
    referee.claim_due(8)
    token = game.rules.token(game.position(), 0)
    submit_action(
        game.code, 0, game.rules.parse_action("roll"), token, ScriptedDice([(3, 1, 6, 4)])
    )
    referee.handle(game.code)
    game.refresh_from_db()
    assert game.is_running
    assert game.version == 1


def test_a_table_nobody_filled_is_cancelled() -> None:
    game = make_due(waiting_table())
    referee.handle(game.code)
    game.refresh_from_db()
    assert game.status == "cancelled"
    assert game.due_at is None


def test_a_game_that_is_not_due_is_left_alone() -> None:
    game = lobby.join(waiting_table().code, make_user())
    assert referee.claim_due(8) == []
    referee.handle(game.code)
    game.refresh_from_db()
    assert game.version == 0


# --- Several who decide at the same time -------------------------------------

ROLLED = "42+2344"
TO_STARS = "11+2345 0@11 1@11 2@11 O O O"


def refereed(game: Game) -> Game:
    """Return the game after the referee has done what is due now."""
    make_due(game)
    with suppress(Refusal):  # as the referee does: what is overtaken is dropped
        referee.handle(game.code)
    return Game.objects.get(pk=game.pk)


def is_about(moment: datetime | None, wait: timedelta) -> bool:
    return moment is not None and abs(moment - timezone.now() - wait) < timedelta(seconds=20)


def test_a_bot_decides_at_its_pace_while_people_decide(settings: Any) -> None:
    settings.BOT_PACE = 100
    game = buttons_table(ROLLED, players=3, bots={1: "careful"})
    assert is_about(game.due_at, timedelta(seconds=100))
    game = play(game, "2-")
    assert is_about(game.due_at, timedelta(seconds=100))


def test_a_bot_whose_turn_comes_waits_for_people_to_look(settings: Any) -> None:
    settings.BOT_PACE = 100
    game = buttons_table(f"{ROLLED} 1@42 0@43", bots={1: "careful"})
    assert is_about(game.due_at, timedelta(seconds=100 * LONG_LOOK))


def test_only_the_bots_decide_when_bots_and_people_are_to_decide() -> None:
    game = refereed(buttons_table(ROLLED, players=4, bots={1: "careful", 3: "random"}))
    assert sorted(player for player, _ in log_of(game)[2:] if player is not None) == [1, 3]
    assert list(game.seats.filter(to_move=True).values_list("player", flat=True)) == [0, 2]
    assert snapshot_fault(game) == ""


def test_people_have_their_full_time_once_the_bots_have_decided() -> None:
    game = refereed(buttons_table(ROLLED, players=3, bots={1: "careful"}))
    assert is_about(game.due_at, ABANDONED_TIME)
    assert referee.claim_due(8) == []
    assert log_of(play(game, "2- 0@43"))[-2:] == [(2, "declined"), (0, "placed")]


def test_a_decision_of_somebody_else_never_shortens_the_time_of_a_person() -> None:
    game = play(buttons_table(ROLLED, players=3), "1-")
    assert is_about(game.due_at, ABANDONED_TIME)


def test_bots_place_their_stars_before_people_are_put_out() -> None:
    game = refereed(buttons_table(TO_STARS, players=3, bots={0: "careful", 2: "random"}))
    assert sorted(log_of(game)[-2:]) == [(0, "stars_placed"), (2, "stars_placed")]
    assert is_about(game.due_at, ABANDONED_TIME)
    game = refereed(game)
    assert log_of(game)[-1] == (1, "timed_out")
    assert game.is_running


def test_two_people_who_are_due_at_once_are_both_timed_out() -> None:
    game = refereed(play(buttons_table(ROLLED, players=4), "0@43 2-"))
    assert log_of(game)[-2:] == [(1, "timed_out"), (3, "timed_out")]
    assert list(game.seats.filter(to_move=True).values_list("player", flat=True)) == [2]
    assert is_about(game.due_at, ABANDONED_TIME)
    assert snapshot_fault(game) == ""


def test_two_people_who_are_due_with_their_stars_are_both_timed_out() -> None:
    game = refereed(play(buttons_table(TO_STARS, players=3), "1*11"))
    assert (game.status, game.termination) == ("finished", "timed_out")
    assert sorted(log_of(game)[-2:]) == [(0, "timed_out"), (2, "timed_out")]
    assert game.seats.get(won=True).player == 1


def test_who_has_decided_is_not_timed_out_with_the_others() -> None:
    game = refereed(play(buttons_table(ROLLED), "0@43"))
    assert log_of(game)[-1] == (1, "timed_out")
    assert (game.status, game.seats.get(won=True).player) == ("finished", 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_BT_L6_nobody_has_won_when_everybody_is_due_at_once(players: int) -> None:
    game = refereed(buttons_table(ROLLED, players))
    assert (game.status, game.termination) == ("finished", "timed_out")
    assert log_of(game)[2:] == [(player, "timed_out") for player in range(players)]
    assert game.seats.filter(won=False).count() == players
    assert game.due_at is None
    assert not game.seats.filter(to_move=True).exists()
    assert snapshot_fault(game) == ""


def test_BT_L6_nobody_has_won_when_those_still_in_the_game_are_absent_together() -> None:
    game = refereed(play(buttons_table(ROLLED, players=3), "R2"))
    assert (game.status, game.termination) == ("finished", "timed_out")
    assert not game.seats.filter(won=True).exists()


def test_one_who_acts_while_the_referee_looks_saves_everybody() -> None:
    game = make_due(buttons_table(ROLLED))
    read = Game.objects.get(pk=game.pk)
    play(game, "1-")
    time_out_absent(read)
    assert log_of(game)[-1] == (1, "declined")


def test_a_person_who_decided_since_the_claim_is_not_timed_out_nor_is_anybody_else() -> None:
    game = make_due(buttons_table(ROLLED, players=3))
    referee.claim_due(8)
    play(game, "1-")
    referee.handle(game.code)
    assert log_of(game)[-1] == (1, "declined")


def test_a_game_of_buttons_among_bots_is_played_to_its_end() -> None:
    game = nearly_over(play(buttons_table(players=3, bots={1: "greedy", 2: "careful"}), "R0"))
    for _ in range(3000):
        game = refereed(game)
        if game.is_finished:
            break
    assert game.termination in {"line", "stars"}
    assert snapshot_fault(game) == ""

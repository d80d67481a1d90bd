"""Rulings on games, and all that follows from them."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from games.models import DiceTally, Game, GameRuling
from games.queries import finished_games_of, totals_of
from games.services import lobby, tallies
from games.services.imports import import_game
from games.services.play import submit_action
from games.services.snapshots import snapshot_fault
from moderation.services import rulings
from tests.engine.kinds import every_kind
from tests.games.tables import make_user, running_table, waiting_table
from tests.moderation.people import make_staff
from tests.refusals import refused

pytestmark = pytest.mark.django_db
NOTE = "The server stood still."


@pytest.fixture
def senior() -> User:
    return make_staff("senior")


@pytest.fixture
def game() -> Game:
    return rolled(running_table())


@pytest.fixture
def over() -> Game:
    return resigned(rolled(running_table()), 0)


def rolled(game: Game) -> Game:
    return submit_action(game.code, 0, game.rules.parse_action("roll"), 0)


def resigned(game: Game, player: int) -> Game:
    submit_action(game.code, player, game.rules.parse_action("resign"), None)
    return Game.objects.get(pk=game.pk)


def winners(game: Game) -> list[int]:
    return list(game.seats.filter(won=True).values_list("player", flat=True))


def user_at(game: Game, player: int) -> User:
    user = game.seats.get(player=player).user
    assert user is not None
    return user


def totals(user: User) -> tuple[int, int]:
    found = totals_of(user, finished_games_of(user, user))
    return found["games"], found["wins"]


def refusal(action: Any, *args: Any) -> int:
    with pytest.raises(Refusal) as refused:
        action(*args)
    return refused.value.status


# --- End


def test_an_end_for_nobody_stops_a_game(game: Game, senior: User) -> None:
    rulings.rule("end", game, senior, NOTE)
    game.refresh_from_db()
    assert (game.status, game.termination) == (Game.Status.FINISHED, "ruled")
    assert (game.due_at, winners(game), game.dice.secret != "") == (None, [], True)
    assert not game.seats.filter(to_move=True).exists()
    assert set(game.seats.values_list("won", flat=True)) == {False}


def test_an_end_may_have_a_winner(game: Game, senior: User) -> None:
    rulings.rule("end", game, senior, NOTE, [1])
    assert winners(game) == [1]


def test_nobody_plays_on_after_an_end(game: Game, senior: User) -> None:
    rulings.rule("end", game, senior, NOTE)
    with refused("over"):
        resigned(game, 0)


def test_a_game_that_is_over_is_not_ended(over: Game, senior: User) -> None:
    assert refusal(rulings.rule, "end", over, senior, NOTE) == 409


def test_an_ended_game_may_be_played_again(game: Game, senior: User) -> None:
    rulings.rule("end", game, senior, NOTE)
    assert lobby.rematch(game.code, user_at(game, 0)).is_waiting


# --- Award


def test_an_award_gives_a_finished_game_to_others(over: Game, senior: User) -> None:
    loser, winner = user_at(over, 0), user_at(over, 1)
    assert (totals(loser), totals(winner)) == ((1, 0), (1, 1))
    ended = over.finished_at
    rulings.rule("award", over, senior, NOTE, [0])
    over.refresh_from_db()
    assert (winners(over), over.termination, over.finished_at) == ([0], "ruled", ended)
    assert (totals(loser), totals(winner)) == ((1, 1), (1, 0))


def test_an_award_ends_a_running_game(game: Game, senior: User) -> None:
    rulings.rule("award", game, senior, NOTE, [0, 1])
    game.refresh_from_db()
    assert game.is_finished
    assert winners(game) == [0, 1]


def test_an_award_may_be_taken_back_by_another(over: Game, senior: User) -> None:
    rulings.rule("award", over, senior, NOTE, [0])
    rulings.rule("award", over, senior, "That was wrong.", [1])
    assert winners(over) == [1]


def test_the_same_award_twice_is_refused(over: Game, senior: User) -> None:
    rulings.rule("award", over, senior, NOTE, [0])
    assert refusal(rulings.rule, "award", over, senior, NOTE, [0]) == 409
    assert GameRuling.objects.count() == 1


@pytest.mark.parametrize("players", [[], [2], [-1]])
def test_an_award_goes_to_players(players: list[int], over: Game, senior: User) -> None:
    assert refusal(rulings.rule, "award", over, senior, NOTE, players) == 422
    assert winners(over) == [1]


@every_kind
def test_logs_dice_and_snapshots_stay_right(kind: str, senior: User) -> None:
    game = running_table(kind=kind)
    rulings.rule("end", game, senior, NOTE)
    rulings.rule("award", game, senior, NOTE, [1])
    game = Game.objects.get(pk=game.pk)
    assert snapshot_fault(game) == ""
    assert tallies.faults() == []
    call_command("check_logs")


# --- Annul


def dice_of(user: User) -> int:
    tally = DiceTally.objects.filter(user=user).first()
    return tally.rolls if tally else 0


def test_an_annulled_game_counts_for_nothing(over: Game, senior: User) -> None:
    users = [user_at(over, 0), user_at(over, 1)]
    assert dice_of(users[0]) == 1
    rulings.rule("annul", over, senior, NOTE)
    over.refresh_from_db()
    assert over.annulled_at
    assert not Game.objects.that_count().filter(pk=over.pk).exists()
    assert [totals(user) for user in users] == [(0, 0), (0, 0)]
    assert [dice_of(user) for user in users] == [0, 0]
    assert tallies.faults() == []


def test_an_annulled_game_stays_in_the_list_of_games(over: Game, senior: User) -> None:
    rulings.rule("annul", over, senior, NOTE)
    user = user_at(over, 0)
    assert over in finished_games_of(user, user)


def test_a_game_counts_again(over: Game, senior: User) -> None:
    rulings.rule("annul", over, senior, NOTE)
    rulings.rule("unannul", over, senior, "It was fine.")
    over.refresh_from_db()
    assert over.annulled_at is None
    assert totals(user_at(over, 1)) == (1, 1)
    assert dice_of(user_at(over, 0)) == 1
    assert tallies.faults() == []


def test_a_game_annulled_while_it_runs_counts_for_nothing_at_its_end(
    game: Game, senior: User
) -> None:
    rulings.rule("annul", game, senior, NOTE)
    resigned(game, 0)
    assert dice_of(user_at(game, 0)) == 0
    assert tallies.faults() == []
    rulings.rule("unannul", game, senior, NOTE)
    assert dice_of(user_at(game, 0)) == 1
    assert tallies.faults() == []


def test_the_dice_of_a_deleted_player_are_taken_out_too(over: Game, senior: User) -> None:
    user = user_at(over, 0)
    tallies.give_to_nobody(user)
    user.delete()
    rulings.rule("annul", over, senior, NOTE)
    assert tallies.faults() == []
    rulings.rule("unannul", over, senior, NOTE)
    assert tallies.faults() == []


def test_annulling_twice_is_refused_and_so_is_restoring(over: Game, senior: User) -> None:
    assert refusal(rulings.rule, "unannul", over, senior, NOTE) == 409
    rulings.rule("annul", over, senior, NOTE)
    assert refusal(rulings.rule, "annul", over, senior, NOTE) == 409
    assert DiceTally.objects.filter(rolls__lt=0).count() == 0


# --- All of them

KINDS = [("annul", []), ("award", [1]), ("end", [])]


@pytest.mark.parametrize(
    ("kind", "winners", "action"),
    [
        ("annul", [], Action.ANNULLED),
        ("award", [1], Action.AWARDED),
        ("end", [], Action.ENDED),
    ],
)
def test_every_ruling_is_kept_and_logged(
    kind: str, winners: list[int], action: str, game: Game, senior: User
) -> None:
    ruling = rulings.rule(kind, game, senior, NOTE, winners)
    act = ModerationAction.objects.get()
    assert (ruling.note, ruling.ruled_by, ruling.winners) == (NOTE, senior, winners)
    assert (act.action, act.actor, act.target) == (action, senior.pk, f"game {game.code}")
    assert act.reason == NOTE
    assert act.before != act.after


def test_every_ruling_says_why(game: Game, senior: User, subtests: pytest.Subtests) -> None:
    for note in ("", "  ", "x" * 1001):
        for kind, winners in KINDS:
            with subtests.test(note=note, kind=kind):
                assert refusal(rulings.rule, kind, game, senior, note, winners) == 422
    assert not GameRuling.objects.exists()


def test_only_seniors_rule(game: Game, subtests: pytest.Subtests) -> None:
    for group in ("", "helper", "moderator"):
        somebody = make_staff(group) if group else make_user()
        for kind, winners in KINDS:
            with subtests.test(group=group, kind=kind), pytest.raises(PermissionDenied):
                rulings.rule(kind, game, somebody, NOTE, winners)
    game.refresh_from_db()
    assert (game.is_running, game.annulled_at) == (True, None)


@pytest.mark.parametrize(("kind", "winners"), KINDS)
def test_nobody_rules_on_their_own_game(kind: str, winners: list[int], senior: User) -> None:
    game = lobby.join(waiting_table(senior).code, make_user())
    assert refusal(rulings.rule, kind, game, senior, NOTE, winners) == 403


@pytest.mark.parametrize(("kind", "winners"), KINDS)
def test_only_games_begun_here_are_ruled_on(kind: str, winners: list[int], senior: User) -> None:
    text = '[Game "cantstop"] [Seat "a" "A"] [Seat "b" "B"] 1a R'
    for game in (waiting_table(), import_game(text, None)):
        assert refusal(rulings.rule, kind, game, senior, NOTE, winners) == 409

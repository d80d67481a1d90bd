"""Games whose players are told, and the notifier and the worker that tell them."""

from datetime import timedelta

from accounts.models import User
from games.engine.time_control import Live, TurnByTurn
from games.models import Game, Notice
from games.notices import notifier, ways
from games.services.notices import TELL_AFTER
from tests.games.days import Clock
from tests.games.tables import client_of, user_at
from tests.games.test_clocks import act, timed_table, wait

SLOW = TurnByTurn(days=3)
LIVE = Live(bank=600, per_decision=60)
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
BY_ADDRESS = (ways.PUSHES, ways.WEBHOOKS)
DAY = timedelta(days=1)


def table(players: int = 2, control: Live | TurnByTurn = SLOW, **options: object) -> Game:
    """Return a game at its start, at which nobody has looked yet."""
    return timed_table(players, control, **options)


def tell(clock: Clock, after: timedelta = TELL_AFTER) -> None:
    """Let time pass, and have the notifier look until it finds nothing more."""
    wait(clock, after)
    while notifier.notify_all_due():
        pass


def work() -> None:
    """Send what waits to be sent."""
    while ways.send_mail() or any(way.send_next() for way in BY_ADDRESS):
        pass


def told(user: User) -> list[str]:
    """Return the kinds of what a user was told, and does not know yet."""
    return [
        notice.kind
        for notice in Notice.objects.filter(user=user, in_page=True).open().order_by("pk")
    ]


def turn_player(game: Game) -> int:
    """Return whose turn it is."""
    now = Game.objects.get(pk=game.pk)
    return now.rules.active_players(now.position())[0]


def pass_turn(game: Game) -> Game:
    """Act until somebody else has to decide, or the game is over: soon, as the last choice ends."""
    player = turn_player(game)
    now = Game.objects.get(pk=game.pk)
    while now.is_running and player in now.rules.active_players(now.position()):
        now = act(now, str(now.rules.legal_actions(now.position(), player)[-1]))
    return now


def look(game: Game, player: int) -> None:
    """Open the table as its player."""
    assert client_of(user_at(game, player)).get(game.get_absolute_url()).status_code == 200

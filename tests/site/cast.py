"""Who comes to the site, and one of everything that has an address there."""

from collections.abc import Callable
from dataclasses import dataclass

from django.test import Client

from accounts.guests import create_guest
from accounts.models import User, Vacation
from accounts.sanctions.models import Block, Sanction
from accounts.vacations import take_vacation, today_of
from games.engine.core import Resign
from games.models import Game, Notice, StepComment, TableOptions
from games.services import daily, pass_and_play
from games.services.play import submit_action
from tests.games.factories import make_finished_game, make_waiting_game
from tests.games.records import imported_game
from tests.moderation.panel import World, make_world, member
from tests.moderation.people import make_player, sanctioned
from tests.staff import staff_client

STAFF = ("helper", "moderator", "senior", "admin")
PEOPLE = ("user", "blocked", "muted", "suspended")
VISITORS = ("anonymous", "guest", *PEOPLE, *STAFF)
"""All are strangers to what there is: they sit at no table, and wrote nothing."""

SHORT = 23
"""The seed of a short game of each kind: many pages show a game whole."""


@dataclass(frozen=True)
class Site:
    """What addresses are about; all of it belongs to `panel.subject`."""

    panel: World
    waiting: Game
    over: Game
    one_device: Game
    imported: Game
    comment: StepComment
    vacation: Vacation
    notice: Notice

    @property
    def owner(self) -> User:
        return self.panel.subject


def make_site(text: str = "You fool") -> Site:
    """Make one of everything, with this text wherever somebody writes."""
    panel = make_world(text)
    today = today_of(panel.subject)
    daily.todays_challenge()
    over = make_finished_game(panel.subject, make_player("Loser"), resign_after=30)
    return Site(
        panel=panel,
        waiting=make_waiting_game(panel.subject, creator=panel.subject),
        over=over,
        one_device=_one_device(panel.subject, text[:20]),
        imported=imported_game(panel.subject, seed=SHORT),
        comment=StepComment.objects.create(game=over, seq=3, user=panel.subject, text=text),
        vacation=take_vacation(panel.subject, today, today),
        notice=Notice.objects.create(user=panel.subject, kind=Notice.Kind.TURN, game=over),
    )


def _one_device(host: User, name: str) -> Game:
    """Return a finished game of two on the device of this user."""
    options = TableOptions("cantstop", 2, visibility=Game.Visibility.UNLISTED)
    game = pass_and_play.open_game(host, options, [name, "Ben"], own_dice=True)
    return submit_action(game.code, 0, Resign(), None)


def browser_for(visitor: str, site: Site) -> Client:
    """Return the visitor's browser; staff has proved a second factor."""
    if visitor == "anonymous":
        return Client()
    if visitor in STAFF:
        return staff_client(member(visitor))
    client = Client()
    client.force_login(create_guest() if visitor == "guest" else _person(visitor, site))
    return client


def _person(visitor: str, site: Site) -> User:
    user = make_player(f"The-{visitor}")
    match visitor:
        case "blocked":
            Block.objects.create(owner=site.owner, blocked=user, chat=True, tables=True)
        case "muted":
            sanctioned(user, Sanction.Kind.CHAT_MUTE)
        case "suspended":
            sanctioned(user, Sanction.Kind.SUSPENSION)
    return user


Arguments = Callable[[Site], dict[str, object]]
"""What an address says of what it is about."""

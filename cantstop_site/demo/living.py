"""Plays for the people of the demo while the site runs.

They play with one another and with visitors, at the pace of people. Except for short breaks, two
of their live games are in progress, and one of their tables waits for players.
"""

import asyncio
import logging
from contextlib import suppress
from random import SystemRandom
from time import monotonic

from channels.db import database_sync_to_async
from django.db import connection
from django.db.models import Q

from accounts.models import User
from accounts.refusals import Refusal
from cantstop_site.demo.cast import Person, played_by_the_demo
from cantstop_site.demo.presses import next_press
from cantstop_site.demo.tables import live, options
from games import presence
from games.chat import services as chat
from games.engine.registry import KINDS
from games.engine.time_control import TurnByTurn
from games.models import Game, Seat
from games.services import lobby
from games.services.play import submit_actions
from games.services.seating import UNFINISHED
from operations.waking import happened

logger = logging.getLogger(__name__)

LOOKS_EVERY = 1.0  # seconds between two calls of `Life.live_on`
LIVE_GAMES = 2
THINKS = (1.5, 5.0)  # seconds for one decision at a live table, at least and at most
COMES_BACK = (20.0, 60.0)  # seconds for a decision in a turn-by-turn game: a visitor may wait
BREAK = (8.0, 25.0)  # seconds between two live games
SAYS_SOMETHING = 0.04  # the probability of a phrase with a decision at a live table

Place = tuple[str, int]  # the code of a table and the id of a user who is present there


class Life:
    """The plans of the people of the demo. They are not stored: a new process makes new plans."""

    def __init__(self) -> None:
        self._chance = SystemRandom()
        self._people = dict[int, Person]()
        self._due = dict[tuple[str, int, int], float]()
        self._next_game_at = 0.0

    def live_on(self) -> set[Place]:
        """Make the moves that are due, join and open tables; return the people at live tables."""
        self._people = played_by_the_demo()
        if self._people:
            self._press_what_is_due()
            self._accept()
            self._begin_games()
        seats = Seat.objects.filter(
            user__in=self._people, game__status__in=UNFINISHED, game__time_control__type="live"
        )
        return {(code, pk) for code, pk in seats.values_list("game__code", "user_id") if pk}

    def _press_what_is_due(self) -> None:
        now, due = monotonic(), dict[tuple[str, int, int], float]()
        seats = Seat.objects.filter(to_move=True, user__in=self._people)
        running = seats.filter(game__status=Game.Status.RUNNING, stood_in=False)
        for seat in running.select_related("game"):
            in_turns = isinstance(seat.game.timing, TurnByTurn)
            if in_turns and not seat.game.seats.exclude(user__in=self._people).exists():
                continue  # no visitor waits for this game
            key = seat.game.code, seat.game.version, seat.player
            pause = self._chance.uniform(*(COMES_BACK if in_turns else THINKS))
            due[key] = self._due.get(key) or now + pause
            if due[key] <= now:
                with suppress(Refusal):  # someone was faster
                    self._press(seat)
        self._due = due

    def _press(self, seat: Seat) -> None:
        game, user = seat.game, User.objects.get(seats=seat)
        strength = self._people[user.pk].strength
        actions = next_press(game, seat.player, strength, self._chance)
        token = game.rules.token(game.position(), seat.player)
        game = submit_actions(game.code, seat.player, actions, token)
        is_live = not isinstance(game.timing, TurnByTurn)
        if is_live and self._chance.random() < SAYS_SOMETHING:
            phrase = "well-played" if game.is_finished else self._chance.choice(("oops", "thanks"))
            chat.say(game, user, phrase=phrase)

    def _accept(self) -> None:
        """Accept invitations and rematches."""
        offered = Q(invited__in=self._people) | Q(rematch_of__seats__user__in=self._people)
        for game in Game.objects.filter(offered, status=Game.Status.WAITING).distinct():
            asked = Q(invitations=game) | Q(seats__game__rematch=game)
            there = game.seats.filter(user__isnull=False).values("user")
            users = User.objects.filter(asked, pk__in=self._people).exclude(pk__in=there)
            for user in users.distinct():
                with suppress(Refusal):
                    lobby.join(game.code, user)

    def _begin_games(self) -> None:
        """Keep two live games in progress and one table waiting, with breaks in between."""
        ours = Game.objects.filter(time_control__type="live", creator__in=self._people)
        running = ours.filter(status=Game.Status.RUNNING).exclude(
            seats__in=Seat.objects.filter(user__isnull=False).exclude(user__in=self._people)
        )
        missing = running.count() < LIVE_GAMES
        waiting = ours.filter(status=Game.Status.WAITING, rematch_of=None, invited=None)
        if not missing and waiting.exists():
            self._next_game_at = 0.0
            return
        if not self._next_game_at:
            self._next_game_at = monotonic() + self._chance.uniform(*BREAK)
        if monotonic() < self._next_game_at:
            return
        self._next_game_at = 0.0
        self._begin_game(joined=missing)

    def _begin_game(self, *, joined: bool) -> None:
        """Open a live table. joined: whether other people of the demo sit down at once."""
        busy = Seat.objects.filter(
            game__status__in=UNFINISHED, game__time_control__type="live", user__isnull=False
        )
        keen = {pk for pk, person in self._people.items() if person.keen}
        free = sorted(keen - set(busy.values_list("user_id", flat=True)))
        kind = self._chance.choice([kind for kind in KINDS if KINDS[kind].bots])
        rules = KINDS[kind].rules
        size = max(rules.min_players, min(self._chance.choice((2, 2, 3)), rules.max_players))
        if len(free) < size:
            return
        creator, *others = User.objects.filter(pk__in=self._chance.sample(free, size))
        with suppress(Refusal):
            game = lobby.create_table(creator, options(kind, size, live(kind)))
            for user in others if joined else ():
                lobby.join(game.code, user)


async def run(stopping: asyncio.Event) -> None:
    """Play for the people of the demo until `stopping` is set."""
    life, there = Life(), set[Place]()
    while not stopping.is_set():
        try:
            places = await database_sync_to_async(life.live_on, thread_sensitive=False)()
        except Exception:
            logger.exception("The people of the demo could not play")
            await database_sync_to_async(connection.close, thread_sensitive=False)()
            places = there
        # People at live tables are present, as if they had the page open.
        for code, user in places - there:
            presence.arrive(code, presence.user_key(user))
        for code, user in there - places:
            presence.depart(code, presence.user_key(user))
        there = places
        await happened(stopping, LOOKS_EVERY)
    for code, user in there:
        presence.depart(code, presence.user_key(user))

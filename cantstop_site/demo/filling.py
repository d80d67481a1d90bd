"""Fills a database with the demo: three weeks of a small community."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.conf import settings

from accounts.models import User
from cantstop_site.demo import sayings
from cantstop_site.demo.cast import PEOPLE, Person, enter_group
from cantstop_site.demo.logins import give_login, logins
from cantstop_site.demo.past import Past, set_back
from cantstop_site.demo.story import Story
from cantstop_site.demo.tables import Tables, has_version, live, now_in, options
from games.engine.registry import KINDS
from games.engine.time_control import TurnByTurn
from games.models import Game
from games.services import daily
from games.services.analyses import explain_next, get_ready
from games.services.notices import read

SEED = 1
DAYS = 21
AN_HOUR = timedelta(hours=1)
HOURS = (7, 8, 12, 12, 13, 16, 17, 18, 18, 19, 19, 19, 20, 20, 20, 21, 21, 22)  # of starts, UTC
RECENT = (35, 75, 140)  # minutes since the latest finished games began
LATEST = 100  # all other finished games began at least this number of minutes ago
DAYS_OF_TRIES = 10  # number of days before today on which people tried the daily challenge
EXPLAINED_FOR = 20.0  # seconds spent on explaining the latest games; the worker explains more


class Size(NamedTuple):
    games: int  # number of games that people finish with one another
    clocks: int  # number of these games with clocks: the latest, as clocks take long to make
    tries: int  # number of tries of daily challenges


FULL = Size(games=64, clocks=8, tries=26)


class Filling:
    def __init__(self, past: Past, size: Size) -> None:
        self._past = past
        self._size = size
        self._began = past.present() - timedelta(days=DAYS)
        self._kinds = [kind for kind in KINDS if KINDS[kind].bots]
        self._users = dict[str, User]()
        self._tables = Tables(past, self._users)
        self._story = Story(past, self._tables, self._users, self._kinds)
        self._busy_until = dict[str, datetime]()
        self._plan: list[tuple[datetime, str, Callable[[], object]]] = []

    def fill(self, seed: int) -> None:
        if settings.ANALYSIS:
            get_ready()
        self._sign_up(seed)
        self._plan_days()
        self._plan_games()
        self._plan_tries()
        self._plan_games_turn_by_turn()
        for moment, name, act in self._story.acts():
            self._at(moment, name, act)
        for moment, name, act in sorted(self._plan, key=lambda each: each[0]):
            self._past.go_to(moment, name)
            act()
        self._past.go_to(self._past.present(), "present")
        deadline = time.monotonic() + EXPLAINED_FOR
        while time.monotonic() < deadline and explain_next():
            pass
        self._open_tables()
        self._play_live()

    def _at(self, moment: datetime, name: str, act: Callable[[], object]) -> None:
        self._plan.append((moment, name, act))

    # --- People -------------------------------------------------------------------

    def _sign_up(self, seed: int) -> None:
        by_name = {login.person.name: login for login in logins(seed)}
        for number, person in enumerate(PEOPLE):
            self._past.go_to(self._joined_at(person), f"joining {number}")
            user = User(username=person.name, is_superuser=person.role == "operator")
            user.is_staff = user.is_superuser
            user.set_unusable_password()
            user.full_clean()
            user.save()
            enter_group(user)
            self._users[person.name] = user
            if person.name in by_name:
                give_login(user, by_name[person.name])

    def _joined_at(self, person: Person) -> datetime:
        return self._began + timedelta(days=person.day, minutes=17 * PEOPLE.index(person) % 55)

    def _players(self, moment: datetime, count: int) -> list[str]:
        """Return people who have joined and are in no game, the keen ones more often."""
        here = {
            person.name: person.keen
            for person in PEOPLE
            if person.keen
            and self._joined_at(person) + AN_HOUR < moment
            and self._busy_until.get(person.name, moment) <= moment
        }
        chosen = list[str]()
        while here and len(chosen) < count:
            name = self._past.chance.choices(list(here), list(here.values()))[0]
            del here[name]
            chosen.append(name)
        return chosen

    # --- Finished games -------------------------------------------------------------

    def _plan_games(self) -> None:
        for number, moment in enumerate(self._when_games_begin()):
            self._at(moment, f"game {number}", partial(self._play_game, number))
        for number, host in enumerate(sayings.ROUND_ONE_DEVICE):
            moment = self._began + timedelta(days=13 + 2 * number, hours=3)
            self._at(moment, f"device {number}", partial(self._play_round_one_device, host))

    def _when_games_begin(self) -> list[datetime]:
        """Return the times when finished games began, latest first. Later days have more games."""
        present = self._past.present()
        self._past.go_to(present, "games")
        chance = self._past.chance
        latest = present - timedelta(minutes=LATEST)
        moments = [present - timedelta(minutes=minutes) for minutes in RECENT]
        for _ in range(self._size.games - len(moments)):
            day = self._began + timedelta(days=int(DAYS * chance.random() ** 0.7))
            moment = day.replace(hour=chance.choice(HOURS), minute=chance.randrange(60))
            while moment > latest:
                moment -= timedelta(days=1)
            moments.append(max(moment, self._began + 2 * AN_HOUR))
        return sorted(moments, reverse=True)

    def _play_game(self, number: int) -> None:
        past, chance = self._past, self._past.chance
        kind = self._kinds[number % len(self._kinds)]
        rules = KINDS[kind].rules
        size = chance.choices((2, 3, 4), (6, 3, 2))[0]
        size = max(rules.min_players, min(size, rules.max_players))
        with_bot = size > 2 and chance.random() < 0.3
        names = self._players(past.moment, size - with_bot)
        bots = [chance.choice(list(KINDS[kind].bots)[1:4])] * (size - len(names))
        control = live(kind) if number < self._size.clocks else None
        game = self._tables.open(names, options(kind, size, control), bots=bots)
        talks = chance.random() < 0.55
        leaves_after = chance.randrange(20, 60) if chance.random() < 0.08 else None
        if leaves_after is not None:
            game = self._tables.play(game, until=has_version(leaves_after))
            if game.is_running:
                game = self._tables.resign(game, chance.choice(names))
        if game.is_running:
            game = self._tables.play(game, talks=talks)
        if chance.random() < 0.15 and past.moment < past.present() - AN_HOUR:
            game = self._tables.play(self._tables.rematch(game), talks=talks)
        self._busy_until |= dict.fromkeys(names, past.moment)
        self._comment_later(game, names)

    def _comment_later(self, game: Game, names: list[str]) -> None:
        past, chance = self._past, self._past.chance
        for name in [*names, *self._players(past.moment, 1)]:
            waits = timedelta(hours=chance.uniform(0.05, 20))
            if chance.random() < 0.3 and past.moment + waits < past.present():
                past.wait(waits.total_seconds())
                self._tables.own_comment(game, name)

    def _play_round_one_device(self, host: str) -> None:
        kind = self._past.chance.choice(self._kinds)
        self._tables.play(self._tables.open_round_one_device(host, kind))

    # --- Daily challenges -------------------------------------------------------------

    def _plan_days(self) -> None:
        today = self._past.present().astimezone(UTC).date()
        for ago in range(DAYS, -1, -1):
            midnight = datetime.combine(today - timedelta(days=ago), datetime.min.time(), UTC)
            begins = max(midnight + timedelta(seconds=5), self._began)
            closed = midnight + timedelta(seconds=5) + AN_HOUR
            self._at(begins, f"day {ago}", daily.todays_challenge)
            if closed <= self._past.present():
                self._at(closed, f"end of day {ago + 1}", daily.end_past_days)

    def _plan_tries(self) -> None:
        """Have people try the challenges of some days, mostly today's."""
        present = self._past.present()
        midnight = present.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        self._past.go_to(present, "tries")
        chance = self._past.chance
        today = max(self._size.tries // 4, 1)
        days = [0] * today + [
            chance.randint(1, DAYS_OF_TRIES) for _ in range(self._size.tries - today)
        ]
        for ago in sorted(set(days)):
            begins = midnight - timedelta(days=ago)
            length = min(timedelta(days=1), present - begins) * 0.95
            count = days.count(ago)
            names = self._players(begins, count + 1)
            if ago == 0:  # visitors sign in as Nora, and may want to try today's challenge
                names = [name for name in names if name != "Nora"]
            for name in names[:count]:
                moment = begins + length * chance.uniform(0.01, 0.99)
                self._at(moment, f"try {ago} {name}", partial(self._try_day, name))

    def _try_day(self, name: str) -> None:
        game = self._tables.begin_try(name)
        # Shortly after midnight there is little time for a whole game.
        left = (self._past.present() - self._past.moment).total_seconds()
        longest = min(6.0, left / 400)
        self._tables.play(game, pace=(longest / 3, longest))

    # --- Games in progress --------------------------------------------------------------

    def _plan_games_turn_by_turn(self) -> None:
        """Begin turn-by-turn games. Nora is to move in some of these games."""
        pairs = (
            ("Theo", "Nora", "Nora"),
            ("Nora", "Zofia", "Zofia"),
            ("Kwame", "Nora", "Nora"),
            ("Jae-won", "Layla-N", "Layla-N"),
            ("Jonas_B", "Amelie", "Jonas_B"),
        )
        for number, (name, other, last) in enumerate(pairs):
            moment = self._past.present() - timedelta(hours=30 + 6 * number)
            kind = self._kinds[number % len(self._kinds)]
            act = partial(self._play_turn_by_turn, name, other, kind, last)
            self._at(moment, f"turns {number}", act)

    def _play_turn_by_turn(self, name: str, other: str, kind: str, last: str) -> None:
        """Play turn by turn until `last` is to move."""
        game = self._tables.invite(name, other, kind, accepts=True)
        game = self._tables.play(game, until=now_in(self._past, hours=10))
        waits_for = game.seats.get(user=self._users[last]).player

        def is_to_move(game: Game) -> bool:
            return waits_for in game.rules.active_players(game.position())

        self._tables.play(game, until=is_to_move)

    def _open_tables(self) -> None:
        """Leave tables that wait for players, and an invitation for Nora."""
        for number, name in enumerate(("Priya", "dima_k")):
            self._past.go_to(self._past.present() - 2 * AN_HOUR, f"open {number}")
            kind = self._kinds[number % len(self._kinds)]
            self._tables.open([name], options(kind, 3, TurnByTurn(days=1 + number)))
        self._past.go_to(self._past.present() - AN_HOUR, "invitation")
        self._tables.invite("Theo", "Nora", self._kinds[-1], accepts=False)
        self._past.go_to(self._past.present(), "news")
        old = self._users["Nora"].notices.filter(created_at__lt=self._past.moment - 24 * AN_HOUR)
        read(self._users["Nora"], old)

    def _play_live(self) -> None:
        """Leave two live games in progress, each with a move just made."""
        players = ("Jae-won", "Priya"), ("haruka_t", "dima_k", "Frida")
        for number, names in enumerate(players):
            kind = self._kinds[number % len(self._kinds)]
            self._past.go_to(self._past.present() - timedelta(seconds=130), f"live {number}")
            game = self._tables.open(names, options(kind, len(names), live(kind)))
            self._tables.play(game, until=now_in(self._past, seconds=8), talks=True)


def real_now() -> datetime:
    return datetime.now(UTC)  # not timezone.now(), which is set back


def fill(seed: int = SEED, size: Size = FULL, present: Callable[[], datetime] = real_now) -> None:
    """Fill an empty database. The same seed at the same moment gives the same demo."""
    past = Past(seed, present)
    with set_back(past):
        Filling(past, size).fill(seed)

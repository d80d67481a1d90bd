"""Games of the demo's people, played in the past through the site's services."""

import string
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.refusals import Refusal
from cantstop_site.demo import sayings
from cantstop_site.demo.cast import PEOPLE
from cantstop_site.demo.past import Past
from cantstop_site.demo.presses import Player, choose, next_press
from games import presence
from games.chat import services as chat
from games.engine.core import Resign
from games.engine.registry import KINDS
from games.engine.time_control import TimeControl, TurnByTurn
from games.models import Game, GameEvent, Seat, TableOptions
from games.notices import notifier
from games.presenters import presenter
from games.services import comments, daily, invitations, lobby, pass_and_play
from games.services.automatic import ROLL
from games.services.dice import GameChance
from games.services.notices import TELL_AFTER
from games.services.play import submit_action, submit_actions

Pace = tuple[float, float]  # seconds for one decision, at least and at most
Until = Callable[[Game], bool]  # whether to stop playing a running game

QUICKLY: Pace = (2.0, 6.0)
COMES_BACK = (2.0, 9.0)  # hours until a player looks at a turn-by-turn game, at least and at most

SALT_LENGTH = 22
SALT_ALPHABET = string.ascii_letters + string.digits

ROLLED = "rolled"
SAYS_SOMETHING = 0.3  # the probability of a line of chat when the dice have ended a turn


class Tables:
    def __init__(self, past: Past, users: dict[str, User]) -> None:
        self.past = past
        self.users = users
        self._people = {person.name: person for person in PEOPLE}

    def open(
        self, names: Sequence[str], options: TableOptions, *, bots: Sequence[str] = ()
    ) -> Game:
        """Open a table as the first of these people, and have the other people sit down."""
        creator, *others = (self.users[name] for name in names)
        game = lobby.create_table(creator, options, bots=bots, salt=self._salt())
        for user in others:
            self.past.wait(self.past.chance.uniform(4, 40))
            game = lobby.join(game.code, user, self._salt())
        return game

    def rematch(self, game: Game) -> Game:
        for seat in game.seats.exclude(user=None).order_by("player"):
            self.past.wait(self.past.chance.uniform(3, 12))
            offered = lobby.rematch(game.code, self._user(seat), self._salt())
        return offered

    def invite(self, name: str, other: str, kind: str, *, accepts: bool) -> Game:
        game = invitations.invite(self.users[name], self.users[other], kind, self._salt())
        if accepts:
            self.past.wait(self.past.chance.uniform(600, 6000))
            game = lobby.join(game.code, self.users[other], self._salt())
        return game

    def open_round_one_device(self, host: str, kind: str) -> Game:
        names = sayings.ROUND_ONE_DEVICE[host][: KINDS[kind].rules.max_players]
        table = options(kind, len(names), None)
        return pass_and_play.open_game(
            self.users[host], table, names, own_dice=False, salt=self._salt()
        )

    def begin_try(self, name: str) -> Game:
        return daily.start_try(daily.todays_challenge(), self.users[name])

    def play(
        self,
        game: Game,
        *,
        until: Until = lambda game: False,
        pace: Pace = QUICKLY,
        talks: bool = False,
    ) -> Game:
        """Play a running game to its end, or until `until` is true, and return the game."""
        with transaction.atomic():
            game = Game.objects.get(pk=game.pk)
            players = {seat.player: self._player(seat) for seat in game.seats.all()}
            if talks and not game.version:
                self._someone_says(game, "hello")
            if game.timing is None:
                game = self._play_without_clocks(game, players, until, pace, talks=talks)
            while game.is_running and not until(game):
                game = self._press(game, players, pace, talks=talks)
            if talks and game.is_finished:
                self._someone_says(game, "end")
        self.past.wait(TELL_AFTER.total_seconds() + 1)
        notifier.notify_all_due()
        return game

    def resign(self, game: Game, name: str) -> Game:
        return submit_action(
            game.code, game.seats.get(user=self.users[name]).player, Resign(), None
        )

    def say(self, game: Game, name: str, text: str) -> Any:
        self.past.wait(self.past.chance.uniform(2, 6))
        return chat.say(game, self.users[name], text=text)

    def comment(self, game: Game, name: str, text: str) -> Any:
        """Comment on a step of a finished game, and return the comment."""
        rolls = game.events.filter(kind=ROLLED).order_by("seq").values_list("seq", flat=True)
        seq = self.past.chance.choice(list(rolls)[len(rolls) // 2 :])
        return comments.add_comment(game, seq, self.users[name], text)

    def own_comment(self, game: Game, name: str) -> None:
        texts = sayings.REPLAY[self._people[name].tongue]
        with suppress(Refusal):  # some people are muted
            self.comment(game, name, self.past.chance.choice(texts))

    def _press(self, game: Game, players: dict[int, Player], pace: Pace, *, talks: bool) -> Game:
        chance, rules, state = self.past.chance, game.rules, game.position()
        player = chance.choice(rules.active_players(state))
        if isinstance(game.timing, TurnByTurn) and rules.begins_turn(state, player):
            self.past.wait(chance.uniform(*COMES_BACK) * 3600)
        self.past.wait(chance.uniform(*pace))
        seat = game.seats.get(player=player)
        if seat.user_id is not None:
            presence.see(game.code, seat.user_id)
        actions = next_press(game, player, players[player], chance)
        game = submit_actions(game.code, player, actions, rules.token(state, player))
        after = game.position()
        lost = str(actions[-1]) == ROLL and player not in rules.active_players(after)
        if talks and lost and game.is_running and seat.user_id and chance.random() < SAYS_SOMETHING:
            self._says(game, seat, "oops")
        return game

    def _play_without_clocks(
        self, game: Game, players: dict[int, Player], until: Until, pace: Pace, *, talks: bool
    ) -> Game:
        """Play a game until one action would end it, and write the whole log at once."""
        # Without clocks an action changes only the log and the position. Writing each action
        # separately would take twenty times as long.
        chance, rules, dice = self.past.chance, game.rules, GameChance(game)
        state, log, lost = game.position(), list[GameEvent](), list[tuple[datetime, int, int]]()
        while not until(game):
            self.past.wait(chance.uniform(*pace))
            player = chance.choice(rules.active_players(state))
            event = rules.resolve(
                state, player, choose(rules, state, player, players[player], chance), dice
            )
            after = rules.apply_event(state, event)
            if rules.outcome(after) is not None:
                break
            game.version += 1
            # The same row as `write_event` would write.
            row = GameEvent(
                game=game,
                seq=game.version,
                player=event.player,
                kind=event.type,
                data=rules.event_to_json(event),
                created_at=self.past.moment,
            )
            log.append(row)
            if event.type == ROLLED and player not in rules.active_players(after):
                lost.append((self.past.moment, game.version, player))
            state = after
        GameEvent.objects.bulk_create(log)
        game.state, game.moved_at = rules.state_to_json(state), self.past.moment
        game.save(update_fields=["version", "state", "moved_at"])
        active = rules.active_players(state)
        game.seats.update(has_moved=True, to_move=False)
        game.seats.filter(player__in=active).update(to_move=True)
        if talks:
            self._say_oops(game, lost)
        return game

    def _say_oops(self, game: Game, lost: list[tuple[datetime, int, int]]) -> None:
        """Have people say something about lost turns, each at its time."""
        moment, version = self.past.moment, game.version
        for self.past.moment, game.version, player in lost:
            seat = game.seats.get(player=player)
            if seat.user_id and self.past.chance.random() < SAYS_SOMETHING:
                self._says(game, seat, "oops")
        self.past.moment, game.version = moment, version

    def _someone_says(self, game: Game, occasion: str) -> None:
        for seat in game.seats.exclude(user=None).order_by("player"):
            if self.past.chance.random() < 0.6:
                self._says(game, seat, occasion)

    def _says(self, game: Game, seat: Seat, occasion: str) -> None:
        name = self._user(seat).username
        texts = sayings.TABLE[self._people[name].tongue][occasion]
        with suppress(Refusal):  # some people are muted, and some repeat themselves too often
            self.say(game, name, self.past.chance.choice(texts))

    def _player(self, seat: Seat) -> Player:
        if seat.user is not None:
            return self._people[seat.user.username].strength
        return seat.bot or self.past.chance.random()

    def _user(self, seat: Seat) -> User:
        if seat.user is None:
            raise ValueError("nobody of the demo has this seat")
        return seat.user

    def _salt(self) -> str:
        return self.past.string(SALT_LENGTH, SALT_ALPHABET)


def live(kind: str) -> TimeControl:
    return presenter(kind).PACES.normal


def options(kind: str, size: int, control: TimeControl | None, **others: Any) -> TableOptions:
    return TableOptions(
        kind, size, time_control=None if control is None else control.to_json(), **others
    )


def has_version(version: int) -> Until:
    return lambda game: game.version >= version


def now_in(past: Past, **length: float) -> Until:
    """Return a condition: at most this length of time is left until the present."""
    return lambda game: past.moment + timedelta(**length) >= past.present()

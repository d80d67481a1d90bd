"""Visibility of games, and lists of games: each list takes a bounded number of queries.

Everybody may see a public game. An unlisted game is for people who have the link, and is only in
the lists of its players and of its host, on whose device it was played. An imported game is only in
its importer's list. A cancelled table is visible to its players only.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone

from accounts.models import User
from accounts.online import ONLINE, online_users
from accounts.sanctions.checks import blocked_by, blockers_of
from accounts.sanctions.models import Block
from accounts.statements import Select, SelectAmong, attach
from games.engine.registry import KINDS
from games.engine.time_control import TurnByTurn
from games.models import COUNTS, Game, GameQuerySet, Seat, SeatGrade, people_at
from games.presence import anybody_looks, not_seated, user_key, viewers_everywhere, viewers_of
from operations import work

Visitor = User | AnonymousUser

LIVELY = timedelta(minutes=10)
"""A game without an event for this long is listed only while a player has its page open."""

PUBLIC = Q(visibility=Game.Visibility.PUBLIC, challenge=None)
"""Condition of games for public lists. Tries of a daily challenge have a list of their own."""

JUST_OPENED = timedelta(minutes=1)
"""How long a new table counts as looked at: its page may not have loaded yet."""

MOST_OPEN_TABLES = 50
"""Maximum number of tables in the lobby, which is pushed as a whole."""


def visible_game(code: str, visitor: Visitor) -> Game:
    """Return the game with this code. Raises Http404 if the visitor may not see it."""
    game = _with_code.first(code)
    if game is None or not is_visible_to(game, visitor.pk):
        raise Http404
    work.note(game=game.pk)
    return game


_with_code = Select(
    lambda code: Game.objects.select_related("challenge", "dice", "same_dice_as", "invited").filter(
        code=code
    ),
    str,
)


def is_visible_to(game: Game, user_id: int | None) -> bool:
    """Return whether this user, or a visitor without account (None), may see the game."""
    if game.status == Game.Status.CANCELLED and not _is_player(game, user_id):
        return False
    return is_open_to(game, user_id)


def is_open_to(game: Game, user_id: int | None) -> bool:
    """Return whether this user (None: no account) may see a game's dice, and so the game.

    All pages of games must check this: in a daily challenge everybody rolls the same dice, so until
    the secret is public a try is only for its player and for users who have finished their try.
    """
    if game.challenge is None or game.challenge.is_over:
        return True
    if user_id is None:
        return False
    own = Game.objects.filter(challenge=game.challenge, seats__user_id=user_id)
    # A guest's try does not count: anybody can play one as a new guest to see the dice.
    done = Q(status=Game.Status.FINISHED, creator__is_guest=False)
    return own.filter(Q(pk=game.pk) | done).exists()


def is_found_by(game: Game, code: str, visitor: Visitor) -> bool:
    """Return whether a visitor who entered this code may get the address of a game."""
    if not is_visible_to(game, visitor.pk):
        return False
    of_a_day = game.challenge_id is not None  # as it is visible, the page of its challenge lists it
    known = game.code == code or game.visibility == Game.Visibility.PUBLIC or of_a_day
    return known or _is_player(game, visitor.pk)


def started_game(code: str, visitor: Visitor) -> Game:
    """Return the running or finished game with this code, or raise Http404."""
    game = visible_game(code, visitor)
    if game.started_at is None:
        raise Http404
    return game


def open_tables(blocked: frozenset[int] = frozenset()) -> list[Game]:
    """Return the open public tables, the newest first, without tables of users in `blocked`."""
    # `SelectAmong` would find no tables for an empty list, so that case has its own query.
    return _attach_seats(_open_tables_without(sorted(blocked)) if blocked else _open_tables())


def _waiting_tables() -> QuerySet[Game]:
    waiting = Game.objects.played_here().filter(PUBLIC, status=Game.Status.WAITING)
    return waiting.filter(rematch_of=None, invited=None).order_by("-created_at", "-pk")


def _tables_without(users: Collection[int]) -> QuerySet[Game]:
    theirs = Seat.objects.filter(game=OuterRef("pk"), user__in=users)
    return _waiting_tables().filter(~Exists(theirs))[:MOST_OPEN_TABLES]


_open_tables = Select(lambda: _waiting_tables()[:MOST_OPEN_TABLES])
_open_tables_without = SelectAmong(_tables_without)


def open_tables_for(visitor: Visitor) -> list[Game]:
    """Return the open tables that lists show to this visitor."""
    return open_tables(blockers_of(visitor.pk))


def tables_to_join(user: User, kind: str, days: TurnByTurn | None = None) -> Iterator[Game]:
    """Yield open tables with usual rules to join: first tables with the user, then the fullest.

    days: the time control of turn-by-turn tables; None for all other tables.
    """
    # `open_tables_for` leaves out users who block this user, but not users this user blocks.
    strangers = blocked_by(user.pk)
    found: list[tuple[bool, int, Game]] = []
    for game in open_tables_for(user):
        seated = {seat.user_id for seat in game.seats.all()}
        fits = game.kind == kind and is_as_usual(game) and days_of(game) == days
        if fits and strangers.isdisjoint(seated):
            found.append((user.pk in seated, len(game.seats.all()) - game.size, game))
    for own, _free, game in sorted(found, key=lambda each: each[:2], reverse=True):
        known = own or days or game.created_at > timezone.now() - JUST_OPENED
        # Skip live tables without viewers: their players may never come back.
        if known or anybody_looks(game.code, [seat.user_id for seat in game.seats.all()]):
            yield game


def is_as_usual(game: Game) -> bool:
    """Return whether a game has the usual rules and new dice."""
    return game.same_dice_as_id is None and game.rules.variant == KINDS[game.kind].variant()


def days_of(game: Game) -> TurnByTurn | None:
    """Return the time control of a turn-by-turn game; None for any other game."""
    return game.timing if isinstance(game.timing, TurnByTurn) else None


def live_games() -> QuerySet[Game]:
    """Return the running public games with a recent event, or with a player on their page."""
    return _worth_watching(
        _running_games().filter(_moving() | Q(pk__in=_games_with_looking_players()))
    )


def games_to_feature(visitor: Visitor) -> QuerySet[Game]:
    """Return the `live_games` with a recent event, except the visitor's own."""
    moving = _running_games().filter(_moving())
    return _worth_watching(
        moving.filter(~_held_by(visitor)) if isinstance(visitor, User) else moving
    )


def _worth_watching(games: QuerySet[Game]) -> QuerySet[Game]:
    # Games with more people come first; among equals the game with the latest event.
    people = Seat.objects.filter(game=OuterRef("pk"), bot="").order_by()
    several = people.values("game").annotate(people=Count("pk")).filter(people__gt=1)
    # Games of a guest against bots are many. They are listed only while there is no other game.
    others = games.filter(Exists(people.filter(user__is_guest=False)) | Exists(several))
    return (
        games.filter(Q(pk__in=others.values("pk")) | ~Exists(others))
        .annotate(people=Count("seats", filter=Q(seats__bot="")))
        .order_by("-people", "-moved_at", "-pk")
    )


def _running_games() -> QuerySet[Game]:
    return Game.objects.played_here().with_seats().filter(PUBLIC, status=Game.Status.RUNNING)


def _moving() -> Q:
    return Q(moved_at__gt=timezone.now() - LIVELY)


def _games_with_looking_players() -> set[int]:
    """Return the ids of games without a recent event that have a player on their page.

    Players who hide that they are online do not count.
    """
    viewers = viewers_everywhere()
    if not viewers:
        return set()
    resting = _running_games().filter(~_moving(), code__in=viewers)
    seats = Seat.objects.filter(game__in=resting.order_by().values("pk"), user__isnull=False)
    seats = seats.exclude(user__preferences__hide_online=True)
    return {
        game_id
        for game_id, code, user_id in seats.values_list("game_id", "game__code", "user_id")
        if user_key(user_id) in viewers[code]
    }


def spectators(games: Sequence[Game]) -> dict[int, int]:
    """Return the number of people who watch each game without a seat, by id of the game."""
    viewers = viewers_of([game.code for game in games])
    return {
        game.pk: len(not_seated(viewers[game.code], people_at(game, game.seats.all())))
        for game in games
    }


def has_played(user: User) -> bool:
    """Return whether the user has or had a seat in any game, or has an open invitation."""
    return bool(_any_seat(user.pk) or _invited(user.pk))


_any_seat = Select(lambda user: seats_of(user).values_list("pk", flat=True)[:1], int)


def known_online(user: User) -> list[tuple[User, Game | None]]:
    """Return the online users from the user's games, each with the public game that they play."""
    # `online_users` leaves out users who hide that they are online.
    apart = {user.pk, *blockers_of(user.pk), *blocked_by(user.pk)}
    met = _met_online(user.pk, timezone.now() - ONLINE)
    people = [person for person in met if person.pk not in apart]
    if not people:
        return []
    own = seats_of(user).values("game")
    playing = Seat.objects.filter(user__in=people, game__in=_running_games().filter(_moving()))
    games = {
        seat.user_id: seat.game
        for seat in playing.exclude(game__in=own).select_related("game").order_by("game__moved_at")
    }
    return [(person, games.get(person.pk)) for person in people]


def _met_by(user_id: int, since: datetime) -> QuerySet[User]:
    own = seats_of(user_id).values("game")
    met = Seat.objects.filter(game__in=own, user__isnull=False, game__started_at__isnull=False)
    return online_users(since).filter(pk__in=met.values("user"))


_met_online = Select(_met_by, int, datetime)


def imported_games(user: User) -> QuerySet[Game]:
    """Return the games that the user imported, the latest first. Show them only to this user."""
    games = Game.objects.filter(imported_by=user).select_related("imported_by").with_seats()
    return games.order_by("-imported_at", "-pk")


def finished_games() -> QuerySet[Game]:
    """Return the finished public games, the latest first."""
    games = Game.objects.played_here().with_seats().filter(PUBLIC, status=Game.Status.FINISHED)
    return games.order_by("-finished_at", "-pk")


def filtered(
    games: QuerySet[Game], kind: str = "", size: int | None = None, company: str = ""
) -> QuerySet[Game]:
    """Filter games by kind, size and company: "people": no bots; "bots": with a bot; "": all."""
    if kind:
        games = games.filter(kind=kind)
    if size is not None:
        games = games.filter(size=size)
    with_bot = _bot_began(OuterRef("pk"))
    match company:
        case "people":
            return games.filter(~with_bot)
        case "bots":
            return games.filter(with_bot)
        case _:
            return games


def last_kind_of(user: User) -> str | None:
    """Return the kind of the last game in which the user took a seat, without imported games."""
    return _last_kinds.first(user.pk)


_last_kinds = Select(
    lambda user: (
        Game.objects.played_here()
        .filter(_held_by(user))
        .order_by("-pk")
        .values_list("kind", flat=True)[:1]
    ),
    int,
)


def last_bot_of(user: User) -> Seat | None:
    """Return the seat of the bot in the last game that the user played against a single bot."""
    return _last_bots.first(user.pk)


def _bots_against(user_id: int) -> QuerySet[Seat]:
    with_bot = Seat.objects.filter(game__size=2, game__seats__user=user_id).exclude(bot="")
    seats = with_bot.filter(left_by=None).select_related("game").only("bot", "game__kind")
    return seats.order_by("-game_id")[:1]


_last_bots = Select(_bots_against, int)


def games_of(user: User) -> QuerySet[Game]:
    """Return the user's own games, ordered by `group` (see `_grouped`)."""
    return _grouped(user.pk).with_seats()


def unfinished_games_of(user: User) -> list[Game]:
    """Return the games of `games_of` that are not finished."""
    return _attach_seats(_unfinished(user.pk))


def _grouped(user_id: int) -> GameQuerySet:
    to_move = Seat.objects.filter(game=OuterRef("pk"), user=user_id, to_move=True)
    # 0: the user is to act (least time left first); 1: running; 2: waiting for players;
    # 3: finished.
    group = Case(
        When(Exists(to_move), then=0),
        When(status=Game.Status.RUNNING, then=1),
        When(status=Game.Status.WAITING, then=2),
        default=3,
        output_field=IntegerField(),
    )
    return (
        Game.objects.played_here()
        .filter(_of(user_id))
        .exclude(status=Game.Status.CANCELLED)
        .annotate(group=group, their_end=Subquery(to_move.values("due_at")))
        .order_by(
            "group",
            F("their_end").asc(nulls_last=True),
            Coalesce("finished_at", "created_at").desc(),
            "-pk",
        )
    )


_unfinished = Select(lambda user: _grouped(user).exclude(status=Game.Status.FINISHED), int)


def is_turn(game: Game) -> bool:
    """Return whether a game from `games_of` waits for a move of the user."""
    return game.group == 0  # type: ignore[attr-defined, no-any-return]


def invitations_to(user: User) -> list[Game]:
    """Return tables to which the user is invited, the latest first, if neither blocks the other."""
    return _attach_seats(_invited(user.pk))


def _invitations_to(user_id: int) -> QuerySet[Game]:
    theirs = Q(owner=OuterRef("creator"), blocked=user_id)
    own = Q(owner=user_id, blocked=OuterRef("creator"))
    blocks = Block.objects.filter(theirs | own, tables=True)
    kept = Game.objects.played_here().filter(invited=user_id, status=Game.Status.WAITING)
    waiting = kept.filter(~Exists(blocks), ~_held_by(user_id))
    return waiting.order_by("-created_at", "-pk")


_invited = Select(_invitations_to, int)


def _waiting_for(user_id: int) -> QuerySet[Any, str]:
    # A game counts from the moment its player is notified. Pages then get the new number by a push;
    # a page loaded in the seconds before must not show it earlier.
    notified = Seat.objects.filter(user=user_id, to_move=True).exclude(told="")
    moves = notified.order_by().values_list("game__code", flat=True)
    return moves.union(_invitations_to(user_id).order_by().values_list("code", flat=True))


_codes_waiting_for = Select(_waiting_for, int)


def games_waiting_for(user: User) -> list[str]:
    """Return the codes of games that wait for the user's move or answer to an invitation."""
    return _codes_waiting_for(user.pk)


def next_game_of(user: User, after: str = "") -> Game | None:
    """Return the game that waits for the user's move and has the least time left, or None.

    after: the code of the game that the user comes from.
    """
    games = [seat.game for seat in _seats_to_move(user.pk)]
    # If the game `after` still waits, the game behind it in the circle is next, so the user can
    # reach all games.
    places = [place for place, game in enumerate(games, start=1) if game.code == after]
    return games[places[0] % len(games)] if places else next(iter(games), None)


def _least_time_first(user_id: int) -> QuerySet[Seat]:
    seats = Seat.objects.filter(user=user_id, to_move=True).select_related("game")
    least_first = seats.order_by(F("due_at").asc(nulls_last=True), "game__moved_at", "pk")
    return least_first.only("game", "game__code")


_seats_to_move = Select(_least_time_first, int)


def plays_for_themselves(visitor: Visitor) -> bool:
    """Return whether the visitor plays a game in which they must decide without help."""
    if not isinstance(visitor, User):
        return False
    # Such games are games with other people, also on one device, and tries of a daily challenge.
    people = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False).exclude(user=visitor)
    own = running_games_of(visitor).filter(Exists(people) | Q(challenge__isnull=False))
    here = Game.objects.filter(status=Game.Status.RUNNING, pass_and_play=True, creator=visitor)
    return own.exists() or here.exists()


def may_know_analysis(game: Game, visitor: Visitor) -> bool:
    """Return whether a visitor who may see this finished game may see its analysis, too."""
    # An imported game could be the visitor's running game, with an end made up.
    return not (game.is_imported and plays_for_themselves(visitor))


def running_games_of(visitor: Visitor) -> QuerySet[Game]:
    running = Game.objects.filter(status=Game.Status.RUNNING)
    return running.filter(_held_by(visitor)) if isinstance(visitor, User) else running.none()


def started_games_of(user: User) -> QuerySet[Game]:
    """Return the user's own running and finished games, the oldest first."""
    games = Game.objects.played_here().with_seats()
    return games.filter(_of(user), started_at__isnull=False).order_by("pk")


def finished_games_of(user: User, visitor: Visitor) -> QuerySet[Game]:
    """Return the user's finished games that lists may show to this visitor, the latest first."""
    games = Game.objects.played_here().with_seats()
    games = games.filter(_played_by(user), status=Game.Status.FINISHED)
    if visitor != user:  # users see all their own games
        games = games.filter(PUBLIC | _played_by(visitor) if isinstance(visitor, User) else PUBLIC)
    return games.order_by("-finished_at", "-pk")


def last_result_of(user: User) -> Game | None:
    """Return the last finished game of the user, except daily tries and annulled games; or None."""
    return next(iter(_attach_seats(_last_results(user.pk))), None)


_last_results = Select(
    lambda user: (
        Game.objects.played_here()
        .filter(_played_by(user), status=Game.Status.FINISHED, challenge=None, annulled_at=None)
        .order_by("-finished_at", "-pk")[:1]
    ),
    int,
)


def totals_of(user: User, games: QuerySet[Game]) -> dict[str, Any]:
    """Count the finished games that the user played and won, among those of `games` that count."""
    counted = games.filter(COUNTS).order_by()
    return (
        seats_of(user)
        .filter(game__in=counted)
        .aggregate(games=Count("pk"), wins=Count("pk", filter=_won_by(user)))
    )


def results_of(user: User, games: QuerySet[Game]) -> list[dict[str, Any]]:
    """Return for each kind how many counted games were played and won, with and without bots."""
    counted = games.filter(COUNTS, size__gt=1).order_by()
    bot_there = _bot_began(OuterRef("game"))
    seats = seats_of(user).filter(game__in=counted).annotate(bot_there=bot_there)
    people, bots, won = Q(bot_there=False), Q(bot_there=True), _won_by(user)
    rows = seats.values(kind=F("game__kind")).annotate(
        people_played=Count("pk", filter=people),
        people_won=Count("pk", filter=people & won),
        bots_played=Count("pk", filter=bots),
        bots_won=Count("pk", filter=bots & won),
    )
    return [dict(row) for row in rows.order_by("kind")]


def meetings(user: User, visitor: User, games: QuerySet[Game]) -> list[tuple[bool, bool]]:
    """Return (visitor won, user won) for each game for two that counts and that both played."""
    met = games.filter(COUNTS, _played_by(visitor), size=2)
    mine, theirs = (
        Exists(Seat.objects.filter(_won_by(who), game=OuterRef("pk"))) for who in (visitor, user)
    )
    return list(met.annotate(mine=mine, theirs=theirs).values_list("mine", "theirs"))


def grades_of(user: User, games: QuerySet[Game]) -> QuerySet[SeatGrade]:
    """Return the user's grades in games that count and in which they had no hints, latest first."""
    counted = games.filter(COUNTS, size__gt=1).order_by()
    seats = seats_of(user).filter(game__in=counted, hints=0)
    # Games in which a bot took over have grades, too, by the user's own decisions.
    grades = SeatGrade.objects.filter(seat__in=seats)
    shown = grades.only("decisions", "lost", "squares", "nerve", "seat__game__kind")
    return shown.select_related("seat__game").order_by("-seat__game__finished_at", "-pk")


def seats_of(user: User | int) -> QuerySet[Seat]:
    """Return the seats that the user holds, or held until a bot took over, unordered."""
    # Seats that the user left are included: the user lost there, even if the bot won.
    return Seat.objects.filter(Q(user=user) | Q(left_by=user)).order_by()


def _won_by(user: User) -> Q:
    """Return the condition that a seat won while this user held it, not after a bot took over."""
    return Q(user=user, won=True)


def _bot_began(game: OuterRef) -> Exists:
    """Return the condition that a bot had a seat in a game from the start."""
    return Exists(Seat.objects.filter(game=game, taken_over_after=None).exclude(bot=""))


_seats_at = SelectAmong(
    lambda games: Seat.objects.filter(game__in=games).select_related("user").order_by("player")
)


def _attach_seats(games: list[Game]) -> list[Game]:
    """Attach their seats to games read by a `Select`, as `GameQuerySet.with_seats` does."""
    seats: dict[int, list[Seat]] = {game.pk: [] for game in games}
    for seat in _seats_at([*seats]):
        seats[seat.game_id].append(seat)
    for game in games:
        attach(game, "seats", seats[game.pk])
    return games


def _held_by(user: User | int) -> Exists:
    return Exists(Seat.objects.filter(game=OuterRef("pk"), user=user))


def _played_by(user: User | int) -> Q:
    """Return the condition that a user has a seat in a game, or had one until a bot took over."""
    return Q(pk__in=seats_of(user).values("game"))


def _of(user: User | int) -> Q:
    """Return the condition that a user played in a game or hosted it on their device."""
    hosted = Game.objects.filter(pass_and_play=True, creator=user)
    # One subquery: with two, joined by OR, the database would read all games.
    return Q(pk__in=seats_of(user).values("game").union(hosted.values("pk")))


def _is_player(game: Game, user_id: int | None) -> bool:
    return user_id is not None and game.seats.filter(user=user_id).exists()

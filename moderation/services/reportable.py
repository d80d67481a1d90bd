"""Reported things, found by kind and number if the reporter may see them.

Numbers can be guessed: a private game, its chat and its comments are found only by its players,
and by users who name the game's code.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from games.chat.audience import Reader, players_at, visible_lines
from games.chat.models import ChatLine
from games.models import Game, StepComment
from games.presence import user_key, viewers_of
from games.queries import PUBLIC, seats_of, visible_game
from games.services.comments import closed_to
from moderation.models import Report
from moderation.services.refusals import Invalid, NotFound
from moderation.services.texts import Item

Target = Report.Target


@dataclass(frozen=True)
class Reportable:
    """A thing that can be reported.

    subjects: users the report may be about, several for a game.  seq: the step of the game.
    item: the line of chat or the comment, if the thing is one.
    """

    target: str
    target_id: int
    subjects: tuple[User, ...]
    game: Game | None = None
    seq: int | None = None
    item: Item | None = None

    def subject(self, user_id: int | None) -> User:
        """Return the subject with this number, or for None the only subject; else raise Invalid."""
        if user_id is None and len(self.subjects) == 1:
            return self.subjects[0]
        for user in self.subjects:
            if user.pk == user_id:
                return user
        raise Invalid(_("Choose the player you're reporting."), field="subject")


def find(reporter: User, target: str, target_id: int, code: str = "") -> Reportable:
    """Return a thing to report. code: of the game it was seen in. Raises NotFound or Invalid."""
    finder = _FINDERS.get(target)
    if finder is None:
        raise NotFound(_("There's nothing to report here."))
    thing = finder(reporter, target_id, code)
    if reporter.is_guest:
        # Guests come and go, so they may report only users they have met.
        thing = _met_by(reporter, thing)
    if not thing.subjects:
        raise Invalid(_("There's no one else here to report."))
    if reporter.pk in {user.pk for user in thing.subjects}:
        raise Invalid(_("You can't report yourself."))
    return thing


def have_met(guest: User, other: User) -> bool:
    """Return whether both sat at one table, or the guest was at a table where the other wrote."""
    sat = seats_of(guest).values("game")
    if seats_of(other).filter(game__in=sat).exists():
        return True
    by_other = Q(chat_lines__user=other) | Q(comments__user=other)
    games = Game.objects.filter(by_other).distinct()
    spoke = ChatLine.objects.filter(user=guest).values("game")
    if games.filter(Q(pk__in=sat) | Q(pk__in=spoke)).exists():
        return True
    viewers = viewers_of(list(games.values_list("code", flat=True)))
    return any(user_key(guest.pk) in present for present in viewers.values())


def _met_by(guest: User, thing: Reportable) -> Reportable:
    """Remove subjects that the guest has not met. Raises Invalid if none remain."""
    met = tuple(user for user in thing.subjects if have_met(guest, user))
    if thing.subjects and not met:
        raise Invalid(
            _("Guests can only report people they've met in a game. Sign up to report others.")
        )
    return replace(thing, subjects=met)


def games_to_name(subject: User, reporter: User) -> QuerySet[Game]:
    """Return the subject's games that this reporter may find, the latest first."""
    held = Exists(seats_of(subject).filter(game=OuterRef("pk")))
    own = Exists(seats_of(reporter).filter(game=OuterRef("pk")))
    games = Game.objects.played_here().filter(held, PUBLIC | Q(own), started_at__isnull=False)
    return games.prefetch_related("seats__user").order_by("-started_at", "-pk")


def noticed(subject: User, target: str, target_id: int) -> Reportable:
    """Return the thing that the site itself reports about a user."""
    if target == Target.GAME:
        game = Game.objects.get(pk=target_id)
        return Reportable(target, target_id, (subject,), game, game.version)
    kind: type[Item] = ChatLine if target == Target.LINE else StepComment
    item: Item = kind._default_manager.select_related("game", "user").get(pk=target_id)
    return Reportable(target, target_id, (subject,), item.game, item.seq, item)


def _player(reporter: User, pk: int, code: str) -> Reportable:
    user = User.objects.filter(pk=pk, is_active=True).first()
    if user is None:
        raise NotFound(_("That player doesn't exist."))
    if not code:
        return Reportable(Target.PLAYER, pk, (user,))
    game = _game_by_code(reporter, code)
    if not seats_of(user).filter(game=game).exists():
        raise Invalid(_("%(name)s didn't play in this game."), name=user.username)
    return Reportable(Target.PLAYER, pk, (user,), game, game.version)


def _game(reporter: User, pk: int, code: str) -> Reportable:
    game = _seen_game(reporter, Game.objects.filter(pk=pk).first(), code)
    if game.is_imported:
        raise Invalid(_("This game wasn't played here."))
    # Players whose seat a bot took over count, too.
    sat = game.seats.annotate(person=Coalesce("user", "left_by")).order_by("player")
    numbers = [pk for pk in sat.values_list("person", flat=True) if pk not in (None, reporter.pk)]
    people = User.objects.in_bulk(numbers)
    subjects = tuple(people[pk] for pk in numbers)
    host = game.creator if game.pass_and_play else None  # the host typed in the names
    if host is not None and host not in (reporter, *subjects):
        subjects = (*subjects, host)
    return Reportable(Target.GAME, pk, subjects, game, game.version)


def _comment(reporter: User, pk: int, code: str) -> Reportable:
    found = StepComment.objects.select_related("game", "user")
    comment = found.filter(pk=pk, deleted_at=None).first()
    if comment is None:
        raise NotFound(_("That comment doesn't exist."))
    game = _seen_game(reporter, comment.game, code)
    if closed_to(game, reporter):
        raise NotFound(_("That comment doesn't exist."))
    subjects = (comment.user,) if comment.user else ()
    return Reportable(Target.COMMENT, pk, subjects, game, comment.seq, comment)


def _line(reporter: User, pk: int, code: str) -> Reportable:
    line = ChatLine.objects.select_related("game", "user").filter(pk=pk).first()
    if line is None:
        raise NotFound(_("That message doesn't exist."))
    game = _seen_game(reporter, line.game, code)
    reader = Reader(seated=reporter.pk in players_at(game))
    if not visible_lines(game, reader).filter(pk=pk).exists():
        raise NotFound(_("That message doesn't exist."))
    if line.removed_at is not None:
        raise Invalid(_("A moderator already removed this message."))
    subjects = (line.user,) if line.user else ()
    return Reportable(Target.LINE, pk, subjects, game, line.seq, line)


def _seen_game(reporter: User, game: Game | None, code: str) -> Game:
    if game is None:
        raise NotFound(_("That game doesn't exist."))
    found = _game_by_code(reporter, game.code)
    # Numbers can be guessed, codes cannot.
    hidden = found.visibility != Game.Visibility.PUBLIC and code != found.code
    if hidden and not seats_of(reporter).filter(game=found).exists():
        raise NotFound(_("That game doesn't exist."))
    return found


def _game_by_code(reporter: User, code: str) -> Game:
    try:
        if not code.isalnum():  # PostgreSQL refuses some characters
            raise Http404
        return visible_game(code, reporter)
    except Http404:
        raise NotFound(_("That game doesn't exist.")) from None


_FINDERS: dict[str, Callable[[User, int, str], Reportable]] = {
    Target.PLAYER: _player,
    Target.NAME: lambda reporter, pk, _code: replace(_player(reporter, pk, ""), target=Target.NAME),
    Target.GAME: _game,
    Target.COMMENT: _comment,
    Target.LINE: _line,
}

"""Whether a report applies: looked into before it is sent, so that nobody waits for nothing."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.moderation.models import Report, Room
from accounts.moderation.services import conduct, writing
from accounts.moderation.services.errors import NotApplicable
from accounts.moderation.services.subjects import Subject
from games.chat.models import ChatLine
from games.engine.core import Resigned
from games.models import Game, Seat

Reason, Target = Report.Reason, Report.Target

OF_TARGET: dict[str, tuple[str, ...]] = {
    Target.PLAYER: tuple(Reason),
    Target.GAME: (Reason.STALLING, Reason.LEAVING, Reason.HELP, Reason.ACCOUNTS, Reason.OTHER),
    Target.LINE: (Reason.ABUSE, Reason.SPAM, Reason.HELP, Reason.OTHER),
    Target.COMMENT: (Reason.ABUSE, Reason.SPAM, Reason.HELP, Reason.OTHER),
    Target.NAME: (Reason.NAME,),
}
"""What each kind of thing can be reported for."""

MEANINGS: dict[str, Promise] = {
    Reason.ABUSE: gettext_lazy("Insults, threats, hatred, or worse."),
    Reason.SPAM: gettext_lazy("Advertising, or the same again and again."),
    Reason.STALLING: gettext_lazy("Takes very long on purpose, so that others give up."),
    Reason.LEAVING: gettext_lazy("Leaves games that others want to play to the end."),
    Reason.HELP: gettext_lazy("Plays for somebody else to win, or tells somebody what to do."),
    Reason.ACCOUNTS: gettext_lazy("Plays under several names, perhaps at the same table."),
    Reason.NAME: gettext_lazy("The name insults somebody, or pretends to be somebody else."),
    Reason.OTHER: gettext_lazy("Anything else. Please say what."),
}
NEEDS_WORDS = frozenset({Reason.HELP, Reason.ACCOUNTS, Reason.OTHER})
NEEDS_GAME = frozenset({Reason.STALLING, Reason.HELP})

SLOW = timedelta(minutes=2)
"""Nobody stalls who never took longer for a decision."""

_ROOMS = {
    Reason.ABUSE: Room.CHAT,
    Reason.SPAM: Room.CHAT,
    Reason.STALLING: Room.PLAY,
    Reason.LEAVING: Room.PLAY,
    Reason.HELP: Room.PLAY,
    Reason.ACCOUNTS: Room.PLAY,
    Reason.NAME: Room.NAME,
    Reason.OTHER: Room.OTHER,
}


def room_of(target: str, reason: str) -> Room:
    """Return where such a report belongs."""
    if reason == Reason.OTHER and target in (Target.LINE, Target.COMMENT):
        return Room.CHAT
    return _ROOMS[Reason(reason)]


def check(subject: Subject, suspect: User, reason: str, text: str, reporter: User) -> None:
    """Raise NotApplicable, with a sentence that says why, when this report makes no sense."""
    if reason not in OF_TARGET[subject.target]:
        raise NotApplicable(_("Please choose one of the reasons."), field="reason")
    if reason in NEEDS_GAME and subject.game is None:
        raise NotApplicable(
            _("Please choose the game in which it happened, or report it from its table."),
            field="game",
        )
    if reason in NEEDS_WORDS and not text:
        raise NotApplicable(_("Please say in a few words what happened."), field="text")
    look = _CHECKS.get(reason)
    if look is not None:
        look(subject, suspect, reporter)


def _abuse(subject: Subject, suspect: User, reporter: User) -> None:
    if isinstance(subject.item, ChatLine) and subject.item.phrase:
        raise NotApplicable(_("This is a quick phrase of the site; it insults nobody."))
    _writing(subject, suspect, reporter)


def _writing(subject: Subject, suspect: User, reporter: User) -> None:
    if subject.target != Target.PLAYER or writing.has_written(suspect, reporter):
        return
    raise NotApplicable(
        _("%(name)s has written nothing in the last month that you could have read."),
        name=suspect.username,
    )


def _stalling(subject: Subject, suspect: User, reporter: User) -> None:
    game, seat = _seat(subject, suspect)
    name = suspect.username
    match conduct.how_left(game, seat):
        case "":
            pass
        case Resigned.type:
            raise NotApplicable(
                _("%(name)s resigned this game; stalling does not apply."), name=name
            )
        case _:
            raise NotApplicable(
                _("%(name)s ran out of time and is out of this game; stalling does not apply."),
                name=name,
            )
    waits = conduct.waits(game, seat.player)
    if not waits or waits[0].seconds < SLOW.total_seconds():
        raise NotApplicable(
            _("%(name)s never took longer than two minutes for a move of this game."), name=name
        )


def _leaving(subject: Subject, suspect: User, reporter: User) -> None:
    name = suspect.username
    if subject.game is None:
        if not conduct.left_games(suspect, timezone.now() - conduct.RECENT):
            raise NotApplicable(_("%(name)s has left no game in the last month."), name=name)
        return
    game, seat = _seat(subject, suspect)
    if conduct.left_of(suspect, [game]):
        return
    if conduct.how_left(game, seat):
        raise NotApplicable(_("%(name)s did not choose to leave this game."), name=name)
    if game.is_running:
        raise NotApplicable(_("%(name)s is still in this game and has not left it."), name=name)
    raise NotApplicable(_("%(name)s played this game to the end."), name=name)


def _helping(subject: Subject, suspect: User, reporter: User) -> None:
    if subject.item is not None:
        return  # a spectator helps by what they say
    game, _seat_of = _seat(subject, suspect)
    if game.size <= 2:
        raise NotApplicable(_("In a game of two there is nobody else that a player could help."))


def _name(subject: Subject, suspect: User, reporter: User) -> None:
    if suspect.is_guest:
        raise NotApplicable(_("This name was made up by the site, as those of all guests."))


def _seat(subject: Subject, suspect: User) -> tuple[Game, Seat]:
    """Return the game and the suspect's seat. Raises NotApplicable before the game begins."""
    game = subject.game
    seat = game.seats.filter(user=suspect).first() if game else None
    if game is None or seat is None:
        raise NotApplicable(_("%(name)s did not play in this game."), name=suspect.username)
    if game.started_at is None:
        raise NotApplicable(_("This game has not begun yet."))
    return game, seat


_CHECKS: dict[str, Callable[[Subject, User, User], None]] = {
    Reason.ABUSE: _abuse,
    Reason.SPAM: _writing,
    Reason.STALLING: _stalling,
    Reason.LEAVING: _leaving,
    Reason.HELP: _helping,
    Reason.NAME: _name,
}

"""The verbs of chat: say something, remove a line, choose how to read."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from accounts.locks import retried_on_deadlock
from accounts.models import User
from accounts.sanctions import alarms, checks, log
from accounts.sanctions.actions import Action
from games.chat.audience import Visitor, channel_of, is_open, players_at
from games.chat.flood import Reason, refusal
from games.chat.models import LONGEST_LINE, ChatLine, ChatPreference, RefusedLine
from games.chat.phrases import PHRASES
from games.chat.pushing import notify_line, notify_reader
from games.chat.texts import clean
from games.models import Game


class ChatError(Exception):
    """Base of refusals; nothing was said whenever one is raised."""

    code = ""
    status = 403


class SignedOut(ChatError):
    """Visitors read."""

    code = "signed-out"


class NotYet(ChatError):
    """Before the start only those who sit at the table talk."""

    code = "not-yet"


class Closed(ChatError):
    """There is no chat here, or not any more."""

    code = "closed"
    status = 409


class PhrasesOnly(ChatError):
    """Guests say quick phrases."""

    code = "phrases-only"


class NoSuchPhrase(ChatError):
    """There is no such quick phrase."""

    code = "no-such-phrase"
    status = 400


class NothingSaid(ChatError):
    """The line is empty."""

    code = "empty"
    status = 422


class TooLong(ChatError):
    """The line is longer than one may be."""

    code = "too-long"
    status = 422


class TooFast(ChatError):
    """Too many lines at once."""

    code = Reason.TOO_FAST
    status = 429


class Repeated(ChatError):
    """The user said nearly the same a moment ago."""

    code = Reason.REPEATED
    status = 429


REFUSALS: dict[Reason, type[ChatError]] = {Reason.TOO_FAST: TooFast, Reason.REPEATED: Repeated}


def check_may_talk(game: Game, visitor: Visitor, seated: bool) -> User:
    """Return the user who may say something here. Raises ChatError, or Sanctioned with why not."""
    if not is_open(game):
        raise Closed
    if not isinstance(visitor, User):
        raise SignedOut
    checks.check(visitor, *checks.FROM_WRITING)
    if game.is_waiting and not seated:
        raise NotYet
    return visitor


@retried_on_deadlock
def say(game: Game, visitor: Visitor, *, text: str = "", phrase: str = "") -> ChatLine:
    """Say a text or a phrase at a table: to the players from a seat, else to the spectators.

    Raises ChatError with why it was not said, or Sanctioned.
    """
    seated = visitor.pk in players_at(game)
    user = check_may_talk(game, visitor, seated)
    text = "" if phrase else _readable(user, text)
    if phrase and phrase not in PHRASES:
        raise NoSuchPhrase
    channel = channel_of(seated)
    with transaction.atomic():
        # One line at a time, so that many at the same instant are counted as well; and nothing
        # is said once a mute holds, which is given with the user locked.
        checks.check(_locked(user), *checks.FROM_WRITING)
        reason = refusal(user, game, text, phrase)
        said = {"game": game, "channel": channel, "user": user, "text": text, "phrase": phrase}
        if reason is None:
            line = ChatLine.objects.create(**said, seq=game.version)
            notify_line(line)
            alarms.tell(alarms.LINE_SAID, line.pk)
        else:
            refused = RefusedLine.objects.create(**said, reason=reason)
            alarms.tell(alarms.LINE_REFUSED, refused.pk)
    if reason is not None:
        raise REFUSALS[reason]
    return line


def _locked(user: User) -> User:
    try:
        return User.objects.locked(user.pk)
    except User.DoesNotExist:
        raise SignedOut from None


def _readable(user: User, text: str) -> str:
    if user.is_guest:
        raise PhrasesOnly
    text = clean(text)
    if not text:
        raise NothingSaid
    if len(text) > LONGEST_LINE:
        raise TooLong
    return text


def may_remove(visitor: Visitor) -> bool:
    """Return whether this visitor may remove lines."""
    return visitor.has_perm("moderation.remove_lines")


@transaction.atomic
def remove(
    line: ChatLine, moderator: Visitor, reason: str = "", *, case: Model | None = None
) -> None:
    """Remove a line for everybody and note who did; a line that is gone stays as it is.

    case: the one it is removed for, by default the one about its author that is claimed.
    Raises PermissionDenied without the permission.
    """
    if not isinstance(moderator, User) or not may_remove(moderator):
        raise PermissionDenied
    line = ChatLine.objects.select_for_update(of=("self",)).select_related("user").get(pk=line.pk)
    if line.removed_at is not None:
        return
    line.removed_at = timezone.now()
    line.removed_by = moderator
    line.save(update_fields=["removed_at", "removed_by"])
    log.write(
        moderator,
        Action.REMOVED_LINE,
        suspect=line.user,
        target=f"line {line.pk}",
        before={"text": line.text or line.phrase},
        reason=reason.replace("\0", ""),  # which PostgreSQL would not store
        case=case or log.case_in_hand(moderator, [line.user_id]),
    )
    notify_line(line)


def choose(user: User, *, hide_words: bool, hide_spectators: bool) -> None:
    """Note how the user wants to read, and have their open pages show it."""
    wishes = {"hide_words": hide_words, "hide_spectators": hide_spectators}
    ChatPreference.objects.update_or_create(user=user, defaults=wishes)
    notify_reader(user.pk)

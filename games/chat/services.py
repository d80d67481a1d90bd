"""The actions of chat: say something, remove a line, choose how to read."""

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from accounts.locks import retried_on_deadlock
from accounts.models import User
from accounts.sanctions import alarms, checks, log
from accounts.sanctions.actions import Action
from accounts.written_text import clean_text
from games.chat import refusals
from games.chat.audience import Visitor, channel_of, is_open, players_at
from games.chat.flood import refusal
from games.chat.line_text import clean
from games.chat.models import LONGEST_LINE, ChatLine, ChatPreference, RefusedLine
from games.chat.phrases import PHRASES
from games.chat.pushing import notify_line, notify_reader
from games.models import Game


def check_may_talk(game: Game, visitor: Visitor, seated: bool) -> User:
    """Return the user who may say something here, or raise a Refusal."""
    if not is_open(game):
        raise refusals.Closed
    if not isinstance(visitor, User):
        raise refusals.SignedOut
    checks.check(visitor, *checks.FROM_WRITING)
    if game.is_waiting and not seated:
        raise refusals.NotYet
    return visitor


@retried_on_deadlock
def say(game: Game, visitor: Visitor, *, text: str = "", phrase: str = "") -> ChatLine:
    """Say a text or a phrase at a table: to the players from a seat, else to the spectators."""
    seated = visitor.pk in players_at(game)
    user = check_may_talk(game, visitor, seated)
    text = "" if phrase else _readable(user, text)
    if phrase and phrase not in PHRASES:
        raise refusals.NoSuchPhrase
    channel = channel_of(seated)
    with transaction.atomic():
        # With the user locked, lines sent at the same instant are counted one by one, and no line
        # is saved after a mute: a mute locks the user, too.
        try:
            locked = User.objects.locked(user.pk)
        except User.DoesNotExist:
            raise refusals.SignedOut from None
        checks.check(locked, *checks.FROM_WRITING)
        refused = refusal(user, game, text, phrase)
        fields = {"game": game, "channel": channel, "user": user, "text": text, "phrase": phrase}
        if refused is None:
            line = ChatLine.objects.create(**fields, seq=game.version)
            notify_line(line)
            alarms.notify(alarms.LINE_SAID, line.pk)
        else:
            row = RefusedLine.objects.create(**fields, reason=refused.code)
            alarms.notify(alarms.LINE_REFUSED, row.pk)
    # Raised only now: within the transaction, it would roll back the row of the refused line.
    if refused is not None:
        raise refused
    return line


def _readable(user: User, text: str) -> str:
    if user.is_guest:
        raise refusals.PhrasesOnly
    text = clean(text)
    if not text:
        raise refusals.NothingSaid
    if len(text) > LONGEST_LINE:
        raise refusals.TooLong(most=LONGEST_LINE)
    return text


def may_remove(visitor: Visitor) -> bool:
    return visitor.has_perm("moderation.remove_lines")


@transaction.atomic
def remove(
    line: ChatLine, moderator: Visitor, reason: str = "", *, case: Model | None = None
) -> None:
    """Remove a line for everybody and log the moderator. Do nothing if the line is already removed.

    case: the reason's case, by default the moderator's claimed case about the author.
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
        subject=line.user,
        target=f"line {line.pk}",
        before={"text": line.text or line.phrase},
        reason=clean_text(reason),
        case=case or log.case_in_hand(moderator, [line.user_id]),
    )
    notify_line(line)


def choose(user: User, *, hide_words: bool, hide_spectators: bool) -> None:
    """Save how the user wants to read chat, and have their open pages follow."""
    chosen = {"hide_words": hide_words, "hide_spectators": hide_spectators}
    ChatPreference.objects.update_or_create(user=user, defaults=chosen)
    notify_reader(user.pk)

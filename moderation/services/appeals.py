"""Appeals: users' objections to sanctions, and answers without moderators' names."""

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.locks import one_transaction, patient_transaction
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from moderation.models import Appeal, AppealMessage
from moderation.services import mails, recusal, sanctions
from moderation.services.input_text import required_text
from moderation.services.refusals import Conflict, TooManyMessages

MOST_IN_A_ROW = 5
"""Number of messages that a user may write without an answer."""

ANSWER = "moderation.answer_appeals"


@one_transaction
def open_appeal(user: User, sanction: Sanction, text: str) -> Appeal:
    """Open an appeal. Raises PermissionDenied, or Conflict if the sanction is over or appealed."""
    if sanction.user_id != user.pk:
        raise PermissionDenied
    text = _written(text)
    locked = sanctions.locked_sanction(user, sanction)
    if not locked.is_in_force:
        raise Conflict(_("This sanction is already over."))
    if Appeal.objects.filter(sanction=locked).exists():
        raise Conflict(_("You've already appealed."))
    appeal = Appeal.objects.create(sanction=locked)
    AppealMessage.objects.create(appeal=appeal, author=user, text=text)
    log.write(user, Action.APPEALED, **appeal.in_log)
    return appeal


@one_transaction
def reply(user: User, appeal: Appeal, text: str) -> AppealMessage:
    """Add the user's next message. Raises PermissionDenied or a Refusal."""
    if appeal.sanction.user_id != user.pk:
        raise PermissionDenied
    text = _written(text)
    locked = _locked(user, appeal)
    _require_open(locked)
    last = locked.messages.filter(hidden=False).order_by("-created_at", "-pk").first()
    # A message that was sent twice is stored once.
    if last is not None and not last.by_staff and last.text == text:
        return last
    answers = locked.messages.filter(by_staff=True, hidden=False)
    answered = answers.order_by("-pk").values_list("pk", flat=True).first() or 0
    if locked.messages.filter(by_staff=False, pk__gt=answered).count() >= MOST_IN_A_ROW:
        raise TooManyMessages
    message = AppealMessage.objects.create(appeal=locked, author=user, text=text)
    locked.status = Appeal.Status.OPEN
    locked.waits_since = locked.waits_since or message.created_at
    locked.save(update_fields=["status", "waits_since"])
    return message


def may_answer(moderator: User, appeal: Appeal) -> bool:
    """Return whether this moderator may answer: responsible, and a stranger to the user."""
    return _is_responsible(moderator, appeal) and not recusal.knows(
        moderator, appeal.sanction.user_id
    )


def _is_responsible(moderator: User, appeal: Appeal) -> bool:
    sanction = appeal.sanction
    if not moderator.has_perm(ANSWER) or moderator.pk == sanction.user_id:
        return False
    if sanction.given_by_id != moderator.pk:
        return True
    # The giver may answer only if nobody else can lift the sanction: somebody must answer.
    others = User.objects.with_perm(ANSWER).exclude(pk__in=[moderator.pk, sanction.user_id])
    return not any(sanctions.may_lift(other, sanction) for other in others)


def may_lift(moderator: User, appeal: Appeal) -> bool:
    return may_answer(moderator, appeal) and sanctions.may_revoke(moderator, appeal.sanction)


@patient_transaction
def answer(
    moderator: User,
    appeal: Appeal,
    text: str,
    action: Action = Action.ANSWERED_APPEAL,
    *,
    read_up_to: int | None = None,
) -> AppealMessage:
    """Answer an appeal, close it, lift the sanction or add a hidden note, as `action` says.

    read_up_to: number of the last message read. Raises PermissionDenied or a Refusal.
    """
    hidden, lift = action == Action.NOTED_ON_APPEAL, action == Action.LIFTED_ON_APPEAL
    if not hidden:
        recusal.check(moderator, appeal.sanction.user, may=_is_responsible(moderator, appeal))
    # Even moderators who know the user may leave a hidden note.
    elif not moderator.has_perm(ANSWER) or moderator.pk == appeal.sanction.user_id:
        raise PermissionDenied
    text = _written(text)
    locked = _locked(moderator, appeal)
    if not hidden:
        _require_open(locked)
        # The user wrote again meanwhile, so the answer may not fit any more.
        if read_up_to is not None and locked.messages.filter(pk__gt=read_up_to).exists():
            raise Conflict(_("There's a new message. Read it first."))
    if lift:
        sanctions.revoke(moderator, locked.sanction, text)
        locked.refresh_from_db()  # `revoke` has also closed the appeal
    message = AppealMessage.objects.create(
        appeal=locked, author=moderator, by_staff=True, hidden=hidden, text=text
    )
    if not (hidden or lift):
        close = action == Action.CLOSED_APPEAL
        locked.status = Appeal.Status.UPHELD if close else Appeal.Status.ANSWERED
        locked.closed_at = timezone.now() if close else None
        locked.waits_since = None
        locked.unseen = True
        locked.save(update_fields=["status", "waits_since", "unseen", "closed_at"])
        mails.notify_of_answer(message)  # if lifted, `revoke` has sent a mail
    log.write(moderator, action, **locked.in_log, after={"status": locked.status}, reason=text)
    return message


def seen(appeal: Appeal) -> None:
    Appeal.objects.filter(pk=appeal.pk, unseen=True).update(unseen=False)


def _locked(actor: User, appeal: Appeal) -> Appeal:
    sanctions.locked_sanction(actor, appeal.sanction)
    found = Appeal.objects.select_for_update(of=("self",)).select_related("sanction__user")
    return found.get(pk=appeal.pk)


def _require_open(appeal: Appeal) -> None:
    if appeal.is_closed:
        raise Conflict(_("This appeal is closed."))


def _written(text: str) -> str:
    return required_text(text, empty=_("Write something first."))

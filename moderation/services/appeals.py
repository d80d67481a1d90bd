"""Appeals: what a user says against a sanction, and what moderators answer.

The moderator who gave the sanction does not answer, unless nobody else may answer and lift it:
then a late answer would be none. Nobody answers somebody they played with lately. Those who read
an answer learn no moderator's name.
"""

from django.core.exceptions import PermissionDenied
from django.db.models import Q
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
"""How many messages a user may write before somebody answers."""

ANSWER = "moderation.answer_appeals"


@one_transaction
def open_appeal(user: User, sanction: Sanction, text: str) -> Appeal:
    """Open the appeal against a sanction with its first message.

    Raises PermissionDenied for anybody but the one it is against, and Conflict when it
    no longer holds, or there is an appeal.
    """
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
    """Add the user's next message. The same one sent twice is stored once.

    Raises PermissionDenied for anybody else, and a Refusal when the appeal is closed, or
    they have written too much without an answer.
    """
    if appeal.sanction.user_id != user.pk:
        raise PermissionDenied
    text = _written(text)
    locked = _locked(user, appeal)
    _require_open(locked)
    last = locked.messages.filter(hidden=False).order_by("-created_at", "-pk").first()
    if last is not None and not last.by_staff and last.text == text:
        return last
    if _unanswered(locked) >= MOST_IN_A_ROW:
        raise TooManyMessages
    message = AppealMessage.objects.create(appeal=locked, author=user, text=text)
    locked.status = Appeal.Status.OPEN
    locked.waits_since = locked.waits_since or message.created_at
    locked.save(update_fields=["status", "waits_since"])
    return message


def may_answer(moderator: User, appeal: Appeal) -> bool:
    """Return whether this moderator may answer: a stranger whose task it is."""
    return _may_judge(moderator, appeal) and not recusal.knows(moderator, appeal.sanction.user_id)


def _may_judge(moderator: User, appeal: Appeal) -> bool:
    """Return whether it is their task: not the giver's, unless nobody else could lift it."""
    sanction = appeal.sanction
    if not moderator.has_perm(ANSWER) or moderator.pk == sanction.user_id:
        return False
    if sanction.given_by_id != moderator.pk:
        return True
    others = User.objects.with_perm(ANSWER).exclude(pk__in=[moderator.pk, sanction.user_id])
    return not any(sanctions.may_lift(other, sanction) for other in others)


def may_lift(moderator: User, appeal: Appeal) -> bool:
    """Return whether this moderator may lift the sanction as their answer."""
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
    """Answer the user, or note something for moderators only.

    action: ANSWERED_APPEAL; NOTED_ON_APPEAL; CLOSED_APPEAL, where the sanction stays and nothing
    more is said; or LIFTED_ON_APPEAL, where the sanction is lifted, which closes the appeal.
    read_up_to: the number of the last message the moderator has read; when there is a newer one,
    nothing is sent.
    Raises PermissionDenied, Recused, and Conflict for a closed appeal or unread messages, and as
    `sanctions.revoke` does. Those who may answer appeals may note something on each but their own.
    """
    hidden, lift = action == Action.NOTED_ON_APPEAL, action == Action.LIFTED_ON_APPEAL
    if not hidden:
        recusal.check(moderator, appeal.sanction.user, may=_may_judge(moderator, appeal))
    elif not moderator.has_perm(ANSWER) or moderator.pk == appeal.sanction.user_id:
        raise PermissionDenied
    text = _written(text)
    locked = _locked(moderator, appeal)
    if not hidden:
        _require_open(locked)
        if read_up_to is not None and locked.messages.filter(pk__gt=read_up_to).exists():
            raise Conflict(_("There's a new message. Read it first."))
    if lift:
        sanctions.revoke(moderator, locked.sanction, text)
        locked.refresh_from_db()  # closed together with the sanction
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
        mails.notify_of_answer(message)  # the mail about the end of a sanction tells it all
    log.write(moderator, action, **locked.in_log, after={"status": locked.status}, reason=text)
    return message


def seen(appeal: Appeal) -> None:
    """Note that the user has read the answers."""
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


def _unanswered(appeal: Appeal) -> int:
    """Return how many messages the user has written since the last answer."""
    answers = appeal.messages.filter(by_staff=True, hidden=False)
    last = answers.order_by("-pk").values_list("pk", flat=True).first()
    return appeal.messages.filter(Q(by_staff=False), pk__gt=last or 0).count()

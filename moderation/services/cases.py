"""Decisions on cases, with sanctions and messages, and notes. Claims are in claims.py."""

from collections.abc import Collection, Sequence

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.locks import patient_transaction
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from games.chat import services as chat
from games.chat.models import ChatLine
from games.services.comments import delete_comment
from moderation.models import Case, Note
from moderation.services import claims, mails, sanctions, texts
from moderation.services.input_text import checked_text, required_text
from moderation.services.refusals import Invalid
from moderation.services.sanctions import SanctionRequest

Verdict = Case.Verdict


@patient_transaction
def decide(  # noqa: PLR0913 - a decision has this many sides
    moderator: User,
    case_id: int,
    verdict: str,
    *,
    requests: Sequence[SanctionRequest] = (),
    note: str = "",
    to_subject: str = "",
    to_reporters: str = "",
    remove: Collection[str] = (),
) -> Case:
    """Decide a claimed case, give the sanctions, and notify everybody concerned.

    note: for moderators only.  to_subject, to_reporters: messages.
    remove: reported lines and comments, by their names in the log, such as "line 17".
    Raises PermissionDenied or a Refusal, and changes nothing then.
    """
    case = claims.locked_for(moderator, case_id)
    note, to_subject, to_reporters = map(checked_text, (note, to_subject, to_reporters))
    claims.check_holds(moderator, case)
    if verdict not in Verdict.values:
        raise Invalid(_("Choose a verdict."), field="verdict")
    if requests and verdict != Verdict.UPHELD:
        raise Invalid(_("You can't give a sanction if no rule was broken."), field="verdict")
    if case.subject is None and (requests or to_subject):
        raise Invalid(_("This account no longer exists. You can't message or sanction it."))
    case.verdict = verdict
    case.decided_by = moderator
    case.decided_at = timezone.now()
    case.to_subject = to_subject
    case.to_reporters = to_reporters
    case.claimed_by = case.claimed_until = None
    case.save()
    case.reports.update(is_open=False)
    given = [
        sanctions.give(
            moderator, case.subject, each.kind, each.reason, each.ends_at, note=note, case=case
        )
        for each in requests
        if case.subject is not None
    ]
    # Without a breach there is nothing to remove.
    removed = _remove(moderator, case, remove) if verdict == Verdict.UPHELD else []
    if note:
        Note.objects.create(case=case, author=moderator, text=note)
    changes = [*map(sanctions.in_words, given), *(f"removed {name}" for name in removed)]
    log.write(
        moderator,
        Action.DECIDED,
        **case.in_log,
        before={"score": case.score},
        after={
            "verdict": verdict,
            "sanctions": [{"id": each.pk, "kind": each.kind} for each in given],
            "removed": removed,
            "to_subject": to_subject,
            "to_reporters": to_reporters,
        },
        sentence="; ".join([verdict.replace("-", " "), *changes]),
        reason=note,
    )
    if case.subject is not None and to_subject:
        # Every page then links to the message, because few users have confirmed an address.
        User.objects.filter(pk=case.subject.pk).update(message_unseen=True)
        mails.notify(case.subject, "case_message", reverse("my_sanctions"), case=case)
    mails.notify_reporters(case)
    return case


@patient_transaction
def add_note(moderator: User, case_id: int, text: str) -> Note:
    """Add a note for other moderators. Raises PermissionDenied or a Refusal."""
    case = claims.locked_for(moderator, case_id)
    text = required_text(text, empty=_("Write something first."))
    log.write(moderator, Action.NOTED_ON_CASE, **case.in_log, reason=text)
    return Note.objects.create(case=case, author=moderator, text=text)


def messages_to(user: User) -> QuerySet[Case]:
    """Return the cases with a message to this user, the latest first."""
    decided = Case.objects.filter(subject=user, decided_at__isnull=False)
    return decided.exclude(to_subject="").order_by("-decided_at", "-pk")


def messages_seen(user: User) -> None:
    """Mark the messages to this user as seen, until a new message comes."""
    User.objects.filter(pk=user.pk, message_unseen=True).update(message_unseen=False)


def _remove(moderator: User, case: Case, names: Collection[str]) -> list[str]:
    """Remove these reported items; return the names of the items that were still there."""
    # Other names are skipped: their items are gone by now, or were never reported.
    removable = texts.removable_texts(case, moderator)
    chosen = [item for item in removable if texts.name_of(item) in names]
    for item in chosen:
        if isinstance(item, ChatLine):
            chat.remove(item, moderator, case=case)
        else:
            delete_comment(item, moderator, case=case)
    return [texts.name_of(item) for item in chosen]

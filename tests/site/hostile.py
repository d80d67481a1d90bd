"""A site on which every text that people write is an attack."""

from dataclasses import dataclass

from django.core import mail
from django.test import TestCase

from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from accounts.sanctions.models import Sanction
from games.chat.models import FilteredWord
from games.engine.registry import KINDS
from games.models import Game, Seat
from games.services.imports import import_game
from moderation.models import Appeal, Case
from moderation.services import appeals, cases, claims, reports, sanctions
from tests.chat.people import age
from tests.games.records import record_json
from tests.moderation.people import make_player, make_staff, sanctioned
from tests.site.attacks import ATTACK, NAMES
from tests.site.cast import SHORT, Site, make_site

JUDGE = "Quillfeather"
"""Who decided it all, which is nobody's business."""

GIVER = "Giver-of-sanctions"
"""Who gave the first sanction, ruled on the game and noted on the case."""

SECRET = "only-for-colleagues"


@dataclass(frozen=True)
class Hostile:
    """The site, and who sees most of it.

    subject: who wrote it.  victim: who reported them, and was reported by them.  warned: who has to
    read a warning first.  gone: who is suspended.  mails: that were sent about all this.
    """

    site: Site
    subject: User
    victim: User
    warned: User
    gone: User
    imports: list[Game]
    mails: list[mail.EmailMessage]


def make_hostile() -> Hostile:
    """Make it, by the services where they are what lets a text in."""
    site = make_site(ATTACK)
    subject = age(site.owner)  # their links lead somewhere
    victim = _user_beside(site)
    before = len(mail.outbox)
    with TestCase.captureOnCommitCallbacks(execute=True):
        _reported(site, victim)
    mails = list(mail.outbox[before:])
    FilteredWord.objects.create(word=f"{ATTACK[:40]}-only-in-the-list")
    warned, gone = make_player("Warned"), make_player("Gone")
    sanctioned(warned, Sanction.Kind.WARNING, reason=ATTACK)
    sanctioned(gone, Sanction.Kind.SUSPENSION, reason=ATTACK)
    imports = [import_game(record_json(kind, NAMES, seed=SHORT), subject) for kind in KINDS]
    return Hostile(site, subject, victim, warned, gone, imports, mails)


def _user_beside(site: Site) -> User:
    user = (
        Seat.objects.select_related("user").exclude(user=site.owner).get(game=site.panel.game).user
    )
    assert user is not None
    return user


def _reported(site: Site, victim: User) -> None:
    """Report the subject in each way; decide one case about them, and answer their appeal."""
    line, senior = site.panel.line, make_staff("senior", JUDGE)
    reports.report(victim, "line", line.pk, "abuse", ATTACK, code=line.game.code)
    reports.report(victim, "player", site.owner.pk, "other", ATTACK)
    other = site.owner.cases.exclude(pk=site.panel.case.pk).get()
    claims.claim(senior, other.pk)
    requests = [sanctions.SanctionRequest(Sanction.Kind.TABLE_BAN, ATTACK)]
    cases.decide(
        senior,
        other.pk,
        "upheld",
        requests=requests,
        note=ATTACK,
        to_subject=ATTACK,
        to_reporters=ATTACK,
    )
    appeals.answer(senior, site.panel.appeal, ATTACK)
    lifted = sanctions.give(senior, site.owner, Sanction.Kind.REPORT_BAN, ATTACK, note=ATTACK)
    sanctions.revoke(senior, lifted, ATTACK)
    sanctions.give(senior, site.owner, Sanction.Kind.REPORT_BAN, ATTACK)


def note_on(user: User) -> None:
    """Store a note for moderators wherever there can be one about this user."""
    author = make_staff("senior", "Author")
    case, _new = Case.objects.get_or_create(
        subject=user, category="name", defaults={"subject_name": user.username}
    )
    case.notes.create(author=author, text=SECRET)
    sanction = sanctioned(user, "report-ban", given_by=author, note=SECRET, case=case)
    appeal = Appeal.objects.create(sanction=sanction)
    appeal.messages.create(author=author, by_staff=True, hidden=True, text=SECRET)
    for action in (Action.NOTED_ON_CASE, Action.MUTED):
        log.write(author, action, subject=user, case=case, reason=SECRET, after={"note": SECRET})

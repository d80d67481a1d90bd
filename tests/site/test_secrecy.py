"""Who moderates, and what moderators note for each other, is told to nobody it is not for."""

from collections.abc import Iterable

import pytest
from django.test import Client
from django.urls import reverse

from accounts.lifecycle.export import files_about
from accounts.models import User
from accounts.moderation.models import Appeal, Case
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from tests.moderation.people import make_staff, sanctioned
from tests.site.hostile import JUDGE, Hostile
from tests.site.pages import browser, panel_pages, site_pages
from tests.site.walking import undone
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

GIVER = "Giver-of-sanctions"
"""Who gave the first sanction, ruled on the game and noted on the case."""

SECRET = "only-for-colleagues"


def telling(client: Client, addresses: Iterable[str], *secrets: str) -> list[tuple[str, str]]:
    """Return which pages tell one of the secrets."""
    found = []
    for address in addresses:
        with undone(client):
            response = client.get(address)
        if response.streaming or "image/" in response.headers.get("Content-Type", ""):
            continue
        page = response.content.decode()
        found += [(address, secret) for secret in secrets if secret in page]
    return found


def note_on(user: User) -> None:
    """Store a note for moderators wherever there can be one about this user."""
    author = make_staff("senior", "Author")
    case, _new = Case.objects.get_or_create(
        suspect=user, room="name", defaults={"suspect_name": user.username}
    )
    case.notes.create(author=author, text=SECRET)
    sanction = sanctioned(user, "report-ban", given_by=author, note=SECRET, case=case)
    appeal = Appeal.objects.create(sanction=sanction)
    appeal.messages.create(author=author, by_staff=True, hidden=True, text=SECRET)
    for verb in (Action.NOTED_ON_CASE, Action.MUTED):
        log.write(author, verb, suspect=user, case=case, reason=SECRET, after={"note": SECRET})


@pytest.mark.parametrize("visitor", ["anonymous", "suspect", "victim"])
def test_no_page_names_who_moderated(hostile: Hostile, visitor: str) -> None:
    assert not telling(browser(hostile, visitor), site_pages(hostile), JUDGE, GIVER)


def test_no_mail_and_no_archive_names_who_moderated(hostile: Hostile) -> None:
    told = [f"{message.subject} {message.body}" for message in hostile.mails]
    for user in (hostile.suspect, hostile.victim):
        told += [str(text) for _name, text in files_about(user)]
    assert not [text for text in told if JUDGE in text or GIVER in text]


def test_nobody_outside_reads_notes_of_moderators(hostile: Hostile) -> None:
    note_on(hostile.suspect)
    for visitor in ("anonymous", "suspect", "victim"):
        assert not telling(browser(hostile, visitor), site_pages(hostile), SECRET)
    assert SECRET not in "".join(str(text) for _name, text in files_about(hostile.suspect))


def test_helpers_read_no_notes(hostile: Hostile) -> None:
    note_on(hostile.suspect)
    helper = staff_client(make_staff("helper"))
    assert not telling(helper, [*site_pages(hostile), *panel_pages(hostile)], SECRET)


@pytest.mark.parametrize("group", ["moderator", "admin"])
def test_nobody_reads_what_was_noted_about_themselves(hostile: Hostile, group: str) -> None:
    user = make_staff(group, "Noted")
    note_on(user)
    own = [
        *(reverse("admin:moderation_case_change", args=[case.pk]) for case in user.cases.all()),
        *(
            reverse("admin:moderation_sanction_change", args=[row.pk])
            for row in user.sanctions.all()
        ),
        *(
            reverse("admin:moderation_appeal_change", args=[row.appeal.pk])
            for row in user.sanctions.all()
        ),
        reverse("admin:accounts_user_change", args=[user.pk]),
        *(reverse(f"admin:moderation_{name}_changelist") + f"?q={SECRET}" for name in _LISTS),
        *(reverse(f"admin:moderation_{name}_changelist") + "?state=all" for name in _LISTS),
    ]
    shown = telling(staff_client(user), [*own, *panel_pages(hostile)], f">{SECRET}", f"{SECRET}<")
    assert not shown
    colleague = staff_client(make_staff("moderator", "Colleague"))
    assert telling(colleague, own[:3], SECRET)


_LISTS = ("case", "sanction", "appeal", "moderationaction")

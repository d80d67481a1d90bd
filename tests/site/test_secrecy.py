"""Who moderates, and what moderators note for each other, is told to nobody it is not for."""

from collections.abc import Iterable

import pytest
from django.test import Client
from django.urls import reverse

from lifecycle.data_export import files_about
from tests.moderation.people import make_staff
from tests.site.hostile import GIVER, JUDGE, SECRET, Hostile, note_on
from tests.site.pages import panel_pages, site_pages, told_in, walked
from tests.staff import staff_client

pytestmark = pytest.mark.django_db


def telling(client: Client, addresses: Iterable[str], *secrets: str) -> list[tuple[str, str]]:
    """Return which pages tell one of the secrets."""
    return told_in(walked(client, addresses), *secrets)


def test_no_mail_and_no_archive_names_who_moderated(hostile: Hostile) -> None:
    told = [f"{message.subject} {message.body}" for message in hostile.mails]
    for user in (hostile.subject, hostile.victim):
        told += [str(text) for _name, text in files_about(user)]
    assert not [text for text in told if JUDGE in text or GIVER in text]


def test_no_archive_has_notes_of_moderators(hostile: Hostile) -> None:
    note_on(hostile.subject)
    assert SECRET not in "".join(str(text) for _name, text in files_about(hostile.subject))


def test_helpers_read_no_notes(hostile: Hostile) -> None:
    note_on(hostile.subject)
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
        *(reverse(f"admin:moderation_{name}_changelist") for name in _LISTS),
        reverse("admin:moderation_case_changelist") + "?state=all",
    ]
    shown = telling(staff_client(user), [*own, *panel_pages(hostile)], f">{SECRET}", f"{SECRET}<")
    assert not shown
    colleague = staff_client(make_staff("moderator", "Colleague"))
    assert telling(colleague, own[:3], SECRET)


_LISTS = ("case", "sanction", "appeal", "moderationaction")

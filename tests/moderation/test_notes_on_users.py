"""Notes that moderators keep on a user without a case."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction
from moderation.models import Note
from moderation.services import users
from tests.games.factories import make_finished_game
from tests.html import elements
from tests.moderation.panel import case_page
from tests.moderation.people import make_staff
from tests.moderation.reported import claimed_case
from tests.staff import staff_client

pytestmark = pytest.mark.django_db


def page_of(user: User) -> str:
    return reverse("admin:accounts_user_change", args=[user.pk])


def add(client: Client, user: User, text: str = "Writes kindly by mail.") -> int:
    return client.post(reverse("moderation:user_note", args=[user.pk]), {"text": text}).status_code


def test_a_moderator_notes_something_on_a_user_and_others_read_it(
    moderator: User, other: User, rude: User
) -> None:
    assert elements(staff_client(moderator).get(page_of(rude)), "[name=text]")
    assert add(staff_client(moderator), rude) == 302
    assert "Writes kindly by mail." in staff_client(other).get(page_of(rude)).content.decode()
    act = ModerationAction.objects.get(action=Action.NOTED_ON_USER)
    assert (act.actor, act.subject, act.reason) == (moderator.pk, rude.pk, "Writes kindly by mail.")


def test_who_decides_a_case_about_the_user_reads_it_too(moderator: User, rude: User) -> None:
    case = claimed_case(moderator, rude)
    users.note_on(moderator, rude, "Third account.")
    assert "Third account." in staff_client(moderator).get(case_page(case)).content.decode()


def test_an_empty_note_and_one_too_long_are_refused(moderator: User, rude: User) -> None:
    client = staff_client(moderator)
    assert [add(client, rude, text) for text in ("", " ", "x" * 1001)] == [422, 422, 422]
    assert not Note.objects.exists()


def test_nobody_notes_anything_on_somebody_they_play_with_or_on_themselves(
    moderator: User, rude: User
) -> None:
    make_finished_game(moderator, rude, resign_after=12)
    client = staff_client(moderator)
    assert [add(client, user) for user in (rude, moderator)] == [403, 403]
    assert not Note.objects.exists()
    assert not elements(client.get(page_of(rude)), "[name=text]")


def test_nobody_reads_notes_on_themselves(moderator: User) -> None:
    users.note_on(make_staff("senior"), moderator, "Answers too quickly.")
    assert "too quickly" not in staff_client(moderator).get(page_of(moderator)).content.decode()


def test_a_note_is_on_a_case_or_on_a_user(moderator: User) -> None:
    with pytest.raises(IntegrityError):
        Note.objects.create(author=moderator, text="x", created_at=datetime(2026, 1, 1, tzinfo=UTC))

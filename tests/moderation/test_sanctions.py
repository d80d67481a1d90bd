"""Who gives and lifts sanctions, and what is written down."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.models import User
from accounts.refusals import Refusal
from accounts.sanctions import checks
from accounts.sanctions.actions import Action
from accounts.sanctions.models import ModerationAction, Sanction
from moderation.services import sanctions
from tests.moderation.people import make_player, make_staff, sanctioned

pytestmark = pytest.mark.django_db
Kind = Sanction.Kind


def soon(**delta: float) -> Any:
    return timezone.now() + timedelta(**delta)


@pytest.fixture
def pat() -> User:
    return make_player()


@pytest.mark.parametrize("kind", Kind.values)
def test_each_sanction_holds_at_once(kind: str, pat: User) -> None:
    sanctions.give(make_staff("senior"), pat, kind, "Too loud.", soon(days=2))
    assert checks.sanction_against(pat, kind)


@pytest.mark.parametrize("kind", [kind for kind in Kind.values if kind != Kind.WARNING])
def test_each_sanction_ends_by_itself(kind: str, pat: User) -> None:
    given = sanctions.give(make_staff("senior"), pat, kind, "Too loud.", soon(days=2))
    past = timezone.now() - timedelta(days=3)
    Sanction.objects.filter(pk=given.pk).update(starts_at=past, ends_at=past + timedelta(days=2))
    assert checks.sanction_against(pat, kind) is None


@pytest.mark.parametrize("kind", Kind.values)
def test_each_sanction_is_lifted(kind: str, pat: User) -> None:
    moderator = make_staff("senior")
    given = sanctions.give(moderator, pat, kind, "Too loud.")
    lifted = sanctions.revoke(moderator, given, "A mistake.")
    assert checks.sanction_against(pat, kind) is None
    assert (lifted.revoked_by, lifted.revoke_reason) == (moderator, "A mistake.")


def test_giving_and_lifting_are_logged(pat: User) -> None:
    moderator = make_staff("moderator")
    given = sanctions.give(moderator, pat, Kind.CHAT_MUTE, "Too loud.", note="Third time.")
    sanctions.revoke(moderator, given, "A mistake.")
    first, second = ModerationAction.objects.order_by("pk")
    assert (first.action, first.actor, first.subject) == (Action.MUTED, moderator.pk, pat.pk)
    assert (first.reason, first.after["note"]) == ("Too loud.", "Third time.")
    assert (second.action, second.reason) == (Action.LIFTED, "A mistake.")
    assert second.before["revoked_at"] is None
    assert second.after["revoked_at"]


@pytest.mark.parametrize("kind", Kind.values)
def test_players_give_no_sanctions(kind: str, pat: User) -> None:
    with pytest.raises(PermissionDenied):
        sanctions.give(make_player("Sam"), pat, kind, "I do not like them.", soon(hours=1))
    assert not Sanction.objects.exists()


@pytest.mark.parametrize("kind", [kind for kind in Kind.values if kind != Kind.CHAT_MUTE])
def test_helpers_only_mute(kind: str, pat: User) -> None:
    with pytest.raises(PermissionDenied):
        sanctions.give(make_staff("helper"), pat, kind, "Too loud.", soon(hours=1))


def test_a_helper_mutes_for_up_to_a_day(pat: User) -> None:
    helper = make_staff("helper")
    for ends_at in (None, soon(hours=25)):
        with pytest.raises(PermissionDenied):
            sanctions.give(helper, pat, Kind.CHAT_MUTE, "Too loud.", ends_at)
    assert sanctions.give(helper, pat, Kind.CHAT_MUTE, "Too loud.", soon(hours=23))


def test_a_helper_lifts_only_what_they_gave(pat: User) -> None:
    helper = make_staff("helper")
    own = sanctions.give(helper, pat, Kind.CHAT_MUTE, "Too loud.", soon(hours=1))
    other = sanctioned(make_player("Sam"), ends_at=soon(hours=1), given_by=make_staff("moderator"))
    sanctions.revoke(helper, own, "Enough.")
    with pytest.raises(PermissionDenied):
        sanctions.revoke(helper, other, "Enough.")


def test_moderators_neither_suspend_nor_lift_suspensions(pat: User) -> None:
    moderator = make_staff("moderator")
    with pytest.raises(PermissionDenied):
        sanctions.give(moderator, pat, Kind.SUSPENSION, "Too loud.")
    with pytest.raises(PermissionDenied):
        sanctions.revoke(moderator, sanctioned(pat, Kind.SUSPENSION), "A mistake.")


def test_nobody_sanctions_themselves() -> None:
    senior = make_staff("senior")
    with pytest.raises(PermissionDenied):
        sanctions.give(senior, senior, Kind.CHAT_MUTE, "I was too loud.")


def test_staff_are_sanctioned_by_admins_only() -> None:
    helper = make_staff("helper")
    with pytest.raises(PermissionDenied):
        sanctions.give(make_staff("senior"), helper, Kind.WARNING, "Too strict.")
    assert sanctions.give(make_staff("admin"), helper, Kind.WARNING, "Too strict.")


def test_superusers_are_sanctioned_by_superusers_only() -> None:
    boss = make_player("Boss", is_staff=True, is_superuser=True)
    with pytest.raises(PermissionDenied):
        sanctions.give(make_staff("admin"), boss, Kind.WARNING, "Too strict.")


@pytest.mark.parametrize(
    ("kind", "reason", "days"),
    [
        (Kind.CHAT_MUTE, "  ", 1),
        (Kind.CHAT_MUTE, "x" * 1001, 1),
        (Kind.CHAT_MUTE, "Too loud.", -1),
        ("exile", "Too loud.", 1),
    ],
)
def test_what_makes_no_sense_is_refused(kind: str, reason: str, days: int, pat: User) -> None:
    with pytest.raises(Refusal) as refused:
        sanctions.give(make_staff("senior"), pat, kind, reason, soon(days=days))
    assert refused.value.status == 422
    assert not Sanction.objects.exists()
    assert not ModerationAction.objects.exists()


@pytest.mark.parametrize("kind", Kind.values)
def test_a_click_too_many_gives_no_second_sanction(kind: str, pat: User) -> None:
    senior, ends_at = make_staff("senior"), soon(days=1)
    sanctions.give(senior, pat, kind, "Too loud.", ends_at)
    with pytest.raises(Refusal) as refused:
        sanctions.give(senior, pat, kind, "Too loud.", ends_at)
    assert refused.value.status == 409
    assert Sanction.objects.count() == 1


def test_a_longer_sanction_may_follow_a_shorter_one(pat: User) -> None:
    moderator = make_staff("moderator")
    sanctions.give(moderator, pat, Kind.CHAT_MUTE, "Too loud.", soon(days=1))
    longer = sanctions.give(moderator, pat, Kind.CHAT_MUTE, "Louder.", soon(days=9))
    assert checks.sanction_against(pat, Kind.CHAT_MUTE) == longer


def test_what_was_lifted_or_has_ended_is_not_lifted(pat: User) -> None:
    moderator = make_staff("moderator")
    given = sanctions.give(moderator, pat, Kind.CHAT_MUTE, "Too loud.")
    sanctions.revoke(moderator, given, "A mistake.")
    past = timezone.now() - timedelta(days=1)
    ended = sanctioned(pat, Kind.TABLE_BAN, starts_at=past, ends_at=past + timedelta(hours=1))
    for sanction in (given, ended):
        with pytest.raises(Refusal) as refused:
            sanctions.revoke(moderator, sanction, "A mistake.")
        assert refused.value.status == 409


def test_the_user_is_told_by_mail(pat: User, django_capture_on_commit_callbacks: Any) -> None:
    moderator = make_staff("moderator")
    with django_capture_on_commit_callbacks(execute=True):
        given = sanctions.give(moderator, pat, Kind.CHAT_MUTE, "Too <loud>.", note="Sly fox.")
        sanctions.revoke(moderator, given, "A mistake.")
    told, lifted = mail.outbox
    assert told.to == ["Pat@example.org"]
    assert "Too <loud>." in told.body
    assert "can't chat or comment" in told.body
    assert "Sly fox" not in told.body
    assert moderator.username not in told.body
    assert "A mistake." in lifted.body


def test_mails_hold_a_link_where_the_site_knows_its_address(
    pat: User, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.SITE_URL = "https://dice.example.org"
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.give(make_staff("moderator"), pat, Kind.WARNING, "Too loud.")
    assert "https://dice.example.org/accounts/sanctions/" in mail.outbox[0].body


def test_nobody_is_mailed_at_an_address_that_is_not_confirmed(
    django_capture_on_commit_callbacks: Any,
) -> None:
    user = User.objects.create(username="Sam", email="stranger@example.org", password="!")
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.give(make_staff("moderator"), user, Kind.WARNING, "Too loud.")
    assert not mail.outbox


def test_a_sanction_holds_although_its_mail_cannot_be_sent(
    pat: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise ConnectionError

    monkeypatch.setattr("moderation.services.mails.send_mail", broken)
    with django_capture_on_commit_callbacks(execute=True) as told:
        sanctions.give(make_staff("senior"), pat, Kind.CHAT_MUTE, "Too loud.", soon(days=2))
    assert told
    assert checks.sanction_against(pat, Kind.CHAT_MUTE)

"""Accounts deleted under a sanction, and newcomers who are like one of them."""

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.addresses import note_address
from accounts.guests import create_guest
from accounts.models import User
from accounts.models.tombstones import TOMBSTONES_KEPT, Likeness, Mark, Tombstone, Trace, hashed
from accounts.sanctions.models import Sanction
from lifecycle.deletion import delete_user
from lifecycle.retention import purge_due, purge_guests
from lifecycle.tombstones import NEWCOMERS, canonical_email, note_shared_addresses
from moderation.admin.user_history import RemainingSanction, predecessors
from moderation.services import renaming
from tests.accounts.helpers import become_guest, errors, prove_password, sign_up
from tests.games.factories import make_running_game
from tests.moderation.people import make_player, make_staff, sanctioned
from tests.staff import staff_client

pytestmark = pytest.mark.django_db

ELSEWHERE = "203.0.113.9"
"""An address that the tests' browsers do not have."""


def deleted(name: str = "RudeBob7", kind: str = "suspension", **fields: Any) -> Tombstone | None:
    """Delete an account with a sanction; return what is left of it."""
    user = make_player(name)
    note_address(RequestFactory(REMOTE_ADDR=ELSEWHERE).get("/"), user)
    sanctioned(user, kind, **fields)
    delete_user(user)
    return Tombstone.objects.order_by("-pk").first()


def marks(user: User | None = None) -> set[str]:
    likenesses = Likeness.objects.all() if user is None else user.likenesses.all()
    return set(likenesses.values_list("mark", flat=True))


def in_hours(number: int) -> Any:
    return timezone.now() + timedelta(hours=number)


# --- What is kept ---------------------------------------------------------------


@override_settings(SECRET_KEY="of old")
def test_hashes_are_made_as_those_that_are_stored() -> None:
    stored = "0516c6cec4843078e68cc96aaed7b8ba7766968aae6ef921e01ed62a1b32e4df"
    assert hashed(Mark.NAME, "rudebob7") == stored


def test_of_an_account_under_a_sanction_hashes_are_kept_and_nothing_to_read() -> None:
    end = in_hours(5)
    tombstone = deleted(ends_at=end)
    assert tombstone is not None
    assert tombstone.sanctions == [{"kind": "suspension", "ends_at": end.isoformat()}]
    kept = Trace.objects.filter(tombstone=tombstone)
    assert {trace.mark for trace in kept} == set(Mark)
    everything = str([list(kept.values()), Tombstone.objects.values()]).lower()
    for plain in ("rudebob", "example.org", ELSEWHERE):
        assert plain not in everything
    assert all(len(trace.hashed) == 64 for trace in kept)


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": Sanction.Kind.WARNING},
        {"kind": Sanction.Kind.CHAT_MUTE, "revoked_at": timezone.now()},
        {
            "kind": Sanction.Kind.CHAT_MUTE,
            "starts_at": timezone.now() - timedelta(days=2),
            "ends_at": timezone.now() - timedelta(days=1),
        },
    ],
)
def test_of_an_account_whose_sanctions_are_over_or_only_warned_nothing_is_kept(
    fields: dict[str, Any],
) -> None:
    assert deleted(**fields) is None


def test_of_an_account_without_sanctions_nothing_is_kept() -> None:
    delete_user(make_player("Pat"))
    assert not Tombstone.objects.exists()


def test_a_guest_leaves_addresses_and_no_name() -> None:
    guest = create_guest()
    note_address(RequestFactory(REMOTE_ADDR=ELSEWHERE).get("/"), guest)
    sanctioned(guest)
    User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - timedelta(days=40))
    assert purge_guests(timezone.now() - timedelta(days=30)) == 1
    assert {trace.mark for trace in Trace.objects.all()} == {Mark.ADDRESS}


def test_the_administration_deletes_no_account_with_sanctions_at_all(admin_client: Client) -> None:
    user = make_player("RudeBob")
    sanctioned(user)
    address = reverse("admin:accounts_user_delete", args=[user.pk])
    assert admin_client.post(address, {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=user.pk).exists()


def test_after_a_year_nothing_of_it_is_left(client: Client) -> None:
    deleted()
    deleted_at = in_hours(0) - TOMBSTONES_KEPT + timedelta(minutes=1)
    Tombstone.objects.update(created_at=deleted_at)
    purge_due(timezone.now())
    assert Tombstone.objects.exists()
    purge_due(timezone.now() + timedelta(minutes=2))
    assert not Tombstone.objects.exists()
    assert not Trace.objects.exists()


# --- The name ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["RudeBob7", "rudebob7", "RUDE-BOB7", "Rude_B0b7"])
def test_the_name_stays_taken_for_a_year_and_is_free_then(client: Client, name: str) -> None:
    deleted()
    assert errors(sign_up(client, name), "username") == ["username_taken"]
    Tombstone.objects.update(created_at=timezone.now() - TOMBSTONES_KEPT)
    sign_up(client, name)
    assert User.objects.filter(username=name).exists()


def test_the_name_that_a_moderator_replaced_stays_taken_too(client: Client) -> None:
    user = make_player("Nasty-Name")
    renaming.rename(make_staff("senior"), user, "It offends people.")
    user.refresh_from_db()
    sanctioned(user)
    delete_user(user)
    for name in ("Nasty-Name", user.username):
        assert errors(sign_up(client, name), "username")


def test_the_administration_does_not_give_the_name_to_anybody(admin_client: Client) -> None:
    deleted()
    form = {"username": "RudeBob7", "usable_password": "false"}
    page = admin_client.post(reverse("admin:accounts_user_add"), form)
    assert errors(page, "username") == ["username_taken"]


def test_the_name_of_an_account_without_sanctions_is_free_at_once(client: Client) -> None:
    delete_user(make_player("Pat"))
    sign_up(client, "Pat")
    assert User.objects.filter(username="Pat").exists()


def test_a_new_key_of_the_site_lets_nobody_have_the_name(client: Client, settings: Any) -> None:
    deleted()
    with override_settings(SECRET_KEY="another", SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]):
        assert errors(sign_up(client, "RudeBob7"), "username")


# --- Newcomers ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada@Example.org", "ada@example.org"),
        ("ada+dice@example.org", "ada@example.org"),
        ("a.d.a+x@gmail.com", "ada@googlemail.com"),
    ],
)
def test_one_mailbox_is_known_however_it_is_written(one: str, other: str) -> None:
    assert canonical_email(one) == canonical_email(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("a.da@example.org", "ada@example.org"), ("ada@example.org", "ada@example.net")],
)
def test_two_mailboxes_are_told_apart(one: str, other: str) -> None:
    assert canonical_email(one) != canonical_email(other)


@pytest.mark.parametrize("is_guest", [False, True])
def test_who_signs_up_with_a_like_name_and_the_same_email_is_marked(
    client: Client, is_guest: bool
) -> None:
    deleted("RudeBob7")
    if is_guest:
        become_guest(client)
    sign_up(client, "RudeBob8", email="rudebob7+new@example.org")
    assert marks(User.objects.get(username="RudeBob8")) == {Mark.SIMILAR_NAME, Mark.EMAIL}


def test_who_adds_the_same_email_later_is_marked_then(client: Client) -> None:
    deleted("RudeBob7")
    sign_up(client, "Nice")
    assert marks() == set()
    prove_password(client)
    client.post(reverse("account_email"), {"action_add": "", "email": "rudebob7@example.org"})
    assert marks() == {Mark.EMAIL}


def test_who_is_given_the_same_email_by_the_administration_is_marked(admin_client: Client) -> None:
    deleted("RudeBob7")
    user = make_player("Nice")
    row = EmailAddress.objects.get(user=user)
    admin_client.post(
        reverse("admin:accounts_user_change", args=[user.pk]),
        {
            "username": "Nice",
            "is_active": "on",
            "emailaddress_set-TOTAL_FORMS": 1,
            "emailaddress_set-INITIAL_FORMS": 1,
            "emailaddress_set-0-id": row.pk,
            "emailaddress_set-0-user": user.pk,
            "emailaddress_set-0-email": "rudebob7@example.org",
        },
    )
    assert marks(user) == {Mark.EMAIL}


def test_who_signs_in_from_the_same_address_is_marked_unless_long_here() -> None:
    deleted()
    for name, days, expected in (("New", 0, {Mark.ADDRESS}), ("Old", 91, set())):
        joined = timezone.now() - timedelta(days=days)
        user = make_player(name, date_joined=joined)
        note_address(RequestFactory(REMOTE_ADDR=ELSEWHERE).get("/"), user)
        note_shared_addresses(user)
        assert marks(user) == expected


def test_who_came_before_the_account_went_is_marked_when_it_goes() -> None:
    same = make_player("RudeBob")
    EmailAddress.objects.filter(user=same).update(email="rudebob7+x@example.org")
    note_address(RequestFactory(REMOTE_ADDR=ELSEWHERE).get("/"), same)
    long_here = timezone.now() - NEWCOMERS - timedelta(days=1)
    old = make_player("RudeBob99", date_joined=long_here)
    deleted("RudeBob7")
    assert marks(same) == {Mark.SIMILAR_NAME, Mark.EMAIL, Mark.ADDRESS}
    assert marks(old) == set()


def test_who_has_nothing_in_common_is_not_marked(client: Client) -> None:
    deleted("RudeBob7")
    sign_up(client, "Nice", email="nice@example.org")
    sign_up(Client(), "Bob7")
    assert marks() == set()


def test_a_year_later_nobody_is_marked(client: Client) -> None:
    deleted("RudeBob7")
    Tombstone.objects.update(created_at=timezone.now() - TOMBSTONES_KEPT)
    sign_up(client, "RudeBob8", email="rudebob7@example.org")
    assert marks() == set()


# --- The panel ------------------------------------------------------------------------


def test_moderators_see_which_marks_match_and_what_is_left_and_nothing_plain() -> None:
    deleted("RudeBob7", ends_at=in_hours(5))
    sign_up(Client(), "Rude-Bob", email="rudebob7@example.org")
    make_player("Nice")
    client = staff_client(make_staff("senior"))
    page = client.get(reverse("admin:accounts_user_changelist"), {"hint": "deleted"})
    (user,) = page.context["cl"].result_list
    assert user.username == "Rude-Bob"
    own_page = client.get(reverse("admin:accounts_user_change", args=[user.pk]))
    text = page.content.decode() + own_page.content.decode()
    assert text.count("similar name, email address") == 2
    assert "suspension until" in text
    assert "weak:" not in text
    assert "RudeBob7" not in text
    assert "rudebob7@" not in text


def test_the_page_of_a_user_says_what_they_have_in_common_with_a_deleted_account() -> None:
    likeness = likeness_of("suspension")
    client = staff_client(make_staff("senior"))
    other = make_player("Nice")
    pages = [
        client.get(reverse("admin:accounts_user_change", args=[user.pk])).content.decode()
        for user in (likeness.user, other)
    ]
    assert ["Resembles a deleted account" in page for page in pages] == [True, False]
    form = reverse("moderation:give", args=[likeness.user.pk], query={"kind": "suspension"})
    assert form in pages[0]


def test_the_address_alone_is_called_weak() -> None:
    deleted()
    user = make_player("Nice")
    note_address(RequestFactory(REMOTE_ADDR=ELSEWHERE).get("/"), user)
    note_shared_addresses(user)
    (like,) = predecessors(user, make_staff("moderator"))
    assert like.is_weak


def likeness_of(kind: str, **fields: Any) -> Likeness:
    """Return what somebody called Rude-Bob has in common with an account under this sanction."""
    deleted("RudeBob7", kind, **fields)
    sign_up(Client(), "Rude-Bob")
    return Likeness.objects.get()


def rests_of(likeness: Likeness, role: str) -> tuple[list[RemainingSanction], Client]:
    """Return what staff of this role read of sanctions that are left, and their browser."""
    viewer = make_staff(role)
    (like,) = predecessors(likeness.user, viewer)
    return like.rests, staff_client(viewer)


def test_the_form_to_give_what_is_left_of_a_sanction_is_filled_in() -> None:
    end = in_hours(5).replace(microsecond=0)
    likeness = likeness_of("suspension", ends_at=end)
    (rest,), client = rests_of(likeness, "senior")
    filled = client.get(rest.address).context["form"].initial
    assert client.post(rest.address, filled).status_code == 302
    sanction = Sanction.objects.get(user=likeness.user)
    assert (sanction.kind, sanction.ends_at) == ("suspension", end)
    assert sanction.reason == filled["reason"]
    assert "similar name" in sanction.note
    again = client.post(rest.address, filled)
    assert again.status_code == 409
    assert Sanction.objects.filter(user=likeness.user).count() == 1


def test_a_sanction_for_good_is_given_for_good_to_the_next_account() -> None:
    (rest,), client = rests_of(likeness := likeness_of("suspension"), "senior")
    client.post(rest.address, client.get(rest.address).context["form"].initial)
    assert Sanction.objects.get(user=likeness.user).ends_at is None


def test_who_empties_the_end_of_what_is_left_gives_nothing_for_good() -> None:
    likeness = likeness_of("suspension", ends_at=in_hours(50))
    (rest,), client = rests_of(likeness, "senior")
    filled = client.get(rest.address).context["form"].initial
    client.post(rest.address, filled | {"until": ""})
    end = Sanction.objects.get(user=likeness.user).ends_at
    assert end is not None
    assert end < in_hours(2)


def test_what_is_left_is_offered_to_those_who_may_give_it() -> None:
    likeness = likeness_of("suspension")
    kept = [{"kind": kind, "ends_at": None} for kind in ("suspension", "chat-mute")]
    Tombstone.objects.update(sanctions=kept)
    for role, may in (("senior", [True, True]), ("moderator", [False, True])):
        rests, client = rests_of(likeness, role)
        assert [bool(rest.address) for rest in rests] == may
        page = client.get(reverse("admin:accounts_user_change", args=[likeness.user.pk]))
        assert page.content.decode().count("Give this account the same sanction") == may.count(True)


def test_what_is_left_is_not_offered_to_those_who_play_with_the_user() -> None:
    likeness = likeness_of("suspension")
    viewer = make_staff("senior")
    make_running_game(viewer, likeness.user)
    (like,) = predecessors(likeness.user, viewer)
    assert [rest.address for rest in like.rests] == [""]


def test_a_kind_of_sanction_that_is_no_longer_given_is_left_out() -> None:
    likeness = likeness_of("suspension")
    kept = [{"kind": kind, "ends_at": None} for kind in ("rated-ban", "chat-mute")]
    Tombstone.objects.update(sanctions=kept)
    rests, _client = rests_of(likeness, "senior")
    assert [rest.kind for rest in rests] == ["chat mute"]


def test_a_sanction_that_is_over_is_not_offered() -> None:
    likeness = likeness_of("suspension", ends_at=in_hours(5))
    past = (timezone.now() - timedelta(hours=1)).isoformat()
    Tombstone.objects.update(sanctions=[{"kind": "suspension", "ends_at": past}])
    rests, _client = rests_of(likeness, "senior")
    assert rests == []

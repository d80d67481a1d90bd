"""How many decisions of each moderator others overturned."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.actions import Action
from lifecycle.deletion import delete_user
from moderation.numbers import Record, records
from moderation.services import appeals, renaming, sanctions
from tests.moderation.people import make_staff

pytestmark = pytest.mark.django_db


def of(user: User) -> Record:
    return records(timezone.now() - timedelta(days=365))[user.pk]


def printed(**options: int) -> list[str]:
    out = StringIO()
    call_command("overturned", stdout=out, **options)
    return out.getvalue().splitlines()


def test_a_sanction_is_overturned_if_someone_else_lifts_it(
    moderator: User, other: User, rude: User
) -> None:
    for kind, lifter in (("chat-mute", None), ("table-ban", moderator), ("report-ban", other)):
        sanction = sanctions.give(moderator, rude, kind, "Rude.")
        if lifter is not None:
            sanctions.revoke(lifter, sanction, "Over.")
    record = of(moderator)
    assert (record.decisions, record.overturned, record.percent) == (3, {other.pk: 1}, 33)
    assert (of(other).decisions, of(other).percent) == (0, 0)


def test_a_sanction_lifted_on_appeal_is_overturned_once(
    moderator: User, other: User, rude: User
) -> None:
    mute = sanctions.give(moderator, rude, "chat-mute", "Rude.")
    appeal = appeals.open_appeal(rude, mute, "I said nothing.")
    appeals.answer(other, appeal, "You are right.", Action.LIFTED_ON_APPEAL)
    assert (of(moderator).decisions, of(moderator).overturned) == (1, {other.pk: 1})


def test_a_replaced_name_counts_as_its_warning(rude: User, other: User) -> None:
    senior = make_staff("senior")
    renaming.rename(senior, rude, "It offends people.")
    sanctions.revoke(other, rude.sanctions.get(), "It was fine.")
    assert (of(senior).decisions, of(senior).overturned) == (1, {other.pk: 1})


def test_a_ruling_is_overturned_if_the_next_one_is_someone_elses() -> None:
    one, other = make_staff("senior", "One"), make_staff("senior", "Two")
    for game, (first, second) in enumerate(((one, other), (other, other))):
        log.write(first, Action.ANNULLED, target=f"game {game}")
        log.write(second, Action.AWARDED, target=f"game {game}")
    assert (of(one).decisions, of(one).overturned) == (1, {other.pk: 1})
    assert (of(other).decisions, of(other).overturned) == (3, {})


def test_what_is_older_is_not_counted(moderator: User, other: User, rude: User) -> None:
    mute = sanctions.give(moderator, rude, "chat-mute", "Rude.")
    between = timezone.now()
    sanctions.revoke(other, mute, "Over.")
    found = records(between)
    assert moderator.pk not in found
    assert found[other.pk].decisions == 0


def test_what_the_site_does_by_itself_is_nobodys_decision() -> None:
    log.write(None, Action.MUTED, target="sanction 1")
    assert not records(timezone.now() - timedelta(days=1))


def test_the_command_names_each_moderator_even_after_their_account(
    moderator: User, other: User, rude: User
) -> None:
    for kind in ("chat-mute", "table-ban"):
        sanction = sanctions.give(moderator, rude, kind, "Rude.")
    sanctions.revoke(other, sanction, "Over.")
    delete_user(other)
    assert printed() == ["Mo: 1 of 2 overturned (50 %), by Other 1"]


def test_the_command_says_when_there_is_nothing() -> None:
    assert printed(days=30) == ["No decisions yet."]
    with pytest.raises(CommandError):
        printed(days=0)

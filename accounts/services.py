"""Taking users away: deleted accounts and guests who left for good."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.holds import is_held
from accounts.locks import retried_on_deadlock
from accounts.models import User
from accounts.moderation.services import claims
from accounts.tombstones import leave_tombstone
from games.models import Game, Seat
from games.services import lobby, tallies
from games.services.imports import delete_imported
from games.services.tables import lock_games


@retried_on_deadlock
@transaction.atomic
def delete_user(user: User) -> None:
    """Take the user out of every table, then delete the row.

    Finished games stay: their seats are held by nobody from then on, and so are their dice.
    Imported ones go, too.
    """
    # Locked first, so that the user cannot sit down anywhere in the meantime; and all that the
    # end of the row changes in turn, in the order of accounts/locks.py.
    locked = User.objects.locked(user.pk)
    claims.lock_cases_naming(locked)
    own = Q(creator=locked) | Q(imported_by=locked) | Q(same_dice_as__imported_by=locked)
    lock_games(own | Q(pk__in=locked.seats.values("game")))
    leave_tombstone(locked)
    lobby.leave_everything(locked)
    tallies.give_to_nobody(locked)
    delete_imported(Game.objects.filter(imported_by=locked))
    locked.delete()


def idle_guests(before: datetime) -> QuerySet[User]:
    """Return the guests who did nothing since then and have no game worth keeping.

    A finished game is kept for its guest, a running one is left to its clock. Who is in an open
    case stays until it is decided.
    """
    seats = Seat.objects.filter(user=OuterRef("pk"))
    kept = seats.filter(
        Q(game__status__in=[Game.Status.RUNNING, Game.Status.FINISHED])
        | Q(game__created_at__gte=before)
    )
    return User.objects.filter(
        ~Exists(kept),
        ~is_held(),
        is_guest=True,
        pk__in=User.objects.alias(seen_at=Coalesce("last_login", "date_joined"))
        .filter(seen_at__lt=before)
        .values("pk"),
    )


def sweep_guests(before: datetime) -> int:
    """Delete the guests who are idle since then and return how many there were."""
    return sum(_sweep_guest(pk, before) for pk in idle_guests(before).values_list("pk", flat=True))


@retried_on_deadlock
@transaction.atomic
def _sweep_guest(pk: int, before: datetime) -> bool:
    # Asked again once the row is locked, and not while waiting for it: meanwhile the guest may
    # have come back, or somebody may have reported them.
    if not User.objects.select_for_update(no_key=True).filter(pk=pk):
        return False
    guest = idle_guests(before).filter(pk=pk).first()
    if guest is None:
        return False
    delete_user(guest)
    return True

"""How often moderators overturned each other: a page for those who look after moderators."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

from django.db.models import Count, F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.sanctions.models import Sanction
from games.models import GameRuling
from moderation.admin.base import draw
from moderation.models import Case

LOOKED_AT = timedelta(days=365)


@dataclass
class Record:
    """What a moderator did, and what of it others overturned. by: how often each of them did."""

    cases: int = 0
    sanctions: int = 0
    appealed: int = 0
    lifted: int = 0
    rulings: int = 0
    overruled: int = 0
    by: Counter[int | None] = field(default_factory=Counter)

    @property
    def percent(self) -> int:
        """How many of a hundred sanctions and rulings were overturned."""
        acts = self.sanctions + self.rulings
        return round(100 * (self.lifted + self.overruled) / acts) if acts else 0


def records(since: datetime) -> dict[int, Record]:
    """Return the records of those who did anything since then, by the numbers of the users.

    A sanction is overturned when somebody else lifts it, on appeal or not; a ruling, when the
    next one on the same game is somebody else's.
    """
    found: defaultdict[int, Record] = defaultdict(Record)
    decided = Case.objects.filter(decided_at__gte=since, decided_by__isnull=False)
    for giver, count in decided.values_list("decided_by").annotate(Count("pk")):
        found[giver].cases = count
    given = Sanction.objects.filter(created_at__gte=since, given_by__isnull=False)
    counted = given.values_list("given_by").annotate(Count("pk"), Count("appeal"))
    for giver, count, appealed in counted:
        found[giver].sanctions, found[giver].appealed = count, appealed
    lifted = given.filter(revoked_at__isnull=False).exclude(revoked_by=F("given_by"))
    for giver, lifter, count in lifted.values_list("given_by", "revoked_by").annotate(Count("pk")):
        found[giver].lifted += count
        found[giver].by[lifter] += count
    _add_rulings(found, since)
    return found


def _add_rulings(found: defaultdict[int, Record], since: datetime) -> None:
    made = GameRuling.objects.filter(created_at__gte=since).order_by("game", "created_at", "pk")
    rulings = list(made.values_list("game", "ruled_by"))
    for _game, ruler in rulings:
        if ruler is not None:
            found[ruler].rulings += 1
    for (game, ruler), (next_game, next_ruler) in pairwise(rulings):
        if ruler is not None and game == next_game and ruler != next_ruler:
            found[ruler].overruled += 1
            found[ruler].by[next_ruler] += 1


@require_safe
def overturned(request: HttpRequest) -> HttpResponse:
    """Show who overturned decisions of the others in the last year."""
    found = records(timezone.now() - LOOKED_AT)
    others = {pk for record in found.values() for pk in record.by if pk is not None}
    users = User.objects.in_bulk(others | set(found))
    rows = [
        (
            users[pk],
            record,
            [(users.get(other or 0), count) for other, count in record.by.most_common()],
        )
        for pk, record in found.items()
        if pk in users
    ]
    rows.sort(key=lambda row: row[0].username.lower())
    title = gettext("Overturned decisions")
    return draw(request, "overturned", title, {"rows": rows})

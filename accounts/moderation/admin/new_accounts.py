"""The latest accounts, with what tells a newcomer from somebody who came back."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Exists, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.addresses import sharing_address
from accounts.models import User
from accounts.models.tombstones import Likeness
from accounts.moderation.admin.base import draw, moderator
from accounts.moderation.admin.likenesses import likenesses_of
from accounts.moderation.models import Case
from accounts.sanctions.models import Sanction
from games.models import Seat

PER_PAGE = 50


def accounts(viewer: User, *, guests: bool, shared: bool, like: bool = False) -> QuerySet[User]:
    """Return the accounts but the viewer's own, the newest first.

    shared: only those with an address in common with an account that was ever sanctioned.
    like: only those that are like an account that was deleted under a sanction.
    """
    same = sharing_address(OuterRef("pk"))
    sanctioned = same.filter(user__in=Sanction.objects.values("user"))
    found = User.objects.exclude(pk=viewer.pk).annotate(
        neighbour=Exists(same),
        sanctioned_neighbour=Exists(sanctioned),
        game_count=_count(Seat, "user"),
        case_count=_count(Case, "suspect"),
    )
    if not guests:
        found = found.filter(is_guest=False)
    if shared:
        found = found.filter(sanctioned_neighbour=True)
    if like:
        found = found.filter(Exists(Likeness.objects.filter(user=OuterRef("pk"))))
    return found.order_by("-date_joined", "-pk")


def _count(model: type[Model], column: str) -> Coalesce:
    """Return how many rows name a user: counted only for the users of the page."""
    own = model._default_manager.filter(**{column: OuterRef("pk")}).order_by()
    counted: QuerySet[Any, Any] = own.values(column).annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


@require_safe
def new_accounts(request: HttpRequest) -> HttpResponse:
    """Show the latest accounts."""
    chosen = {name: name in request.GET for name in ("guests", "shared", "like")}
    found = accounts(moderator(request), **chosen)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    likenesses = likenesses_of(page)
    rows = [(account, likenesses.get(account.pk, [])) for account in page]
    context = {"accounts": page, "rows": rows, **chosen}
    return draw(request, "newcomers", gettext("New accounts"), context)

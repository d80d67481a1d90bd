"""The latest accounts, with what tells a newcomer from somebody who came back."""

from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.moderation.admin.pages import draw
from accounts.moderation.models import Sanction
from accounts.side_models import SeenAddress

PER_PAGE = 50


def accounts(*, guests: bool, shared: bool) -> QuerySet[User]:
    """Return the accounts, the newest first.

    shared: only those with an address in common with an account that was ever sanctioned.
    """
    same = SeenAddress.objects.filter(
        hashed__in=SeenAddress.objects.filter(user=OuterRef(OuterRef("pk"))).values("hashed")
    ).exclude(user=OuterRef("pk"))
    sanctioned = same.filter(user__in=Sanction.objects.values("user"))
    found = User.objects.annotate(
        neighbour=Exists(same),
        sanctioned_neighbour=Exists(sanctioned),
        game_count=Count("seats", distinct=True),
        case_count=Count("cases", distinct=True),
    )
    if not guests:
        found = found.filter(is_guest=False)
    if shared:
        found = found.filter(sanctioned_neighbour=True)
    return found.order_by("-date_joined", "-pk")


@require_safe
def new_accounts(request: HttpRequest) -> HttpResponse:
    """Show the latest accounts."""
    chosen = {"guests": "guests" in request.GET, "shared": "shared" in request.GET}
    page = Paginator(accounts(**chosen), PER_PAGE).get_page(request.GET.get("page"))
    context = {"accounts": page, **chosen}
    return draw(request, "newcomers", gettext("New accounts"), context)

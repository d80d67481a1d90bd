"""What newcomers have in common with accounts that were deleted under a sanction."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext

from accounts.models import User
from accounts.models.tombstones import Likeness, Mark, Tombstone
from accounts.moderation.admin.base import act_page, moderator
from accounts.moderation.admin.user_actions import ReasonForm
from accounts.moderation.services import likenesses


@dataclass(frozen=True)
class Shown:
    """What one account has in common with a deleted one, and what that was kept from.

    pk: of one of the rows that say so.
    """

    pk: int
    tombstone: Tombstone
    marks: list[Mark]

    @property
    def is_weak(self) -> bool:
        """Whether it is the network address alone, which families and whole towns share."""
        return self.marks == [Mark.ADDRESS]

    @property
    def rests(self) -> list[likenesses.Rest]:
        return likenesses.rests_of(self.tombstone)


def likenesses_of(users: Iterable[User]) -> dict[int, list[Shown]]:
    """Return what each of these users has in common with deleted accounts, by user number."""
    rows = Likeness.objects.filter(user__in=[user.pk for user in users]).select_related("tombstone")
    found: dict[tuple[int, int], list[Likeness]] = defaultdict(list)
    for row in rows.order_by("-tombstone__created_at"):
        found[row.user_id, row.tombstone_id].append(row)
    shown: dict[int, list[Shown]] = defaultdict(list)
    for (user_id, _tombstone_id), same in found.items():
        marks = [mark for mark in Mark if mark in {row.mark for row in same}]
        shown[user_id].append(Shown(same[0].pk, same[0].tombstone, marks))
    return shown


def carry_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a user has in common with a deleted account, and give what is left of its
    sanctions.
    """
    actor = moderator(request)
    likeness = get_object_or_404(Likeness.objects.select_related("user", "tombstone"), pk=pk)
    user, tombstone = likeness.user, likeness.tombstone
    shown = Shown(pk, tombstone, likenesses.marks_of(user, tombstone))
    if not shown.rests:
        raise Http404
    if not likenesses.may_carry_on(actor, user, tombstone):
        raise PermissionDenied
    said = gettext("A sanction against an account of yours that was deleted goes on here.")
    form = ReasonForm(request.POST or None, initial={"reason": said})

    def act(data: dict[str, Any]) -> HttpResponse:
        likenesses.carry_on(actor, user, tombstone, data["reason"])
        messages.success(request, gettext("The sanction holds from now on."))
        return redirect("admin:accounts_user_change", user.pk)

    title = gettext("Is %(name)s somebody who was here before?") % {"name": user.username}
    return act_page(request, "carry_on", title, {"account": user, "shown": shown}, form, act)

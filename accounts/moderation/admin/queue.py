"""The queue of cases, the most pressing first, and the way to the page of each."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.moderation.admin import case_page
from accounts.moderation.admin.base import moderator
from accounts.moderation.admin.readonly import ReadOnlyAdmin
from accounts.moderation.models import Case
from accounts.moderation.services import scores
from accounts.requests import row_numbered


class StateFilter(admin.SimpleListFilter):
    """Open cases unless something else is asked for."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("free", gettext("free to claim")),
            ("claimed", gettext("claimed")),
            ("decided", gettext("decided")),
            ("all", gettext("all")),
        ]

    def choices(self, changelist: Any) -> Any:
        everything, *others = super().choices(changelist)
        return [{**everything, "display": gettext("open")}, *others]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        match self.value():
            case "all":
                return queryset
            case "decided":
                return queryset.filter(decided_at__isnull=False)
            case "claimed":
                return queryset.claimed()
            case "free":
                return queryset.free()
            case _:
                return queryset.filter(decided_at=None)


@admin.register(Case)
class CaseAdmin(ReadOnlyAdmin):
    """Cases to look at; what is done on their pages goes through the services."""

    change_list_template = "admin/moderation/queue.html"
    list_display = ["about", "category", "urgency", "reports", "reasons", "age", "holder"]
    list_filter = ["category", StateFilter, "verdict"]
    list_select_related = ["claimed_by", "decided_by"]
    search_fields = ["subject_name", "subject__username"]
    search_help_text = _("Name of the user the case is about")
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        """Leave out the cases about the user who looks, and say how pressing the others are."""
        # Not super()'s, which would sort by how pressing they are before that is known.
        others = Case.objects.exclude(subject=moderator(request))
        counted = others.annotate(report_count=Count("reports")).prefetch_related("reports")
        return scores.by_urgency(counted)

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        return ["-urgency", "pk"]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the page of a case in place of a form."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        found = Case.objects.select_related("subject", "claimed_by", "decided_by")
        case = row_numbered(found, object_id)
        if case is None:
            raise Http404
        return case_page.show(request, case)

    @admin.display(description=_("about"), ordering="subject_name")
    def about(self, case: Case) -> str:
        return case.subject_name

    @admin.display(description=_("pressing"), ordering="urgency")
    def urgency(self, case: Any) -> str:
        return f"{case.urgency:.0f}"

    @admin.display(description=_("reports"), ordering="report_count")
    def reports(self, case: Any) -> int:
        count: int = case.report_count
        return count

    @admin.display(description=_("reasons"))
    def reasons(self, case: Case) -> str:
        found = {str(report.get_reason_display()) for report in case.reports.all()}
        return ", ".join(sorted(found))

    @admin.display(description=_("waits for"), ordering="-opened_at")
    def age(self, case: Case) -> str:
        return timesince(case.opened_at) if case.is_open else str(case.get_verdict_display())

    @admin.display(description=_("looked at by"))
    def holder(self, case: Case) -> str:
        who = case.claimed_by if case.is_claimed else case.decided_by
        return str(who) if who else "–"

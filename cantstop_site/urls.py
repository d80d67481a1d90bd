from django.conf import settings
from django.contrib import admin
from django.http import HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.requests import Request
from cantstop_site import installing, pages
from moderation.views.transparency import transparency

admin.site.site_header = admin.site.site_title = settings.SITE_NAME
admin.site.index_title = _("Admin panel")


@require_safe
def favicon(request: Request) -> HttpResponse:
    # Browsers ask for this address on pages without a link to the icon, such as admin pages.
    return redirect(static("games/favicon.svg"))


handler400 = pages.bad_request
handler403 = pages.forbidden
handler404 = pages.not_found
handler500 = pages.server_error

urlpatterns = [
    path("favicon.ico", favicon),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("service-worker.js", installing.service_worker, name="service_worker"),
    path("offline/", installing.offline, name="offline"),
    path("icons/waiting-<int:count>.svg", installing.waiting_icon, name="waiting_icon"),
    path("admin/moderation/", include("moderation.admin.urls")),
    path("admin/", admin.site.urls),
    path("about/", pages.about, name="about"),
    path("contact/", pages.contact, name="contact"),
    path("house-rules/", pages.house_rules, name="house_rules"),
    path("privacy/", pages.privacy, name="privacy"),
    path("transparency/", transparency, name="transparency"),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("moderation.urls")),
    path("accounts/", include("lifecycle.urls")),
    path("", include("games.urls")),
    path("", include("games.pictures.urls")),
    path("", include("games.chat.urls")),
    path("notices/", include("games.notices.urls")),
]

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.decorators import account_required
from accounts.requests import SignedInRequest
from accounts.sessions import end_sessions, sessions_of


@login_required
@account_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: SignedInRequest) -> HttpResponse:
    """Show where the user is signed in; sign them out in one other browser, or in all others."""
    user = request.user
    found = sessions_of(user)
    if request.method != "POST":
        return render(request, "accounts/sessions.html", {"sessions": found})
    others = [session for session in found if not session.is_current()]
    wanted = request.POST.get("session", "")
    if wanted:
        others = [session for session in others if str(session.pk) == wanted]
        if not others:
            raise Http404
    count = end_sessions(user, others)
    if count:
        text = ngettext(
            "Signed out of %(count)d browser.", "Signed out of %(count)d browsers.", count
        )
        messages.success(request, text % {"count": count})
    else:
        messages.info(request, _("You aren't signed in anywhere else."))
    return redirect("account_sessions")

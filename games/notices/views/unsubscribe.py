"""Turn off all mails with notices by the link in each of them, without signing in."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.answers import refused_with
from accounts.limits import limited
from accounts.models import Channel
from accounts.preferences import turn_off
from accounts.refusals import Refusal
from accounts.requests import Request
from games.notices.mail import unsubscriber


def _expired(request: Request, refusal: Refusal, token: str) -> HttpResponse:
    context = {"refusal": refusal}  # makes the page lead to the settings
    return render(request, "notices/unsubscribe.html", context, status=refusal.status)


# Mail programs post here without cookies, so without a CSRF token (RFC 8058). The address is the
# proof: only readers of the mail know it. A GET changes nothing, because programs that look for
# malware follow every link in a mail.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@refused_with(_expired)
@limited("unsubscribe")
def unsubscribe(request: Request, token: str) -> HttpResponse:
    """Ask whether to stop mails with notices to a user; stop them on POST."""
    user = unsubscriber(token)
    if user is None:
        raise Http404
    is_done = request.method == "POST"
    if is_done:
        turn_off(user, Channel.MAIL)
    return render(request, "notices/unsubscribe.html", {"reader": user, "is_done": is_done})

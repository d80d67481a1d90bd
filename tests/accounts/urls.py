"""The site, with a page beside it that makes everybody who posts to it a player."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from accounts.guests import ensure_player
from cantstop_site.urls import urlpatterns as site_urls


def play(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ensure_player(request).username)


urlpatterns = [path("play/", play), *site_urls]

"""Users who are online, by the last request of each session."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.db import DatabaseError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import User
from accounts.requests import is_for_anybody
from operations import work

NOTED_EVERY = timedelta(minutes=2)
ONLINE = timedelta(minutes=5)  # users seen no longer ago than this count as online


class SeenMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> None:
        if is_for_anybody(view):
            return
        user = request.user
        work.note(user=user.pk)
        if user.is_authenticated and request.session.session_key:
            # On a full disk the note cannot be written, but the page can still be shown.
            with suppress(DatabaseError):
                note_session(request, user)


def note_session(request: HttpRequest, user: User) -> None:
    """Note that this session is in use."""
    key = f"seen.{request.session.session_key}"
    if not cache.add(key, 1, NOTED_EVERY.total_seconds()):
        return  # noted a moment ago: each note is a write
    if not hasattr(request, "user"):
        request.user = user  # code signed the user in, without a real request
    UserSession.objects.create_from_request(request)


def online_users(since: datetime | None = None) -> QuerySet[User]:
    """Return users seen since then (default: within ONLINE) who don't hide it, sorted by name."""
    seen = UserSession.objects.filter(last_seen_at__gt=since or timezone.now() - ONLINE)
    here = User.objects.filter(pk__in=seen.values("user"), is_active=True)
    return here.exclude(preferences__hide_online=True).order_by("username")


def is_online(user: User) -> bool:
    """Return whether the user is online and does not hide it."""
    return online_users().filter(pk=user.pk).exists()

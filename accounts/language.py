"""The language of pages and mails."""

from contextlib import AbstractContextManager

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from accounts.models import User
from accounts.requests import is_for_anybody


def has_choice() -> bool:
    return len(settings.LANGUAGES) > 1


def own_names() -> list[tuple[str, str]]:
    """Return the languages of the site, each with its name in that language."""
    codes = dict(settings.LANGUAGES)
    return [(code, translation.get_language_info(code)["name_local"]) for code in codes]


def language_of(user: User | AnonymousUser | None) -> str:
    """Return the user's chosen language; "" for none, or if the site no longer has it."""
    chosen: str = getattr(user, "language", "")
    return chosen if chosen in dict(settings.LANGUAGES) else ""


def speaking_to(user: User) -> AbstractContextManager[None]:
    """Translate into the user's language, else into the site's default language."""
    # Not into the active language: the request may be another user's.
    return translation.override(language_of(user) or settings.LANGUAGE_CODE)


class LanguageMiddleware(LocaleMiddleware):
    """Uses the language that the user has chosen, else the browser's."""

    def process_request(self, request: HttpRequest) -> None:
        # Nothing here sets Django's language cookie. With a forged cookie, a visitor could make
        # caches store public answers in a language that others did not ask for.
        request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
        super().process_request(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> None:
        if not is_for_anybody(view):  # else the browser's language stays, and `Vary` says so
            translation.activate(language_of(request.user) or translation.get_language())

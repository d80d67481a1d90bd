"""The language that the site and its mails speak to somebody."""

from contextlib import AbstractContextManager

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from accounts.models import User
from accounts.requests import is_for_anybody


def has_choice() -> bool:
    """Return whether the site speaks more than one language."""
    return len(settings.LANGUAGES) > 1


def own_names() -> list[tuple[str, str]]:
    """Return the languages of the site, each as its speakers call it."""
    codes = dict(settings.LANGUAGES)
    return [(code, translation.get_language_info(code)["name_local"]) for code in codes]


def language_of(user: User | AnonymousUser | None) -> str:
    """Return the language the user has chosen, "" for none or one the site no longer speaks."""
    chosen: str = getattr(user, "language", "")
    return chosen if chosen in dict(settings.LANGUAGES) else ""


def speaking_to(user: User) -> AbstractContextManager[None]:
    """Let what is written to a user be in their language, or in the site's own.

    For what somebody else causes, who may have another language.
    """
    return translation.override(language_of(user) or settings.LANGUAGE_CODE)


class LanguageMiddleware(LocaleMiddleware):
    """Speaks the language that a user has chosen, and that of the browser to everybody else.

    What is the same for everybody goes by the browser alone: it says so with `Vary`.
    """

    def process_request(self, request: HttpRequest) -> None:
        # Nothing here sets this cookie of Django's. With one of their own visitors could have
        # caches keep public answers in a language that others did not ask for.
        request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
        super().process_request(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> None:
        if not is_for_anybody(view):
            translation.activate(language_of(request.user) or translation.get_language())

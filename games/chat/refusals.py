"""Why something is not said at a table."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal
from games.chat.models import RefusedLine

Reason = RefusedLine.Reason


class SignedOut(Refusal):
    code, status = "chat-signed-out", HTTPStatus.FORBIDDEN
    message = _("Sign in to talk here.")


class NotYet(Refusal):
    code, status = "chat-not-yet", HTTPStatus.FORBIDDEN
    message = _("Take a seat to talk: before the game only its players do.")


class Closed(Refusal):
    code = "chat-closed"
    message = _("Nobody talks here any more: chat ends a day after the game.")


class PhrasesOnly(Refusal):
    code, status = "phrases-only", HTTPStatus.FORBIDDEN
    message = _("Guests say quick phrases. Sign up to write.")


class NoSuchPhrase(Refusal):
    code, status = "no-such-phrase", HTTPStatus.BAD_REQUEST
    message = _("There is no such phrase. Nothing was said.")


class NothingSaid(Refusal):
    code, status = "empty-line", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Write something first.")


class TooLong(Refusal):
    code, status = "long-line", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Up to %(most)d characters, please.")


class TooFast(Refusal):
    code, status = Reason.TOO_FAST.value, HTTPStatus.TOO_MANY_REQUESTS
    message = _("That was a lot at once. Please wait a few seconds.")


class Repeated(Refusal):
    """The user said nearly the same a moment ago."""

    code, status = Reason.REPEATED.value, HTTPStatus.TOO_MANY_REQUESTS
    message = _("You have just said that.")

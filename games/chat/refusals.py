"""Refusals of chat lines."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal
from games.chat.models import RefusedLine

Reason = RefusedLine.Reason


class SignedOut(Refusal):
    code, status = "chat-signed-out", HTTPStatus.FORBIDDEN
    message = _("Sign in to chat.")


class NotYet(Refusal):
    code, status = "chat-not-yet", HTTPStatus.FORBIDDEN
    message = _("Take a seat to chat. Only players can chat until the game starts.")


class Closed(Refusal):
    code = "chat-closed"
    message = _("Chat closed a day after the game ended.")


class PhrasesOnly(Refusal):
    code, status = "phrases-only", HTTPStatus.FORBIDDEN
    message = _("Guests can use quick phrases. Sign up to write.")


class NoSuchPhrase(Refusal):
    code, status = "no-such-phrase", HTTPStatus.BAD_REQUEST
    message = _("We don't know that phrase. Nothing was sent.")


class NothingSaid(Refusal):
    code, status = "empty-line", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Write something first.")


class TooLong(Refusal):
    code, status = "long-line", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Use at most %(most)d characters.")


class TooFast(Refusal):
    code, status = Reason.TOO_FAST.value, HTTPStatus.TOO_MANY_REQUESTS
    message = _("Slow down! Wait a few seconds.")


class Repeated(Refusal):
    code, status = Reason.REPEATED.value, HTTPStatus.TOO_MANY_REQUESTS
    message = _("You just said that.")

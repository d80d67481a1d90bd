"""Refusals of moderation's services. Classes without a message get it when they are raised."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal


class Invalid(Refusal):
    """field: the name of the form's field that is wrong; "" if no single field is."""

    code, status = "invalid-request", HTTPStatus.UNPROCESSABLE_ENTITY
    field = ""


class NotFound(Refusal):
    """The thing does not exist, or not for this user."""

    code, status = "not-found", HTTPStatus.NOT_FOUND


class Conflict(Refusal):
    code = "conflict"


class AlreadyReported(Refusal):
    code = "already-reported"
    message = _("You've already reported this. We'll look at it and let you know.")


class TooManyReports(Refusal):
    code, status = "too-many-reports", HTTPStatus.TOO_MANY_REQUESTS
    message = _("Too many of your reports are still open. Wait until we've answered some.")


class TooManyMessages(Refusal):
    code, status = "too-many-messages", HTTPStatus.TOO_MANY_REQUESTS
    message = _("Wait for our answer first.")


class Recused(Refusal):
    code, status = "recused", HTTPStatus.FORBIDDEN
    message = _(
        "This is about you, someone you recently played with, or something you reported."
        " Someone else has to handle it."
    )

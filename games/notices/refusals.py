"""Refusals on the pages about notices."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal


class NoTableWebhook(Refusal):
    """The game is over, or does not have several people on devices of their own."""

    code = "no-table-webhook"
    message = _("Only unfinished games with two or more people can have a webhook.")


class SubscribedTwice(Refusal):
    """Two accounts subscribe the same browser at the same moment."""

    code = "subscribed-twice"
    message = _("Another account turned on notifications here at the same moment. Try again.")


class LinkExpired(Refusal):
    code, status = "link-expired", HTTPStatus.GONE
    message = _("This link has expired. Links in our emails work for a year.")

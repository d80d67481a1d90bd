"""Send notices to programs and chats of users, by webhooks (docs/webhooks.md)."""

import base64
import json
import re
import secrets
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.language import speaking_to
from accounts.models import User
from games.broadcast import wake_worker
from games.models import Game
from games.notices.models import Delivery, Webhook
from games.notices.sending import NotDelivered
from games.notices.words import Words, words_for_table, words_of

MOST_FAILURES = 5
"""Number of failed notices in a row at which a webhook is switched off."""

MARKUP = re.compile(r"[\\*_~`|<>@#\[\]()/]")
"""Characters with a meaning in Discord: markup, mentions, the slashes of addresses."""


# --- What users do with their webhooks ------------------------------------------


@transaction.atomic
def save(user: User, game: Game | None, url: str) -> None:
    """Set the address of a user's own webhook or of a table's webhook, and turn it on."""
    if game is not None:
        # A former creator, who has left the table, may have left a webhook.
        game.webhooks.exclude(user=user).delete()
    chosen = {"url": url, "failures": 0, "off_since": None}
    Webhook.objects.update_or_create(
        chosen, {**chosen, "secret": new_secret()}, user=user, game=game
    )


def send_test(webhook: Webhook) -> None:
    """Queue a test message. It is sent only once, so that its result is soon known."""
    Delivery.objects.create(webhook=webhook)
    wake_worker()


def new_secret() -> str:
    """Return a new secret in the format of Standard Webhooks."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


# --- Posting ------------------------------------------------------------------


def post(webhook: Webhook, delivery: Delivery) -> None:
    """Post a notice or a test message to a webhook, or raise NotDelivered."""
    try:
        _post(webhook, delivery)
    except NotDelivered as failure:
        if delivery.notice is None:
            raise NotDelivered(for_good=True) from failure
        if failure.for_good or delivery.is_last_attempt:
            # Counted in the database, as several threads and processes post to the same webhook.
            own = Webhook.objects.filter(pk=webhook.pk)
            own.update(failures=F("failures") + 1)
            if own.filter(failures__gte=MOST_FAILURES).exists():
                _switch_off(webhook)
        raise
    Webhook.objects.filter(pk=webhook.pk, failures__gt=0).update(failures=0)


def _post(webhook: Webhook, delivery: Delivery) -> None:
    # Large libraries, and many sites post nothing.
    import requests  # noqa: PLC0415
    import standardwebhooks  # noqa: PLC0415

    from games.notices.outgoing import asked_wait, session  # noqa: PLC0415

    now, name = timezone.now(), f"msg_{delivery.pk}"
    with speaking_to(webhook.user):
        body = json.dumps(content_of(webhook, delivery, name))
    headers = {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": standardwebhooks.Webhook(webhook.secret).sign(name, now, body),
    }
    status = None
    try:
        # Only the headers of the answer are read.
        with (
            session() as outgoing,
            outgoing.post(webhook.url, body, headers=headers, stream=True) as answer,
        ):
            status = answer.status_code
            _check_taken(webhook, status, asked_wait(answer.headers.get("Retry-After", "")))
    except (requests.ConnectionError, requests.Timeout) as error:
        raise NotDelivered from error
    except requests.RequestException as error:  # such as an address that is not allowed
        raise NotDelivered(for_good=True) from error
    finally:
        Delivery.objects.filter(pk=delivery.pk).update(answer=status)


def _check_taken(webhook: Webhook, status: int, wait: timedelta) -> None:
    """Raise NotDelivered unless the receiver took the message. wait: from its Retry-After."""
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return
    if status == HTTPStatus.GONE:
        _switch_off(webhook)
    if status != HTTPStatus.TOO_MANY_REQUESTS and status < HTTPStatus.INTERNAL_SERVER_ERROR:
        raise NotDelivered(for_good=True)
    raise NotDelivered(after=wait)


def _switch_off(webhook: Webhook) -> None:
    Webhook.objects.filter(pk=webhook.pk, off_since=None).update(off_since=timezone.now())


# --- What is posted -------------------------------------------------------------


def content_of(webhook: Webhook, delivery: Delivery, name: str) -> dict[str, Any]:
    """Return the body to post: a message for Discord, and "event" with the facts for programs.

    name: the id of the delivery for receivers.
    """
    notice = delivery.notice
    if notice is None:
        at, kind, game, player = delivery.created_at, "test", webhook.game, None
        words = Words(_("This is a test message"), _("Your webhook works"), reverse("home"))
    else:
        at, kind, game, player = notice.created_at, notice.kind, notice.game, notice.user.username
        words = words_of(notice) if webhook.game is None else words_for_table(notice, webhook.game)
    return {
        **_message(words, at),
        "event": {
            "id": name,
            "kind": kind,
            "game": None if game is None else game.code,
            "player": player,
            "url": _url(words),
        },
    }


def _message(words: Words, at: datetime) -> dict[str, Any]:
    title, text, url = plain(words.title), plain(words.text), _url(words)
    embed = {"title": title, "description": text, "timestamp": at.isoformat()}
    link = {} if url is None else {"url": url}
    # Angle brackets keep Discord from showing a preview of the page.
    sentence = f"{title} – {text}." if url is None else f"{title} – {text}. <{url}>"
    return {
        "username": settings.SITE_NAME,
        "content": sentence,
        "allowed_mentions": {"parse": []},
        "embeds": [embed | link],
    }


def _url(words: Words) -> str | None:
    return settings.SITE_URL + words.path if settings.SITE_URL else None


def plain(text: str) -> str:
    """Return a text that Discord shows as it is, without markup and mentions."""
    return MARKUP.sub(r"\\\g<0>", " ".join(text.split()))

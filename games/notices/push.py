"""Send notices to browsers, by the push services of the browsers.

Messages are declarative pushes (https://www.w3.org/TR/push-api/), which Safari shows by itself; in
other browsers cantstop_site/service-worker.js shows them.
"""

import json
import logging
from datetime import timedelta
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.templatetags.static import static
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language, get_language_bidi
from pywebpush import WebPusher
from requests import RequestException, Response
from requests.exceptions import InvalidSchema
from requests_hardened.ip_filter import InvalidIPAddress

from accounts.language import speaking_to
from accounts.models import User
from games.engine.time_control import Live
from games.models import Notice
from games.notices import subscriptions
from games.notices.models import PushSubscription
from games.notices.outgoing import asked_wait, may_have_arrived, session
from games.notices.sending import NotDelivered
from games.notices.vapid import public_key, signed_for
from games.notices.words import words_of
from games.queries import games_waiting_for
from operations import clock

logger = logging.getLogger(__name__)

DECLARATIVE_PUSH = 8030
"""The number that marks a declarative push, from RFC 8030 (web push)."""

PUSH_KEPT = timedelta(days=3)
LIVE_PUSH_KEPT = timedelta(minutes=10)
"""How long a push service tries to reach a browser that is switched off; less for live games."""

MOST_TAGS = 100
"""Maximum number of tags in a push, which has room for about 4000 bytes."""

GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)
OUR_FAULT = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


def send(browser: PushSubscription, notice: Notice) -> None:
    """Send a notice to a browser, or raise NotDelivered if its push service did not take it."""
    if not public_key():
        raise NotDelivered(for_good=True)
    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    pusher = WebPusher({"endpoint": browser.endpoint, "keys": keys})
    body = pusher.encode(json.dumps(message(browser, notice), ensure_ascii=False).encode())["body"]
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        **signed_for(browser.endpoint),
        **_handling(notice),
    }
    try:
        # The body of the answer is useless and may be endless, so it is not read.
        with (
            session() as outgoing,
            outgoing.post(browser.endpoint, data=body, headers=headers, stream=True) as answer,
        ):
            _check_answer(answer, browser)
    except RequestException as error:
        is_over = isinstance(error, InvalidIPAddress | InvalidSchema) or may_have_arrived(error)
        raise NotDelivered(for_good=is_over) from error


def message(browser: PushSubscription, notice: Notice) -> dict[str, Any]:
    """Return the content of a push to a browser, in the language of its user."""
    with speaking_to(notice.user):
        words = words_of(notice)
        return {
            "web_push": DECLARATIVE_PUSH,
            "notification": {
                "title": words.title,
                "body": words.text,
                "navigate": browser.origin + words.path,
                "tag": notice.tag,
                "renotify": True,
                "lang": get_language(),
                "dir": "rtl" if get_language_bidi() else "ltr",
                "icon": browser.origin + static("games/icons/icon-192.png"),
            },
            "app_badge": len(games_waiting_for(notice.user)),
            # Our service worker closes shown notices with other tags, which are outdated.
            "open": open_tags(notice.user),
        }


def open_tags(user: User) -> list[str]:
    """Return the tags of a user's open notices, the newest first."""
    newest = Notice.objects.filter(user=user).open().newest(MOST_TAGS)
    return list(dict.fromkeys(notice.tag for notice in newest))


def _handling(notice: Notice) -> dict[str, str]:
    """Return headers for the push service: how long to keep the push, and which it replaces."""
    is_live = notice.game is not None and isinstance(notice.game.timing, Live)
    kept = LIVE_PUSH_KEPT if is_live else PUSH_KEPT
    seat = notice.game.seats.filter(user=notice.user_id).first() if notice.game else None
    if seat is not None and seat.due_at is not None:
        left = max(seat.due_at - clock.now(), timedelta())
        kept = min(left, kept) if is_live else left
    return {
        "TTL": str(int(kept.total_seconds())),
        "Urgency": "high" if is_live else "normal",
        # A newer push of a game replaces one that still waits. The tag is hashed: it contains the
        # code of the game, which is only for people who have the link.
        "Topic": salted_hmac("games.notices.push", notice.tag).hexdigest()[:32],
    }


def _check_answer(answer: Response, browser: PushSubscription) -> None:
    """Raise NotDelivered unless the push service took the message; end a subscription if gone."""
    status = answer.status_code
    if status < HTTPStatus.MULTIPLE_CHOICES:
        return
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise NotDelivered(after=asked_wait(answer.headers.get("Retry-After", "")))
    if status in GONE:
        subscriptions.end(browser)
    elif status in OUR_FAULT:
        logger.error("%s answers %s to a push", urlsplit(browser.endpoint).hostname, status)
    raise NotDelivered(for_good=True)

"""What the worker sends."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from django_tasks import task
from django_tasks.base import Task

from games.notices import mail, push, webhooks
from games.notices.models import Delivery, Mailing, Webhook
from games.notices.sending import send_once
from games.worker import NOTICES


@task(queue_name=NOTICES)
def deliver(pk: int) -> None:
    """Send a notice to a browser or to a webhook."""
    _again(deliver, pk, send_once(Delivery, pk, is_needed=_is_needed, send=_send))


@task(queue_name=NOTICES)
def send_mail(pk: int) -> None:
    """Send a mail with notices."""
    _again(send_mail, pk, send_once(Mailing, pk, is_needed=mail.is_needed, send=mail.send))


def send_test(webhook: Webhook) -> None:
    """Have a test message posted. It is tried once, so that it is soon known what became of it."""
    deliver.enqueue(Delivery.objects.create(webhook=webhook).pk)


def _is_needed(delivery: Delivery) -> bool:
    webhook, notice = delivery.webhook, delivery.notice
    if webhook is not None and (webhook.off_since is not None or webhook.user.is_closed):
        return False
    if notice is None:
        return True
    if webhook is not None and webhook.game_id is not None:
        return notice.withdrawn_at is None  # others than its reader are told of it there
    return notice.is_open


def _send(delivery: Delivery) -> None:
    if delivery.webhook is not None:
        webhooks.post(delivery.webhook, delivery)
    elif delivery.push is not None and delivery.notice is not None:
        push.send(delivery.push, delivery.notice)


def _again(the_task: Task[Any, Any], pk: int, wait: timedelta | None) -> None:
    if wait is not None:
        the_task.using(run_after=timezone.now() + wait).enqueue(pk)

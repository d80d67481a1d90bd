"""Figures of waiting work for operators, read from the database when they are asked for."""

import logging
from collections.abc import Iterator

from django.db import connection
from django_tasks_db.models import DBTaskResult
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.models import Game
from operations import clock, sign_of_life

logger = logging.getLogger(__name__)


# In every process, because the one that does not do its work may be gone.
class Backlog(Collector):
    """Games that are due, tasks that wait, and whether the referee is there."""

    def describe(self) -> Iterator[Metric]:
        return iter(())  # else it would be collected when it is registered

    def collect(self) -> Iterator[Metric]:
        try:
            yield from _read()
        except Exception:
            # The other figures are still true; that these are missing is a sign as well.
            logger.exception("Could not read what waits")
        finally:
            connection.close()  # each time it is another thread that asks


def _read() -> Iterator[Metric]:
    now = clock.now()
    due = Game.objects.filter(due_at__lte=now)
    oldest = due.order_by("due_at").values_list("due_at", flat=True).first()
    waited = (now - oldest).total_seconds() if oldest else 0
    yield _gauge("cantstop_due_games", "Games for which the referee is due.", due.count())
    yield _gauge("cantstop_due_seconds", "How long the first of them has waited.", waited)
    tasks = DBTaskResult.objects.ready().count()
    yield _gauge("cantstop_tasks_waiting", "Tasks that wait for the worker.", tasks)
    alive = sign_of_life.is_alive()
    yield _gauge("cantstop_referee_alive", "Whether the referee gave a sign of life.", alive)


def _gauge(name: str, help_text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, help_text, value=value)

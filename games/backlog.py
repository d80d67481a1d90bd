"""Metrics of waiting work for operators, read from the database at each request."""

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


# Every process has these metrics: the process that should do the work may be down.
class Backlog(Collector):
    """Numbers of due games and waiting tasks, and whether the referee is alive."""

    def describe(self) -> Iterator[Metric]:
        return iter(())  # empty, so that registering the collector reads nothing

    def collect(self) -> Iterator[Metric]:
        try:
            yield from _read()
        except Exception:
            # All other metrics stay available; that these metrics are missing shows the problem.
            logger.exception("Could not read what waits")
        finally:
            connection.close()  # each request comes from another thread


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

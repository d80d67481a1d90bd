from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from django_tasks.signals import task_enqueued


class PicturesConfig(AppConfig):
    name = "games.pictures"
    verbose_name = _("Pictures")

    def ready(self) -> None:
        from games.pictures.worker import notify_queued  # noqa: PLC0415 (needs the models)

        task_enqueued.connect(notify_queued)

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _
from django_tasks.signals import task_enqueued


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        # Imported here because they need the models.
        from games import broadcast, system_checks  # noqa: F401, PLC0415
        from games.services import orders  # noqa: F401, PLC0415

        task_enqueued.connect(broadcast.wake_worker)

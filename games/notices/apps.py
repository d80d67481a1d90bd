from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NoticesConfig(AppConfig):
    name = "games.notices"
    label = "notices"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        from games.notices import signals  # noqa: F401, PLC0415 - the signals need the models

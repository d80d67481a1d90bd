from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "accounts.moderation"
    label = "moderation"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        # It needs the models.
        from accounts.moderation.services import automatic  # noqa: PLC0415

        automatic.listen()

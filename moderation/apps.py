from django.apps import AppConfig
from django.contrib.admin import apps
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "moderation"
    default = True
    verbose_name = _("Moderation")

    def ready(self) -> None:
        # Imported here, because it needs the models.
        from moderation.services import automatic  # noqa: PLC0415

        automatic.listen()


class AdminConfig(apps.AdminConfig):
    """Takes the place of `django.contrib.admin` among the installed apps."""

    default = False
    default_site = "moderation.admin_site.StaffSite"

from django.apps import AppConfig
from django.contrib.admin import apps
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    default = True
    verbose_name = _("Users")

    def ready(self) -> None:
        from accounts import signals  # noqa: F401, PLC0415 - it needs the models


class AdminConfig(apps.AdminConfig):
    """Takes the place of `django.contrib.admin` among the installed apps."""

    default = False
    default_site = "accounts.admin_site.StaffSite"

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Users")

    def ready(self) -> None:
        from accounts import signals  # noqa: F401, PLC0415 - it needs the models

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "accounts.moderation"
    label = "moderation"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        # They need the models.
        from accounts.moderation.services import automatic, claims  # noqa: PLC0415
        from accounts.sanctions import log  # noqa: PLC0415

        automatic.listen()
        log.find_cases_with(claims.case_in_hand)

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PicturesConfig(AppConfig):
    name = "games.pictures"
    verbose_name = _("Pictures")

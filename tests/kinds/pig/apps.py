"""Makes the site of the tests offer Pig; a game in games/ is found by its folders."""

from django.apps import AppConfig


class PigConfig(AppConfig):
    """Brings templates and static files with it, too."""

    name = "tests.kinds.pig"

    def ready(self) -> None:
        # Both need models.
        from games.presenters import PRESENTERS  # noqa: PLC0415
        from tests.kinds.pig.presenter import PRESENTER  # noqa: PLC0415

        PRESENTERS["pig"] = PRESENTER

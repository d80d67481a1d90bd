"""Makes the site of the tests offer Pig; a game in games/ is found by its folders."""

from django.apps import AppConfig


class PigConfig(AppConfig):
    """Brings templates and static files with it, too."""

    name = "tests.kinds.pig"

    def ready(self) -> None:
        # They need models.
        from games import pages, presenters  # noqa: PLC0415
        from tests.kinds.pig.pages import PAGES  # noqa: PLC0415
        from tests.kinds.pig.presenter import PRESENTER  # noqa: PLC0415

        presenters.PRESENTERS["pig"] = PRESENTER
        pages.PAGES["pig"] = PAGES

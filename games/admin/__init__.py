"""Games in the administration."""

from games.admin import comments, games  # noqa: F401 - Django looks for pages here

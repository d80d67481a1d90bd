"""The site with dice to load, and an analysis that knows nothing, but at once.

The real one would compile for a minute.
"""

from unittest import mock

from tests.analysis.evaluators import analysis_of
from tests.browser.loaded_dice import application

__all__ = ["application"]

mock.patch("games.services.analyses.is_available", return_value=True).start()
mock.patch("games.services.analyses._analysis", analysis_of()).start()
mock.patch("games.services.bot_moves._analysis", analysis_of()).start()

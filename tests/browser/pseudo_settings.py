"""The settings of a server that also speaks the language made up for tests."""

from tests import pseudo
from tests.browser.settings import *  # noqa: F403

globals()["LANGUAGES"] = pseudo.LANGUAGES

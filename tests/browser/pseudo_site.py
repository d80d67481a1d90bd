"""The site with the language made up for tests."""

from cantstop_site.asgi import application
from tests import pseudo

__all__ = ["application"]

pseudo.install()

"""Users in the administration."""

from lifecycle.admin import users  # noqa: F401 - Django looks for pages here

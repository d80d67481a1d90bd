"""Users in the administration."""

from accounts.admin import users  # noqa: F401 - Django looks for pages here

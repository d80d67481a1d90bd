"""The site's settings with what tests need: a key, fast passwords, quick bots."""

import os

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("BOT_PACE", "0")

from cantstop_site.settings import *  # noqa: E402, F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

"""The site's settings for tests: a key, fast passwords, quick bots, no referee, no analysis."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("BOT_PACE", "0")
os.environ.setdefault("REFEREE_IN_SERVER", "False")
os.environ.setdefault("ANALYSIS", "False")  # a process that would compile for a minute first

from cantstop_site.settings import *  # noqa: F403
from cantstop_site.settings import DATABASES, INSTALLED_APPS

# A third game, as small as it gets.
INSTALLED_APPS = [*INSTALLED_APPS, "tests.kinds.pig.apps.PigConfig"]

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# Nothing is served there. Each browser of a test would look at every file that was collected.
globals()["STATIC_ROOT"] = None

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, as on the real site: a database in memory knows no waiting for a lock.
    name = f"cantstop-tests-{os.getpid()}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": str(Path(tempfile.gettempdir()) / name)}
else:
    # What a test wrote need not outlive a crash of the machine.
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"

# A test sees at once what it has changed.
globals()["FRONT_PAGE_KEPT"] = 0.0

# Every request of the tests comes from one address; tests of the limits set their own.
globals()["ACCOUNT_RATE_LIMITS"] = globals()["MFA_RATE_LIMITS"] = False

# A test may make a code in the last moment of its half minute.
MFA_TOTP_TOLERANCE = 1

"""`python -m cantstop_site` runs the server. It takes the same options as `daphne`."""

import gc
import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cantstop_site.settings")
# Objects loaded at the start stay, so there is no garbage yet. `Server.run` enables the collector.
gc.disable()
django.setup()

# This module imports models, so it comes after Django is set up.
from cantstop_site.server import CommandLine  # noqa: E402

CommandLine.entrypoint()

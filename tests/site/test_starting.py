"""What a server loads when it starts."""

import os
import subprocess
import sys

LARGE = ["PIL", "aiohttp", "channels_redis", "minify", "psycopg", "pywebpush", "qrcode", "redis"]
LARGE += ["requests", "resvg_py"]

SERVER = """
import sys, django
django.setup()
import cantstop_site.server, cantstop_site.asgi, cantstop_site.urls
print(*sorted(sys.modules.keys() & set(sys.argv[1:])))
"""


def loaded(**environment: str) -> set[str]:
    """Return which of the large libraries are loaded once a server has started."""
    done = subprocess.run(
        [sys.executable, "-c", SERVER, *LARGE],
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "cantstop_site.settings"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_a_server_on_sqlite_without_redis_loads_neither_clients_nor_painters() -> None:
    assert loaded(DATABASE_URL="sqlite://:memory:", REDIS_URL="") == set()


def test_a_server_loads_the_clients_of_what_it_uses_before_any_request() -> None:
    urls = {"DATABASE_URL": "postgres://me@127.0.0.1/site", "REDIS_URL": "redis://127.0.0.1"}
    assert loaded(**urls) == {"channels_redis", "psycopg", "redis"}

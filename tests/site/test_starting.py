"""How a server starts: what it loads, and what `make run` does before."""

import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from unittest import mock

import pytest
from django.core.management import call_command
from pytest_django.fixtures import Settings

from cantstop_site.management.commands import run
from tests.browser.databases import FreshEnvironment
from tests.browser.server import Server, environment

LARGE = ["OpenSSL.SSL", "PIL", "aiohttp", "channels_redis", "minify", "psycopg", "pywebpush"]
LARGE += ["qrcode", "redis", "requests", "resvg_py"]

SERVER = """
import sys, django
django.setup()
import cantstop_site.server, cantstop_site.asgi, cantstop_site.urls
print(*sorted(sys.modules.keys() & set(sys.argv[1:])))
"""


class ServerOfMakeRun(Server):
    def _command(self) -> list[str]:
        return ["manage.py", "run", "--port", str(self.port)]


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


def test_only_a_server_loads_the_server() -> None:
    script = "import sys, django; django.setup(); print('daphne' in sys.modules)"
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "cantstop_site.settings"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_make_run_serves_static_files_from_where_they_are_written(
    fresh_environment: FreshEnvironment, tmp_path: Path
) -> None:
    static = tmp_path / "static"
    with fresh_environment(tmp_path) as fresh:
        settings = fresh | {"DEBUG": "True", "STATIC_ROOT": str(static)}
        server = ServerOfMakeRun(settings, tmp_path / "log")
        try:
            server.start()
            for path in ("/", "/static/games/base.css"):
                with urllib.request.urlopen(server.url + path) as answer:
                    assert answer.status == 200
        finally:
            server.stop()
    assert f"The site is on {server.url}. Stop it with Ctrl-C." in server.logged()
    assert not static.exists()


def test_a_database_that_cannot_be_migrated_is_told_of_and_nothing_is_served(
    tmp_path: Path,
) -> None:
    settings = environment(f"sqlite:///{tmp_path / 'missing' / 'db.sqlite3'}", "", tmp_path)
    with pytest.raises(AssertionError, match="unable to open database file"):
        ServerOfMakeRun(settings, tmp_path / "log").start()


@pytest.mark.parametrize(
    ("debug", "prepared"), [(True, ["migrate"]), (False, ["migrate", "collectstatic"])]
)
def test_make_run_migrates_first_and_collects_static_files_where_they_are_served_from_there(
    settings: Settings, debug: bool, prepared: list[str]
) -> None:
    settings.DEBUG = debug
    with (
        mock.patch.object(run, "call_command") as called,
        mock.patch.object(run, "CommandLine") as command_line,
    ):
        call_command("run", port="8123")
    assert [call.args[0] for call in called.call_args_list] == prepared
    assert "8123" in command_line().run.call_args.args[0]

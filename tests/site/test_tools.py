"""Style, types, imports, templates and settings, checked like any other behaviour."""

import os
import secrets
import subprocess
import sys
from pathlib import Path

import environ
import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(sys.executable).parent
MANAGE = (sys.executable, "manage.py")

# Together on one worker: the type checker wants a core for itself.
pytestmark = pytest.mark.xdist_group("tools")


def require_success(*command: str | Path, **environment: str) -> None:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(f"{done.stdout}{done.stderr}", pytrace=False)


def test_types_are_right() -> None:
    require_success(TOOLS / "mypy", "--no-color-output")


def test_code_keeps_to_the_style() -> None:
    require_success(TOOLS / "ruff", "check", ".")


def test_code_is_formatted() -> None:
    require_success(TOOLS / "ruff", "format", "--check", ".")


def test_templates_are_formatted() -> None:
    paths = [path for app in ("templates", "games", "accounts") for path in html_in(ROOT / app)]
    require_success(TOOLS / "djade", "--target-version", "5.2", "--check", *paths)


def test_scripts_and_styles_are_clean_and_formatted() -> None:
    path = f"{TOOLS}{os.pathsep}{os.environ['PATH']}"
    biome = ROOT / "node_modules" / ".bin" / "biome"
    require_success(biome, "check", "--error-on-warnings", PATH=path)


def test_parts_import_only_what_they_may() -> None:
    require_success(TOOLS / "lint-imports")


def test_migrations_say_what_the_models_say() -> None:
    require_success(*MANAGE, "makemigrations", "--check", "--dry-run", DEBUG="False")


def production_environment() -> dict[str, str]:
    """Return the environment that the guide gives to servers."""
    example = ROOT / "deploy" / "cantstop.env.example"
    settings = dict[str, str]()
    for line in example.read_text().splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            settings[name] = value
    return settings | {
        "DJANGO_SETTINGS_MODULE": "cantstop_site.settings",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DEBUG": "False",
    }


def test_the_production_environment_of_the_guide_passes_djangos_checks() -> None:
    command = ("check", "--deploy", "--fail-level", "WARNING")
    require_success(*MANAGE, *command, **production_environment())


def test_cookies_of_the_production_environment_belong_to_its_host_alone() -> None:
    names = "settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME"
    code = f"""
from django.conf import settings
assert all(name.startswith("__Host-") for name in ({names}))
assert settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE
assert not settings.SESSION_COOKIE_DOMAIN and not settings.CSRF_COOKIE_DOMAIN
assert settings.SESSION_COOKIE_PATH == settings.CSRF_COOKIE_PATH == "/"
"""
    require_success(sys.executable, "-c", code, **production_environment())


def test_every_setting_of_the_environment_is_explained() -> None:
    asked = (ROOT / "cantstop_site" / "settings.py").read_text()
    documents = (".env.example", "deploy/README.md", "deploy/cantstop.env.example")
    explained = "".join((ROOT / document).read_text() for document in documents)
    names = {name for name in environ_names(asked) if name not in explained}
    assert not names


def environ_names(source: str) -> set[str]:
    """Return the names of the variables that the settings read."""
    calls = ("env(", *(f"env.{kind}(" for kind in vars(environ.Env)))
    return {
        part.split('"')[1]
        for call in calls
        for part in source.split(call)[1:]
        if part.lstrip().startswith('"')
    }


def html_in(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.html"))

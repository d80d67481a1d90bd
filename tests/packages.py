"""The packages of the site, for tests that read their sources."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("cantstop_site", "lifecycle", "moderation", "games", "accounts", "operations")


def sources(pattern: str) -> list[Path]:
    """Return the files of all packages whose names match, except migrations, in order."""
    found = (path for package in PACKAGES for path in (ROOT / package).rglob(pattern))
    return sorted(path for path in found if "migrations" not in path.parts)

"""Time zones by their names in the IANA database."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

UTC = "UTC"
NO_PLACES = ("Etc/", "SystemV/", "US/")  # offsets, and old names of places with a newer name
NO_ZONES = {"localtime", "Factory"}  # files among the zones: the server's own, and a placeholder


@cache  # reads hundreds of files
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones() - NO_ZONES)


@cache
def places() -> tuple[str, ...]:
    """Return the time zones to choose from: those named for a place, and UTC."""
    # Zones without a slash in their name, such as EST and Cuba, have a second, better name.
    named = (name for name in known_zones() if "/" in name and not name.startswith(NO_PLACES))
    return (*sorted(named), UTC)


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone; UTC for "" and for a name that this system no longer knows."""
    return ZoneInfo(name if name in known_zones() else UTC)


def check_zone(name: str) -> None:
    """Raise ValidationError for an unknown time zone."""
    if name not in known_zones():
        raise ValidationError(_("We don't know that time zone."), "no_time_zone")

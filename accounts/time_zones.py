"""The time zones there are, by their names in the database of the IANA."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

UTC = "UTC"

NO_PLACES = ("Etc/", "SystemV/", "US/")
"""What these begin with are offsets, or old names of places that have another."""


NO_ZONES = {"localtime", "Factory"}
"""Files beside the zones: what this server's own clock shows, and a zone that is none."""


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones. Asking for them anew would read hundreds of files."""
    return frozenset(available_timezones() - NO_ZONES)


@cache
def places() -> tuple[str, ...]:
    """Return the time zones to choose from: those named for a place, and UTC."""
    named = (name for name in known_zones() if "/" in name and not name.startswith(NO_PLACES))
    return (*sorted(named), UTC)


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone; UTC for "" and for one that this system does not know any more."""
    return ZoneInfo(name if name in known_zones() else UTC)


def check_zone(name: str) -> None:
    """Raise ValidationError if there is no time zone of this name."""
    if name not in known_zones():
        raise ValidationError(_("We don't know that time zone."), "no_time_zone")

"""One format for dates and times everywhere, also in forms; times are in UTC."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "Y-m-d H:i"

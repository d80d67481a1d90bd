"""Names of browsers from their user agents."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# The order matters: most browsers also claim to be some that come later in the list.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Vivaldi/": "Vivaldi",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "Linux": "Linux",
}


@register.filter
def browser(user_agent: str) -> str:
    """Return a name such as “Firefox, Windows”: `{{ session.user_agent|browser }}`."""
    known = (
        next((name for mark, name in names.items() if mark in user_agent), "")
        for names in (BROWSERS, SYSTEMS)
    )
    return ", ".join(filter(None, known)) or _("Unknown browser")

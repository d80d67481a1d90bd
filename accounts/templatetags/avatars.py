from typing import Any

from django import template

from accounts.identicons import identicon
from accounts.models import User

register = template.Library()


@register.inclusion_tag("accounts/_avatar.html")
def avatar(user: User, size: str = "") -> dict[str, Any]:
    """`{% avatar user %}`, or `{% avatar user "large" %}`."""
    return {"picture": identicon(user.pk), "size": size}

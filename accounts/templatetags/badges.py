"""What stands beside the names of some users in templates."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User

register = template.Library()


@register.simple_tag
def staff_badge(user: User | None) -> SafeString:
    """Mark somebody who looks after this site: `{% staff_badge seat.user %}`.

    user: None for a bot, or where the account is gone.
    """
    if user is None or not (user.is_staff and user.is_active):
        return SafeString("")
    # The comma is for those who hear it: spaces between elements are stripped.
    return format_html('<span class="badge staff"><span class="sr">, </span>{}</span>', _("staff"))

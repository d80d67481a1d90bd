from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User

register = template.Library()


@register.simple_tag
def staff_badge(user: User | None) -> SafeString:
    """Mark staff: `{% staff_badge seat.user %}`. user: None for bots and deleted accounts."""
    if user is None or not (user.is_staff and user.is_active):
        return SafeString("")
    # The comma separates name and badge in screen readers: spaces between elements are stripped.
    return format_html('<span class="badge staff"><span class="sr">, </span>{}</span>', _("staff"))

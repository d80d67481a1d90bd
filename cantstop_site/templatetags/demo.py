"""The line on every page which says that the site is a demo."""

from django import template
from django.conf import settings

register = template.Library()


@register.inclusion_tag("_demo_mark.html")
def demo_mark() -> dict[str, bool]:
    """Render the line if the site is a demo. It needs no context: error pages have none."""
    return {"is_demo": settings.DEMO}

"""The line on every page of a demo that says so."""

from django import template
from django.conf import settings

register = template.Library()


@register.inclusion_tag("_demo_mark.html")
def demo_mark() -> dict[str, bool]:
    """Draw the line, on a demo. It needs no context: pages about errors have none."""
    return {"is_demo": settings.DEMO}

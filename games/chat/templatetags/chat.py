"""Chat on the pages of a table and of its replay."""

from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.chat import showing
from games.chat.audience import has_chat
from games.chat.phrases import PHRASES
from games.pov import Pov
from games.templatetags.games import draw

register = template.Library()


@register.inclusion_tag("chat/_panel.html", takes_context=True)
def chat_panel(context: Context, pov: Pov) -> dict[str, Any]:
    """Draw the chat of a table as this visitor sees it: `{% chat_panel pov %}`."""
    return _panel(context, pov)


@register.inclusion_tag("chat/_replay.html", takes_context=True)
def chat_of_replay(context: Context, pov: Pov) -> dict[str, Any]:
    """Draw the chat of a finished game, to read only: `{% chat_of_replay pov %}`."""
    return _panel(context, pov) if pov.game.is_finished else {}


@register.simple_tag
def phrases() -> SafeString:
    """Draw the buttons of the quick phrases, once for each language: `{% phrases %}`."""
    texts = tuple((name, str(words)) for name, words in PHRASES.items())
    return draw("chat/_phrases.html", phrases=texts)


@register.filter
def name_of(view: showing.LineView) -> str:
    """Return the author of a line: `{{ view|name_of }}`."""
    user = view.line.user
    return user.username if user else _("deleted player")


def _panel(context: Context, pov: Pov) -> dict[str, Any]:
    request = context.get("request")
    if request is None or not has_chat(pov.game):  # without a request there is no reader
        return {}
    panel = showing.panel_of(pov.game, request.user, seats=pov.seats)
    return {**vars(panel), "user": request.user, "request": request}

"""Two of Django's tags, which here remember texts and addresses instead of looking them up again.

A page has sixty texts and thirty addresses; a thirtieth of a millisecond for each adds up. The
undocumented parts of Django that the tags need are used in this module alone, and
tests/site/test_once.py compares the output of the tags with that of Django's own.
"""

from functools import lru_cache
from weakref import WeakKeyDictionary

from django import template
from django.template import Context, Node
from django.template.base import FilterExpression, Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as url_of_django
from django.templatetags.i18n import TranslateNode, do_translate
from django.urls import get_resolver, get_script_prefix, get_urlconf, reverse
from django.urls.resolvers import URLResolver
from django.utils.html import conditional_escape
from django.utils.translation.trans_real import DjangoTranslation, catalog

register = template.Library()

ADDRESSES_KEPT = 4096


class Text(Node):
    """A text in a template, and its translations into the languages asked for so far."""

    child_nodelists = ()

    def __init__(self, translate: TranslateNode) -> None:
        self._translate = translate
        self._said: WeakKeyDictionary[DjangoTranslation, str] = WeakKeyDictionary()

    def render(self, context: Context) -> str:
        language = catalog()
        said = self._said.get(language)
        if said is None:
            said = self._said[language] = self._translate.render(context)
        return said


class Address(Node):
    """The address of a view, by its name."""

    child_nodelists = ()

    def __init__(self, name: str, args: list[FilterExpression]) -> None:
        self._name, self._args = name, args

    def render(self, context: Context) -> str:
        args = [arg.resolve(context) for arg in self._args]
        resolver, prefix = get_resolver(get_urlconf()), get_script_prefix()
        address = _address(resolver, prefix, self._name, *args)
        return conditional_escape(address) if context.autoescape else address


@lru_cache(ADDRESSES_KEPT, typed=True)
def _address(resolver: URLResolver, prefix: str, name: str, /, *args: object) -> str:
    """Return an address. resolver, prefix: part of the cache's key, as tests may change them."""
    return reverse(name, args=args)


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """Translate a text for the reader, as Django's tag does: `{% translate "Play" %}`."""
    node = do_translate(parser, token)
    text, meaning = node.filter_expression, node.message_context
    stands_here = text.var.literal is not None and not text.filters
    if stands_here and not node.asvar and not (meaning and meaning.is_var):
        return Text(node)
    return node


@register.tag
def url(parser: Parser, token: Token) -> Node:
    """Write the address of a view, as Django's tag does: `{% url "game" game.code %}`.

    Names in a namespace are left to Django: their addresses depend on the view that is shown.
    """
    node: URLNode = url_of_django(parser, token)
    name = node.view_name.var
    if isinstance(name, str) and ":" not in name and not node.kwargs and not node.asvar:
        return Address(name, node.args)
    return node

"""Tags that look up once what Django's look up for each page: they draw the same."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.template import Context, Template
from django.urls import NoReverseMatch, path, reverse
from django.utils.translation import deactivate_all, override

from tests import pseudo
from tests.each_case import each_case

urlpatterns = [path("<str:code>/", lambda request, code: HttpResponse(code), name="game")]
"""Another site, with an address that may have any sign in it."""

DJANGOS = "{% load i18n %}"
"""Loads Django's own tag for texts."""


def drawn(source: str, **values: Any) -> str:
    return str(Template(source).render(Context(values)))


@each_case(
    "tag",
    [
        '{% translate "Play" %}',
        '{% translate "Play" context "verb" %}',
        '{% translate "100 %% & <b>more</b>" %}',
        '{% translate "Play" noop %}',
        '{% translate "play"|upper %}',
        '{% translate "Play" as said %}[{{ said }}]',
        "{% translate words %}",
        '{% translate "Play" context meaning %}',
        '{% autoescape off %}{% translate "<b>Play</b>" %}{% endautoescape %}',
    ],
)
def test_texts_are_those_of_djangos_tag_in_each_language(settings: Any, tag: str) -> None:
    settings.LANGUAGES = pseudo.LANGUAGES
    pseudo.install()
    template, djangos = Template(tag), Template(DJANGOS + tag)
    for language in ("en", pseudo.CODE, "en", pseudo.CODE):
        for values in ({"words": "Play <now>", "meaning": "verb"}, {"words": "Open"}):
            with override(language):
                context = Context(values)
                assert template.render(context) == djangos.render(Context(values))


def test_no_language_is_kept_for_longer_than_it_lasts() -> None:
    template = Template('{% translate "Play" %}')
    (text,) = template.nodelist
    with override("en"):
        assert template.render(Context()) == "Play"
        kept = len(text._said)  # type: ignore[attr-defined]  # noqa: SLF001
        for _ in range(5):
            deactivate_all()
            assert template.render(Context()) == "Play"
        assert len(text._said) <= kept + 1  # type: ignore[attr-defined]  # noqa: SLF001


def test_addresses_are_those_of_the_views() -> None:
    assert drawn("{% url 'home' %}") == "/"
    assert drawn("{% url 'game' code %}", code="abcd2345") == "/games/abcd2345/"
    for seq in (1, 2, 1):
        replay = reverse("replay", args=["abcd2345", seq])
        assert drawn("{% url 'replay' code seq %}", code="abcd2345", seq=seq) == replay
    assert drawn("{% url name %}{% url 'game' code=code %}", name="lobby", code="abcd2345") == (
        "/lobby//games/abcd2345/"
    )
    assert drawn("{% url 'nothing' as found %}[{{ found }}]") == "[]"
    assert drawn("{% url 'admin:index' %}") == reverse("admin:index")


def test_a_view_that_there_is_not_is_told_each_time() -> None:
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            drawn("{% url 'nothing' %}")


def test_other_views_have_other_addresses_and_signs_of_html_in_them_are_escaped(
    settings: Any,
) -> None:
    tag = "{% url 'game' 'a&b' %}"
    with pytest.raises(NoReverseMatch):
        drawn(tag)
    settings.ROOT_URLCONF = __name__
    assert drawn(tag) == "/a&amp;b/"
    assert drawn("{% autoescape off %}" + tag + "{% endautoescape %}") == "/a&b/"

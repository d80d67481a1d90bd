"""Lines as text: cleaned, compared, cut up at links, with words hidden."""

import pytest

from games.chat.line_text import Part, WordFilter, alike, clean, with_links


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Well   played!\r\n\tReally. ", "Well played! Really."),
        ("a\u202egnp.exe\u202c", "agnp.exe"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("bell\x07 and null\x00", "bell and null"),
        ("e\u0301t\u00e9", "\u00e9t\u00e9"),
        ("👩‍👧 stays", "👩‍👧 stays"),
        ("\u200b \u2067", ""),
        ("<b>bold</b>", "<b>bold</b>"),
    ],
)
def test_a_line_is_kept_in_one_line_without_what_is_not_seen(written: str, kept: str) -> None:
    assert clean(written) == kept


def test_marks_do_not_pile_up() -> None:
    assert len(clean("x" + "\u0300" * 50)) <= 4


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Buy my dice at example.org", "BUY my DICE at example.org!!!"),
        ("Buy my dice at example.org", "Buy my dicee at exampl.org"),
        ("helloooooo", "hello"),
        ("ｈｅｌｌｏ", "hello"),
        ("🎲🎲", "🎲🎲"),
    ],
)
def test_lines_that_differ_by_a_little_say_the_same(one: str, other: str) -> None:
    assert alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("That was close", "I nearly bust"), ("🎲", "😀"), ("yes", "no"), ("a", "!")]
)
def test_lines_that_say_something_else_are_not_alike(one: str, other: str) -> None:
    assert not alike(one, other)


def test_a_link_ends_before_the_sentence_does() -> None:
    assert with_links("See https://example.org/a_(b)?c=d, or (http://x.example).") == [
        Part("See "),
        Part("https://example.org/a_(b)?c=d", "https://example.org/a_(b)?c=d"),
        Part(", or ("),
        Part("http://x.example", "http://x.example"),
        Part(")."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "http://",
        "https://localhost/admin",
        "http://[bad",
        "data:text/html,x",
        "ftp://example.org",
        "example.org",
    ],
)
def test_only_addresses_of_web_pages_are_links(text: str) -> None:
    assert with_links(text) == [Part(text)]


def test_a_link_cannot_leave_its_attribute() -> None:
    link = with_links('https://example.org/"onclick="alert(1)')[0]
    assert link.href == "https://example.org/"


def test_words_of_the_list_are_hidden_whole_and_in_any_case() -> None:
    words = WordFilter(["darn", "heck*"])
    assert words.hide("DARN the heckler, darning!") == "**** the *******, darning!"
    assert words.finds("Darn it, what the heck") == ["Darn", "heck"]


def test_an_empty_list_hides_nothing() -> None:
    assert WordFilter([]).hide("darn") == "darn"
    assert WordFilter(["*"]).hide("darn") == "darn"
    assert WordFilter([]).finds("darn") == []


def test_signs_in_the_list_are_taken_as_they_are() -> None:
    assert WordFilter(["a.c"]).hide("abc a.c") == "abc ***"

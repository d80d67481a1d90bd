"""Lines as text: cleaned, compared, cut up at links, with words hidden."""

import pytest

from games.chat.line_text import Part, WordFilter, clean, said_in, with_links
from tests.each_case import each_case

FLAG_OF_WALES = "🏴\U000e0067\U000e0062\U000e0077\U000e006c\U000e0073\U000e007f"


@each_case(
    ("written", "kept"),
    [
        ("  Well   played!\r\n\tReally. ", "Well played! Really."),
        ("a\u202egnp.exe\u202c", "agnp.exe"),
        ("ខ្ញុំ\u200bទៅ", "ខ្ញុំ\u200bទៅ"),
        ("می\u200cخواهم \u200f!", "می\u200cخواهم \u200f!"),
        ("क्\u200dष", "क्\u200dष"),
        ("private \ue000 and half \ud83d", "private and half"),
        ("bell\x07 and null\x00", "bell and null"),
        ("e\u0301t\u00e9", "\u00e9t\u00e9"),
        ("👩‍👧 stays", "👩‍👧 stays"),
        ("of next year: \U0001fbfa \U0001f6d9", "of next year: \U0001fbfa \U0001f6d9"),
        (FLAG_OF_WALES, FLAG_OF_WALES),
        ("❤️ 1️⃣ 🇩🇪 👍🏽", "❤️ 1️⃣ 🇩🇪 👍🏽"),
        ("\u200b \u2067", ""),
        ("\u3164 \ufe0f", ""),
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
        ("Buy my dice at example.org", "BUY  my DICE at example.org!!!"),
        ("helloooooo", "hellooo"),
        ("ｈｅｌｌｏ", "hello"),
        ("a\u200bgain", "again"),
        ("🎲🎲", "🎲🎲"),
    ],
)
def test_lines_that_differ_in_case_signs_or_letters_said_again_say_the_same(
    one: str, other: str
) -> None:
    assert said_in(one) == said_in(other)


@each_case(
    ("one", "other"),
    [
        ("I won 12 games against the Oracle", "I won 13 games against the Oracle"),
        ("It is 1:11 now", "It is 11:1 now"),
        ("You roll too often", "You roll to often"),
        ("Will you stop at 7 or roll?", "Will we stop at 7 or roll?"),
        ("कि", "की"),
        ("🎲", "😀"),
        ("❤️", "☀️"),
        ("a", "!"),
    ],
)
def test_lines_that_differ_in_a_number_or_a_word_say_something_else(one: str, other: str) -> None:
    assert said_in(one) != said_in(other)


def test_a_link_ends_before_the_sentence_does() -> None:
    assert with_links("See https://example.org/a_(b)?c=d, or (http://x.example).") == [
        Part("See "),
        Part("https://example.org/a_(b)?c=d", "https://example.org/a_(b)?c=d"),
        Part(", or ("),
        Part("http://x.example", "http://x.example"),
        Part(")."),
    ]


@each_case(
    "after",
    [
        *("。", "，", "、", "！", "？", "」", "』", "）", "。」", "：看"),
        *("؟", "،", "۔", "؛", "।", "॥", "።", "։", "…", "”", "»", "’", "–"),
        *(")", "]", "}", ").", "\u200b", "\u200f"),
    ],
)
def test_a_link_ends_before_the_punctuation_of_every_script(after: str) -> None:
    link = "https://example.org/ハリー・ポッター_(映画)"
    assert with_links(f"({link}{after}") == [Part("("), Part(link, link), Part(after)]


@each_case(
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


def test_words_of_the_list_are_hidden_with_what_is_not_seen_within_them() -> None:
    assert WordFilter(["darn"]).hide("da\u200b\u200drn") == "******"


def test_an_empty_list_hides_nothing() -> None:
    assert WordFilter([]).hide("darn") == "darn"
    assert WordFilter(["*"]).hide("darn") == "darn"
    assert WordFilter([]).finds("darn") == []


def test_signs_in_the_list_are_taken_as_they_are() -> None:
    assert WordFilter(["a.c"]).hide("abc a.c") == "abc ***"

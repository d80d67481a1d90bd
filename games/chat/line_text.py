"""The text of lines: cleaned to be stored, reduced to be compared, split into links and text."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from accounts.written_text import clean_line, visible_text

PILED_MARKS = 3
# Direction marks and invisible characters end a link: within it, they would disguise its target.
LINK = re.compile(r"https?://[^\s<>\"\u00ad\u061c\u200b\u200e\u200f\u2060-\u2064\ufeff]+", re.I)
# These characters end a link in scripts that write no spaces.
ENDS_CLAUSE = re.compile("[、。〈-】！（），：；？｡-､]")
AFTER_LINK = ".,:;!?'*_~"
BRACKETS = {")": "(", "]": "[", "}": "{"}
# Invisible characters that may stand within a word.
UNSEEN = "[\u00ad\u061c\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]*"


@dataclass(frozen=True)
class Part:
    """A piece of a line. href: the address of a link, "" for plain text."""

    text: str
    href: str = ""


def clean(text: str) -> str:
    """Return the text in one line, as it is stored, without piles of combining marks."""
    return "".join(_without_piles(clean_line(unicodedata.normalize("NFC", text))))


def _without_piles(characters: Iterable[str]) -> Iterator[str]:
    marks = 0
    for character in characters:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= PILED_MARKS:
            yield character


def said_in(text: str) -> str:
    """Return the words and numbers of a text, to compare it: "Hellooo, 5!!" gives "hello 5".

    A text without words or numbers is returned unchanged.
    """
    plain = visible_text(unicodedata.normalize("NFKC", text).casefold())
    words = "".join(c if c.isalnum() or _is_mark(c) else " " for c in plain).split()
    return re.sub(r"([^\W\d])\1{2,}", r"\1", " ".join(words)) or text


def _is_mark(character: str) -> bool:
    """Return whether this character belongs to a letter, as vowels of many scripts do."""
    return unicodedata.category(character) in {"Mn", "Mc"} and not "\ufe00" <= character <= "\ufe0f"


def with_links(text: str) -> list[Part]:
    """Return the text divided into links to web pages and the text between them."""
    parts, end = [], 0
    for found in LINK.finditer(text):
        link = _link_in(found.group())
        if link:
            parts += [Part(text[end : found.start()]), Part(link, link)]
            end = found.start() + len(link)
    return [part for part in [*parts, Part(text[end:])] if part.text]


def _link_in(found: str) -> str:
    """Return the link without punctuation that follows it in a sentence; "" if it has no host."""
    link = ENDS_CLAUSE.split(found, maxsplit=1)[0]
    while _is_sentences(link):
        link = link[:-1]
    try:
        host = urlsplit(link).hostname
    except ValueError:
        return ""
    return link if host and "." in host else ""


def _is_sentences(link: str) -> bool:
    """Return whether the last character belongs to the sentence around the link."""
    last = link[-1]
    if last in BRACKETS:
        return link.count(last) > link.count(BRACKETS[last])
    return last in AFTER_LINK if last.isascii() else unicodedata.category(last).startswith("P")


class WordFilter:
    """Finds the words of a list in texts. "bad*" stands for all words that begin with "bad"."""

    def __init__(self, words: Iterable[str]) -> None:
        # Longest first: a regular expression takes the first alternative that fits.
        patterns = [
            UNSEEN.join(map(re.escape, word.rstrip("*"))) + (r"\w*" if word.endswith("*") else "")
            for word in sorted(words, key=len, reverse=True)
            if word.rstrip("*")
        ]
        whole = rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)"
        self._pattern = re.compile(whole, re.IGNORECASE) if patterns else None

    def hide(self, text: str) -> str:
        """Return the text with the words of the list as asterisks."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: "*" * len(found.group()), text)

    def finds(self, text: str) -> list[str]:
        """Return the words of the list in the text, as they are written there."""
        return self._pattern.findall(text) if self._pattern else []

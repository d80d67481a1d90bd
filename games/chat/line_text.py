"""Lines as text: cleaned before they are stored, compared, and cut up for those who read them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from urllib.parse import urlsplit

ALIKE = 0.9
"""Two lines with this share of their letters in common say the same."""

# Turns the text around it, or is not seen at all. Joiners stay: scripts and emoji need them.
UNSEEN = re.compile("[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")
PILED_MARKS = 3
LINK = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
AFTER_LINK = ".,:;!?'*_~"


@dataclass(frozen=True)
class Part:
    """A piece of a line. href: where it leads, "" for plain text."""

    text: str
    href: str = ""


def clean(text: str) -> str:
    """Return the text in one line, without what is unseen, turns text round or piles up marks."""
    text = unicodedata.normalize("NFC", text)
    kept = (
        character
        for character in UNSEEN.sub("", text)
        if character.isspace() or unicodedata.category(character) not in {"Cc", "Cs", "Co", "Cn"}
    )
    return " ".join("".join(_without_piles(kept)).split())


def _without_piles(characters: Iterable[str]) -> Iterator[str]:
    marks = 0
    for character in characters:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= PILED_MARKS:
            yield character


def letters_of(text: str) -> str:
    """Return the letters and digits alone, as they are compared: "Hellooo!!" is "helo"."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return re.sub(r"(.)\1+", r"\1", "".join(filter(str.isalnum, plain)))


def alike(one: str, other: str) -> bool:
    """Return whether two lines say nearly the same. Signs and emoji alone are compared as such."""
    first, second = letters_of(one), letters_of(other)
    if not first or not second:
        return one == other
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return matcher.real_quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def with_links(text: str) -> list[Part]:
    """Return the text cut up, so that its links to web pages lead there."""
    parts, end = [], 0
    for found in LINK.finditer(text):
        link = _link_in(found.group())
        if link:
            parts += [Part(text[end : found.start()]), Part(link, link)]
            end = found.start() + len(link)
    return [part for part in [*parts, Part(text[end:])] if part.text]


def _link_in(found: str) -> str:
    """Return the link without the signs that follow it in a sentence; "" when it leads nowhere."""
    link = found.rstrip(AFTER_LINK)
    while link.endswith(")") and link.count(")") > link.count("("):
        link = link[:-1].rstrip(AFTER_LINK)
    try:
        host = urlsplit(link).hostname
    except ValueError:
        return ""
    return link if host and "." in host else ""


class WordFilter:
    """Finds the words of a list in texts. A word that ends in * stands for whatever begins so."""

    def __init__(self, words: Iterable[str]) -> None:
        patterns = [
            re.escape(word.rstrip("*")) + (r"\w*" if word.endswith("*") else "")
            for word in sorted(words, key=len, reverse=True)
            if word.rstrip("*")
        ]
        whole = rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)"
        self._pattern = re.compile(whole, re.IGNORECASE) if patterns else None

    def hide(self, text: str) -> str:
        """Return the text with these words as asterisks."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: "*" * len(found.group()), text)

    def finds(self, text: str) -> list[str]:
        """Return the words of the list that are in the text, as they stand there."""
        return self._pattern.findall(text) if self._pattern else []

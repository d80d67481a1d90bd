"""Split a text record into tags and words with their places, in linear time."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _
from games.engine.notation import Values

LONGEST_WORD = 64

# Possessive quantifiers (*+, ++) never backtrack, so the time is linear for any text.
_BLANK = re.compile(r"(?:\s++|\{[^}]*+\})*+")
_NAME = re.compile(r"\[\s*+([A-Za-z]{1,32})")
_VALUE = re.compile(r'\s*+"((?:[^"\\\n]|\\[^\n])*+)"')
_END = re.compile(r"\s*+\]")
_WORD = re.compile(r'[^\s\[\]{}"]++')
_ESCAPE = re.compile(r'\\(?:(["\\])|u\{([0-9A-Fa-f]{1,6})\}|)')
_BYTE_ORDER_MARK = "\ufeff"


class TextError(ValueError):
    """A text record cannot be read, or the rules refuse it. line, column: from 1."""

    def __init__(self, line: int, column: int, fault: Fault) -> None:
        super().__init__(f"line {line}, column {column}: {fault}")
        self.line = line
        self.column = column
        self.fault = fault


def error_at(text: str, at: int, fault: Fault) -> TextError:
    """Return the error for a place in the text. at: index in the text."""
    before = text[:at]
    return TextError(before.count("\n") + 1, at - before.rfind("\n"), fault)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag such as `[Name "value" ...]`."""

    at: int  # index of its first character in the text
    name: str
    values: Values  # without quotation marks and escapes


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the text."""

    at: int  # index of its first character in the text
    text: str


def scan(text: str) -> Iterator[Tag | Word]:
    """Yield the tags and words of a record. Comments and a byte order mark are skipped.

    Raises:
        TextError: A tag or an escape is malformed, a word is too long, or a character is stray.
    """
    at = _after_blank(text, 1 if text.startswith(_BYTE_ORDER_MARK) else 0)
    while at < len(text):
        if text[at] == "[":
            tag, end = _tag(text, at)
            yield tag
        elif found := _WORD.match(text, at):
            if len(found[0]) > LONGEST_WORD:
                raise error_at(
                    text,
                    at,
                    Fault(
                        "long-word",
                        _("words can't be longer than %(most)d characters"),
                        most=LONGEST_WORD,
                    ),
                )
            yield Word(at, found[0])
            end = found.end()
        else:
            raise error_at(text, at, _stray(text[at]))
        at = _after_blank(text, end)


def _stray(character: str) -> Fault:
    if character == "{":
        return Fault("open-comment", _("a comment without a closing brace"))
    return Fault(
        "stray-character",
        _("unexpected %(character)s outside a tag or comment"),
        character=character,
    )


def _after_blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _tag(text: str, at: int) -> tuple[Tag, int]:
    """Return the tag that begins at this index, and the index after its end."""
    name = _NAME.match(text, at)
    if not name:
        raise error_at(
            text, at, Fault("tag-without-name", _("a tag must start with a name, in letters"))
        )
    values: list[str] = []
    end = name.end()
    while value := _VALUE.match(text, end):
        values.append(_unquoted(text, value.start(1), value[1]))
        end = value.end()
    closed = _END.match(text, end)
    if not closed:
        raise error_at(
            text, end, Fault("tag-form", _('a tag must look like [Name "value"]')).within(name[1])
        )
    return Tag(at, name[1], tuple(values)), closed.end()


def _unquoted(text: str, at: int, value: str) -> str:
    def character(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        if found[2] and (code := int(found[2], 16)) < 0x110000:
            return chr(code)
        raise error_at(
            text,
            at + found.start(),
            Fault("escape", _(r'after \ there must be ", \ or u{hexadecimal}')),
        )

    return _ESCAPE.sub(character, value)


def quoted(value: str) -> str:
    """Return the value of a tag with quotation marks and escapes."""
    return f'"{"".join(map(_escaped, value))}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return character if character.isprintable() else f"\\u{{{ord(character):x}}}"

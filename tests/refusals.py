"""What is refused, told by its code: the sentences are in tests/site/test_refusals.py."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from accounts.refusals import Refusal

TOLD = re.compile(r'<(?:p|div) [^>]*role="(?:alert|status)" data-refusal="([a-z-]+)"')
IN_A_FORM = re.compile(r'<li data-refusal="([a-z-]+)"')


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Expect a refusal with this code."""
    with pytest.raises(Refusal) as told:
        yield
    assert told.value.code == code


def codes(answer: Any) -> list[str]:
    """Return the codes of all refusals that an answer tells of."""
    html = answer.content.decode()
    return TOLD.findall(html) + IN_A_FORM.findall(html)

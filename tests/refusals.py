"""What is refused, told by its code: the sentences are in tests/site/test_refusals.py."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from accounts.refusals import Refusal
from tests.html import values

TOLD = ":is(p, div):is([role=alert], [role=status])[data-refusal]:not([data-refusal=''])"
IN_A_FORM = "li[data-refusal]"


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Expect a refusal with this code."""
    with pytest.raises(Refusal) as told:
        yield
    assert told.value.code == code


def codes(answer: Any) -> list[str]:
    """Return the codes of all refusals that an answer tells of."""
    return values(answer, TOLD, "data-refusal") + values(answer, IN_A_FORM, "data-refusal")

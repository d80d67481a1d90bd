"""Pages that are the same for everybody: who asks is not looked at, so caches may share them."""

from collections.abc import Callable
from typing import TypeVar

View = TypeVar("View", bound=Callable[..., object])


def for_anybody(view: View) -> View:
    """Mark a view for whose answer nothing may ask who the visitor is."""
    view.__dict__["is_for_anybody"] = True
    return view


def is_for_anybody(view: object) -> bool:
    """Return whether a view was marked so."""
    return getattr(view, "is_for_anybody", False)

"""The options of Buttons (BT-3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from games.engine.buttons.layouts import LAYOUTS
from games.engine.core import Json, Variant

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class ButtonsVariant(Variant):
    """The options of Buttons.

    Attributes:
        layouts: Names of the chosen layouts, a different one for each player; None when they are
            dealt at random.
    """

    layouts: tuple[str, ...] | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the variant of a record.

        Raises:
            ValueError: An option or a layout is unknown, or a layout is chosen twice.
        """
        options = dict(data)
        layouts = options.pop("layouts", RANDOM)
        if options:
            raise ValueError(f"unknown option: {', '.join(sorted(options))}")
        return cls(None if layouts == RANDOM else _chosen(layouts))

    def to_json(self) -> Json:
        """Return the layouts as records show them: "random" or a list of names."""
        return {"layouts": RANDOM if self.layouts is None else list(self.layouts)}


def _chosen(layouts: object) -> tuple[str, ...]:
    if not isinstance(layouts, list):
        raise ValueError(f'layouts is "{RANDOM}" or a list of names, not {layouts!r}')
    for name in layouts:
        if not isinstance(name, str) or name not in LAYOUTS:
            raise ValueError(f"a layout is one of {', '.join(LAYOUTS)}, not {name!r}")
    if len(set(layouts)) != len(layouts):
        raise ValueError(f"layouts are all different, not {', '.join(layouts)}")
    return tuple(layouts)

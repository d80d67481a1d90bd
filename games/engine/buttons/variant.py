"""The options of Buttons (BT-3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from games.engine.buttons.layouts import LAYOUTS
from games.engine.core import Json, Variant
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class ButtonsVariant(Variant):
    """The options of Buttons."""

    layouts: tuple[str, ...] | None = None  # one for each player, all different; None: random

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the variant of a record. Raises ValueError."""
        options = dict(data)
        layouts = options.pop("layouts", RANDOM)
        if options:
            raise Fault(
                "unknown-option", _("unknown option: %(names)s"), names=", ".join(sorted(options))
            )
        return cls(None if layouts == RANDOM else _chosen(layouts))

    def to_json(self) -> Json:
        """Return the layouts as records show them: "random" or a list of names."""
        return {"layouts": RANDOM if self.layouts is None else list(self.layouts)}


def _chosen(layouts: object) -> tuple[str, ...]:
    if not isinstance(layouts, list):
        raise Fault(
            "buttons-layouts",
            _('layouts must be "%(random)s" or a list of names, not %(value)r'),
            random=RANDOM,
            value=layouts,
        )
    for name in layouts:
        if not isinstance(name, str) or name not in LAYOUTS:
            raise Fault(
                "buttons-layout",
                _("a layout must be one of %(choices)s, not %(value)r"),
                choices=", ".join(LAYOUTS),
                value=name,
            )
    if len(set(layouts)) != len(layouts):
        raise Fault(
            "buttons-same-layouts",
            _("layouts must all be different, not %(names)s"),
            names=", ".join(layouts),
        )
    return tuple(layouts)

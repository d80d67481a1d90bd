"""A slow solution of a round of Buttons for one player alone, written without the analysis."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.engine.buttons import chance
from games.engine.buttons.board import CELLS, Cell, is_legal
from games.engine.buttons.layouts import LAYOUTS, Colour

Cells = frozenset[Cell]


@dataclass
class SlowRound:
    """A round of a player whose cards, stars and dice are given, with what its end is worth.

    worth: a bust, then opting out with 1, 2, ... 7 stars.
    """

    layout: str
    hand: Collection[Colour]
    stars: Cells
    black: int
    worth: Sequence[float]
    found: dict[Cells, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        chances: Counter[tuple[int, frozenset[int]]] = Counter()
        for rolled, part in chance.outcomes(0, self.black + 1):
            chances[rolled.white, rolled.columns] += part  # type: ignore[assignment]
        self.rolls = [(*roll, float(Fraction(part))) for roll, part in chances.items()]

    def value(self, buttons: Cells) -> float:
        """Return the value of the best play, and remember those of all larger boards."""
        if buttons not in self.found:
            rolled = self.rolled(buttons)
            self.found[buttons] = max(rolled, self.out(buttons)) if buttons else rolled
        return self.found[buttons]

    def rolled(self, buttons: Cells) -> float:
        """Return the value of rolling."""
        after = {
            cell: self.value(buttons | {cell})
            for cell in CELLS
            if is_legal(buttons, self.stars, cell)
        }
        return sum(
            part * max((after[white, at] for at in columns if (white, at) in after), default=bust)
            for bust in self.worth[:1]
            for white, columns, part in self.rolls
        )

    def out(self, buttons: Cells) -> float:
        """Return the value of opting out."""
        under = Counter(LAYOUTS[self.layout][cell] for cell in buttons)
        enough = [colour for colour in Colour if under[colour] >= 3]
        return self.worth[1 + len(enough) + sum(colour in self.hand for colour in enough)]

"""The pictures, dice and cards on the page with the rules of Buttons."""

from dataclasses import dataclass
from typing import Any

from games.engine.buttons.analysis import Obstacle, obstacle
from games.engine.buttons.board import CELLS, LINE
from games.engine.buttons.deal import cards_each
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.rules import ButtonsRules
from games.engine.buttons.scoring import ENOUGH_OF_COLOUR, ENOUGH_STARS
from games.engine.buttons.state import DICE, dice_taken
from games.pages.buttons.examples import ADA, cards_by_round, examples
from games.pages.examples import NAMES
from games.presenters.buttons.geometry import CELLS_ONLY
from games.presenters.buttons.position import state_of
from games.presenters.buttons.words import COLOURS, cell_words


@dataclass(frozen=True, slots=True)
class Size:
    """The effects of the number of players."""

    players: int
    cards: int  # for each player
    left_out: int  # cards out of the game
    taken: int  # dice that a bust or opting out takes out of play
    dice: tuple[int, ...]  # number of dice of a roll, by the number of players who are out

    @property
    def gaps(self) -> range:
        """One item for each column that stays empty in this row of the table of dice."""
        return range(ButtonsRules.max_players - len(self.dice))


@dataclass(frozen=True, slots=True)
class Verdict:
    """A cell that a roll names. obstacle: why no button may be placed there, None if one may."""

    cell: str
    obstacle: Obstacle | None


def rules_context() -> dict[str, Any]:
    state = state_of(examples()["neighbours"].pov)
    rolled = state.rolled
    named = sorted((rolled.white, column) for column in rolled.columns) if rolled else []
    return {
        "examples": examples(),
        "sizes": [
            _size(players)
            for players in range(ButtonsRules.min_players, ButtonsRules.max_players + 1)
        ],
        "verdicts": [
            Verdict(cell_words(cell), obstacle(state.buttons[ADA], state.stars[ADA], cell))
            for cell in named
        ],
        "hands": [
            [
                (name, [(card.value, COLOURS[card]) for card in hand])
                for name, hand in zip(NAMES, hands, strict=True)
            ]
            for hands in cards_by_round()
        ],
        "layouts": list(LAYOUTS),
        "view": CELLS_ONLY,
        "line": LINE,
        "enough": ENOUGH_STARS,
        "three": ENOUGH_OF_COLOUR,
        "each_colour": len(CELLS) // len(Colour),
    }


def _size(players: int) -> Size:
    taken = dice_taken(players)
    return Size(
        players,
        cards_each(players),
        len(Colour) - players * cards_each(players),
        taken,
        tuple(DICE - out * taken for out in range(players)),
    )

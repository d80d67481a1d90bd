"""Bots that play Buttons."""

import random
from fractions import Fraction
from typing import ClassVar

from games.engine.buttons.actions import DECLINE, OPT_OUT, ROLL, Place, PlaceStars
from games.engine.buttons.analysis import (
    bust_chance,
    chance_of_bust,
    stars_if_out,
    stars_in_line,
)
from games.engine.buttons.board import Cell
from games.engine.buttons.events import Placed
from games.engine.buttons.layouts import LAYOUTS
from games.engine.buttons.scoring import ENOUGH_OF_COLOUR
from games.engine.buttons.state import ButtonsState, Phase
from games.engine.core import Action, Bot, RandomBot, Rules


class _WeighingBot(Bot[ButtonsState]):
    """Compares the stars that a bust would lose with the stars that a roll may gain."""

    hope: ClassVar[Fraction]  # expected gain of stars from a roll that is no bust
    caution: ClassVar[float]  # weight of the chance of a bust when positions are compared

    def choose(self, rules: Rules[ButtonsState], state: ButtonsState, player: int) -> Action:
        if state.phase is Phase.STARS:
            return PlaceStars(stars_in_line(state, player))
        legal = rules.legal_actions(state, player)
        if OPT_OUT in legal:
            # Opt out if the average loss of stars by a roll is at least the average gain.
            bust = bust_chance(state, player)
            loss = bust * stars_if_out(state, player)
            return OPT_OUT if loss >= (1 - bust) * self.hope else ROLL
        return max(legal, key=lambda action: self._worth_of(rules, state, player, action))

    def _worth_of(
        self, rules: Rules[ButtonsState], state: ButtonsState, player: int, action: Action
    ) -> float:
        if isinstance(action, Place):
            state = rules.apply_event(state, Placed(player, action.cell))
        elif action is not DECLINE:
            return 0
        bust = chance_of_bust(state.buttons[player], state.stars[player], state.dice)
        return prospect(state, player) - self.caution * float(bust)


class CarefulBot(_WeighingBot):
    """Opts out early and keeps cells of its layout free."""

    slug: ClassVar[str] = "careful"
    hope: ClassVar[Fraction] = Fraction(1, 2)
    caution: ClassVar[float] = 4


class GreedyBot(_WeighingBot):
    """Keeps rolling for more stars and fills its layout."""

    slug: ClassVar[str] = "greedy"
    hope: ClassVar[Fraction] = Fraction(1)
    caution: ClassVar[float] = 1


class TailorBot(Bot[ButtonsState]):
    """Opts out with four buttons. Prefers its cards' colours, then colours with most buttons."""

    slug: ClassVar[str] = "tailor"
    ENOUGH: ClassVar[int] = 4

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.SystemRandom()

    def seeded(self, chance: random.Random) -> "TailorBot":
        """Return a bot that draws its choices from `chance`."""
        return type(self)(chance)

    def choose(self, rules: Rules[ButtonsState], state: ButtonsState, player: int) -> Action:
        """Return an action chosen by the number of buttons and by the cards."""
        if state.phase is Phase.STARS:
            return self._place_stars(rules, state, player)
        legal = rules.legal_actions(state, player)
        if OPT_OUT in legal:
            return OPT_OUT if len(state.buttons[player]) >= self.ENOUGH else ROLL
        places = [action for action in legal if isinstance(action, Place)]
        return max(places, key=lambda place: self._appeal(state, player, place.cell), default=ROLL)

    def _place_stars(self, rules: Rules[ButtonsState], state: ButtonsState, player: int) -> Action:
        return PlaceStars(stars_in_line(state, player))

    def _appeal(self, state: ButtonsState, player: int, cell: Cell) -> tuple[float, ...]:
        """Rate a cell to place a button on. The cell with the highest rating is chosen."""
        colour = LAYOUTS[state.layouts[player]][cell]
        return (colour in state.cards[player], state.colours(player)[colour])


class ApprenticeBot(TailorBot):
    """Places buttons by its cards alone, and stars at random."""

    slug: ClassVar[str] = "apprentice"

    def _place_stars(self, rules: Rules[ButtonsState], state: ButtonsState, player: int) -> Action:
        return self._chance.choice(rules.legal_actions(state, player))

    def _appeal(self, state: ButtonsState, player: int, cell: Cell) -> tuple[float, ...]:
        return (LAYOUTS[state.layouts[player]][cell] in state.cards[player],)


class RookieBot(ApprenticeBot):
    """Places buttons and stars at random."""

    slug: ClassVar[str] = "rookie"

    def _appeal(self, state: ButtonsState, player: int, cell: Cell) -> tuple[float, ...]:
        return (self._chance.random(),)


def prospect(state: ButtonsState, player: int) -> float:
    """Return the stars that the player's colours may earn, reduced for each missing button."""
    hand = state.cards[player]
    return sum(
        (1 + (colour in hand)) * (min(count, ENOUGH_OF_COLOUR) / ENOUGH_OF_COLOUR) ** 2
        for colour, count in state.colours(player).items()
    )


BOTS: dict[str, Bot[ButtonsState]] = {
    bot.slug: bot
    for bot in (
        RandomBot(),
        RookieBot(),
        ApprenticeBot(),
        TailorBot(),
        GreedyBot(),
        CarefulBot(),
    )
}
"""The bots by slug, the weakest first as measured by `manage.py match buttons --cross`."""

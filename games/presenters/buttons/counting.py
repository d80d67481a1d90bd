"""The stars a round earns, and why."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.buttons.layouts import Colour
from games.engine.buttons.scoring import ENOUGH_OF_COLOUR, score
from games.engine.buttons.state import ButtonsState, Phase, Standing
from games.pov import Pov
from games.presenters.buttons.position import Scene
from games.presenters.buttons.words import colour_name
from games.presenters.names import name_of


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a star is earned. more: an explanation.  colour: of the buttons or card, or None."""

    words: str
    more: str
    colour: Colour | None = None
    is_card: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """A player's stars of a round. placed: whether they lie on the layout already."""

    player: int
    name: str
    you: bool
    stars: int
    reasons: list[Reason]
    placed: bool


def counts(pov: Pov, now: Scene) -> list[Count]:
    """Return the stars of all players who opted out, while stars are placed and just after."""
    counting = next((state for state in now.states if state.phase is Phase.STARS), None)
    if counting is None:
        return []
    present = now.states[-1]
    pending = present.pending if present.phase is Phase.STARS else frozenset()
    earners = counting.players_with(Standing.OPTED_OUT)
    return [
        Count(
            player=player,
            name=name_of(pov.seats, player),
            you=player == pov.player,
            stars=score(counting, player).stars,
            reasons=_reasons(counting, player),
            placed=player not in pending,
        )
        # The viewer comes first: small screens cut the list off.
        for player in sorted(earners, key=lambda player: (player != pov.player, player))
    ]


def one_more(state: ButtonsState, player: int) -> list[tuple[Colour, int]]:
    """Return the colours in which one more button earns stars, with the stars earned then."""
    counted, hand = state.colours(player), state.cards[player]
    earned = score(state, player).stars
    return [
        (colour, earned + 1 + (colour in hand))
        for colour in Colour
        if counted[colour] == ENOUGH_OF_COLOUR - 1
    ]


def _reasons(state: ButtonsState, player: int) -> list[Reason]:
    earned, counted = score(state, player), state.colours(player)
    return [
        Reason(_("Opted out"), _("before busting")),
        *(
            Reason(
                _("%(n)d %(colour)s") % {"n": counted[colour], "colour": colour_name(colour)},
                _("three or more"),
                colour,
            )
            for colour in earned.colours
        ),
        *(
            Reason(
                _("%(colour)s card") % {"colour": colour_name(colour)},
                _("doubles the star for its colour"),
                colour,
                is_card=True,
            )
            for colour in earned.cards
        ),
    ]

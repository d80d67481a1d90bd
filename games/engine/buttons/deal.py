"""The set-up of a game: layouts and cards (BT-3, BT-4)."""

from games.engine.buttons.events import Dealt, Hand
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.variant import ButtonsVariant
from games.engine.dice import Dice
from games.engine.faults import Fault
from games.engine.faults import gettext_noop as _

MIN_PLAYERS = 2
MAX_PLAYERS = 4


def cards_each(players: int) -> int:
    """Return the number of cards of each player (BT-4)."""
    return 2 if players == MIN_PLAYERS else 1


def deal(variant: ButtonsVariant, players: int, dice: Dice) -> Dealt:
    """Return the set-up of a game of 2 to 4 players (BT-3, BT-4)."""
    # docs/dice.md names the labels: with another label a secret would deal other layouts or cards.
    names = tuple(LAYOUTS)
    layouts = variant.layouts or tuple(
        names[i] for i in dice.shuffle("layouts", len(names))[:players]
    )
    cards = _drawn_cards(players, dice)
    return Dealt(None, layouts, cards, holder_of_red(cards))


def check(variant: ButtonsVariant, players: int, dealt: Dealt) -> None:
    """Check that the deal is possible (BT-3, BT-4). Raises ValueError."""
    layouts = dealt.layouts
    if variant.layouts is not None and layouts != variant.layouts:
        raise Fault(
            "buttons-other-layouts",
            _("these layouts aren't the ones chosen: %(layouts)r"),
            layouts=layouts,
        )
    if len(layouts) != players or len(set(layouts)) != players:
        raise Fault(
            "buttons-different-layouts",
            _("must be %(players)d different layouts, not %(layouts)r"),
            players=players,
            layouts=layouts,
        )
    _check_cards(players, dealt.cards)
    if dealt.starter != holder_of_red(dealt.cards):
        raise Fault(
            "buttons-starter",
            _("player %(player)d doesn't hold the red card"),
            player=dealt.starter,
        )


def holder_of_red(cards: tuple[Hand, ...]) -> int:
    """Return the player who holds the red card; one of the hands must have it (BT-4)."""
    return next(player for player, hand in enumerate(cards) if Colour.RED in hand)


def _drawn_cards(players: int, dice: Dice) -> tuple[Hand, ...]:
    red, *others = Colour
    if players == 3:
        others = [others[i] for i in dice.shuffle("card left out", len(others))[1:]]
    cards = [red, *others]
    order = list(Colour)
    each = cards_each(players)
    dealt = [cards[i] for i in dice.shuffle("cards", len(cards))]
    return tuple(
        tuple(sorted(dealt[first : first + each], key=order.index))
        for first in range(0, len(dealt), each)
    )


def _check_cards(players: int, cards: tuple[Hand, ...]) -> None:
    order = list(Colour)
    if len(cards) != players or any(len(hand) != cards_each(players) for hand in cards):
        raise Fault(
            "buttons-number-of-cards",
            _("must be %(each)d cards for each of %(players)d players, not %(cards)r"),
            each=cards_each(players),
            players=players,
            cards=cards,
        )
    everything = [card for hand in cards for card in hand]
    if len(set(everything)) != len(everything) or Colour.RED not in everything:
        raise Fault(
            "buttons-cards",
            _("must be red and other cards, all different, not %(cards)r"),
            cards=cards,
        )
    if any(list(hand) != sorted(hand, key=order.index) for hand in cards):
        raise Fault(
            "buttons-order-of-cards",
            _("a hand isn't in the order of the colours: %(cards)r"),
            cards=cards,
        )

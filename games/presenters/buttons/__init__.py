"""The presenter of Buttons, and its positions as templates draw them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.buttons.actions import (
    OPT_OUT,
    PLACES,
    ROLL,
    Decline,
    Place,
    PlaceStars,
    parse,
)
from games.engine.buttons.analysis import bust_chance, longest_line, stars_if_out
from games.engine.buttons.board import CELLS, LINE, SIZE
from games.engine.buttons.events import Declined, Rolled, StarsPlaced
from games.engine.buttons.layouts import LAYOUTS, Colour
from games.engine.buttons.orders import ButtonsOrders
from games.engine.buttons.scoring import ENOUGH_STARS
from games.engine.buttons.state import DICE, Phase, Standing
from games.engine.buttons.variant import ButtonsVariant
from games.engine.core import Outcome
from games.engine.time_control import Live
from games.history import History
from games.models import Game
from games.pov import Pov
from games.presenters import shared
from games.presenters.base import Presenter
from games.presenters.buttons import ending, geometry, words
from games.presenters.buttons.boards import Board, Choice, boards
from games.presenters.buttons.counting import Count, counts, one_more
from games.presenters.buttons.log import Part, Turn, turns
from games.presenters.buttons.mini import MiniCell, mini_board
from games.presenters.buttons.options import OptionsForm
from games.presenters.buttons.orders import OrdersForm, decline_until_cancelled, orders_words
from games.presenters.buttons.position import Scene, phase_at, rules_of, scene, state_of
from games.presenters.buttons.telling import consequences, decisions, sentence
from games.presenters.ending import Fact, Moment
from games.presenters.names import name_of, separated
from games.presenters.paces import Paces
from games.presenters.replaying import ReplayStep
from games.presenters.table import Die, Score, Table

UNROLLED = 0


@dataclass(frozen=True, kw_only=True)
class ButtonsScore(Score):
    """A player's stars and round.

    line: stars in the longest line.  deciding: the phase of the decision they have to make, or "".
    taken: the number of dice the player took out of play.
    did: their decision on the present roll; "" before the decision, and in lists (without a log).
    """

    stars: int
    line: int
    cards: tuple[words.Card, ...]
    standing: str
    deciding: str
    taken: int
    did: str
    is_yours: bool

    enough: ClassVar[int] = ENOUGH_STARS
    long: ClassVar[int] = LINE

    @property
    def stars_alone(self) -> str:
        """The stars in words, without their line."""
        return words.stars(self.stars)

    @property
    def stars_words(self) -> str:
        """The stars, for screen readers."""
        if self.line < 2:
            return words.stars(self.stars)
        text = ngettext("%(n)d star, line of %(line)d", "%(n)d stars, line of %(line)d", self.stars)
        return text % {"n": self.stars, "line": self.line}


@dataclass(frozen=True, slots=True)
class Choices:
    """The viewer's decision.

    passive, choosing: whether the decision is about another player's roll, or the viewer's own.
    cells: the cells to choose from.  row, gold: the row of the roll, and the column of its gold
    cell, which is offered to all players.  gold_action: places a button on the gold cell.
    """

    can_roll: bool = False
    can_opt_out: bool = False
    passive: bool = False
    choosing: bool = False
    cells: tuple[Choice, ...] = ()
    row: int = 0
    gold: int = 0
    gold_action: str = ""


@dataclass(frozen=True, slots=True)
class Gain:
    """The viewer's stars. count: to place.  laid: placed before.  line_*: in the longest line."""

    count: int
    laid: int
    line_before: int
    line_after: int

    enough: ClassVar[int] = ENOUGH_STARS
    long: ClassVar[int] = LINE

    @property
    def total(self) -> int:
        return self.laid + self.count


@dataclass(frozen=True, slots=True)
class Outlook:
    """A player's stars if they opt out. more: colours, each with the stars at one more button."""

    you: bool
    name: str
    stars: int
    more: tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True)
class ButtonsReplayStep(ReplayStep):
    """parts: the step's decisions, an entry for each player."""

    parts: tuple[Part, ...]


class ButtonsTable(Table):
    """The table of Buttons."""

    def __init__(self, pov: Pov) -> None:
        super().__init__(pov)
        self.state = state_of(pov)

    @cached_property
    def _scene(self) -> Scene:
        return scene(self.pov)

    @property
    def prompt(self) -> str:
        return words.prompt(self.pov)

    @property
    def keys(self) -> str:
        return words.keys(self.pov)

    @cached_property
    def status(self) -> str:
        return sentence(self.pov, self._scene)

    @cached_property
    def heard(self) -> str:
        return " ".join(decisions(self.pov, self._scene))

    @cached_property
    def then(self) -> str:
        return " ".join(consequences(self.pov, self._scene))

    @cached_property
    def dice(self) -> tuple[Die, ...]:
        ready = self.state.dice if self.state.phase is Phase.TURN else 0
        rolled = self.rolled
        faces = [rolled.white, rolled.gold, *rolled.black] if rolled else [UNROLLED] * ready
        looks = ("white", "gold", "black")
        return tuple(Die(face, looks[min(i, 2)]) for i, face in enumerate(faces))

    @property
    def dice_out(self) -> range:
        """A range to loop over: an item for each die out of play."""
        return range(DICE - len(self.dice) if self.dice else 0)

    @property
    def rolled(self) -> Rolled | None:
        return self._scene.rolled

    @property
    def bust(self) -> bool:
        return self._scene.bust

    @property
    def bust_you(self) -> bool:
        """Whether the viewer has just lost the buttons of a round."""
        return self.bust and self.rolled is not None and self.rolled.player == self.pov.player

    @property
    def bust_name(self) -> str:
        """The name of the player who has just lost buttons by a bust, or ""."""
        return name_of(self.pov.seats, self.rolled.actor) if self.bust and self.rolled else ""

    @property
    def lost(self) -> int:
        """The number of buttons that a bust took."""
        return len(self._scene.lost)

    @property
    def turn_name(self) -> str:
        return name_of(self.pov.seats, self.state.turn_player)

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def round(self) -> int:
        return self.state.round

    @cached_property
    def _boards(self) -> list[Board]:
        return boards(self.pov, self._scene)

    @cached_property
    def large(self) -> list[Board]:
        """The large layouts: one if seen from a player's side or before the start, else all."""
        one = self.pov.near is not None or self.pov.game.is_waiting
        return self._boards[:1] if one else self._boards

    @property
    def small(self) -> list[Board]:
        """The small layouts: those of the other players, if seen from a player's side."""
        return self._boards[1:] if self.pov.near is not None else []

    @property
    def counts(self) -> list[Count]:
        return counts(self.pov, self._scene)

    @cached_property
    def did(self) -> Mapping[int, str]:
        """Each player's decision on the present roll."""
        return {seat.player: words.decision(self._scene, seat.player) for seat in self.pov.seats}

    @property
    def colours(self) -> tuple[words.ColourRow, ...]:
        """The viewer's progress in each colour; () unless buttons are being placed."""
        if self.pov.player is None or self.state.phase not in {Phase.TURN, Phase.PLACE}:
            return ()
        return words.colour_rows(self.state, self.pov.player)

    @cached_property
    def choices(self) -> Choices:
        """The viewer's choices now."""
        state, rolled, player = self.state, self.state.rolled, self.pov.player
        if player is None or not self.pov.my_turn or state.phase is Phase.STARS:
            return Choices()
        if state.phase is Phase.TURN or rolled is None:
            legal = rules_of(self.pov).legal_actions(state, player)
            # With the players' own dice, typing in the faces is the roll: no button is needed.
            can_roll = ROLL in legal and not self.pov.game.own_dice
            return Choices(can_roll=can_roll, can_opt_out=OPT_OUT in legal)
        return Choices(
            passive=rolled.player != player,
            choosing=rolled.player == player,
            cells=self._own_choices,
            row=rolled.white,
            gold=rolled.gold,
            gold_action=str(PLACES[rolled.white, rolled.gold]),
        )

    @property
    def _own_choices(self) -> tuple[Choice, ...]:
        return next(board.choices for board in self.large if board.you)

    @cached_property
    def gain(self) -> Gain | None:
        """The viewer's stars if placed as preset; None unless the viewer is placing stars."""
        if self.pov.player is None or not self.pov.my_turn or self.state.phase is not Phase.STARS:
            return None
        laid = self.state.stars[self.pov.player]
        preset = {(choice.row, choice.column) for choice in self._own_choices if choice.picked}
        return Gain(len(preset), len(laid), longest_line(laid), longest_line(laid | preset))

    @cached_property
    def odds(self) -> shared.Odds | None:
        player, n = self._in_view, self.state.dice
        if player is None or not self.pov.game.show_odds:
            return None
        label = (
            ngettext(
                "Your chance of a bust with %(n)d die", "Your chance of a bust with %(n)d dice", n
            )
            if player == self.pov.player
            else ngettext(
                "%(name)s: chance of a bust with %(n)d die",
                "%(name)s: chance of a bust with %(n)d dice",
                n,
            )
        )
        whose = {"name": name_of(self.pov.seats, player), "n": n}
        return shared.odds(label % whose, bust_chance(self.state, player))

    @property
    def _in_view(self) -> int | None:
        """The player whose chances are shown: the viewer, or the turn player for a spectator."""
        state = self.state
        player = state.turn_player if self.pov.player is None else self.pov.player
        playing = state.phase in {Phase.TURN, Phase.PLACE} and state.standing[player] is Standing.IN
        return player if playing else None

    @cached_property
    def outlook(self) -> Outlook | None:
        player, state = self._in_view, self.state
        if player is None or (state.phase is Phase.PLACE and self.pov.player is None):
            return None
        more = one_more(state, player)
        return Outlook(
            you=player == self.pov.player,
            name=name_of(self.pov.seats, player),
            stars=stars_if_out(state, player),
            more=tuple((words.colour_name(colour), stars) for colour, stars in more),
        )

    def tally(self, player: int) -> shared.Tally:
        """Return a player's stars and buttons of the round. Points: longest line, then stars."""
        stars, buttons = self.state.stars[player], len(self.state.buttons[player])
        told = [words.stars(len(stars))]
        if buttons:
            told.append(ngettext("%(n)d button", "%(n)d buttons", buttons) % {"n": buttons})
        return shared.Tally(self.standing(player), separated(told))

    def standing(self, player: int) -> tuple[int, int]:
        stars = self.state.stars[player]
        return longest_line(stars), len(stars)

    def score(self, player: int) -> ButtonsScore:
        state = self.state
        return ButtonsScore(
            words=self.tally(player).words,
            stars=len(state.stars[player]),
            line=longest_line(state.stars[player]),
            cards=words.cards(state, player),
            standing=state.standing[player].value,
            deciding=state.phase.value if self.pov.live and player in self.pov.active else "",
            taken=state.taken[player],
            did=self.did[player],
            is_yours=player == self.pov.player,
        )

    def won(self, outcome: Outcome) -> str:
        return words.won(self.pov, outcome)

    def final_score(self, player: int) -> int | None:
        """Return the player's number of stars; None unless it decided the game."""
        outcome = self.pov.outcome
        decided = outcome is not None and outcome.termination == "stars"
        return len(self.state.stars[player]) if decided else None

    @property
    def feats(self) -> list[Fact]:
        return ending.feats(self.pov)

    @property
    def highlights(self) -> list[Moment]:
        return ending.highlights(self.pov)

    @property
    def is_moment(self) -> bool:
        """Whether the last event is a bust, or starts the count of stars."""
        pov = self.pov
        if pov.event is None:
            return False
        before = phase_at(pov.log, pov.seq - 1)
        counted = self.state.phase is Phase.STARS and before is not Phase.STARS
        return counted or super().is_moment

    @property
    def sound(self) -> shared.Sound | None:
        """The sound of the last event: "score" for stars, None if somebody declines."""
        match self.pov.event:
            case StarsPlaced():
                return "score"
            case Declined():
                return None
            case _:
                return super().sound

    @property
    def on_board(self) -> Mapping[str, tuple[str, str]]:
        spots = (spot for board in self._boards for spot in board.open)
        return {f"place:{spot.id[-2]},{spot.id[-1]}": ("", spot.id) for spot in spots}

    @property
    def replay(self) -> ButtonsReplayStep:
        shown = turns(self.pov.log, self.pov.seq, 1)
        return ButtonsReplayStep(pov=self.pov, parts=shown[-1].steps[-1].parts if shown else ())

    @property
    def picture_width(self) -> int:
        """The width of two layouts in a row, or of four in a square."""
        return 784 if len(self.pov.seats) == 2 else 590

    @property
    def mini(self) -> tuple[MiniCell, ...]:
        return mini_board(self.state, self.pov.player)

    @property
    def dice_words(self) -> str:
        """The dice, or their number before the roll, for screen readers."""
        if self.rolled is None:
            n = len(self.dice)
            return ngettext("%(n)d die to roll", "%(n)d dice to roll", n) % {"n": n}
        return _("White die: row %(white)d. Gold die: column %(gold)d. Black dice: %(black)s") % {
            "white": self.rolled.white,
            "gold": self.rolled.gold,
            "black": " ".join(map(str, self.rolled.black)),
        }

    @property
    def roll_is_yours(self) -> bool:
        """Whether the viewer has rolled, so that the black dice are theirs to use."""
        return self.rolled is not None and self.rolled.player == self.pov.player

    @property
    def roll_is_theirs(self) -> bool:
        """Whether another player than the viewer has rolled."""
        return self.rolled is not None and self.pov.player not in {None, self.rolled.player}

    @property
    def alone(self) -> bool:
        """Whether only one layout is on the board."""
        return len(self.large) == 1


@dataclass(frozen=True, slots=True)
class Sprite:
    """The drawings of all layouts, as paths.

    layouts: by the name of a layout, each colour with the middles of its cells.
    colours: each with the thread of its buttons and the holes of its cells.
    cells: the middles of all cells.  along: the number of each row (or column), and its middle.
    """

    layouts: Mapping[str, list[tuple[str, str]]]
    colours: list[tuple[str, str, str]]
    cells: str
    along: list[tuple[int, int]]


class ButtonsPresenter(Presenter):
    """Buttons."""

    ABOUT = words.ABOUT
    table_class = ButtonsTable
    BOTS = words.BOTS
    LEVELS = words.LEVELS
    NERVE = words.NERVE
    OptionsForm = OptionsForm
    OrdersForm = OrdersForm
    QUICK_ORDERS = {"decline": decline_until_cancelled}
    # All decide at once, after every roll: some 25 decisions a game. Each has to compare several
    # places for the dice, so it gets more time of its own; and nobody waits for others' turns.
    PACES = Paces(Live(120, 15), Live(300, 30), Live(900, 60))
    TYPING_ORDER = words.TYPING_ORDER

    def turns(self, log: History, seq: int, most: int | None = None) -> list[Turn]:
        return turns(log, seq, most)

    def move_name(self, action: str) -> str:
        """Return the name of an action, such as "(4,2)" for a button or a star."""
        match parse(action):
            case Place(cell=cell):
                return words.cell_words(cell)
            case PlaceStars(cells=cells):
                return words.at(cells)
            case Decline():
                return _("Decline")
            case _:
                return super().move_name(action)

    def options(self, game: Game) -> list[str]:
        return words.options(cast("ButtonsVariant", game.rules.variant))

    def orders_words(self, orders: ButtonsOrders) -> str:
        return orders_words(orders)

    def sprite(self) -> Sprite:
        return Sprite(
            layouts={
                name: [
                    (
                        colour.value,
                        " ".join(geometry.point(cell) for cell in CELLS if layout[cell] is colour),
                    )
                    for colour in Colour
                ]
                for name, layout in LAYOUTS.items()
            },
            colours=[
                (colour.value, geometry.THREADS[colour], geometry.HOLES[colour])
                for colour in Colour
            ],
            cells=" ".join(map(geometry.point, CELLS)),
            along=list(zip(range(1, SIZE + 1), geometry.ALONG, strict=True)),
        )


PRESENTER = ButtonsPresenter()

"""The presenter of Can't Stop, and its positions as templates draw them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from typing import ClassVar, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cantstop.actions import BY_TEXT, ROLL, STOP, Split
from games.engine.cantstop.analysis import Choice, choices
from games.engine.cantstop.board import LENGTHS, Track, spaces
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.cantstop.orders import CantStopOrders
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant
from games.engine.core import Action, Event, Outcome
from games.engine.time_control import Live
from games.engine.turns import TurnState
from games.models import Game
from games.pov import Pov
from games.presenters.cantstop import ending, geometry, pieces, splits, words
from games.presenters.cantstop.geometry import Column
from games.presenters.cantstop.mini import COLUMNS_DRAWN, MiniBoard, MiniColumn, mini_board
from games.presenters.cantstop.options import OptionsForm
from games.presenters.cantstop.orders import OrdersForm, orders_words
from games.presenters.cantstop.pieces import Claim, Lost, Piece, Preview, Trail
from games.presenters.cantstop.position import newly_claimed, rules_of, state_of
from games.presenters.ending import Fact, Moment
from games.presenters.evaluated import EvaluatedAction, evaluated_choice
from games.presenters.names import name_of, separated
from games.presenters.paces import Paces
from games.presenters.replaying import ReplayStep
from games.presenters.shared import LogEntry, Odds, Sound, Tally
from games.presenters.table import Die, Score
from games.presenters.turn_log import TurnPresenter, TurnTable

PARTS = lcm(*filter(None, LENGTHS))
"""Number of parts of a column: a space of any column is a whole number of them."""


@dataclass(frozen=True, slots=True)
class Gain:
    """A runner's steps this turn: gained by a stop, lost by a bust. to_go: steps to the top."""

    column: int
    steps: int
    to_go: int


@dataclass(frozen=True, kw_only=True)
class CantStopScore(Score):
    """claimed: the player's columns.  goal: for each column needed to win, whether they have it."""

    claimed: tuple[int, ...]
    goal: tuple[bool, ...]

    @property
    def claimed_words(self) -> str:
        """The number of columns, for screen readers."""
        n = len(self.claimed)
        return ngettext("%(n)d column claimed", "%(n)d columns claimed", n) % {"n": n}


@dataclass(frozen=True, slots=True)
class Step(LogEntry):
    """An event in the log. kind: "roll", "split" or "stop".  claimed: the columns it claimed."""

    claimed: tuple[int, ...] = ()

    def as_html(self, names: Sequence[str], turn_player: int | None) -> str:
        text = LogEntry.as_html(self, names, turn_player)
        if not self.claimed:
            return text
        claimed = _("claimed %(columns)s") % {"columns": separated(self.claimed)}
        return f'{text} · <em class="good">{claimed}</em>'


@dataclass(frozen=True, kw_only=True)
class CantStopReplayStep(ReplayStep):
    """The decision of a step of a replay, still to make or just made.

    rows: the ways to use the dice.  chosen: the action taken, or "".
    coming: the type of the next event, or "".  roll, stop: the analysis of either action, or None.
    """

    rows: tuple[splits.Row, ...]
    chosen: str
    coming: str
    roll: EvaluatedAction | None
    stop: EvaluatedAction | None


class CantStopTable(TurnTable):
    """The table of Can't Stop."""

    width: ClassVar[int] = geometry.WIDTH
    height: ClassVar[int] = geometry.HEIGHT

    def __init__(self, pov: Pov) -> None:
        super().__init__(pov)
        self.state, self.rules = state_of(pov), rules_of(pov)

    @property
    def prompt(self) -> str:
        return words.prompt(self.pov)

    @property
    def keys(self) -> str:
        return words.keys(self.pov)

    def happened(self, event: Event) -> str:
        return words.happened(self.pov, event)

    @cached_property
    def led_up(self) -> str:
        """The split just before the last event, if this is a roll: one press may have made both."""
        if not isinstance(self.pov.event, Rolled):
            return ""
        before = replace(self.pov, seq=self.pov.seq - 1)
        return words.happened(before, before.event) if isinstance(before.event, SplitChosen) else ""

    @property
    def dice(self) -> tuple[Die, ...]:
        bust = self.state.bust
        return tuple(Die(face) for face in (bust.dice if bust else self.state.dice))

    @property
    def bust(self) -> bool:
        return self.state.bust is not None

    @property
    def bust_name(self) -> str:
        """The name of the player who has just lost a turn, or ""."""
        return name_of(self.pov.seats, self.state.bust.player) if self.state.bust else ""

    @property
    def bust_you(self) -> bool:
        """Whether the viewer has just lost a turn."""
        return self.state.bust is not None and self.state.bust.player == self.pov.player

    @property
    def losses(self) -> tuple[Gain, ...]:
        bust = self.state.bust
        return _gains(self.state.markers[bust.player], bust.runners) if bust else ()

    @cached_property
    def odds(self) -> Odds | None:
        shown = self.pov.game.show_odds and self.state.phase in {Phase.ROLL, Phase.DECIDE}
        return splits.odds(self.state) if shown else None

    @property
    def turn_name(self) -> str:
        return name_of(self.pov.seats, self.state.turn_player)

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def climber(self) -> int:
        """The player whose runners are on the board, or were until a bust."""
        return self.state.bust.player if self.state.bust else self.state.turn_player

    @cached_property
    def choices(self) -> Sequence[Choice]:
        """The ways to use the dice, if the viewer's board shows where each way ends."""
        choose = self.pov.my_turn or not self.pov.live
        return choices(self.rules, self.state) if choose else ()

    @cached_property
    def rows(self) -> tuple[splits.Row, ...]:
        """The ways to use the dice."""
        return _rows(self.pov)

    @cached_property
    def gains(self) -> tuple[Gain, ...]:
        """The steps of each runner that a stop would keep."""
        return _gains(self.state.markers[self.state.turn_player], self.state.runners)

    @property
    def can_roll(self) -> bool:
        return ROLL in self._legal

    @property
    def can_stop(self) -> bool:
        return STOP in self._legal

    @cached_property
    def _legal(self) -> Sequence[Action]:
        turn_player = self.state.turn_player
        return self.rules.legal_actions(self.state, turn_player) if self.pov.my_turn else ()

    @property
    def why_no_stop(self) -> str:
        """The reason why a player who may roll may not stop; "" if there is none."""
        no_stop = self.state.phase is Phase.DECIDE and not self.rules.may_stop(self.state)
        return words.why_no_stop(self.rules.variant, self.state) if no_stop else ""

    def tally(self, player: int) -> Tally:
        return Tally(self.standing(player), _climbed(self.state, player))

    def standing(self, player: int) -> tuple[int, int]:
        """Return a player's number of columns, and the total height of the best open markers."""
        # Heights are in PARTS: fractions take long to compare.
        claimed = self.state.owners.count(player)
        climbed = sorted(
            (
                space * PARTS // LENGTHS[column]
                for column, space in enumerate(self.state.markers[player])
                if space and self.state.owners[column] is None
            ),
            reverse=True,
        )
        needed = max(self.rules.variant.columns_to_win - claimed, 0)
        return claimed, sum(climbed[:needed])

    def score(self, player: int) -> CantStopScore:
        claimed = self.state.claimed(player)
        most = max(self.rules.variant.columns_to_win, len(claimed))
        return CantStopScore(
            words=_climbed(self.state, player),
            claimed=claimed,
            goal=tuple(number < len(claimed) for number in range(most)),
        )

    def won(self, outcome: Outcome) -> str:
        return words.won(self.pov, outcome)

    def final_score(self, player: int) -> int:
        """Return the number of the player's columns."""
        return len(self.state.claimed(player))

    @property
    def feats(self) -> list[Fact]:
        return ending.feats(self.pov)

    @property
    def highlights(self) -> list[Moment]:
        return ending.highlights(self.pov)

    @property
    def is_moment(self) -> bool:
        """Whether the last event is a bust or claims a column."""
        if isinstance(self.pov.event, Stopped):
            return bool(newly_claimed(cast("CantStopState", self.pov.before), self.state))
        return super().is_moment

    @property
    def sound(self) -> Sound | None:
        """The sound of the last event: "score" for a stop that claims a column."""
        claims = isinstance(self.pov.event, Stopped) and self.is_moment
        return "score" if claims else super().sound

    @property
    def on_board(self) -> Mapping[str, tuple[str, str]]:
        return {way.action: (way.letter, f"o{way.number}") for way in self.ways}

    @property
    def mini(self) -> MiniBoard:
        return mini_board(self.state)

    @property
    def replay(self) -> CantStopReplayStep:
        pov = self.pov
        coming = answer = pov.next_event
        rows, seq = self.rows, pov.seq + 1
        if not rows and pov.event is not None:
            rows, answer, seq = _rows(replace(pov, seq=pov.seq - 1)), pov.event, pov.seq
        by_player = answer is not None and answer.player is not None
        split = _evaluated(pov, seq)
        nerve = _evaluated(pov, pov.seq if isinstance(pov.event, Stopped) else pov.seq + 1)
        return CantStopReplayStep(
            pov=pov,
            rows=tuple(row.evaluated(split) for row in rows),
            roll=nerve.get(str(ROLL)),
            stop=nerve.get(str(STOP)),
            chosen=str(pov.rules.action_of(answer)) if answer and by_player else "",
            coming=coming.type if coming else "",
        )

    @property
    def same_pieces(self) -> bool:
        return not self.choices

    @property
    def same_controls(self) -> bool:
        return not self.pov.my_turn and not self.bust_you

    @property
    def claims(self) -> list[Claim]:
        return pieces.claims(self.state)

    @property
    def pieces(self) -> list[Piece]:
        return pieces.pieces(self.state, self.pov.event, self.choices)

    @property
    def trails(self) -> list[Trail]:
        return pieces.trails(self.state)

    @cached_property
    def lost(self) -> list[Lost]:
        return pieces.lost(self.state)

    @property
    def rolled_sums(self) -> list[int]:
        return pieces.rolled_sums(self.state.bust) if self.state.bust else []

    @cached_property
    def previews(self) -> list[Preview]:
        return pieces.previews(self.state, self.choices)

    @property
    def board_words(self) -> str:
        return words.board(self.pov)

    @cached_property
    def ways(self) -> tuple[splits.Way, ...]:
        """The splits to choose from, in the order of their numbers."""
        ways = (way for row in self.rows for way in row.ways)
        return tuple(sorted(ways, key=lambda way: way.number))

    @property
    def keeps(self) -> int:
        """The number of spaces that a stop would keep now."""
        return sum(gain.steps for gain in self.gains)


class CantStopPresenter(TurnPresenter):
    """Can't Stop."""

    ABOUT = words.ABOUT
    table_class = CantStopTable
    BOTS = words.BOTS
    LEVELS = words.LEVELS
    OptionsForm = OptionsForm
    OrdersForm = OrdersForm
    # A turn has 5 to 12 quick decisions (roll, pair, roll or stop), a game 8 to 10 turns: some 80
    # decisions of a few seconds each. So each decision has little time of its own: players who use
    # all of it must not keep the others waiting for minutes. The bank is for when to stop.
    PACES = Paces(Live(60, 8), Live(180, 15), Live(600, 30))
    SHOWS_CHOICES = True

    def step(self, seq: int, before: TurnState, after: TurnState, event: Event) -> Step:
        before, after = cast("CantStopState", before), cast("CantStopState", after)
        match event:
            case Rolled(dice=dice):
                text, separator = "·".join(map(str, dice)), "·" if before.roll else ""
                bust = after.bust is not None
                return Step(seq, "roll", event.player, text, bust=bust, separator=separator)
            case SplitChosen(columns=columns):
                text = "+".join(map(str, columns))
                return Step(seq, "split", event.player, text, separator="→")
            case _:
                claimed = newly_claimed(before, after)
                return Step(seq, "stop", event.player, _("stopped"), claimed=claimed)

    def move_name(self, action: str) -> str:
        """Return the name of an action, such as "6 + 8" for a split."""
        chosen = BY_TEXT[action]
        if isinstance(chosen, Split):
            return " + ".join(map(str, chosen.columns))
        return super().move_name(action)

    def options(self, game: Game) -> list[str]:
        return words.options(cast("CantStopVariant", game.rules.variant))

    def orders_words(self, orders: CantStopOrders) -> str:
        return orders_words(orders)

    def sprite(self) -> tuple[Column, ...]:
        """Return the columns of the board."""
        return geometry.BOARD

    def mini_sprite(self) -> tuple[MiniColumn, ...]:
        return COLUMNS_DRAWN


PRESENTER = CantStopPresenter()


def _climbed(state: CantStopState, player: int) -> str:
    columns, climbed = len(state.claimed(player)), sum(state.markers[player])
    told = [ngettext("%(n)d space", "%(n)d spaces", climbed) % {"n": climbed}]
    if columns:
        told.insert(0, ngettext("%(n)d column", "%(n)d columns", columns) % {"n": columns})
    return separated(told)


def _evaluated(pov: Pov, seq: int) -> Mapping[str, EvaluatedAction]:
    """Return the analysis of each action of the decision behind an event."""
    evaluated = evaluated_choice(pov, seq)
    return evaluated.actions if evaluated else {}


def _rows(pov: Pov) -> tuple[splits.Row, ...]:
    return splits.rows(rules_of(pov), state_of(pov), show_odds=pov.game.show_odds)


def _gains(markers: Track, runners: Track) -> tuple[Gain, ...]:
    return tuple(
        Gain(column, space - markers[column], LENGTHS[column] - space)
        for column, space in spaces(runners).items()
    )

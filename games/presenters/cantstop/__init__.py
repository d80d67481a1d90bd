"""Can't Stop: from a position to what its templates draw."""

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
from games.engine.core import Event, Outcome
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
from games.presenters.judged import JudgedAction, judged_choice
from games.presenters.names import name_of, separated
from games.presenters.paces import Paces
from games.presenters.replaying import ReplayStep
from games.presenters.shared import LogEntry, Sound, Tally
from games.presenters.table import Die, Score, Table
from games.presenters.turn_log import TurnPresenter

PARTS = lcm(*filter(None, LENGTHS))
"""Parts of a whole column, such that a space of any column is a whole number of them."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What a runner has gained this turn, or lost by a bust. to_go: steps to the top."""

    column: int
    steps: int
    to_go: int


@dataclass(frozen=True, kw_only=True)
class CantStopScore(Score):
    """claimed: the columns a player owns.  goal: for each needed to win, whether they have it."""

    claimed: tuple[int, ...]
    goal: tuple[bool, ...]

    @property
    def claimed_words(self) -> str:
        """How many columns they are, for those who hear it."""
        n = len(self.claimed)
        return ngettext("%(n)d column claimed", "%(n)d columns claimed", n) % {"n": n}


@dataclass(frozen=True, kw_only=True)
class CantStopTable(Table):
    """What the templates of Can't Stop draw besides what all tables have.

    climber: whose runners are on the board, or were until a bust.
    choices: what those may choose who see where it leads.
    rows: the ways to use the dice.  gains: what a stop would keep.  losses: what a bust took.
    bust_name, bust_you: whose bust it was.  why_no_stop: "" where stopping is allowed.
    """

    width: ClassVar[int] = geometry.WIDTH
    height: ClassVar[int] = geometry.HEIGHT
    turn_name: str
    phase: str
    climber: int
    choices: Sequence[Choice]
    bust_name: str
    bust_you: bool
    losses: tuple[Gain, ...]
    rows: tuple[splits.Row, ...]
    gains: tuple[Gain, ...]
    can_roll: bool
    can_stop: bool
    why_no_stop: str

    @property
    def same_pieces(self) -> bool:
        return not self.choices

    @property
    def same_controls(self) -> bool:
        return not self.pov.my_turn and not self.bust_you

    # What follows is worked out when the board is drawn: seldom, as most viewers see the same.

    @property
    def claims(self) -> list[Claim]:
        """The columns that are owned."""
        return pieces.claims(state_of(self.pov))

    @property
    def pieces(self) -> list[Piece]:
        """The markers and the runners."""
        return pieces.pieces(state_of(self.pov), self.pov.event, self.choices)

    @property
    def trails(self) -> list[Trail]:
        """The ways that the runners have come."""
        return pieces.trails(state_of(self.pov))

    @cached_property
    def lost(self) -> list[Lost]:
        """Where a bust took runners."""
        return pieces.lost(state_of(self.pov))

    @property
    def rolled_sums(self) -> list[int]:
        """Where the columns stand that a bust named."""
        bust = state_of(self.pov).bust
        return pieces.rolled_sums(bust) if bust else []

    @cached_property
    def previews(self) -> list[Preview]:
        """Where each choice leads."""
        return pieces.previews(state_of(self.pov), self.choices)

    @property
    def board_words(self) -> str:
        """Where everything stands, for those who hear it."""
        return words.board(self.pov)

    @property
    def ways(self) -> tuple[splits.Way, ...]:
        """The splits to choose from, as they are numbered."""
        ways = (way for row in self.rows for way in row.ways)
        return tuple(sorted(ways, key=lambda way: way.number))

    @property
    def keeps(self) -> int:
        """How many spaces a stop would keep now."""
        return sum(gain.steps for gain in self.gains)


@dataclass(frozen=True, slots=True)
class Step(LogEntry):
    """An event in a turn's line: a "roll", a "split" or a "stop". claimed: columns it claimed."""

    claimed: tuple[int, ...] = ()

    def as_html(self, names: Sequence[str], turn_player: int | None) -> str:
        text = LogEntry.as_html(self, names, turn_player)
        if not self.claimed:
            return text
        claimed = _("claimed %(columns)s") % {"columns": separated(self.claimed)}
        return f'{text} · <em class="good">{claimed}</em>'


@dataclass(frozen=True, kw_only=True)
class CantStopReplayStep(ReplayStep):
    """The decision that a step shows, and what was chosen.

    rows: the ways to use the dice, of the decision that is open or has just been made.
    chosen: the action taken there.  coming: the type of the next event.  Both are "" without one.
    roll, stop: what the analysis says of the decision between the two.
    """

    rows: tuple[splits.Row, ...]
    chosen: str
    coming: str
    roll: JudgedAction | None
    stop: JudgedAction | None


class CantStopPresenter(TurnPresenter):
    """Can't Stop."""

    ABOUT = words.ABOUT
    BOTS = words.BOTS
    LEVELS = words.LEVELS
    OptionsForm = OptionsForm
    OrdersForm = OrdersForm
    # A turn has 5 to 12 quick decisions (roll, pair, roll or stop), a game 8 to 10 turns: some 80
    # decisions of a few seconds each. So each has little time of its own, or a turn of somebody who
    # uses all of it would keep the others waiting for minutes; the bank is for when to stop.
    PACES = Paces(Live(60, 8), Live(180, 15), Live(600, 30))
    SHOWS_CHOICES = True

    def table(self, pov: Pov) -> CantStopTable:
        state, rules, bust = state_of(pov), rules_of(pov), state_of(pov).bust
        deciding = state.phase is Phase.DECIDE
        legal = rules.legal_actions(state, state.turn_player) if pov.my_turn else ()
        with_odds = pov.game.show_odds and state.phase in {Phase.ROLL, Phase.DECIDE}
        no_stop = deciding and not rules.may_stop(state)
        return CantStopTable(
            pov=pov,
            prompt=words.prompt(pov),
            keys=words.keys(pov),
            dice=_dice(state),
            bust=bust is not None,
            odds=splits.odds(state) if with_odds else None,
            turn_name=name_of(pov.seats, state.turn_player),
            phase=state.phase.value,
            climber=bust.player if bust else state.turn_player,
            # Only players who may choose need to see where each choice leads.
            choices=choices(rules, state) if pov.my_turn or not pov.live else (),
            bust_name=name_of(pov.seats, bust.player) if bust else "",
            bust_you=bust is not None and bust.player == pov.player,
            losses=_gains(state.markers[bust.player], bust.runners) if bust else (),
            rows=_rows(pov),
            gains=_gains(state.markers[state.turn_player], state.runners),
            can_roll=ROLL in legal,
            can_stop=STOP in legal,
            led_up=_split_before_roll(pov),
            why_no_stop=words.why_no_stop(rules.variant, state) if no_stop else "",
        )

    def happened(self, pov: Pov, event: Event) -> str:
        return words.happened(pov, event)

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

    def tally(self, pov: Pov, player: int) -> Tally:
        """Return the columns a player owns and the spaces their markers have climbed."""
        return Tally(self.standing(pov, player), _climbed(pov, player))

    def standing(self, pov: Pov, player: int) -> tuple[int, int]:
        return _standing(pov, player)

    def score(self, pov: Pov, player: int) -> CantStopScore:
        claimed = state_of(pov).claimed(player)
        most = max(rules_of(pov).variant.columns_to_win, len(claimed))
        return CantStopScore(
            words=_climbed(pov, player),
            claimed=claimed,
            goal=tuple(number < len(claimed) for number in range(most)),
        )

    def won(self, pov: Pov, outcome: Outcome) -> str:
        return words.won(pov, outcome)

    def final_score(self, pov: Pov, player: int) -> int:
        """Return how many columns the player has claimed."""
        return len(state_of(pov).claimed(player))

    def feats(self, pov: Pov) -> list[Fact]:
        return ending.feats(pov)

    def highlights(self, pov: Pov) -> list[Moment]:
        return ending.highlights(pov)

    def is_moment(self, pov: Pov) -> bool:
        """Return whether the last event is a bust or claims a column."""
        if isinstance(pov.event, Stopped):
            return bool(newly_claimed(cast("CantStopState", pov.before), state_of(pov)))
        return super().is_moment(pov)

    def sound(self, pov: Pov) -> Sound | None:
        """Return a column's sound for a stop that claims one."""
        claims = isinstance(pov.event, Stopped) and self.is_moment(pov)
        return "score" if claims else super().sound(pov)

    def move_name(self, action: str) -> str:
        """Return "6 + 8" for a split."""
        chosen = BY_TEXT[action]
        if isinstance(chosen, Split):
            return " + ".join(map(str, chosen.columns))
        return super().move_name(action)

    def options(self, game: Game) -> list[str]:
        return words.options(cast("CantStopVariant", game.rules.variant))

    def orders_words(self, orders: CantStopOrders) -> str:
        return orders_words(orders)

    def on_board(self, pov: Pov) -> Mapping[str, tuple[str, str]]:
        ways = (way for row in _rows(pov) for way in row.ways)
        return {way.action: (way.letter, f"o{way.number}") for way in ways}

    def replay_step(self, pov: Pov) -> CantStopReplayStep:
        coming = answer = pov.next_event
        rows, seq = _rows(pov), pov.seq + 1
        if not rows and pov.event is not None:
            rows, answer, seq = _rows(replace(pov, seq=pov.seq - 1)), pov.event, pov.seq
        by_player = answer is not None and answer.player is not None
        split = _judged(pov, seq)
        nerve = _judged(pov, pov.seq if isinstance(pov.event, Stopped) else pov.seq + 1)
        return CantStopReplayStep(
            pov=pov,
            rows=tuple(row.judged(split) for row in rows),
            roll=nerve.get(str(ROLL)),
            stop=nerve.get(str(STOP)),
            chosen=str(pov.rules.action_of(answer)) if answer and by_player else "",
            coming=coming.type if coming else "",
        )

    def sprite(self) -> tuple[Column, ...]:
        """Return the columns of the board."""
        return geometry.BOARD

    def mini(self, pov: Pov) -> MiniBoard:
        return mini_board(state_of(pov))

    def mini_sprite(self) -> tuple[MiniColumn, ...]:
        return COLUMNS_DRAWN


PRESENTER = CantStopPresenter()


def _standing(pov: Pov, player: int) -> tuple[int, int]:
    """Return how many columns a player owns, and how far they are in the best that are open.

    How far is counted in `PARTS`: fractions take long to compare.
    """
    state = state_of(pov)
    claimed = state.owners.count(player)
    climbed = sorted(
        (
            space * PARTS // LENGTHS[column]
            for column, space in enumerate(state.markers[player])
            if space and state.owners[column] is None
        ),
        reverse=True,
    )
    needed = max(rules_of(pov).variant.columns_to_win - claimed, 0)
    return claimed, sum(climbed[:needed])


def _climbed(pov: Pov, player: int) -> str:
    state = state_of(pov)
    columns, climbed = len(state.claimed(player)), sum(state.markers[player])
    told = [ngettext("%(n)d space", "%(n)d spaces", climbed) % {"n": climbed}]
    if columns:
        told.insert(0, ngettext("%(n)d column", "%(n)d columns", columns) % {"n": columns})
    return separated(told)


def _dice(state: CantStopState) -> tuple[Die, ...]:
    return tuple(Die(face) for face in (state.bust.dice if state.bust else state.dice))


def _judged(pov: Pov, seq: int) -> Mapping[str, JudgedAction]:
    """Return what the analysis says of each action of the decision that an event was."""
    judged = judged_choice(pov, seq)
    return judged.actions if judged else {}


def _rows(pov: Pov) -> tuple[splits.Row, ...]:
    return splits.rows(rules_of(pov), state_of(pov), show_odds=pov.game.show_odds)


def _gains(markers: Track, runners: Track) -> tuple[Gain, ...]:
    return tuple(
        Gain(column, space - markers[column], LENGTHS[column] - space)
        for column, space in spaces(runners).items()
    )


def _split_before_roll(pov: Pov) -> str:
    """Return the split after which the same player has rolled: both may be one press."""
    if not isinstance(pov.event, Rolled):
        return ""
    before = replace(pov, seq=pov.seq - 1)
    return words.happened(before, before.event) if isinstance(before.event, SplitChosen) else ""

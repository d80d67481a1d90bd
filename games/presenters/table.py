"""The table of any game, which its templates know as `t`."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.core import Outcome, Resigned, Ruled, TimedOut
from games.models import Game, Seat
from games.pov import Pov
from games.presenters import presenter
from games.presenters.clock_words import notes_in_words, won_in_place
from games.presenters.clocks import ClockView, clocks_of, own_ms
from games.presenters.ending import Fact, Moment, facts, moments
from games.presenters.levels import BotToAdd, bots_to_add, next_level
from games.presenters.names import (
    bot_name,
    joined_names,
    listed,
    name_of,
    name_or_you,
    names_at_first,
    names_by_player,
    seat_name,
)
from games.presenters.replaying import ReplayStep
from games.presenters.shared import Odds, Sound, Tally, by_ruling, last_one_left
from games.presenters.time_control_words import time_control_words
from games.services.analyses import is_shown
from games.services.automatic import orders_of
from games.services.hints import may_have_hints

MOST_NOTES = 3
"""Maximum number of notes on clocks in the log of a table; the replay has all of them."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table. face: 0 before the roll.  look: the CSS class that colours it, or ""."""

    face: int
    look: str = ""


@dataclass(frozen=True, kw_only=True)
class Score:
    """A player's progress in seat lists; a kind may add hashable fields."""

    words: str


@dataclass(frozen=True, slots=True)
class SeatView:
    """A line of the seat list.

    name: "You" for the viewer.  near: whether the page is seen from this player's side.
    score: None before the game has started.
    turn_alone: the number of the turn of a player alone, 0 if there are several players.
    """

    seat: Seat
    name: str
    you: bool
    near: bool
    turn: bool
    left: bool
    won: bool
    turn_alone: int
    has_clock: bool
    score: Score | None


class Table(ABC):
    """A game as templates draw it from a point of view; each kind has a subclass of its own.

    Properties are worked out only if a template asks for them.
    """

    def __init__(self, pov: Pov) -> None:
        self.pov = pov
        self.kind = presenter(pov.game.kind)

    @property
    @abstractmethod
    def prompt(self) -> str:
        """The decision to make now, and whose it is, in a sentence; "" if there is none."""

    @property
    @abstractmethod
    def status(self) -> str:
        """The last event in words, for the status line and screen readers."""

    @abstractmethod
    def tally(self, player: int) -> Tally:
        """Return a player's progress."""

    @property
    def keys(self) -> str:
        """The keyboard shortcuts, in a sentence."""
        return ""

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice on the table."""
        return ()

    @property
    def bust(self) -> bool:
        """Whether the last turn was lost by a bust."""
        return False

    @property
    def odds(self) -> Odds | None:
        """The chance of a bust, None if there is none to show."""
        return None

    @property
    def heard(self) -> str:
        """The part of the last step that only screen readers need in words: boards show it."""
        return ""

    @property
    def then(self) -> str:
        """The consequence of the last event, such as a new round."""
        return ""

    @property
    def led_up(self) -> str:
        """An event before the last one that the same press may have caused, for screen readers."""
        return ""

    @property
    def picture_width(self) -> int:
        """The width of the boards in a picture that is 1200 wide."""
        return 590

    def standing(self, player: int) -> tuple[Any, ...]:
        """Return the points of a player's tally, to compare players."""
        return self.tally(player).points

    def score(self, player: int) -> Score:
        return Score(words=self.tally(player).words)

    def won(self, outcome: Outcome) -> str:
        """Return how the winners have won a game that was played to its end, in a sentence."""
        return ""

    def final_score(self, player: int) -> int | None:
        """Return a player's final count, such as of columns; None if it did not decide the game."""
        return None

    @property
    def feats(self) -> list[Fact]:
        """Facts about a game that is over, such as the biggest gain of a turn."""
        return []

    @property
    def highlights(self) -> list[Moment]:
        """The steps that mattered, besides changes of lead, the most important first.

        A highlight at the end of the game replaces the sentence about the end.
        """
        return []

    @property
    def is_moment(self) -> bool:
        """Whether a replay that is to pause at moments pauses here: by default, at a bust."""
        return self._is_bust

    @cached_property
    def sounds(self) -> tuple[Sound, ...]:
        """The sounds of the last event, in order."""
        pov, heard = self.pov, list[Sound]()
        if pov.event is not None and pov.rules.faces_of(pov.event) is not None:
            heard = ["dice", "bust"] if self._is_bust else ["dice"]
        elif sound := self.sound:
            heard = [sound]
        return (*heard, "over") if pov.outcome else tuple(heard)

    @property
    def sound(self) -> Sound | None:
        """The sound of the last event, if it is no roll."""
        event = self.pov.event
        is_move = event is not None and event.player is not None
        return None if not is_move or isinstance(event, Resigned | TimedOut) else "place"

    @property
    def _is_bust(self) -> bool:
        pov = self.pov
        if pov.before is None or pov.event is None:
            return False
        return bool(pov.rules.annotate_event(pov.before, pov.event).get("bust"))

    @property
    def on_board(self) -> Mapping[str, tuple[str, str]]:
        """The actions that the board of a replay shows, by their texts.

        The values are the letter of the action, or "", and the `data-press` of its mark there.
        """
        return {}

    @property
    def replay(self) -> ReplayStep:
        """The parts of this step's page besides the table."""
        return ReplayStep(pov=self.pov)

    @property
    def mini(self) -> Hashable:
        """The `mini` variable of the small board's template, and the cache key of its drawing.

        By default each player's progress. It may not use the log, which lists don't read.
        """
        return tuple((seat.player, self.score(seat.player)) for seat in self.pov.seats)

    @property
    def same_pieces(self) -> bool:
        """If true, this viewer's pieces are rendered once for all viewers with True."""
        return False

    @property
    def same_controls(self) -> bool:
        """If true, this viewer's controls are rendered once for all viewers with True."""
        return False

    @cached_property
    def log(self) -> Sequence[Any]:
        """The last turns, as the presenter returns them."""
        return self.kind.turns(self.pov.log, self.pov.seq, self.kind.LOG_TURNS)

    @property
    def notes(self) -> list[tuple[int, str]]:
        """Notes on clocks in the turns of `log`, the newest first: each as its id and words."""
        if not self.pov.notes:
            return []
        before = next((turn.first - 1 for turn in self.log), 0)
        notes = notes_in_words(self.pov)[-MOST_NOTES:]
        return [(note.pk, words) for note, words in reversed(notes) if note.after >= before]

    @property
    def told(self) -> str:
        """The last event with its consequences, also the end of the game, in one text."""
        said = (self.status, self.heard, self.then, self.by_order, self.winners)
        return " ".join(filter(None, said))

    @property
    def by_order(self) -> str:
        """A note if a standing order made the last event and all may know it; else ""."""
        return _("That was an automatic move.") if self.pov.by_order else ""

    @property
    def may_have_hints(self) -> bool:
        """Whether the viewer may ask what the analysis would do."""
        pov = self.pov
        return pov.my_turn and may_have_hints(pov.game, pov.seats, pov.player)

    @property
    def is_analysed(self) -> bool:
        """Whether a finished game has an analysis that may be shown."""
        return self.pov.game.is_finished and is_shown(self.pov.game)

    @cached_property
    def seats(self) -> list[SeatView]:
        """The seats in order, beginning with the player from whose side a replay is seen."""
        side = self.pov.side or 0
        in_order = sorted(self.pov.seats, key=lambda seat: (seat.player < side, seat.player))
        return [self._seat_view(seat) for seat in in_order]

    @cached_property
    def clocks(self) -> list[ClockView]:
        """The clocks of the players who have one."""
        return clocks_of(self.pov)

    @property
    def decision_ms(self) -> int | None:
        """The time for each decision besides the bank, in milliseconds; None if not live."""
        return own_ms(self.pov)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names, by number."""
        return names_by_player(self.pov.seats)

    @cached_property
    def all_names(self) -> tuple[str, ...]:
        """All names that sentences about the game may contain: those of its players at any time."""
        bots = {note.bot for note in self.pov.notes if note.bot}
        stood_in = [bot_name(self.pov.game.kind, bot) for bot in bots]
        return tuple({*self.names, *names_at_first(self.pov.seats), *stood_in})

    @property
    def free_seats(self) -> range:
        return range(len(self.pov.seats), self.pov.game.size)

    @property
    def title(self) -> str:
        pov, game = self.pov, self.kind.ABOUT.name
        if pov.my_turn and not pov.is_host:
            return _("Your turn · %(game)s") % {"game": game}
        if not pov.seats:
            return _("Closed table · %(site)s") % {"site": settings.SITE_NAME}
        # Translators: %(names)s are all players, with dashes between them.
        return _("%(names)s · %(game)s") % {"names": joined_names(pov.seats), "game": game}

    @property
    def options(self) -> list[str]:
        """The options of the table, a sentence each."""
        options = self.kind.options(self.pov.game)
        words = time_control_words(self.pov.game.timing)
        # Translators: %(words)s is a time control, such as "Live: 5 min, plus 10 s a move".
        return [*options, _("%(words)s.") % {"words": words}] if words else options

    @property
    def bots_to_add(self) -> list[BotToAdd]:
        """The bots that may take a seat."""
        return bots_to_add(self.pov.game.kind)

    @property
    def inviter(self) -> str:
        """The name of the player who opened the table, "" if they have no seat there."""
        creator = self.pov.game.creator_id
        seats = (seat for seat in self.pov.seats if seat.user_id and seat.user_id == creator)
        return next(map(seat_name, seats), "")

    @property
    def turns_alone(self) -> int:
        """How many turns a player alone has had; 0 if there are several players."""
        return self.pov.rules.length(self.pov.state)["turns"] if self.pov.game.size == 1 else 0

    @cached_property
    def roll_seq(self) -> int:
        """The seq of the roll whose dice are shown, 0 if none are."""
        if not any(die.face for die in self.dice):
            return 0
        events = self.pov.log.events
        return next(
            seq
            for seq in range(self.pov.seq, 0, -1)
            if self.pov.rules.faces_of(events[seq - 1]) is not None
        )

    @property
    def dice_words(self) -> str:
        """The dice, for screen readers."""
        if not self.roll_seq:
            return _("No dice rolled yet")
        return _("Dice: %(faces)s") % {"faces": " ".join(str(die.face) for die in self.dice)}

    @property
    def is_stored(self) -> bool:
        """Whether the game is in the database, not an example in a lesson or a picture."""
        return self.pov.game.pk is not None

    @property
    def takes_orders(self) -> bool:
        """Whether players can give standing orders here."""
        return self.is_stored and not self.pov.game.pass_and_play

    @property
    def holder(self) -> str:
        """The name of the player to hold the device, if all play on one device; else ""."""
        if not (self.pov.is_host and self.pov.game.is_running) or self.pov.player is None:
            return ""
        return name_of(self.pov.seats, self.pov.player)

    @property
    def dice_to_type(self) -> int:
        """The number of dice to roll and type in now, 0 if none."""
        to_roll = self.pov.rules.roll_address(self.pov.state) is not None
        asked = self.pov.game.own_dice and self.holder and not self.pov.typed
        return self.pov.rules.dice_count(self.pov.state) if asked and to_roll else 0

    @property
    def typing_order(self) -> str:
        """The order for typing in dice that differ; "" if all are alike."""
        return str(self.kind.TYPING_ORDER)

    @property
    def has_free_names(self) -> bool:
        """Whether a seat is left for its player to claim."""
        return any(seat.name is not None for seat in self.pov.seats)

    @property
    def orders(self) -> str:
        """The viewer's standing orders in a few words; "" without any."""
        seat = self.pov.seat
        orders = orders_of(self.pov.game, seat) if seat else None
        return self.kind.orders_words(orders) if orders else ""

    @property
    def whose_turn(self) -> str:
        """Whose turn it is, for scripts.

        "me"; "other"; "left" if the viewer left the game; "all" if all play on this device; "none".
        """
        if self.holder:
            return "all"
        if self.pov.my_turn:
            return "me"
        if not self.pov.game.is_running:
            return "none"
        return "left" if self.pov.player in self.pov.state.left else "other"

    @property
    def winners(self) -> str:
        """Who has won, in a sentence without a full stop; "" while the game runs."""
        pov, outcome = self.pov, self.pov.outcome
        if outcome is None:
            return ""
        if pov.game.size == 1:
            return _alone(pov, outcome)
        if not outcome.winners:
            return _("No one won")
        names = listed(name_of(pov.seats, player) for player in outcome.winners)
        if len(outcome.winners) > 1:
            # Translators: %(names)s is a list such as "Anna and Ben".
            return _("%(names)s share the win") % {"names": names}
        if pov.player in outcome.winners:
            return _("You won!")
        return _("%(name)s won") % {"name": names}

    @property
    def headline(self) -> str:
        """Who has won, with the score if two played to the end: "You won 3-1"."""
        pov, outcome = self.pov, self.pov.outcome
        if outcome is None:
            return ""
        ended_early = outcome.termination in {Resigned.type, TimedOut.type, Ruled.type}
        if pov.game.size != 2 or len(outcome.winners) != 1 or ended_early:
            return self.winners
        (winner,) = outcome.winners
        mine, theirs = (self.final_score(player) for player in (winner, 1 - winner))
        if mine is None or theirs is None:
            return self.winners
        told = {"name": name_of(pov.seats, winner), "more": mine, "fewer": theirs}
        if pov.player == winner:
            return _("You won %(more)d–%(fewer)d") % told
        return _("%(name)s won %(more)d–%(fewer)d") % told

    @property
    def termination(self) -> str:
        """How the game came to its end; "" while it runs."""
        if self.pov.outcome is None:
            return ""
        pov, outcome = self.pov, self.pov.outcome
        if outcome.termination in {Resigned.type, TimedOut.type}:
            words = last_one_left(pov, outcome)
        elif outcome.termination == Ruled.type:
            words = by_ruling(pov, outcome)
        else:
            words = self.won(outcome)
        return " ".join(filter(None, (words, *won_in_place(pov))))

    @property
    def next_step(self) -> str:
        """The first button for the viewer of a game that is over.

        "results": see the day's results; "again": play again on this device; "rematch": go to the
        rematch; "replay": watch this game; "offer": offer a rematch, or take a seat in one.
        """
        pov, game = self.pov, self.pov.game
        if game.challenge_id:
            return "results"
        if game.pass_and_play and pov.is_host:
            return "again"
        rematch: Game | None = getattr(game, "rematch", None)
        if rematch and not rematch.is_waiting:
            return "rematch"
        return "replay" if pov.player is None or game.pass_and_play else "offer"

    @property
    def facts(self) -> Sequence[Fact]:
        """Facts about the whole game, once it is over."""
        return facts(self)

    @property
    def moments(self) -> Sequence[Moment]:
        """The steps that mattered, once the game is over."""
        return moments(self)

    @property
    def rival(self) -> str:
        """The bot that the viewer plays against, "" if the others are not all the same bot."""
        others = {seat.bot for seat in self.pov.seats if seat.player != self.pov.player}
        return others.pop() if self.pov.player is not None and len(others) == 1 else ""

    @property
    def next_level(self) -> int:
        """The level to try next: a harder one after a win, else an easier one; 0 for none."""
        outcome = self.pov.outcome
        if outcome is None or not self.rival:
            return 0
        won = self.pov.player in outcome.winners
        return next_level(self.pov.game.kind, self.rival, up=won)

    def _seat_view(self, seat: Seat) -> SeatView:
        pov, waiting = self.pov, self.pov.game.is_waiting
        you = seat.player == pov.player
        return SeatView(
            seat=seat,
            name=name_or_you(pov, seat.player),
            you=you,
            near=seat.player == pov.near,
            turn=seat.player in pov.active and not waiting,
            left=seat.player in pov.state.left,
            won=bool(seat.won and pov.outcome),
            turn_alone=self.turns_alone,
            has_clock=any(clock.player == seat.player for clock in self.clocks),
            score=None if waiting else self.score(seat.player),
        )


def _alone(pov: Pov, outcome: Outcome) -> str:
    if not outcome.winners:
        if outcome.termination == Ruled.type:
            return pgettext("result", "Ended")
        return pgettext("result", "Given up")
    turns = pov.rules.length(pov.state)["turns"]
    return ngettext("Done in %(turns)d turn", "Done in %(turns)d turns", turns) % {"turns": turns}

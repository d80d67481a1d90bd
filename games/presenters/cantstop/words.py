"""Events, turns and ends of games in sentences."""

from collections.abc import Mapping
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.cantstop import moves
from games.engine.cantstop.board import LENGTHS, Track, spaces
from games.engine.cantstop.events import Rolled, SplitChosen, Stopped
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.cantstop.variant import CantStopVariant, Meeting
from games.engine.core import Event, Outcome
from games.pov import Pov
from games.presenters.cantstop.position import newly_claimed, state_of
from games.presenters.names import listed, name_of, separated
from games.presenters.shared import ANALYSIS_BOTS, About, BotText, Box

ABOUT = About(
    name="Can't Stop",
    box=Box("Sid Sackson", "Parker Brothers", 1980, age=8, minutes=30),
    pitch=gettext_lazy(
        "Pair four dice and climb. Be the first to claim three columns. "
        "Roll too often and you lose this turn's progress."
    ),
    asks=gettext_lazy("%(name)s: roll or stop?"),
    hold=gettext_lazy("Stop"),
    moments=gettext_lazy("Pause at busts and claims"),
    challenge=gettext_lazy("Claim three columns"),
)

BOTS: Mapping[str, BotText] = {
    **ANALYSIS_BOTS,
    "linear": BotText(
        gettext_lazy("Linear"),
        gettext_lazy("Counts points for each step. Prefers columns where it's already high."),
    ),
    "glenn-aloi": BotText(
        gettext_lazy("Glenn–Aloi"),
        gettext_lazy("Counts points with a formula by James Glenn and Christian Aloi."),
    ),
    "bold": BotText(
        gettext_lazy("Bold"),
        gettext_lazy("Goes for the longest climb and rolls on when others would stop."),
    ),
    "rule-of-28": BotText(
        gettext_lazy("Rule of 28"),
        gettext_lazy("Counts points and stops at 28: Michael Keller's rule."),
    ),
    "cautious": BotText(
        gettext_lazy("Cautious"),
        gettext_lazy("Takes the safest columns and stops early. A good first opponent."),
    ),
    "rookie": BotText(
        gettext_lazy("Rookie"),
        gettext_lazy("Rolls twice, then stops. Easy to beat."),
    ),
    "random": BotText(
        gettext_lazy("Random"),
        gettext_lazy("Makes any legal move, at random."),
    ),
}
"""The bots, strongest first."""

LEVELS = ("rookie", "cautious", "rule-of-28", "linear", "oracle")
"""The bots of the levels, level 1 first."""


def happened(pov: Pov, event: Event) -> str:
    """Return a player's last event as a sentence."""
    name, you = name_of(pov.seats, event.actor), event.actor == pov.player
    before, state = cast("CantStopState", pov.before), state_of(pov)
    match event:
        case Rolled(dice=dice):
            return _rolled(name, dice, you=you, bust=state.bust is not None)
        case SplitChosen(columns=columns):
            return _advanced(name, columns, state, you=you)
        case Stopped():
            return _stopped(name, newly_claimed(before, state), you=you)
    raise TypeError(f"no sentence for {event!r}")


def prompt(pov: Pov) -> str:
    state = state_of(pov)
    if not pov.live:
        return ""
    if pov.my_turn:
        return {
            Phase.ROLL: _("Your turn: roll the dice."),
            Phase.CHOOSE: _("Pair your dice."),
            Phase.DECIDE: _("Roll again or stop?"),
        }[state.phase]
    return {
        Phase.ROLL: _("%(name)s rolls next."),
        Phase.CHOOSE: _("%(name)s is choosing a pair."),
        Phase.DECIDE: _("%(name)s: roll again or stop?"),
    }[state.phase] % {"name": name_of(pov.seats, state.turn_player)}


def won(pov: Pov, outcome: Outcome) -> str:
    """Return how the winners have won, in a sentence."""
    if outcome.termination != "columns":
        return _("No columns are left. The most columns win.")
    winner = outcome.winners[0]
    columns = state_of(pov).claimed(winner)
    told = {"name": name_of(pov.seats, winner), "columns": listed(columns)}
    if winner == pov.player and not pov.is_host:
        # Translators: %(columns)s is a list of columns, such as "6 and 8".
        text = ngettext(
            "You claimed column %(columns)s.", "You claimed columns %(columns)s.", len(columns)
        )
    else:
        # Translators: %(columns)s is a list of columns, such as "6 and 8".
        text = ngettext(
            "%(name)s claimed column %(columns)s.",
            "%(name)s claimed columns %(columns)s.",
            len(columns),
        )
    return text % told


def board(pov: Pov) -> str:
    """Return the position in sentences, for screen readers."""
    state = state_of(pov)
    # Translators: %(where)s is a list such as "6 at 2, 7 at 3", or "none".
    sentences = [_("Runners: %(where)s.") % {"where": _places(state.runners)}]
    for seat in pov.seats:
        claimed = state.claimed(seat.player)
        markers = [0 if c in claimed else s for c, s in enumerate(state.markers[seat.player])]
        texts = {"name": name_of(pov.seats, seat.player), "where": _places(tuple(markers))}
        # Translators: %(where)s is a list of markers, such as "6 at 2, 7 at 3", or "none".
        sentences.append(_("%(name)s: %(where)s.") % texts)
        if claimed:
            texts["columns"] = listed(claimed)
            # Translators: %(columns)s is a list of columns, such as "6 and 8".
            sentences.append(_("%(name)s owns %(columns)s.") % texts)
    return " ".join(sentences)


def options(variant: CantStopVariant) -> list[str]:
    goal = variant.columns_to_win
    first = ngettext(
        "The first to claim %(goal)d column wins.",
        "The first to claim %(goal)d columns wins.",
        goal,
    ) % {"goal": goal}
    meeting = {
        Meeting.SHARE: _("Pieces share spaces."),
        Meeting.JUMP: _("Runners jump over other players' markers."),
        Meeting.MUST_ROLL: _("You can't stop on another player's marker."),
    }[variant.meeting]
    if variant.stop_early:
        return [first, meeting]
    return [first, meeting, _("You can only stop once all three runners are out.")]


def why_no_stop(variant: CantStopVariant, state: CantStopState) -> str:
    """Return why the turn player may not stop now; only called if they may not."""
    if not variant.stop_early and moves.can_place_runner(state):
        return _("You can stop once all three runners are out.")
    return _("A runner is on another player's space: roll again.")


def _rolled(name: str, dice: tuple[int, ...], *, you: bool, bust: bool) -> str:
    # Translators: %(dice)s is four dice, such as "6, 3, 4, 1".
    rolled = _("You rolled %(dice)s.") if you else _("%(name)s rolled %(dice)s.")
    if bust:
        # Translators: %(dice)s is four dice, such as "6, 3, 4, 1".
        rolled = _("Bust! You rolled %(dice)s.") if you else _("Bust! %(name)s rolled %(dice)s.")
    return rolled % {"name": name, "dice": separated(dice)}


def _advanced(name: str, columns: tuple[int, ...], state: CantStopState, *, you: bool) -> str:
    two_steps = len(columns) == 2 and len(set(columns)) == 1
    top = any(state.runners[column] == LENGTHS[column] for column in columns)
    if two_steps and top:
        advanced = (
            # Translators: %(columns)s is a list of columns, such as "6 and 8".
            _("You advance two steps in %(columns)s, up to the top.")
            if you
            else _("%(name)s advances two steps in %(columns)s, up to the top.")
        )
    elif two_steps:
        advanced = (
            # Translators: %(columns)s is a list of columns, such as "6 and 8".
            _("You advance two steps in %(columns)s.")
            if you
            else _("%(name)s advances two steps in %(columns)s.")
        )
    elif top:
        advanced = (
            # Translators: %(columns)s is a list of columns, such as "6 and 8".
            _("You advance in %(columns)s, up to the top.")
            if you
            else _("%(name)s advances in %(columns)s, up to the top.")
        )
    else:
        advanced = (
            # Translators: %(columns)s is a list of columns, such as "6 and 8".
            _("You advance in %(columns)s.") if you else _("%(name)s advances in %(columns)s.")
        )
    return advanced % {"name": name, "columns": listed(dict.fromkeys(columns))}


def _stopped(name: str, claimed: tuple[int, ...], *, you: bool) -> str:
    if claimed:
        stopped = (
            # Translators: %(columns)s is a list of columns, such as "6 and 8".
            _("You stop and claim %(columns)s.")
            if you
            else _("%(name)s stops and claims %(columns)s.")
        )
    else:
        stopped = _("You stop.") if you else _("%(name)s stops.")
    return stopped % {"name": name, "columns": listed(claimed)}


def _places(pieces: Track) -> str:
    if not any(pieces):
        return _("none")
    # Translators: a column and a space in it: part of a list such as "6 at 2, 7 at 3".
    place = _("%(column)d at %(space)d")
    at = spaces(pieces).items()
    return separated([place % {"column": column, "space": space} for column, space in at])


def keys(pov: Pov) -> str:
    if pov.game.own_dice:
        return _("Keys: 1–6 type in dice, A–F take a pair, S stops, Y confirms a bust.")
    return _(
        "Use keyboard shortcuts: A–F to choose a pairing, Shift + A–F to take and roll, "
        "R to roll, S to stop."
    )

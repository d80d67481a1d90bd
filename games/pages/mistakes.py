"""The decisions of a finished game that cost most."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from games.analysis.explanation import TENTHS, Choice, Explanation
from games.pov import Pov
from games.presenters import presenter
from games.presenters.evaluated import Figures
from games.presenters.names import names_at
from games.presenters.replaying import turns_of
from games.presenters.shared import percent

ROLL = "roll"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost much."""

    seq: int  # the number of its event
    shown: int  # the number of the replay's step that shows it best
    turn: int | None  # the number of the turn, None for a decision outside of all turns
    player: int
    name: str
    choice: Choice
    cost: str  # what the player lost, with a minus sign
    title: str
    dearest: str  # a sentence that presents it as the player's biggest mistake
    words: str  # why it was a mistake

    @property
    def before(self) -> int:
        """The number of events before the mistake."""
        return self.seq - 1


def mistakes_of(pov: Pov, explanation: Explanation) -> list[Mistake]:
    """Return all marked mistakes of a game, the dearest first."""
    kind, figures = presenter(pov.game.kind), Figures(alone=pov.game.size == 1)
    costly = [
        (choice.lost(player), step.seq, player, choice)
        for step in explanation.steps
        if (choice := step.choice) is not None
        and (player := step.player) is not None
        and choice.lost(player) >= explanation.marked_from
    ]
    # The earlier of equal mistakes comes first, so that every page numbers them alike.
    costly.sort(key=lambda each: (-each[0], each[1]))
    turns = turns_of(pov) if costly else ()
    found = []
    for lost, seq, player, choice in costly:
        name = names_at(pov.seats, seq)[player]
        turn = next((turn.number for turn in reversed(turns) if turn.first <= seq), None)
        mistake = Mistake(
            seq=seq,
            # The step before the mistake, if the replay shows the choices there.
            shown=seq - 1 if kind.SHOWS_CHOICES else seq,
            turn=turn,
            player=player,
            name=name,
            choice=choice,
            cost=figures.change(-lost),
            title=_title(pov, choice),
            dearest=_dearest(pov, choice, turn),
            words=_words(pov, choice, player, name, figures),
        )
        found.append(mistake)
    return found


def _title(pov: Pov, choice: Choice) -> str:
    if ROLL not in {choice.action, choice.best}:
        # Translators: two moves, such as "6 + 8 instead of 7"
        return _("%(action)s instead of %(best)s") % _named(pov, choice)
    return _("Rolled once too often") if choice.action == ROLL else _("Stopped too early")


def _dearest(pov: Pov, choice: Choice, turn: int | None) -> str:
    told = _named(pov, choice) | {"turn": turn}
    if ROLL not in {choice.action, choice.best}:
        if turn is None:
            # Translators: two moves, such as "6 + 8 instead of 7"
            return _("Biggest mistake: %(action)s instead of %(best)s.") % told
        return _("Biggest mistake: %(action)s instead of %(best)s on turn %(turn)d.") % told
    if choice.action == ROLL:
        return _("Biggest mistake: one roll too many on turn %(turn)d.") % told
    return _("Biggest mistake: stopping too early on turn %(turn)d.") % told


def _named(pov: Pov, choice: Choice) -> dict[str, object]:
    name = presenter(pov.game.kind).move_name
    return {"action": name(choice.action), "best": name(choice.best)}


def _words(pov: Pov, choice: Choice, player: int, name: str, figures: Figures) -> str:
    told = _named(pov, choice) | {
        "name": name,
        "worth": figures.value(choice.decided[player]),
        "best_worth": figures.value(choice.meant[player]),
        "lost": figures.loss(Fraction(choice.lost(player))),
    }
    bust = choice.bust
    stopped = choice.meant if choice.action == ROLL else choice.decided
    rolling = ROLL in {choice.action, choice.best} and bust and 0 < bust.chance < TENTHS
    # In some games a roll without a bust may be worse than stopping, which takes dice from others.
    if bust is None or not rolling or bust.otherwise < stopped[player]:
        if figures.alone:
            return (
                _(
                    "“%(action)s” takes %(worth)s turns on average, “%(best)s” "
                    "%(best_worth)s: %(lost)s fewer."
                )
                % told
            )
        return (
            _(
                "“%(action)s” wins %(worth)s of the time, “%(best)s” %(best_worth)s: %(lost)s "
                "points more."
            )
            % told
        )
    rolled = choice.action == ROLL
    told |= {
        "chance": percent(Fraction(bust.chance, TENTHS)),
        "now": told["best_worth"] if rolled else told["worth"],
        "otherwise": figures.value(bust.otherwise),
        "bust": figures.value(bust.after),
    }
    if figures.alone and rolled:
        text = _(
            "Rolling takes the expected turns from %(now)s to %(otherwise)s, or to %(bust)s "
            "on a bust (%(chance)s): on average %(lost)s turns more than “%(best)s”."
        )
    elif figures.alone:
        text = _(
            "Rolling would have taken the expected turns from %(now)s to %(otherwise)s, or to "
            "%(bust)s on a bust (%(chance)s): on average %(lost)s turns fewer than “%(action)s”."
        )
    elif rolled:
        text = _(
            "Rolling takes %(name)s from %(now)s to %(otherwise)s, or to %(bust)s on a "
            "bust (%(chance)s): on average %(lost)s points worse than “%(best)s”."
        )
    else:
        text = _(
            "Rolling would have taken %(name)s from %(now)s to %(otherwise)s, or to "
            "%(bust)s on a bust (%(chance)s): on average %(lost)s points better than “%(action)s”."
        )
    return text % told

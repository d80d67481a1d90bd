"""A finished game explained: the words, figures and drawings of its page."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.analysis.explanation import TENTHS, Explanation, Grade
from games.analysis.measured import value_error
from games.pages.mistakes import Mistake, mistakes_of
from games.pages.verdict import Verdict, verdict
from games.pov import Pov
from games.presenters import presenter, table_of
from games.presenters.evaluated import Figures
from games.presenters.names import names_at, names_at_first, separated
from games.presenters.replaying import stops, turns_of

# How many of the biggest mistakes are shown in words, and how many of these have a small board.
MOST_COSTLY, MOST_CARDS = 6, 3

# The size of the drawings in their own coordinates; pages stretch them to the available room.
WIDTH, HEIGHT = 1000, 100

# Half the height of the drawing of changes.
MIDDLE = 20

# The margin above and below the line of a game for one player, in hundredths of a turn.
HEADROOM = 100


class Row(NamedTuple):
    """A row of the sum that explains the result, with a cell for each player."""

    label: str
    cells: Sequence[str]
    is_end: bool = False


@dataclass(frozen=True, slots=True)
class GradeView:
    """How well a player decided."""

    name: str
    player: int
    decisions: int
    loss: str | None  # the average loss of a decision, None without decisions
    error: str | None


@dataclass(frozen=True, slots=True)
class StepView:
    """An event, and the standing of all players after it."""

    seq: int
    begins: bool  # whether a turn begins with this event
    stops: bool  # whether a replay stops after this event
    name: str
    kind: str  # "dice", "choice" or ""
    what: str
    lost: str
    after: Sequence[str]


class Card(NamedTuple):
    """A mistake with its small board."""

    number: int  # the number of the card, from 1
    mistake: Mistake
    x: str  # the place of this number in the chart, in %
    y: str
    mini: Hashable


class Line(NamedTuple):
    """A player's standing through the game."""

    player: int
    name: str
    points: str  # the points of its polyline in SVG


class Stretch(NamedTuple):
    """A turn in the drawing, with a link to the replay."""

    seq: int
    x: float
    width: float
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawings of a game: standings, and changes by dice and by errors."""

    first: int  # the first event drawn
    cursor: str  # the x of the step that the board shows, in %
    area: str  # points of the area below the first of two players' lines, else ""
    lines: Sequence[Line]
    stretches: Sequence[Stretch]
    dice: str  # path of the changes by dice, up if good for the roller
    errors: str  # path of the losses by marked errors
    top: str  # label of the greatest value beside the lines
    middle: str
    bottom: str


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    """All that the page of an explained game shows."""

    alone: bool
    approximate: bool
    seq: int  # the step that the board shows
    verdict: Verdict
    marked_from: str  # the least cost of a choice that is marked as an error
    off: str  # the mean error of a single value, "" if it has not been measured
    names: Sequence[str]
    rows: Sequence[Row]
    grades: Sequence[GradeView]
    mistakes: Sequence[Mistake]  # the dearest mistakes
    cards: Sequence[Card]  # cards of the mistakes shown first
    chart: Chart
    steps: Sequence[StepView]


def explained_game(
    pov: Pov,
    explanation: Explanation,
    grades: Mapping[int, Grade],
    me: int | None = None,
    seq: int | None = None,
) -> ExplainedGame:
    """Return the contents of the page of an explained game.

    grades: of the players who began the game.  me: the player who reads the page; None: spectator.
    seq: the step that the board shows; by default the one with the dearest mistake.
    """
    figures = Figures(alone=pov.game.size == 1)
    names = names_at_first(pov.seats)
    off = value_error(pov.game.kind, pov.game.size)
    mistakes = mistakes_of(pov, explanation)
    # Players see their own mistakes; spectators and players without mistakes see those of everyone.
    first = ([mistake for mistake in mistakes if mistake.player == me] or mistakes)[:MOST_CARDS]
    if seq is None:
        seq = first[0].shown if first else pov.game.version
    return ExplainedGame(
        alone=figures.alone,
        approximate=explanation.approximate,
        seq=seq,
        verdict=verdict(pov, explanation, me, mistakes),
        marked_from=figures.short(explanation.marked_from),
        off="" if off is None else figures.loss(Fraction(off)),
        names=names,
        rows=list(_rows(pov, explanation, figures)),
        grades=[
            _grade(name, player, grades.get(player, Grade()), figures)
            for player, name in enumerate(names)
        ],
        mistakes=mistakes[:MOST_COSTLY],
        cards=list(_cards(pov, explanation, first)),
        chart=_chart(replace(pov, seq=seq), explanation, figures, me),
        steps=list(_steps(pov, explanation, figures)),
    )


def _cards(pov: Pov, explanation: Explanation, shown: Sequence[Mistake]) -> Iterator[Card]:
    axis = _axis(pov, explanation)
    for number, mistake in enumerate(shown, 1):
        # With two players, only the line of the first one is drawn.
        stood = mistake.choice.decided[0 if pov.game.size == 2 else mistake.player]
        yield Card(
            number,
            mistake,
            f"{axis.x(mistake.seq - 0.5) / 10:.2f}%",
            f"{axis.y(stood):.2f}%",
            table_of(replace(pov, seq=mistake.before)).mini,
        )


def _rows(pov: Pov, explanation: Explanation, figures: Figures) -> Iterator[Row]:
    sums = [explanation.sum_of(player) for player in range(pov.game.size)]
    labels = {
        "own_dice": _("Own luck"),
        "other_dice": _("Opponents' luck"),
        "own_errors": _("Own mistakes"),
        "other_errors": _("Opponents' mistakes"),
        "leaving": _("Players who left"),
        "ruling": _("Moderator's ruling"),
    }
    # Rows only if they changed a value: `seldom`, and `of_others` in a game for one player.
    of_others, seldom = {"other_dice", "other_errors"}, {"leaving", "ruling"}
    yield Row(_("At the start"), [figures.value(each.start) for each in sums])
    for part, label in labels.items():
        changes = [getattr(each, part) for each in sums]
        if any(changes) or part not in (of_others | seldom if figures.alone else seldom):
            yield Row(label, [figures.change(change) for change in changes])
    won = pov.outcome is not None and pov.outcome.winners
    end = _("At the end") if won else _("When it ended early")
    yield Row(end, [figures.value(each.result) for each in sums], is_end=True)


def _grade(name: str, player: int, grade: Grade, figures: Figures) -> GradeView:
    loss = figures.loss(Fraction(grade.mean)) if grade.decisions else None
    error = None if grade.error is None else figures.loss(Fraction(grade.error))
    return GradeView(name, player, grade.decisions, loss, error)


def _steps(pov: Pov, explanation: Explanation, figures: Figures) -> Iterator[StepView]:
    turns = turns_of(pov)
    firsts, ends = {turn.first for turn in turns}, set(stops(turns))
    for step in explanation.steps:
        event = pov.log.events[step.seq - 1]
        faces = pov.rules.faces_of(event)
        choice, player = step.choice, step.player
        lost = 0 if choice is None or player is None else choice.lost(player)
        kind = ""
        match step.cause:
            case "ruled":
                what = _("moderator's ruling")
            case "left":
                what = _("leaves the game")
            case "dice" if faces is not None:
                kind, what = "dice", " · ".join(map(str, faces.faces))
            case _:
                kind = "choice" if choice else ""
                what = presenter(pov.game.kind).move_name(str(pov.rules.action_of(event)))
        yield StepView(
            seq=step.seq,
            begins=step.seq in firsts,
            stops=step.seq in ends,
            name="" if player is None else names_at(pov.seats, step.seq)[player],
            kind=kind,
            what=what,
            lost=figures.change(-lost) if lost else "",
            after=[figures.value(value) for value in step.after],
        )


class _Axis(NamedTuple):
    """Computes the x of events and the y of values in the chart."""

    first: int  # the first event drawn
    steps: int
    low: int  # the value at the bottom
    high: int

    def x(self, seq: float) -> float:
        """Return the x of an event; 0 for events before the first one drawn."""
        return WIDTH * min(max(seq - self.first + 1, 0), self.steps) / max(self.steps, 1)

    def y(self, value: int) -> float:
        # SVG counts from the top.
        return round(HEIGHT * (self.high - value) / (self.high - self.low), 2)


def _axis(pov: Pov, explanation: Explanation) -> _Axis:
    low, high = 0, TENTHS
    if pov.game.size == 1:
        alone = [explanation.start[0], *(step.after[0] for step in explanation.steps)]
        low, high = min(alone) - HEADROOM, max(alone) + HEADROOM
    first = explanation.steps[0].seq if explanation.steps else 1
    return _Axis(first, len(explanation.steps), low, high)


def _chart(pov: Pov, explanation: Explanation, figures: Figures, me: int | None) -> Chart:
    stood = [explanation.start, *(step.after for step in explanation.steps)]
    axis = _axis(pov, explanation)
    across = axis.x(axis.first)
    names = [
        _("You") if player == me else name for player, name in enumerate(names_at_first(pov.seats))
    ]
    lines = []
    for player, name in enumerate(names):
        points = [f"{at * across:.2f},{axis.y(each[player])}" for at, each in enumerate(stood)]
        lines.append(Line(player, name, " ".join(points)))
    dice, errors = _changes(explanation, axis)
    area = f"0,{HEIGHT} {lines[0].points} {WIDTH},{HEIGHT}" if len(lines) == 2 else ""
    return Chart(
        first=axis.first,
        cursor=f"{axis.x(pov.seq) / 10:.2f}%",
        area=area,
        lines=lines,
        stretches=list(_stretches(pov, explanation, axis, figures)),
        dice=dice,
        errors=errors,
        top=figures.mark(axis.high),
        middle=figures.mark((axis.high + axis.low) // 2),
        bottom=figures.mark(axis.low),
    )


def _changes(explanation: Explanation, axis: _Axis) -> tuple[str, str]:
    """Return SVG paths of the rollers' changes by dice, and of players' losses by marked errors."""
    dice: list[tuple[float, int]] = []
    errors: list[tuple[float, int]] = []
    for stood, step in explanation.before():
        lost = [0] * len(stood)
        if step.choice is not None and step.player is not None:
            lost = [step.choice.lost(player) for player in range(len(stood))]
            if lost[step.player] >= explanation.marked_from:
                errors.append((axis.x(step.seq - 0.5), -lost[step.player]))
        if step.cause in {"dice", "choice"}:
            # If rolling was an error, its cost is not an effect of the dice.
            change = step.after[step.roller] - stood[step.roller] + lost[step.roller]
            dice.append((axis.x(step.seq), change))
    most = max((abs(change) for _x, change in (*dice, *errors)), default=0) or 1

    def path(changes: Sequence[tuple[float, int]]) -> str:
        return "".join(
            f"M{x:.2f} {MIDDLE}v{-MIDDLE * change / most:.2f}" for x, change in changes if change
        )

    return path(dice), path(errors)


def _stretches(
    pov: Pov, explanation: Explanation, axis: _Axis, figures: Figures
) -> Iterator[Stretch]:
    after = {step.seq: step.after for step in explanation.steps}
    names = names_at_first(pov.seats)
    begin = 0.0
    for turn in turns_of(pov):
        last = turn.steps[-1].seq
        if last not in after:
            continue  # the set-up
        told = separated(
            _("%(name)s %(value)s") % {"name": name, "value": figures.value(value)}
            for name, value in zip(names, after[last], strict=True)
        )
        words = _("Steps %(first)d to %(last)d: %(told)s")
        yield Stretch(
            turn.first,
            round(begin, 2),
            round(axis.x(last) - begin, 2),
            words % {"first": turn.first, "last": last, "told": told},
        )
        begin = axis.x(last)

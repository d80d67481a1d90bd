"""A finished game explained: the words, figures and drawings of its page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.analysis.explanation import TENTHS, Choice, Explanation, Grade, Step
from games.analysis.measured import value_error
from games.pov import Pov
from games.presenters import presenter
from games.presenters.judged import Figures
from games.presenters.names import names_at, names_at_first, separated
from games.presenters.shared import percent

MOST_COSTLY = 6
"""So many of the costliest decisions are told of."""

WIDTH, HEIGHT = 1000, 100
"""Of the drawings, which are as wide and as high as the page makes them."""

MIDDLE = 20
"""Half the height of the drawing of what changed."""

ROOM = 100
"""Hundredths of a turn above and below the line of a game for one player."""


class Row(NamedTuple):
    """A line of the sum, with a cell for each player."""

    label: str
    cells: Sequence[str]
    is_end: bool = False


@dataclass(frozen=True, slots=True)
class GradeView:
    """How well a player decided. loss: what a decision cost on average, None without any."""

    name: str
    player: int
    decisions: int
    loss: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost much, in words."""

    seq: int
    player: int
    name: str
    cost: str
    words: str

    @property
    def before(self) -> int:
        """How many events had happened before it."""
        return self.seq - 1


@dataclass(frozen=True, slots=True)
class StepView:
    """An event, what it was, and how all stood after it. kind: "dice", "choice" or ""."""

    seq: int
    name: str
    kind: str
    what: str
    lost: str
    after: Sequence[str]


class Line(NamedTuple):
    """How a player stood, from the start on. points: for a polyline.  dots: for a path."""

    player: int
    name: str
    points: str
    dots: str


class Stretch(NamedTuple):
    """A part of the drawing that leads to the replay: a turn."""

    seq: int
    x: float
    width: float
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawings. top, middle, bottom: what stands beside the lines.

    dice, errors: paths of what dice and errors changed, up if for the better of their player.
    """

    lines: Sequence[Line]
    stretches: Sequence[Stretch]
    dice: str
    errors: str
    top: str
    middle: str
    bottom: str


@dataclass(frozen=True, slots=True)
class ExplainedGame:
    """All that the page shows of a game that is explained.

    marked_from: from which cost on choices are marked as errors.
    off: how far a single value is off on average, "" if nobody has measured it.
    """

    alone: bool
    approximate: bool
    marked_from: str
    off: str
    names: Sequence[str]
    rows: Sequence[Row]
    grades: Sequence[GradeView]
    mistakes: Sequence[Mistake]
    chart: Chart
    steps: Sequence[StepView]


def explained_game(
    pov: Pov, explanation: Explanation, grades: Mapping[int, Grade]
) -> ExplainedGame:
    """Return what the page of a finished game shows.

    Args:
        pov: The end of the game.
        explanation: Of the same log.
        grades: How well those decided who began the game, by their numbers.
    """
    figures = Figures(alone=pov.game.size == 1)
    names = names_at_first(pov.seats)
    off = value_error(pov.game.kind, pov.game.size)
    return ExplainedGame(
        alone=figures.alone,
        approximate=explanation.approximate,
        marked_from=figures.short(explanation.marked_from),
        off="" if off is None else figures.loss(Fraction(off)),
        names=names,
        rows=list(_rows(pov, explanation, figures)),
        grades=[
            _grade(name, player, grades.get(player, Grade()), figures)
            for player, name in enumerate(names)
        ],
        mistakes=_mistakes(pov, explanation, figures),
        chart=_chart(pov, explanation, figures),
        steps=[_step(pov, step, figures) for step in explanation.steps],
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
    of_others, seldom = {"other_dice", "other_errors"}, {"leaving", "ruling"}
    start = _("At the start") if figures.alone else _("Starting chance")
    yield Row(start, [figures.value(each.start) for each in sums])
    for part, label in labels.items():
        changes = [getattr(each, part) for each in sums]
        if any(changes) or part not in (of_others | seldom if figures.alone else seldom):
            yield Row(label, [figures.change(change) for change in changes])
    won = pov.outcome is not None and pov.outcome.winners
    end = _("At the end") if won else _("When it ended early")
    yield Row(end, [figures.value(each.result) for each in sums], is_end=True)


def _grade(name: str, player: int, grade: Grade, figures: Figures) -> GradeView:
    loss = error = None
    if grade.decisions:
        loss = figures.loss(Fraction(grade.mean))
        error = None if grade.error is None else figures.loss(Fraction(grade.error))
    return GradeView(name, player, grade.decisions, loss, error)


def _mistakes(pov: Pov, explanation: Explanation, figures: Figures) -> list[Mistake]:
    costly = [
        (choice.lost(player), step.seq, player, choice)
        for step in explanation.steps
        if (choice := step.choice) is not None
        and (player := step.player) is not None
        and choice.lost(player) >= explanation.marked_from
    ]
    costly.sort(key=lambda each: (-each[0], each[1]))
    found = []
    for lost, seq, player, choice in costly[:MOST_COSTLY]:
        name = names_at(pov.seats, seq)[player]
        words = _words(pov, choice, player, name, figures)
        found.append(Mistake(seq, player, name, figures.change(-lost), words))
    return found


def _words(pov: Pov, choice: Choice, player: int, name: str, figures: Figures) -> str:
    kind = presenter(pov.game.kind)
    told = {
        "name": name,
        "action": kind.move_name(choice.action),
        "best": kind.move_name(choice.best),
        "worth": figures.value(choice.decided[player]),
        "best_worth": figures.value(choice.meant[player]),
        "lost": figures.loss(Fraction(choice.lost(player))),
    }
    bust = choice.bust
    stopped = choice.meant if choice.action == "roll" else choice.decided
    rolling = "roll" in {choice.action, choice.best} and bust and 0 < bust.chance < TENTHS
    # In some games a roll that is no bust may be worse than stopping, which takes dice from others.
    if bust is None or not rolling or bust.otherwise < stopped[player]:
        if figures.alone:
            return (
                _(
                    "“%(action)s” leads to %(worth)s turns, “%(best)s” to %(best_worth)s: "
                    "%(lost)s fewer."
                )
                % told
            )
        return (
            _("“%(action)s” is worth %(worth)s, “%(best)s” %(best_worth)s: %(lost)s more.") % told
        )
    rolled = choice.action == "roll"
    told |= {
        "chance": percent(Fraction(bust.chance, TENTHS)),
        "now": told["best_worth"] if rolled else told["worth"],
        "otherwise": figures.value(bust.otherwise),
        "bust": figures.value(bust.after),
    }
    if figures.alone and rolled:
        text = _(
            "Rolling leads from %(now)s turns to %(otherwise)s, or to %(bust)s on a bust "
            "(%(chance)s): on average %(lost)s turns more than “%(best)s”."
        )
    elif figures.alone:
        text = _(
            "Rolling would have led from %(now)s turns to %(otherwise)s, or to %(bust)s on "
            "a bust (%(chance)s): on average %(lost)s turns fewer than “%(action)s”."
        )
    elif rolled:
        text = _(
            "Rolling takes %(name)s from %(now)s to %(otherwise)s, or to %(bust)s on a "
            "bust (%(chance)s): on average %(lost)s worse than “%(best)s”."
        )
    else:
        text = _(
            "Rolling would have taken %(name)s from %(now)s to %(otherwise)s, or to "
            "%(bust)s on a bust (%(chance)s): on average %(lost)s better than “%(action)s”."
        )
    return text % told


def _step(pov: Pov, step: Step, figures: Figures) -> StepView:
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
    return StepView(
        seq=step.seq,
        name="" if player is None else names_at(pov.seats, step.seq)[player],
        kind=kind,
        what=what,
        lost=figures.change(-lost) if lost else "",
        after=[figures.value(value) for value in step.after],
    )


def _chart(pov: Pov, explanation: Explanation, figures: Figures) -> Chart:
    stood = [explanation.start, *(step.after for step in explanation.steps)]
    low, high = 0, TENTHS
    if figures.alone:
        alone = [value for (value,) in stood]
        low, high = min(alone) - ROOM, max(alone) + ROOM
    across = WIDTH / max(len(explanation.steps), 1)
    place = {step.seq: number * across for number, step in enumerate(explanation.steps, 1)}

    def y(value: int) -> float:
        return round(HEIGHT * (high - value) / (high - low), 2)

    names = names_at_first(pov.seats)
    lines = []
    for player, name in enumerate(names):
        points = [f"{at * across:.2f},{y(each[player])}" for at, each in enumerate(stood)]
        dots = [
            f"M{place[step.seq] - across / 2:.2f} {y(step.choice.decided[player])}h0"
            for step in explanation.steps
            if step.player == player
            and step.choice
            and step.choice.lost(player) >= explanation.marked_from
        ]
        lines.append(Line(player, name, " ".join(points), "".join(dots)))
    dice, errors = _changes(explanation, place, across)
    return Chart(
        lines=lines,
        stretches=list(_stretches(pov, explanation, place, figures)),
        dice=dice,
        errors=errors,
        top=figures.value(high),
        middle=figures.value((high + low) // 2),
        bottom=figures.value(low),
    )


def _changes(explanation: Explanation, place: dict[int, float], across: float) -> tuple[str, str]:
    """Return paths of what dice changed for their roller, and errors for their maker."""
    dice: list[tuple[float, int]] = []
    errors: list[tuple[float, int]] = []
    for stood, step in explanation.before():
        lost = [0] * len(stood)
        if step.choice is not None and step.player is not None:
            lost = [step.choice.lost(player) for player in range(len(stood))]
            if lost[step.player] >= explanation.marked_from:
                errors.append((place[step.seq] - across / 2, -lost[step.player]))
        if step.cause in {"dice", "choice"}:
            change = step.after[step.roller] - stood[step.roller] + lost[step.roller]
            dice.append((place[step.seq], change))
    most = max((abs(change) for _x, change in (*dice, *errors)), default=0) or 1

    def path(changes: Sequence[tuple[float, int]]) -> str:
        return "".join(
            f"M{x:.2f} {MIDDLE}v{-MIDDLE * change / most:.2f}" for x, change in changes if change
        )

    return path(dice), path(errors)


def _stretches(
    pov: Pov, explanation: Explanation, place: dict[int, float], figures: Figures
) -> Iterator[Stretch]:
    after = {step.seq: step.after for step in explanation.steps}
    names = names_at_first(pov.seats)
    begin = 0.0
    for turn in presenter(pov.game.kind).turns(pov.log, pov.game.version):
        last = turn.steps[-1].seq
        if last not in place:
            continue  # the set-up
        told = separated(
            _("%(name)s %(value)s") % {"name": name, "value": figures.value(value)}
            for name, value in zip(names, after[last], strict=True)
        )
        words = _("Steps %(first)d to %(last)d: %(told)s")
        yield Stretch(
            turn.first,
            round(begin, 2),
            round(place[last] - begin, 2),
            words % {"first": turn.first, "last": last, "told": told},
        )
        begin = place[last]

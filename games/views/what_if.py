"""What if: another line of play from a position, with the worth of each action."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.limits import check_limit
from accounts.refusals import Refusal
from accounts.requests import Request
from games.analysis.client import AnalysisError
from games.analysis.evaluation import Evaluation
from games.engine.core import Event, Resign, State
from games.engine.dice import FACES, ScriptedDice
from games.engine.errors import ActionError
from games.engine.registry import KINDS
from games.pages import pages_of
from games.pages.what_if import choices, moves
from games.pov import Pov, pov_of, who_decides, with_line
from games.presenters import presenter, table_context
from games.queries import plays_for_themselves, started_game
from games.services import bot_moves
from games.services.analyses import has_analysis, is_shown
from games.services.refusals import BadRoll

LONGEST = 100  # maximum number of moves in a line of play

MOST_EVALUATED = 2000
"""Maximum number of actions to evaluate. No game reaches it; positions that users set up may."""

DO, ROLL = "do", "roll"


@dataclass(frozen=True)
class Origin:
    """The start of lines of play: a step of a finished game, or a position that a user has set up.

    path: its address.  position: query parameters of a position set up, repeated in every address.
    """

    path: str
    pov: Pov
    position: Sequence[tuple[str, str]] = ()

    def fields(self, done: Sequence[str]) -> list[tuple[str, str]]:
        """Return the query parameters in the address of a line of play."""
        return [*self.position, *((DO, text) for text in done)]

    def address(self, done: Sequence[str] = ()) -> str:
        """Return the address of a line of play. done: its actions."""
        query = QueryDict(mutable=True)
        for name, value in self.fields(done):
            query.appendlist(name, value)
        return f"{self.path}?{query.urlencode(safe=':,')}" if query else self.path


@require_safe
def what_if(request: Request, code: str, seq: int) -> HttpResponse:
    """Show where a line leads from a step of a finished game, and the worth of each action there.

    Each `do` of the address is an action, or a roll with its faces, "roll:3456". `dice`: faces that
    a form adds to the line, or "random".
    """
    game = started_game(code, request.user)
    if not game.is_finished or seq > game.version or not is_shown(game):
        raise Http404
    check_limit(request, "what_if")
    origin = Origin(reverse("what_if", args=[game.code, seq]), pov_of(game, None, seq))
    return _explore(request, origin, {"base": game})


@require_safe
def set_up(request: Request, kind: str) -> HttpResponse:
    """Show the form of a position, which the address describes, and where a line leads from it."""
    form_class = pages_of(kind).PositionForm if kind in KINDS else None
    if form_class is None or not has_analysis(kind):
        raise Http404
    check_limit(request, "what_if")
    form = form_class(request.GET)
    context = {"form": form, "kind": kind, "form_template": f"games/{kind}/_set_up.html"}
    if not form.is_valid():
        context["about"] = presenter(kind).ABOUT
        return render(request, "games/set_up.html", context, status=422)
    origin = Origin(reverse("set_up", args=[kind]), form.pov, list(form.said()))
    asked = [(name, value) for name, values in request.GET.lists() for value in values]
    if not {DO, "dice"} & set(request.GET) and asked != origin.position:
        return redirect(origin.address())  # so that people share short addresses
    return _explore(request, origin, context)


def _explore(request: Request, origin: Origin, context: dict[str, Any]) -> HttpResponse:
    done = request.GET.getlist(DO)
    if len(done) > LONGEST:
        raise Http404
    pov, refusal = _follow(origin.pov, done), None
    if "dice" in request.GET:
        try:
            faces = _faces(request.GET["dice"], pov)
        except Refusal as why_not:
            refusal = why_not
        else:
            return redirect(origin.address([*done, f"{ROLL}:{faces}"]))
    player = who_decides(pov.game, pov.state)
    plays, ends = plays_for_themselves(request.user), len(done) == LONGEST
    evaluation = None if player is None or plays or ends else _evaluate(pov, player)

    def onward(action: str) -> str:
        return origin.address([*done, action])

    line = [origin.address(done[:n]) for n in range(len(done) + 1)]
    context |= table_context(pov) | {
        "origin": origin,
        "fields": origin.fields(done),
        "moves": list(moves(pov, origin.pov.seq, line)),
        "player": player,
        "choices": [] if ends else choices(pov, player, evaluation, onward),
        "evaluation": evaluation,
        "plays": plays,
        "ends": ends,
        "dice_count": 0 if ends else _dice_count(pov),
        "refusal": refusal,
    }
    status = refusal.status if refusal else 200
    return render(request, "games/what_if.html", context, status=status)


def _follow(pov: Pov, done: Sequence[str]) -> Pov:
    """Return the position to which a line leads. Raises Http404 if the rules do not allow it."""
    rules, state = pov.rules, pov.state
    events: list[Event] = []
    states: list[State] = []
    for text in done:
        player = who_decides(pov.game, state)
        if player is None:
            raise Http404
        name, _colon, faces = text.partition(":") if text.startswith(f"{ROLL}:") else (text, "", "")
        if (name == ROLL) != bool(faces):
            raise Http404
        try:
            action = rules.parse_action(name)
            if isinstance(action, Resign):
                raise Http404
            shown = [int(face) for face in faces if "1" <= face <= str(FACES)]
            if faces and len(shown) != rules.dice_count(state):
                raise Http404
            events.append(rules.resolve(state, player, action, ScriptedDice([shown])))
        except ActionError:
            raise Http404 from None
        state = rules.apply_event(state, events[-1])
        states.append(state)
    return with_line(pov, events, states)


def _faces(typed: str, pov: Pov) -> str:
    """Return the faces that were typed in, or random ones."""
    count = _dice_count(pov)
    if not count:
        raise Http404
    if typed == "random":
        return "".join(str(SystemRandom().randint(1, FACES)) for _ in range(count))
    faces = [face for face in typed if face.isdigit()]
    if len(faces) != count or not all("1" <= face <= str(FACES) for face in faces):
        raise BadRoll(dice=count)
    return "".join(faces)


def _dice_count(pov: Pov) -> int:
    """Return how many dice can be rolled in the position shown, 0 for none."""
    if pov.rules.roll_address(pov.state) is None:
        return 0
    return pov.rules.dice_count(pov.state)


def _evaluate(pov: Pov, player: int) -> Evaluation | None:
    if len(pov.rules.legal_actions(pov.state, player)) > MOST_EVALUATED:
        return None
    try:
        return bot_moves.evaluate(pov.rules, pov.state, player)
    except AnalysisError:
        return None

"""What if: another way on from a position of a finished game, with what everything is worth."""

from collections.abc import Sequence
from functools import partial
from random import SystemRandom

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.limits import check_limit
from accounts.refusals import Refusal
from accounts.requests import Request
from games.analysis.asking import AnalysisError
from games.analysis.judgement import Judgement
from games.engine.core import Event, Resign, State
from games.engine.dice import FACES, ScriptedDice
from games.engine.errors import ActionError
from games.models import Game
from games.pov import Pov, pov_of, who_decides, with_line
from games.presenters import table_context
from games.presenters.what_if import choices, moves
from games.queries import plays_for_themselves, started_game
from games.services import bot_moves
from games.services.analyses import is_shown
from games.services.refusals import BadRoll

LONGEST = 100
"""So many moves a line has at most."""

ROLL = "roll"


@require_safe
def what_if(request: Request, code: str, seq: int) -> HttpResponse:
    """Show where a line leads, and what each action there is worth.

    The address names the line: `do` is an action, or a roll with its faces, "roll:3456". `dice` are
    faces that a form adds to it; "random" has some drawn.
    """
    game = started_game(code, request.user)
    if not game.is_finished or seq > game.version or not is_shown(game):
        raise Http404
    check_limit(request, "what_if")
    done = request.GET.getlist("do")
    if len(done) > LONGEST:
        raise Http404
    pov, refusal = _follow(pov_of(game, None, seq), done), None
    if "dice" in request.GET:
        try:
            faces = _faces(request.GET["dice"], pov)
        except Refusal as why_not:
            refusal = why_not
        else:
            return redirect(_address(game, seq, [*done, f"{ROLL}:{faces}"]))
    player = who_decides(game, pov.state)
    plays, ends = plays_for_themselves(request.user), len(done) == LONGEST
    judgement = None if player is None or plays or ends else _judge(pov, player)
    onward = partial(_onward, game, seq, done)
    context = table_context(pov) | {
        "base": game,
        "seq": seq,
        "done": done,
        "moves": moves(pov, seq, [_address(game, seq, done[:n]) for n in range(len(done) + 1)]),
        "player": player,
        "choices": [] if ends else choices(pov, player, judgement, onward),
        "judgement": judgement,
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


def _judge(pov: Pov, player: int) -> Judgement | None:
    try:
        return bot_moves.judge(pov.rules, pov.state, player)
    except AnalysisError:
        return None


def _onward(game: Game, seq: int, done: Sequence[str], text: str) -> str:
    """Return the address of a line with another action."""
    return _address(game, seq, [*done, text])


def _address(game: Game, seq: int, done: Sequence[str]) -> str:
    query = QueryDict(mutable=True)
    query.setlist("do", list(done))
    base = reverse("what_if", args=[game.code, seq])
    return f"{base}?{query.urlencode(safe=':,')}" if done else base

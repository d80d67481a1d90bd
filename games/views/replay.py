"""A game step by step: each position is a page, and scripts fetch many positions at once."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypedDict

from django.http import Http404, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.limits import check_limit
from accounts.requests import Request, whole_number
from accounts.templatetags.names import with_names
from games.analysis.explanation import Explanation
from games.lru_cache import LruCache
from games.models import Game, people_at
from games.pov import Pov, pov_of
from games.presence import count_spectators
from games.presenters import part, presenter, table_context, table_of
from games.presenters.names import name_at_first, names_at_each
from games.presenters.replaying import log_line, marks, question, since_last, stops, turns_of
from games.presenters.shared import Sound
from games.presenters.talk import Talk, talk_on
from games.queries import may_know_analysis, started_game
from games.services.analyses import explanation_of, has_analysis, is_secret, is_shown

CHUNK = 64
"""Maximum number of positions in a request for frames."""

FRAMES_FRESH = 3600
"""Seconds for which browsers may cache frames of a finished game: few, as names may be deleted."""

FRAMES_CACHED = 4096  # some kB each
GAMES_CACHED = 64  # some dozen kB each: the log, the marks under the slider, the explanation


class Frame(TypedDict):
    """A position as scripts fetch it.

    stop: whether a replay stops there.  at: milliseconds since the event before.
    moment: whether a replay that is to pause at moments, such as a bust, pauses there.
    asks, answer, best: the decision to guess, as in `Question`, or "".
    say: text for screen readers; names in it and in `asks` are marked.  heard: the event's sounds.
    html: the elements that differ between steps, by id.
    """

    seq: int
    stop: bool
    at: int
    moment: bool
    asks: str
    answer: str
    best: str
    title: str
    say: str
    rolled: bool
    heard: tuple[Sound, ...]
    html: dict[str, str]


_frames: LruCache[Frame] = LruCache(FRAMES_CACHED)
_logs: LruCache[str] = LruCache(GAMES_CACHED)
_marks: LruCache[str] = LruCache(GAMES_CACHED)
_explanations: LruCache[Explanation | None] = LruCache(GAMES_CACHED)


@dataclass(frozen=True, slots=True)
class Place:
    """A page's place among all stops, for the slider.

    number: the stop's, 0 at the start.  steps: the number of stops after the start.
    to: the seq to which each button leads, None if it leads nowhere.
    before, after: the parts of a step's address before and after its seq.
    """

    number: int
    steps: int
    to: dict[str, int | None]
    before: str
    after: str


@require_safe
def last(request: Request, code: str) -> HttpResponse:
    """Go to the step that the slider's form names, or to the last step."""
    game = started_game(code, request.user)
    number, seq = whole_number(request.GET.get("step")), game.version
    if number is not None:
        found = stops(turns_of(pov_of(game, None)))
        seq = found[min(number, len(found) - 1)]
    return redirect(reverse("replay", args=(code, seq)) + _query(_side(request, game)))


@require_safe
def step(request: Request, code: str, seq: int) -> HttpResponse:
    """Show the position after `seq` events."""
    game = started_game(code, request.user)
    if seq > game.version:
        raise Http404
    return replay_page(request, game, talk_on(game, seq, request.user))


def replay_page(request: Request, game: Game, talk: Talk, status: int = 200) -> HttpResponse:
    """Return the page of the step that `talk` is about."""
    pov = _seen(request, game, talk.seq)
    turns = turns_of(pov)
    seated = people_at(game, pov.seats)
    context = table_context(pov)
    context |= {
        "replay": context["t"].replay,
        "query": _query(pov.side),
        "log": _log(pov, turns),
        "marks": _marked(pov, turns),
        "about": presenter(game.kind).ABOUT,
        "place": place_of(
            pov, turns, reverse("replay_last", args=(game.code,)), f"/{_query(pov.side)}"
        ),
        "chunk": CHUNK,
        "talk": talk,
        "viewers": count_spectators(game.code, seated) if game.is_running else 0,
    }
    return render(request, "games/replay.html", context, status=status)


@require_safe
def frames(request: Request, code: str) -> HttpResponse:
    """Answer with the positions `from`..`to` as JSON, each with its regions as HTML.

    While the game runs, the answer holds the log, too, unless log=0. `you`: the reader's own player
    number, for "You rolled" in place of their name.
    """
    game = started_game(code, request.user)
    first, final = whole_number(request.GET.get("from")), whole_number(request.GET.get("to"))
    if first is None or final is None or not 0 <= final - first < CHUNK:
        return HttpResponseBadRequest(_("Ask for up to 64 steps, first to last."))
    pov = _seen(request, game)
    turns, me = turns_of(pov), reader(request, pov)
    if me is None or whole_number(request.GET.get("you")) != me:
        me = None
    key, draw = (drawn_from(pov), me), _Drawing(request, turns, me)
    shown = [
        # Not cached while a game runs: the next event changes the last frame.
        _frames.get((seq, key), partial(draw.frame, replace(pov, seq=seq)))
        if game.is_finished
        else draw.frame(replace(pov, seq=seq))
        for seq in range(first, min(final, game.version) + 1)
    ]
    grown = {}
    if game.is_running and request.GET.get("log") != "0":
        grown = {"log": _log(pov, turns), "marks": _marked(pov, turns)}
    answer = JsonResponse(
        {"version": game.version, "frames": shown, **grown},
        json_dumps_params={"ensure_ascii": False},
    )
    settled = pov.explanation is not None or not has_analysis(game.kind)
    # Browsers cache by the address, so it has to name the language, too.
    if game.is_finished and settled and request.GET.get("lang") == get_language():
        patch_cache_control(answer, private=True, max_age=FRAMES_FRESH)
    else:
        patch_cache_control(answer, no_store=True)
    return answer


def _seen(request: Request, game: Game, seq: int | None = None) -> Pov:
    """Return the game from the side in the address, with its analysis if the reader may know it."""
    explanation = None
    known = not is_secret(game) and may_know_analysis(game, request.user)
    if game.is_explained and known:
        key = game.pk, game.code, game.version, game.analysed
        explanation = _explanations.get(key, partial(explanation_of, game))
    return replace(pov_of(game, None, seq), side=_side(request, game), explanation=explanation)


def reader(request: Request, pov: Pov) -> int | None:
    """Return the reader's player number, None for spectators."""
    mine = (seat.player for seat in pov.seats if seat.user_id and seat.user_id == request.user.pk)
    return next(mine, None)


def to_reader(pov: Pov, me: int | None) -> Any:
    """Return the table as the player `me` reads it: "You rolled"."""
    return table_context(replace(pov, player=me))["t"]


def _side(request: Request, game: Game) -> int | None:
    """Return the player whose side the address asks for; None if it names no player here."""
    side = whole_number(request.GET.get("as"))
    return side if side is not None and side < game.size else None


def _query(side: int | None) -> str:
    """Return the query of every address of a replay seen from this side."""
    return "" if side is None else f"?as={side}"


class _Drawing:
    """Draws the frames of one answer.

    turns: all turns of the log.  me: the reader's player number, None for spectators.
    """

    def __init__(self, request: Request, turns: Sequence[Any], me: int | None) -> None:
        self._request = request
        self._me = me
        self._is_counted = False
        self._stops = frozenset(stops(turns))
        self._seats: tuple[Any, str] = None, ""

    def frame(self, pov: Pov) -> Frame:
        """Return the position shown, as a frame."""
        # Drawing takes CPU time, so each IP address has a limit; cached frames do not count.
        if not self._is_counted:
            check_limit(self._request, "frames")
            self._is_counted = True
        context = table_context(pov)
        seen = context["t"] if self._me is None else table_of(replace(pov, player=self._me))
        step = context["replay"] = seen.replay
        t = context["t"] if self._me is None else to_reader(pov, self._me)
        asked, names = question(pov), t.all_names
        said = " ".join([t.told, *step.on_clocks])
        return {
            "seq": pov.seq,
            "stop": pov.seq in self._stops,
            "at": since_last(pov),
            "moment": context["t"].is_moment,
            "asks": with_names(asked.words, names) if asked else "",
            "answer": asked.answer if asked else "",
            "best": asked.best if asked else "",
            "title": step.title,
            "say": with_names(said, names),
            "heard": context["t"].sounds,
            "rolled": pov.event is not None and pov.event.type == "rolled",
            "html": {
                "t-pieces": render_to_string(part(pov.game.kind, "pieces"), context),
                "t-seats": self._seats_of(context),
                "r-step": render_to_string("games/_replay_step.html", context | {"t": t}),
            },
        }

    def _seats_of(self, context: dict[str, Any]) -> str:
        """Return the list of seats; rendered only if it differs from that of the previous frame."""
        t = context["t"]
        shown = t.seats, t.turns_alone, t.winners, t.pov.live
        if self._seats[0] != shown:
            self._seats = shown, render_to_string("games/_seats.html", context)
        return self._seats[1]


def drawn_from(pov: Pov) -> Hashable:
    """Return the cache key of the parts of a finished game that are the same at all steps.

    It holds all that may still change: rulings, the analysis and who may know it, the players'
    names and whether they are staff.
    """
    players = tuple(
        (
            *(seat.player, seat.won, seat.name, seat.bot, seat.user_id),
            name_at_first(seat),
            seat.user and (seat.user.username, seat.user.is_staff, seat.user.is_active),
        )
        for seat in pov.seats
    )
    game = pov.game
    analysed = game.analysed, pov.explanation is not None, is_shown(game)
    return game.pk, game.code, game.version, *analysed, pov.side, get_language(), players


def _log(pov: Pov, turns: Sequence[Any]) -> str:
    """Return the log, in which the shown step is marked."""

    def draw() -> str:
        before, after = reverse("replay_last", args=(pov.game.code,)), f"/{_query(pov.side)}"
        named = zip(turns, names_at_each(pov.seats, (turn.first for turn in turns)), strict=True)
        lines = [log_line(turn, names, before, after) for turn, names in named]
        return render_to_string("games/_replay_log.html", {"lines": lines})

    drawn = _once(_logs, pov, draw)
    entry = f'data-seq="{pov.seq}"'
    return mark_safe(drawn.replace(entry, f'{entry} aria-current="step"'))  # noqa: S308 - numbers


def _marked(pov: Pov, turns: Sequence[Any]) -> str:
    """Return the marks under the slider."""

    def draw() -> str:
        return render_to_string("games/_replay_marks.html", {"marks": marks(pov, turns)})

    return _once(_marks, pov, draw)


def _once(cache: LruCache[str], pov: Pov, draw: Callable[[], str]) -> str:
    """Return a part of a replay that is the same at all steps, cached once the game is over."""
    return cache.get(drawn_from(pov), draw) if pov.game.is_finished else draw()


def place_of(pov: Pov, turns: Sequence[Any], before: str, after: str) -> Place:
    """Return the place of a position among all stops. turns: all turns of the log."""
    ends = stops(turns)
    return Place(
        number=bisect_left(ends, pov.seq),
        steps=len(ends) - 1,
        to=_destinations(pov, ends, [turn.first for turn in turns]),
        before=before,
        after=after,
    )


def _destinations(pov: Pov, ends: Sequence[int], starts: Sequence[int]) -> dict[str, int | None]:
    at, end = pov.seq, pov.game.version
    before, after = bisect_left(starts, at), bisect_right(starts, at)
    back = {
        "first": 0,
        "turn_back": starts[before - 1] if before else 0,
        "back": ends[max(bisect_left(ends, at) - 1, 0)],
    }
    forward = {
        "forward": ends[min(bisect_right(ends, at), len(ends) - 1)],
        "turn_forward": starts[after] if after < len(starts) else end,
        "last": end,
    }
    return {
        **(back if at > 0 else dict.fromkeys(back)),
        **(forward if at < end else dict.fromkeys(forward)),
    }

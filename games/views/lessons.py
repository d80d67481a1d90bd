"""Lessons: a decision on each page, described by its address alone, and questions at the end."""

from dataclasses import dataclass
from http import HTTPStatus

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.requests import Request, whole_number
from games.engine.registry import KINDS
from games.models import Game
from games.pages import pages_of
from games.pages.lessons import Lesson, Question
from games.presenters import presenter, table_context
from games.queries import running_games_of
from games.views.lesson_offer import remember_seen
from games.views.table import action_text


@require_safe
def index(request: Request) -> HttpResponse:
    """Lead to the list of games and their lessons, as "Learn" in the header does."""
    return redirect("rules_index")


@require_safe
def lesson(request: Request, kind: str) -> HttpResponse:
    """Lead to the first step."""
    _lesson_of(kind)
    return redirect("lesson_step", kind, 1)


@require_safe
def step(request: Request, kind: str, number: int) -> HttpResponse:
    """Show a decision, the reply to the choice in the address, or the questions at the end."""
    found = _lesson_of(kind)
    if number == found.length:
        return _questions(request, kind, found)
    if not 1 <= number < found.length:
        raise Http404
    shown = found.steps[number - 1]
    choice = action_text(request.GET)
    reply = found.reply(shown, choice)
    pov = found.outcome(shown, reply) if reply else found.decision(shown)
    refused = bool(choice) and reply is None
    context = table_context(pov) | _place(request, kind, found, number)
    context |= {"step": shown, "reply": reply, "refused": refused}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, "games/lesson.html", context, status=status)


@dataclass(frozen=True)
class Asked:
    """A question and its answer. name: of its form field.  chosen: index of an option, or None."""

    name: str
    question: Question
    chosen: int | None

    @property
    def is_right(self) -> bool:
        """Whether the answer is the right one."""
        return self.chosen == self.question.right


def _questions(request: Request, kind: str, found: Lesson) -> HttpResponse:
    asked = []
    for number, question in enumerate(found.questions, start=1):
        chosen = whole_number(request.GET.get(f"q{number}"))
        known = chosen if chosen in range(len(question.options)) else None
        asked.append(Asked(f"q{number}", question, known))
    sent = any(one.name in request.GET for one in asked)
    missing = sum(one.chosen is None for one in asked)
    context = _place(request, kind, found, found.length) | {
        "learnt": found.learnt,
        "asked": asked,
        "missing": missing if sent else 0,
        "done": not missing,
        "right": sum(one.is_right for one in asked),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if sent and missing else HTTPStatus.OK
    response = render(request, "games/lesson_questions.html", context, status=status)
    return remember_seen(response, kind)


def _lesson_of(kind: str) -> Lesson:
    """Return the lesson of a kind. Raises Http404 if there is none."""
    found = pages_of(kind).LESSON if kind in KINDS else None
    if found is None:
        raise Http404
    return found


def _place(request: Request, kind: str, found: Lesson, number: int) -> dict[str, object]:
    """Return the context of all pages of a lesson. waiting: the reader's running game or None."""
    waiting: Game | None = running_games_of(request.user).filter(kind=kind).order_by("-pk").first()
    return {
        "kind": kind,
        "about": presenter(kind).ABOUT,
        "number": number,
        "length": found.length,
        "next": number + 1,
        "waiting": waiting,
    }

"""Answers to requests whose view raised a Refusal."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from accounts.refusals import Refusal
from operations import metrics

View = TypeVar("View", bound=Callable[..., object])
Page = Callable[..., HttpResponse]  # takes the request, the refusal and the view's arguments


def refused_with(page: Page) -> Callable[[View], View]:
    """Mark a view whose refusals have their own page."""

    def mark(view: View) -> View:
        view.__dict__["refusal_page"] = page
        return view

    return mark


def answer(
    request: HttpRequest, refusal: Refusal, page: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the refusal as JSON to programs that prefer JSON, and as this page to people."""
    metrics.refusals.labels(refusal.code).inc()
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        content = {"code": refusal.code, "message": str(refusal)}
        return JsonResponse(content, status=refusal.status)
    return page()


def refuse(form: BaseForm, refusal: Refusal, field: str | None = None) -> None:
    """Add a refusal to a form, beside a field or above all fields."""
    metrics.refusals.labels(refusal.code).inc()
    form.add_error(field, ValidationError(str(refusal), refusal.code))


class RefusalMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or not isinstance(error, Refusal):
            return None
        page: Page = getattr(match.func, "refusal_page", _page)
        return answer(request, error, lambda: page(request, error, **match.kwargs))


def _page(request: HttpRequest, refusal: Refusal, **arguments: Any) -> HttpResponse:
    return render(request, "refused.html", {"refusal": refusal}, status=refusal.status)

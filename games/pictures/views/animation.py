"""Some steps of a game as a moving picture: ask for it, follow its progress, download it."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.addresses import address_of
from accounts.answers import answer
from accounts.limits import limited
from accounts.refusals import Refusal
from accounts.requests import Request
from games.models import Game
from games.pictures import clips
from games.pictures.animations import ask, found
from games.pictures.clips import Clip, read_clip, usual_clip
from games.pictures.models import Animation
from games.pictures.tasks import draw_animation
from games.pictures.views.ranges import part_of
from games.pictures.views.still import let_keep
from games.pov import Pov, pov_of
from games.queries import started_game

CONTENT_TYPES = {"webp": "image/webp", "gif": "image/gif", "mp4": "video/mp4"}


@never_cache  # else Back shows the last answer at this address, which is only a part of the page
@require_http_methods(["GET", "HEAD", "POST"])
@limited("animate")
def page(request: Request, code: str) -> HttpResponse:
    """Show the form and the progress of its animation; a POST hands the animation to the worker."""
    game = started_game(code, request.user)
    pov = pov_of(game, None)
    data = request.POST if request.method == "POST" else request.GET
    clip = usual_clip(pov)
    try:
        clip = read_clip(data, pov)
        if request.method == "POST":
            ask(pov, clip, _asked_by(request), draw_animation.enqueue)
            return redirect(_page_of(game, clip))
    except Refusal as refusal:
        return answer(request, refusal, partial(_page, request, pov, clip, data, refusal))
    if request.htmx:
        context = {"game": game, **_progress(pov, clip)}
        return render(request, "pictures/_progress.html", context)
    return _page(request, pov, clip)


@require_safe
def file(request: Request, code: str, format: str) -> HttpResponse:
    """Answer with an animation that is drawn; otherwise lead to the page to ask for it."""
    game = started_game(code, request.user)
    pov = pov_of(game, None)
    clip = replace(read_clip(request.GET, pov), format=format)
    animation = found(pov, clip)
    if animation is None or animation.progress != Animation.Progress.DONE:
        return redirect(_page_of(game, clip))
    answer = part_of(request, bytes(animation.picture or b""), CONTENT_TYPES[format])
    name = file_name(game, clip)
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    let_keep(answer, game)
    return answer


def file_name(game: Game, clip: Clip) -> str:
    """Return the name of a saved animation."""
    return f"{game.kind}-{game.code}-{clip.first}-{clip.final}.{clip.format}"


def _asked_by(request: Request) -> str:
    # Guest accounts are easily made, so limits count guests by IP address.
    user = request.user
    if user.is_authenticated and not user.is_guest:
        return f"user {user.pk}"
    return address_of(request)


def _page_of(game: Game, clip: Clip) -> str:
    """Return the page to ask for this animation and follow its progress."""
    return f"{reverse('animation', args=[game.code])}?{clip.query}&format={clip.format}"


def _page(
    request: Request,
    pov: Pov,
    clip: Clip,
    data: QueryDict | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    values: dict[str, object] = {
        "from": clip.first,
        "to": clip.final,
        "delay": clip.delay,
        "format": clip.format,
    }
    if data is not None:
        values |= {name: data[name] for name in values if name in data}
    context = {
        "game": pov.game,
        "pov": pov,
        "values": values,
        "formats": Animation.Format.choices,
        "refusal": refusal,
        "most": clips.MOST_FRAMES,
        "least_delay": clips.LEAST_DELAY,
        "most_delay": clips.MOST_DELAY,
        **_progress(pov, clip),
    }
    status = refusal.status if refusal else 200
    return render(request, "pictures/animation.html", context, status=status)


def _progress(pov: Pov, clip: Clip) -> dict[str, Any]:
    animation = found(pov, clip)
    return {
        "animation": animation,
        "here": _page_of(pov.game, clip),
        "file": f"{reverse(f'animation_{clip.format}', args=[pov.game.code])}?{clip.query}",
        "name": file_name(pov.game, clip),
        "too_large": animation is not None and animation.fault == Animation.TOO_LARGE,
    }

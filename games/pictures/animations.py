"""Animations: asked for by a request, drawn by the worker, kept for some days."""

import time
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import timedelta
from http import HTTPStatus
from itertools import accumulate
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal
from games.pictures.clips import Clip
from games.pictures.drawing import drawing
from games.pictures.models import SILENCE, Animation
from games.pictures.painter import Painter
from games.pictures.steps import between, stops
from games.pictures.still import look_of
from games.pov import Pov, pov_of

WIDTH = 640
MOST_BYTES = 8_000_000
MOST_BYTES_KEPT = 64_000_000
MOST_KEPT = 200
MOST_WAITING = 20
MOST_WAITING_FOR_ONE = 3
"""Maximum number of waiting animations of the same account or IP address."""

ANIMATIONS_KEPT = timedelta(days=7)
SAVED_EVERY = 0.5
"""Seconds between two updates of the progress in the database."""

LAST_LASTS = 3
"""Factor by which the last picture is shown longer than the others."""


class TooManyOfYours(Refusal):
    code, status = "too-many-of-yours", HTTPStatus.TOO_MANY_REQUESTS
    message = _(
        "You're already waiting for %(most)d animations. Try again when one of them is done."
    )


class TooManyWait(Refusal):
    code, status = "too-many-wait", HTTPStatus.SERVICE_UNAVAILABLE
    message = _("We're busy drawing animations. Try again in a minute.")


def found(pov: Pov, clip: Clip) -> Animation | None:
    """Return the animation of this clip, or None; its picture is not loaded."""
    return Animation.objects.filter(**_key(pov, clip)).defer("picture").first()


def ask(pov: Pov, clip: Clip, asked_by: str, enqueue: Callable[[int], object]) -> Animation:
    """Return the animation; hand it to the worker if it is new or has failed before.

    asked_by: account or hashed IP address.  enqueue: hands the id of an animation to the worker.
    """
    forget_old()
    # The limits are soft: two requests at the same moment may both pass them.
    with transaction.atomic():
        known = found(pov, clip)
        if known and known.progress != Animation.Progress.FAILED:
            return known
        if known:
            known.delete()  # the failed animation is tried again
        waiting = _waiting()
        if waiting.filter(asked_by=asked_by).count() >= MOST_WAITING_FOR_ONE:
            raise TooManyOfYours(most=MOST_WAITING_FOR_ONE)
        if waiting.count() >= MOST_WAITING:
            raise TooManyWait
        animation, new = Animation.objects.get_or_create(
            **_key(pov, clip),
            defaults={
                "asked_by": asked_by,
                "language": translation.get_language() or "en",
                "frames": len(between(stops(pov), clip.first, clip.final)),
            },
        )
        if new:  # on PostgreSQL somebody else may have asked at the same moment
            enqueue(animation.pk)
    return animation


def draw(pk: int) -> None:
    """Draw an animation. Errors are noted in its row, and raised."""
    animation = Animation.objects.select_related("game").filter(pk=pk, size=0).first()
    if animation is None:
        return  # deleted in the meantime
    _note(animation, started_at=timezone.now())
    try:
        with translation.override(animation.language), Painter() as painter:
            picture = _painted(animation, painter)
    except Exception:
        _note(animation, fault=Animation.BROKEN, asked_by="")
        raise
    if len(picture) > MOST_BYTES:
        _note(animation, fault=Animation.TOO_LARGE, asked_by="")
    else:
        _note(animation, picture=picture, size=len(picture), drawn=animation.frames, asked_by="")
        forget_old()


def forget_old() -> None:
    """Remove animations that are too old, or too many."""
    now = timezone.now()
    Animation.objects.filter(created_at__lt=now - ANIMATIONS_KEPT).delete()
    # Not drawn after an hour: its process was killed, and nobody waits for it any more.
    Animation.objects.filter(size=0, created_at__lt=now - timedelta(hours=1)).delete()
    # Only ids and sizes are read: the pictures are large.
    newest = Animation.objects.order_by("-created_at", "-pk").values_list("pk", "size")
    totals = accumulate(size for _, size in newest)
    surplus = [
        pk
        for number, ((pk, _), total) in enumerate(zip(newest, totals, strict=True))
        if number >= MOST_KEPT or total > MOST_BYTES_KEPT
    ]
    if surplus:
        Animation.objects.filter(pk__in=surplus).delete()


def _waiting() -> QuerySet[Animation]:
    """Return the animations that are still to be drawn, or being drawn."""
    lost = Q(started_at__isnull=False, touched_at__lt=timezone.now() - SILENCE)
    return Animation.objects.filter(~lost, size=0, fault="")


def _key(pov: Pov, clip: Clip) -> dict[str, Any]:
    return {"game": pov.game, "look": look_of(pov), **asdict(clip)}


def _painted(animation: Animation, painter: Painter) -> bytes:
    pov = pov_of(animation.game, None)
    seqs = between(stops(pov), animation.first, animation.final)
    frames: list[bytes] = []
    noted = time.monotonic()
    for seq in seqs:
        frames.append(painter.paint(drawing(replace(pov, seq=seq)), WIDTH))
        if time.monotonic() - noted > SAVED_EVERY:
            _note(animation, drawn=len(frames))
            noted = time.monotonic()
    delays = [animation.delay] * (len(frames) - 1) + [animation.delay * LAST_LASTS]
    return painter.animate(frames, delays, animation.format)


def _note(animation: Animation, **facts: object) -> None:
    Animation.objects.filter(pk=animation.pk).update(touched_at=timezone.now(), **facts)

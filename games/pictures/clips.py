"""Clips: the steps of a game to animate, and limits on their number."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.refusals import Refusal
from accounts.requests import whole_number
from games.pictures.models import Animation
from games.pictures.steps import between, some_before, stops
from games.pov import Pov

MOST_FRAMES = 120
LEAST_DELAY, MOST_DELAY = 100, 5000
USUAL_FRAMES, USUAL_DELAY = 30, 800


class CannotAnimate(Refusal):
    """This clip cannot be drawn; the code that raises the refusal gives the reason."""

    code, status = "cannot-animate", HTTPStatus.BAD_REQUEST


@dataclass(frozen=True)
class Clip:
    """The steps from `first` to `final`, each shown for `delay` milliseconds, in a format."""

    first: int
    final: int
    delay: int
    format: str = Animation.Format.WEBP

    @property
    def query(self) -> str:
        """The clip as the query of an address, without its format."""
        return f"from={self.first}&to={self.final}&delay={self.delay}"


def usual_clip(pov: Pov) -> Clip:
    """Return the clip offered at first: the last steps."""
    final = pov.game.version
    return Clip(some_before(stops(pov), final, USUAL_FRAMES - 1), final, USUAL_DELAY)


def read_clip(data: Mapping[str, str], pov: Pov) -> Clip:
    """Return the clip of a query or a form, with defaults, or raise CannotAnimate."""
    usual = usual_clip(pov)
    final = _number(data, "to", usual.final)
    if final > pov.game.version:
        last = pov.game.version
        raise CannotAnimate(
            ngettext(
                "The game has only %(last)d step so far.",
                "The game has only %(last)d steps so far.",
                last,
            ),
            last=last,
        )
    first = _number(data, "from", some_before(stops(pov), final, USUAL_FRAMES - 1))
    if first > final:
        raise CannotAnimate(_("The first step can't be after the last one."))
    delay = _number(data, "delay", usual.delay)
    if not LEAST_DELAY <= delay <= MOST_DELAY:
        raise CannotAnimate(
            _("Show each step for %(least)d to %(most)d milliseconds."),
            least=LEAST_DELAY,
            most=MOST_DELAY,
        )
    frames = len(between(stops(pov), first, final))
    if frames > MOST_FRAMES:
        raise CannotAnimate(
            _("That's %(frames)d pictures. An animation can have up to %(most)d."),
            frames=frames,
            most=MOST_FRAMES,
        )
    return Clip(first, final, delay, _format(data))


def _format(data: Mapping[str, str]) -> str:
    format = data.get("format", Animation.Format.WEBP)
    if format not in Animation.Format.values:
        raise CannotAnimate(_("Choose WebP, GIF or MP4."))
    return format


def _number(data: Mapping[str, str], name: str, usual: int) -> int:
    text = data.get(name, "").strip()
    if not text:
        return usual
    number = whole_number(text)
    if number is None:
        raise CannotAnimate(_("Enter whole numbers for steps and milliseconds."))
    return number

"""The clock and the random numbers of the site while a demo is filled."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta, tzinfo
from random import Random
from typing import Any

from django.utils import timezone

from games import broadcast
from games.engine.fairness.fair_dice import SECRET_BYTES, Secret
from games.models import game as game_model
from games.services import dice


class Past:
    """The site's time (`moment`) and random numbers (`chance`) while a demo is filled."""

    def __init__(self, seed: int, present: Callable[[], datetime]) -> None:
        self._seed = seed
        self.present = present
        self.go_to(present(), "")

    def go_to(self, moment: datetime, name: str) -> None:
        self.moment = moment
        # A new generator for each act, so that a change to one act changes no other act.
        self.chance = Random(f"{self._seed} {name}")

    def wait(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)

    def is_over(self) -> bool:
        return self.moment >= self.present()

    def secret(self) -> Secret:
        """Stand in for `new_secret` of dice."""
        return Secret(self.chance.randbytes(SECRET_BYTES))

    def string(self, length: int, allowed_chars: str) -> str:
        """Stand in for `get_random_string`."""
        return "".join(self.chance.choices(allowed_chars, k=length))


@contextmanager
def set_back(past: Past) -> Iterator[None]:
    """Have the site use the time and the random numbers of `past`."""

    class Moment(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return past.moment.astimezone(tz)

    with ExitStack() as stack:
        for module, name, value in (
            # Replacing `timezone.now` would miss modules that imported it; it uses this `datetime`.
            (timezone, "datetime", Moment),
            (dice, "new_secret", past.secret),
            (game_model, "get_random_string", past.string),
            # No page is connected to this process, and sending messages takes a third of the time.
            (broadcast, "get_channel_layer", lambda: None),
        ):
            stack.callback(setattr, module, name, getattr(module, name))
            setattr(module, name, value)
        yield

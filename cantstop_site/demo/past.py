"""The clock and the chance of a demo while it is filled: both are set, and nobody listens."""

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
    """What time it is for the site, and what it draws at random, while the demo is filled.

    Attributes:
        moment: What time it is.
        chance: Where all that is random comes from.
    """

    def __init__(self, seed: int, present: Callable[[], datetime]) -> None:
        """Begin in the present.

        Args:
            seed: The same one gives the same demo.
            present: Returns the present moment.
        """
        self._seed = seed
        self.present = present
        self.go_to(present(), "")

    def go_to(self, moment: datetime, name: str) -> None:
        """Go to a moment. What is random from there on depends on the seed and this name alone."""
        self.moment = moment
        self.chance = Random(f"{self._seed} {name}")

    def wait(self, seconds: float) -> None:
        """Let some time pass."""
        self.moment += timedelta(seconds=seconds)

    def is_over(self) -> bool:
        """Return whether the present is reached."""
        return self.moment >= self.present()

    def secret(self) -> Secret:
        """Return a secret for dice, in place of `new_secret`."""
        return Secret(self.chance.randbytes(SECRET_BYTES))

    def string(self, length: int, allowed_chars: str) -> str:
        """Return some characters, in place of `get_random_string`."""
        return "".join(self.chance.choices(allowed_chars, k=length))


@contextmanager
def set_back(past: Past) -> Iterator[None]:
    """Let the site take its time and its chance from there."""

    class Moment(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return past.moment.astimezone(tz)

    with ExitStack() as stack:
        for module, name, value in (
            # Models and libraries have `timezone.now` itself, which looks here.
            (timezone, "datetime", Moment),
            (dice, "new_secret", past.secret),
            (game_model, "get_random_string", past.string),
            # Nobody is connected to this process, and to tell nobody takes a third of the time.
            (broadcast, "get_channel_layer", lambda: None),
        ):
            stack.callback(setattr, module, name, getattr(module, name))
            setattr(module, name, value)
        yield

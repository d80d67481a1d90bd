"""Sets of games: which are in lists and which count."""

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q

if TYPE_CHECKING:
    from games.models import Game  # noqa: F401 - named below, where only type checkers look

COUNTS = Q(same_dice_as=None, challenge=None, annulled_at=None)
"""Of games played here, those with dice that nobody knew before and that were not annulled."""


class GameQuerySet(models.QuerySet["Game"]):
    """Sets of games."""

    def played_here(self) -> Self:
        """Return all but the imported ones, which are in no list, total or statistic."""
        return self.filter(imported_at=None)

    def that_count(self) -> Self:
        """Return those for statistics: played here, and see `COUNTS`."""
        return self.played_here().filter(COUNTS)

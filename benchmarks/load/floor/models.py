"""A table with its position, and the log of what happened there."""

from typing import Any, ClassVar

from django.db import models

CATEGORIES = [
    *("ones", "twos", "threes", "fours", "fives", "sixes", "pair", "two pairs"),
    *("three", "four", "small", "large", "house", "chance", "top"),
]
PLAYERS = 4
"""Players in the position. Two of them play: the text is as long as a real one."""


def first_position() -> dict[str, Any]:
    return {
        "turn": 0,
        "dice": [1] * 5,
        "rolls": 0,
        "scores": [[0] * len(CATEGORIES) for _ in range(PLAYERS)],
        "totals": [0] * PLAYERS,
    }


class Table(models.Model):
    version = models.PositiveIntegerField(default=0)
    position = models.JSONField(default=first_position)
    moved_at = models.DateTimeField(auto_now=True)

    objects: ClassVar[models.Manager["Table"]] = models.Manager()

    class Meta:
        app_label = "floor"

    def __str__(self) -> str:
        return f"table {self.pk}"


class Event(models.Model):
    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    seq = models.PositiveIntegerField()
    player = models.PositiveSmallIntegerField()
    dice = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager["Event"]] = models.Manager()

    class Meta:
        app_label = "floor"
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="event_once")]

    def __str__(self) -> str:
        return f"{self.table}#{self.seq}"

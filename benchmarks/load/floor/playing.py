"""A move: one transaction, then three texts to three groups of sockets."""

import secrets
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction
from django.template.loader import render_to_string

from benchmarks.load.floor.models import CATEGORIES, Event, Table

VIEWERS = ("0", "1", "watching")

_chance = secrets.SystemRandom()


def group(table: int, viewer: str) -> str:
    return f"table{table}.{viewer}"


def roll(number: int, player: int) -> Table:
    """Roll for a player: lock the table, add the event, change the position."""
    dice = [_chance.randint(1, 6) for _ in range(5)]
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=number)
        position = table.position
        position["rolls"] += 1
        position["dice"], position["turn"] = dice, 1 - player
        scores = position["scores"][player]
        scores[position["rolls"] % len(CATEGORIES)] = sum(dice)
        position["totals"][player] = sum(scores)
        table.version += 1
        Event.objects.create(table=table, seq=table.version, player=player, dice=dice)
        table.save(update_fields=["version", "position", "moved_at"])
    return table


def texts(table: Table) -> dict[str, str]:
    """Return the text for each group of viewers."""
    position = table.position
    context: dict[str, Any] = {
        "table": table,
        "position": position,
        "rows": list(zip(CATEGORIES, zip(*position["scores"], strict=True), strict=True)),
    }
    return {
        viewer: render_to_string(
            "floor/table.html", context | {"to_roll": viewer == str(position["turn"])}
        )
        for viewer in VIEWERS
    }


async def push(number: int, texts: dict[str, str]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    for viewer, text in texts.items():
        await layer.group_send(group(number, viewer), {"type": "moved", "text": text})

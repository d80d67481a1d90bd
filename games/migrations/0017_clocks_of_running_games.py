"""Give the games that people have begun the time control that all games had: three days."""

from datetime import timedelta

from django.db import migrations
from django.db.models import Count, Q

THREE_DAYS = timedelta(days=3)
TIME_CONTROL = {"type": "turn-by-turn", "days": 3, "weekends_off": False}


def give_clocks(apps, schema_editor):
    Game, Seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    people = Count("seats", filter=Q(seats__user__isnull=False))
    games = Game.objects.annotate(people=people).filter(pass_and_play=False, challenge=None)
    waiting = games.filter(status="waiting", visibility="public", size__gt=1)
    running = games.filter(status="running", people__gt=1)
    for numbers in (waiting.values_list("pk"), running.values_list("pk")):
        Game.objects.filter(pk__in=[pk for (pk,) in numbers]).update(time_control=TIME_CONTROL)
    timed = Game.objects.filter(status="running", time_control__isnull=False)
    seats = Seat.objects.filter(game__in=timed)
    seats.filter(user__isnull=False).update(time_left=THREE_DAYS)
    for seat in seats.filter(user__isnull=False, to_move=True).select_related("game"):
        seat.running_since = seat.game.moved_at or seat.game.started_at or seat.game.created_at
        seat.due_at = seat.running_since + THREE_DAYS
        seat.save(update_fields=["running_since", "due_at"])


class Migration(migrations.Migration):
    dependencies = [("games", "0016_clocks")]

    operations = [migrations.RunPython(give_clocks, migrations.RunPython.noop, elidable=True)]

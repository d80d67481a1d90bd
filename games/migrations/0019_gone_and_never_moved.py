from django.db import migrations, models
from django.db.models import Q


def leave_running_games_alone(apps, schema_editor):
    """Count players of running games as having moved: the old terms still apply to them."""
    Seat = apps.get_model("games", "Seat")
    Seat.objects.filter(game__status="running").update(has_moved=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0018_signs_of_life_by_role")]

    operations = [
        migrations.RemoveConstraint("clocknote", "clock_note_complete"),
        migrations.AlterField(
            model_name="clocknote",
            name="kind",
            field=models.CharField(
                choices=[
                    ("given-back", "time given back"),
                    ("stood-in", "a bot stands in for a turn"),
                    ("taken-over", "a bot takes the seat over"),
                    ("gone", "nobody waits for who has gone"),
                    ("never-moved", "the player never made a move"),
                ],
                max_length=12,
                verbose_name="kind",
            ),
        ),
        migrations.AddConstraint(
            "clocknote",
            models.CheckConstraint(
                condition=Q(kind="given-back", seconds__isnull=False)
                | Q(kind="gone", seconds__isnull=False, player__isnull=False)
                | Q(kind__in=["stood-in", "taken-over", "never-moved"], player__isnull=False),
                name="clock_note_complete",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="has_moved",
            field=models.BooleanField(default=False, verbose_name="has moved"),
        ),
        migrations.RunPython(leave_running_games_alone, migrations.RunPython.noop, elidable=True),
    ]

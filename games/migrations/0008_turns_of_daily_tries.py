from typing import Any

from django.db import migrations, models


def count_turns(apps: Any, schema_editor: Any) -> None:
    """Note how many turns the tries took that are over, as their end does from now on."""
    tries = apps.get_model("games", "Game").objects.filter(challenge__isnull=False, status="finished")
    for game in tries.only("state").iterator():
        game.turns = sum(game.state["turns"])
        game.save(update_fields=["turns"])


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_annulled_games'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='turns',
            field=models.PositiveIntegerField(editable=False, null=True, verbose_name='turns'),
        ),
        migrations.RunPython(count_turns, migrations.RunPython.noop, elidable=True),
    ]

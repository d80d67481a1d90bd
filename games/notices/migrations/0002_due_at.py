from typing import Any

import django.db.models.functions.datetime
from django.db import migrations, models

import operations.clock


def forget_tasks(apps: Any, schema_editor: Any) -> None:
    """Delete the tasks that sent notices before. Rows in the state "waiting" replace them."""
    tasks = apps.get_model("django_tasks_database", "DBTaskResult").objects
    tasks.filter(queue_name="notices", status="READY").delete()


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0001_initial'),
        ('django_tasks_database', '0021_conditional_partial_index_ordering'),
    ]

    operations = [
        # Defaults in the database, too, for processes of the old version that still run.
        migrations.AddField(
            model_name='delivery',
            name='due_at',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=operations.clock.now, verbose_name='due at'),
        ),
        migrations.AddField(
            model_name='mailing',
            name='due_at',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=operations.clock.now, verbose_name='due at'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='delivery_due'),
        ),
        migrations.AddIndex(
            model_name='mailing',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='mailing_due'),
        ),
        migrations.RunPython(forget_tasks, migrations.RunPython.noop),
    ]

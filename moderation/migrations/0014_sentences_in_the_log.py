from django.db import migrations, models

from accounts.sanctions.triggers import install_time, reinstall_log, remove_time


class Migration(migrations.Migration):

    dependencies = [
        ('moderation', '0013_scores_from_constants'),
    ]

    operations = [
        migrations.AddField(
            model_name='moderationaction',
            name='sentence',
            field=models.TextField(blank=True, verbose_name='what changed'),
        ),
        # On SQLite, Django replaces the table for a new field, and the triggers are lost.
        migrations.RunPython(reinstall_log, migrations.RunPython.noop),
        migrations.RunPython(remove_time, migrations.RunPython.noop),
        migrations.RunPython(install_time, migrations.RunPython.noop),
    ]

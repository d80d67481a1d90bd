import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from accounts.append_only import AppendOnly
from accounts.sanctions import triggers

CHAIN = AppendOnly(
    "moderation_loglink", "moderation_chain", ("position", "action_id"), triggers.REFUSAL
)


class Migration(migrations.Migration):

    dependencies = [
        ('moderation', '0008_ways_around_the_log'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, triggers.reinstall_log),
        migrations.AlterField(
            model_name='moderationaction',
            name='created_at',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), db_index=True, verbose_name='when'),
        ),
        migrations.CreateModel(
            name='LogLink',
            fields=[
                ('position', models.PositiveBigIntegerField(primary_key=True, serialize=False, verbose_name='place in the chain')),
                ('hash', models.CharField(max_length=64, verbose_name='hash')),
                ('action', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='link', to='moderation.moderationaction', verbose_name='act')),
            ],
            options={
                'verbose_name': 'link of the log',
                'verbose_name_plural': 'links of the log',
                'default_permissions': (),
            },
        ),
        migrations.RunPython(triggers.reinstall_log, migrations.RunPython.noop),
        migrations.RunPython(triggers.install_time, triggers.remove_time),
        migrations.RunPython(CHAIN.install, CHAIN.remove),
    ]

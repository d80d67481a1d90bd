import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

from accounts.sanctions import chain, triggers


COVERED = [
    "id", "actor", "actor_name", "verb", "suspect", "suspect_name", "target",
    "before", "after", "reason", "case", "review", "created_at",
]  # fmt: skip
"""The columns at that time. What accounts/sanctions/chain.py covers follows the present ones."""


def link_what_is_there(apps, editor):
    acts = apps.get_model("moderation", "ModerationAction").objects.order_by("pk")
    links = apps.get_model("moderation", "LogLink").objects
    previous = ""
    for position, act in enumerate(acts.iterator(), start=1):
        previous = chain.hash_of_values(previous, [getattr(act, name) for name in COVERED])
        links.create(position=position, action_id=act.pk, hash=previous)


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
        migrations.RunPython(triggers.CHAIN.install, triggers.CHAIN.remove),
        migrations.RunPython(link_what_is_there, migrations.RunPython.noop),
    ]

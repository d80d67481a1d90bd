from importlib import import_module

from django.db import migrations, models

from games.models.commitment import CHAIN

BEFORE = import_module('games.migrations.0009_public_list_of_commitments').CHAIN


class Migration(migrations.Migration):
    # Backwards only as long as the list has no salts: it is never shortened.

    dependencies = [
        ('games', '0021_analyses'),
    ]

    operations = [
        # SQLite makes new tables, and triggers go with the old ones.
        migrations.RunPython(BEFORE.remove, BEFORE.install),
        migrations.AddField(
            model_name='publishedcommitment',
            name='kind',
            field=models.CharField(choices=[('commitment', 'commitment'), ('salts', 'salts')], db_default='commitment', default='commitment', max_length=10, verbose_name='kind'),
        ),
        migrations.AddField(
            model_name='publishedcommitment',
            name='salts',
            field=models.CharField(blank=True, db_default='', default='', max_length=64, verbose_name='hash of the salts'),
        ),
        migrations.AlterField(
            model_name='publishedcommitment',
            name='commitment',
            field=models.CharField(max_length=64, verbose_name='commitment'),
        ),
        migrations.AddConstraint(
            model_name='publishedcommitment',
            constraint=models.UniqueConstraint(fields=('commitment', 'kind'), name='entry_once_of_each_kind'),
        ),
        migrations.AddIndex(
            model_name='gamedice',
            index=models.Index(fields=['commitment'], name='dice_commitment'),
        ),
        migrations.RunPython(CHAIN.install, CHAIN.remove),
    ]

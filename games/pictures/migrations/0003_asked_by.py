from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('pictures', '0002_formats'),
    ]

    operations = [
        # A default also in the database, for processes of the old version that still run.
        migrations.AddField(
            model_name='animation',
            name='asked_by',
            field=models.CharField(blank=True, db_default='', max_length=64, verbose_name='asked by'),
        ),
    ]

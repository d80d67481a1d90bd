from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0013_time_off'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='channels',
            field=models.JSONField(blank=True, default=dict, verbose_name='ways of notices'),
        ),
        migrations.AddField(
            model_name='preferences',
            name='days_changed_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='days off changed at'),
        ),
    ]

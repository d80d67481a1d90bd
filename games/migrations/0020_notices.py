import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def remind_of_running_games(apps, schema_editor):
    """Remind players only of their clock if their wait began before there were notices."""
    waits = {"game__status": "running", "to_move": True, "user__isnull": False}
    seats = apps.get_model("games", "Seat").objects.filter(**waits)
    seats.update(told="turn", tell_at=django.utils.timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_gone_and_never_moved'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('turn', 'It is your turn'), ('low-time', 'Your time runs low'), ('invitation', 'You are invited to a game'), ('game-over', 'A game of yours is over'), ('moderation', 'Moderators decided something')], max_length=12, verbose_name='kind')),
                ('turn', models.PositiveIntegerField(default=0, verbose_name='turn')),
                ('about', models.CharField(blank=True, choices=[('sanction', 'a sanction'), ('lifted', 'a sanction that was lifted'), ('report', 'a report that is decided'), ('appeal', 'an appeal that was answered')], max_length=8, verbose_name='about')),
                ('in_page', models.BooleanField(default=True, verbose_name='in the page')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='created at')),
                ('read_at', models.DateTimeField(blank=True, null=True, verbose_name='read at')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn at')),
                ('spread_at', models.DateTimeField(blank=True, null=True, verbose_name='spread at')),
                ('mail_at', models.DateTimeField(blank=True, null=True, verbose_name='mail at')),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'notices',
                'default_permissions': (),
            },
        ),
        migrations.AddField(
            model_name='seat',
            name='tell_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='tell at'),
        ),
        migrations.AddField(
            model_name='seat',
            name='told',
            field=models.CharField(blank=True, choices=[('turn', 'that the game waits'), ('low', 'that time runs low')], max_length=4, verbose_name='told'),
        ),
        migrations.AddField(
            model_name='seat',
            name='waits_from',
            field=models.PositiveIntegerField(default=0, verbose_name='waits from event'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('tell_at__isnull', False), ('user__isnull', False)), fields=['tell_at'], name='seat_tell'),
        ),
        migrations.AddField(
            model_name='notice',
            name='game',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='games.game', verbose_name='game'),
        ),
        migrations.AddField(
            model_name='notice',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL, verbose_name='user'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('read_at', None), ('withdrawn_at', None)), fields=['user'], name='notice_open'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['user', '-created_at'], name='notice_newest'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('spread_at', None)), fields=['created_at'], name='notice_fresh'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('mail_at__isnull', False)), fields=['mail_at'], name='notice_mail'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('game__isnull', False)), fields=('user', 'game', 'kind', 'turn'), name='notice_once'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('about', ''), ('game__isnull', False)), models.Q(('game', None), ('kind', 'moderation')), _connector='OR'), name='notice_of_something'),
        ),
        migrations.RunPython(remind_of_running_games, migrations.RunPython.noop),
    ]

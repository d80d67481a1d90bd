import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('moderation', '0014_sentences_in_the_log'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name='case', name='case_open_once'),
        migrations.RemoveConstraint(model_name='report', name='report_open_once'),
        migrations.RemoveIndex(model_name='case', name='case_queue'),
        migrations.RenameField('case', 'suspect', 'subject'),
        migrations.RenameField('case', 'suspect_name', 'subject_name'),
        migrations.RenameField('case', 'room', 'category'),
        migrations.RenameField('case', 'to_suspect', 'to_subject'),
        migrations.RenameField('report', 'suspect', 'subject'),
        migrations.RenameField('messagetemplate', 'room', 'category'),
        migrations.RenameField('moderationaction', 'suspect', 'subject'),
        migrations.RenameField('moderationaction', 'suspect_name', 'subject_name'),
        migrations.RenameField('moderationaction', 'verb', 'action'),
        migrations.AlterField(
            model_name='block',
            name='blocked',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL, verbose_name='blocked user'),
        ),
        migrations.AlterField(
            model_name='block',
            name='owner',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL, verbose_name='blocked by'),
        ),
        migrations.AlterField(
            model_name='case',
            name='category',
            field=models.CharField(choices=[('chat', 'chat'), ('play', 'play'), ('name', 'names'), ('other', 'other')], max_length=10, verbose_name='category'),
        ),
        migrations.AlterField(
            model_name='case',
            name='to_reporters',
            field=models.TextField(blank=True, max_length=1000, verbose_name='message to the reporters'),
        ),
        migrations.AlterField(
            model_name='case',
            name='to_subject',
            field=models.TextField(blank=True, max_length=1000, verbose_name='message to the person'),
        ),
        migrations.AlterField(
            model_name='messagetemplate',
            name='category',
            field=models.CharField(blank=True, choices=[('chat', 'chat'), ('play', 'play'), ('name', 'names'), ('other', 'other')], max_length=10, verbose_name='category'),
        ),
        migrations.AlterField(
            model_name='moderationaction',
            name='action',
            field=models.CharField(choices=[('warned', 'warned'), ('muted', 'muted'), ('banned from tables', 'banned from tables'), ('banned from reports', 'banned from reports'), ('suspended', 'suspended'), ('lifted a sanction', 'lifted a sanction'), ('noticed', 'noticed'), ('claimed a case', 'claimed a case'), ('released a case', 'released a case'), ('decided a case', 'decided a case'), ('noted on a case', 'noted on a case'), ('noted on a user', 'noted on a user'), ('appealed', 'appealed'), ('answered an appeal', 'answered an appeal'), ('noted on an appeal', 'noted on an appeal'), ('closed an appeal', 'closed an appeal'), ('lifted on appeal', 'lifted on appeal'), ('removed a line', 'removed a line'), ('removed a comment', 'removed a comment'), ('annulled a game', 'annulled a game'), ('made a game count again', 'made a game count again'), ('awarded a game', 'awarded a game'), ('ended a game', 'ended a game'), ('renamed', 'renamed'), ('changed who finds a game', 'changed who finds a game'), ('changed a weight', 'changed a weight'), ('added a message template', 'added a message template'), ('changed a message template', 'changed a message template'), ('removed a message template', 'removed a message template'), ('added a filtered word', 'added a filtered word'), ('changed a filtered word', 'changed a filtered word'), ('removed a filtered word', 'removed a filtered word'), ('changed a role', 'changed a role'), ('added an account', 'added an account'), ('changed an account', 'changed an account'), ('deleted an account', 'deleted an account'), ('reset a second factor', 'reset a second factor')], max_length=40, verbose_name='what was done'),
        ),
        migrations.AlterField(
            model_name='moderationaction',
            name='actor',
            field=models.BigIntegerField(blank=True, db_index=True, null=True, verbose_name='moderator, by number'),
        ),
        migrations.AlterField(
            model_name='moderationaction',
            name='actor_name',
            field=models.CharField(blank=True, max_length=30, verbose_name='moderator'),
        ),
        migrations.AlterField(
            model_name='moderationaction',
            name='subject',
            field=models.BigIntegerField(blank=True, db_index=True, null=True, verbose_name='user concerned, by number'),
        ),
        migrations.AlterField(
            model_name='moderationaction',
            name='subject_name',
            field=models.CharField(blank=True, max_length=30, verbose_name='user concerned'),
        ),
        migrations.AlterField(
            model_name='moderationaction',
            name='target',
            field=models.CharField(blank=True, max_length=60, verbose_name='target'),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(condition=models.Q(('decided_at__isnull', True)), fields=['category', '-score'], name='case_queue'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.UniqueConstraint(condition=models.Q(('decided_at__isnull', True), ('subject__isnull', False)), fields=('subject', 'category'), name='case_open_once'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('is_open', True), ('reporter__isnull', False)), fields=('reporter', 'subject', 'target', 'target_id', 'reason'), name='report_open_once'),
        ),
    ]

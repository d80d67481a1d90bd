import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

REASONS = [
    ("Insults in chat", "chat", "You insulted somebody in chat. Please keep it friendly, however the dice fall."),
    ("Floods of chat", "chat", "You wrote the same again and again, so that nobody could read anything else."),
    ("Left games", "play", "You left games before they were over, or let the clock run. Others were waiting for you."),
    ("Stalling", "play", "You took as long as you could for your moves, so that others would give up."),
    ("Helped somebody to win", "play", "You played for somebody else to win. Everybody at a table plays for themselves."),
    ("Several accounts", "", "You played with several accounts. Everybody here has one."),
]  # fmt: skip


def fill(apps, editor):
    """Add the first templates of reasons, which seniors may change later."""
    model = apps.get_model("moderation", "MessageTemplate")
    for title, room, text in REASONS:
        model.objects.get_or_create(
            title=title, defaults={"audience": "reason", "room": room, "text": text}
        )


class Migration(migrations.Migration):

    dependencies = [
        ('moderation', '0009_chain_of_the_log'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel("CaseNote", "Note"),
        migrations.AlterField(
            model_name='note',
            name='case',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='moderation.case', verbose_name='case'),
        ),
        migrations.AddField(
            model_name='note',
            name='user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notes_about', to=settings.AUTH_USER_MODEL, verbose_name='user'),
        ),
        migrations.AddConstraint(
            model_name='note',
            constraint=models.CheckConstraint(condition=models.Q(('case__isnull', True), ('user__isnull', True), _connector='XOR'), name='note_on_one_thing'),
        ),
        migrations.AlterField(
            model_name='messagetemplate',
            name='audience',
            field=models.CharField(choices=[('suspect', 'the person the case is about'), ('reporter', 'who reported'), ('appeal', 'who appeals'), ('reason', 'the reason of a sanction')], max_length=10, verbose_name='for'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

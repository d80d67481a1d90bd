from django.db import migrations

from accounts.append_only import AppendOnly
from accounts.sanctions import triggers

CHAIN = AppendOnly(
    "moderation_loglink", "moderation_chain", ("position", "action_id"), triggers.REFUSAL
)
"""As in 0009. A migration backwards makes it empty: the old code adds the missing acts."""


class Migration(migrations.Migration):

    dependencies = [
        ('moderation', '0017_plain_labels'),
    ]

    operations = [
        migrations.RunPython(CHAIN.remove, CHAIN.install),
        migrations.DeleteModel(name='LogLink'),
    ]

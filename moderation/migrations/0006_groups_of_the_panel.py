from django.db import migrations

from moderation.groups import create_groups


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0005_reports_and_weights"),
        ("chat", "0001_chat"),
    ]

    operations = [migrations.RunPython(create_groups, migrations.RunPython.noop)]

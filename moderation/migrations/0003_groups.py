from django.db import migrations

from moderation.groups import create_groups, remove_groups


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0002_log_stays"),
        ("accounts", "0002_trainees"),
        ("games", "0006_imported_games"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(create_groups, remove_groups)]

from django.db import migrations


def forget(apps, editor):
    """Delete the permission of a page that no longer exists."""
    apps.get_model("auth", "Permission").objects.filter(
        content_type__app_label="moderation", codename="view_overturned"
    ).delete()


class Migration(migrations.Migration):
    dependencies = [("moderation", "0018_no_chain_of_the_log")]

    operations = [
        migrations.AlterModelOptions(
            name="moderationaction",
            options={
                "default_permissions": ("view",),
                "permissions": [
                    ("watch_chat", "Can watch the chat of all tables"),
                    ("remove_lines", "Can remove chat messages and comments"),
                    ("rename", "Can replace the name of an account"),
                    ("rule_games", "Can rule on games"),
                ],
                "verbose_name": "moderation action",
                "verbose_name_plural": "moderation actions",
            },
        ),
        migrations.RunPython(forget, migrations.RunPython.noop),
    ]

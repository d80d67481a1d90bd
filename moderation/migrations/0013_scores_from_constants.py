from django.db import migrations


def forget(apps, editor):
    """Delete the permissions of a page that no longer exists."""
    permissions = apps.get_model("auth", "Permission").objects
    permissions.filter(content_type__app_label="moderation", codename__endswith="_weight").delete()


class Migration(migrations.Migration):

    dependencies = [
        ('moderation', '0012_no_reviews'),
    ]

    operations = [
        migrations.DeleteModel(name='Weight'),
        migrations.RunPython(forget, migrations.RunPython.noop),
    ]

from django.db import migrations

from accounts.sanctions.triggers import LOG


class Migration(migrations.Migration):
    dependencies = [("moderation", "0001_initial")]

    operations = [migrations.RunPython(LOG.install, LOG.remove)]

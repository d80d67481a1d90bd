from django.db import migrations

from accounts.moderation.triggers import install, remove


class Migration(migrations.Migration):
    dependencies = [("moderation", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]

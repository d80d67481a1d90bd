from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0019_clearer_labels")]

    operations = [
        migrations.DeleteModel("Likeness"),
        migrations.DeleteModel("Trace"),
        migrations.DeleteModel("Tombstone"),
    ]

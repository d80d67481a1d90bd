from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0017_clocks_of_running_games")]

    operations = [
        # The one row there is so far is the referee's.
        migrations.AddField(
            model_name="signoflife",
            name="role",
            field=models.CharField(
                choices=[("referee", "referee"), ("pages", "web servers")],
                default="referee",
                max_length=10,
                unique=True,
                verbose_name="role",
            ),
            preserve_default=False,
        ),
    ]

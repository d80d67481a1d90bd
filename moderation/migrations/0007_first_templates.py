from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TEMPLATES = [
    ("Keep it friendly", "suspect", "chat", "Please keep the chat friendly: play hard, and be kind about it. Look at the rules of this site before you write again."),
    ("Stay to the end", "suspect", "play", "Others wait for you when you leave a game or let the clock run. Please begin a game only when you have the time for it, and resign when you must go."),
    ("Play for yourself", "suspect", "play", "Everybody at a table plays for himself and with one account. Please do not help others to win."),
    ("Choose another name", "suspect", "name", "Names are read by everybody, children among them. Please choose one that insults nobody."),
    ("First time", "suspect", "", "This is the first time we write to you, and we hope it is the last. If you think that we are wrong, please tell us."),
    ("Thank you, we acted", "reporter", "", "Thank you for telling us: we saw it as you did, and acted on it."),
    ("Thank you, no breach", "reporter", "", "Thank you for telling us. We looked at it with care and found nothing against the rules. If you want to see no more of somebody, you can block him."),
    ("Thank you, not enough to see", "reporter", "", "Thank you for telling us. We could not see enough to be sure. Please report it again when it happens again."),
    ("We were wrong", "appeal", "", "We looked at it again, and you are right: we are sorry."),
    ("It stays", "appeal", "", "We looked at it again, and found that the decision was right. It stays as it is."),
    ("Please tell us more", "appeal", "", "Thank you for writing. Please tell us more about what happened, so that we can look at it again."),
]  # fmt: skip


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Add the first templates, which seniors may change later."""
    model = apps.get_model("moderation", "MessageTemplate")
    if model.objects.exists():
        return
    model.objects.bulk_create(
        model(title=title, audience=audience, room=room, text=text)
        for title, audience, room, text in TEMPLATES
    )


def keep(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Leave the templates: they do no harm, and may have been changed."""


class Migration(migrations.Migration):
    dependencies = [("moderation", "0006_groups_of_the_panel")]

    operations = [migrations.RunPython(fill, keep)]

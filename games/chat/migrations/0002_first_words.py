from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

# Mild words only, because everybody can read this file: each site adds the other words said on it.
HIDDEN = [
    *("arse*", "asshole*", "bastard*", "bullshit", "crap*", "damn*", "dumbass*", "idiot*"),
    *("imbecile*", "jackass*", "moron", "morons", "shit*", "stfu", "wtf"),
    *("arschloch*", "scheiß*", "scheiss*", "vollpfosten"),
    *("connard*", "merde*", "imbécile*"),
    *("cabron*", "cabrón*", "mierda*", "gilipollas"),
    *("stronz*", "merda*", "klootzak*", "kurwa*"),
]
OPENS_CASE = ["kill yourself", "kys", "hope you die", "i will find you", "know where you live"]


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Fill the list of words; later changes are made by senior moderators."""
    model = apps.get_model("chat", "FilteredWord")
    model.objects.bulk_create(model(word=word) for word in HIDDEN)
    model.objects.bulk_create(model(word=word, opens_case=True) for word in OPENS_CASE)
    config = apps.get_app_config("chat")
    config.models_module = True  # create_permissions skips apps without a models module
    create_permissions(config, verbosity=0, apps=apps)
    config.models_module = None
    permissions = apps.get_model("auth", "Permission").objects.filter(
        content_type__app_label="chat", content_type__model="filteredword"
    )
    for group in apps.get_model("auth", "Group").objects.filter(name__in=["senior", "admin"]):
        group.permissions.add(*permissions)


def empty(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("chat", "FilteredWord").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("chat", "0001_chat"), ("moderation", "0003_groups")]

    operations = [migrations.RunPython(fill, empty)]

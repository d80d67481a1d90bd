"""Four groups of moderators; each has all permissions of the group before.

Check permissions, never groups: only services/roles.py uses the groups' names.
"""

from typing import Any

from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

HELPER = ["watch_chat", "remove_lines", "mute_shortly"]
MODERATOR = [
    *HELPER,
    *("handle_cases", "sanction", "answer_appeals"),
    *("view_case", "view_sanction", "view_appeal", "view_moderationaction", "view_messagetemplate"),
    *("view_user", "view_game", "view_seat", "view_gameevent", "view_gameruling"),
    *("view_stepcomment", "change_stepcomment"),
]
SENIOR = [
    *MODERATOR,
    *("suspend", "rule_games", "rename"),
    *("add_messagetemplate", "change_messagetemplate", "delete_messagetemplate"),
    *("view_filteredword", "add_filteredword", "change_filteredword", "delete_filteredword"),
]
ADMIN = [*SENIOR, "change_user", "change_game"]

GROUPS = {"helper": HELPER, "moderator": MODERATOR, "senior": SENIOR, "admin": ADMIN}
"""The codenames of each group's permissions."""


def create_groups(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Create the groups, and the permissions, which Django creates only after all migrations."""
    for label in ("accounts", "games", "moderation", "chat"):
        if label not in apps.app_configs:
            continue  # the app is younger than this migration
        config: Any = apps.get_app_config(label)
        config.models_module = True  # `create_permissions` skips apps without models
        create_permissions(config, verbosity=0, apps=apps)
    group_model = apps.get_model("auth", "Group")
    permission_model = apps.get_model("auth", "Permission")
    for name, codenames in GROUPS.items():
        group, _ = group_model.objects.get_or_create(name=name)
        found = permission_model.objects.filter(codename__in=codenames)
        group.permissions.add(*found)


def remove_groups(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Undo `create_groups`, for a migration backwards."""
    apps.get_model("auth", "Group").objects.filter(name__in=GROUPS).delete()

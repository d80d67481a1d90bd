"""Names of acts in the log of moderation, in the past tense; they never change."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Action(models.TextChoices):
    """The kind of an act of a moderator, of the site itself, or of a user who appeals."""

    # Sanctions
    WARNED = "warned", _("warned")
    MUTED = "muted", _("muted")
    BANNED_FROM_TABLES = "banned from tables", _("banned from tables")
    BANNED_FROM_REPORTS = "banned from reports", _("banned from reporting")
    SUSPENDED = "suspended", _("suspended")
    LIFTED = "lifted a sanction", _("lifted a sanction")

    # Cases
    NOTICED = "noticed", _("flagged")
    CLAIMED = "claimed a case", _("claimed a case")
    RELEASED = "released a case", _("released a case")
    DECIDED = "decided a case", _("decided a case")
    NOTED_ON_CASE = "noted on a case", _("added a note to a case")
    NOTED_ON_USER = "noted on a user", _("added a note about a user")

    # Appeals
    APPEALED = "appealed", _("appealed")
    ANSWERED_APPEAL = "answered an appeal", _("answered an appeal")
    NOTED_ON_APPEAL = "noted on an appeal", _("added a note to an appeal")
    CLOSED_APPEAL = "closed an appeal", _("closed an appeal")
    LIFTED_ON_APPEAL = "lifted on appeal", _("lifted on appeal")

    # Chat
    REMOVED_LINE = "removed a line", _("removed a chat message")
    REMOVED_COMMENT = "removed a comment", _("removed a comment")

    # Games and names
    ANNULLED = "annulled a game", _("annulled a game")
    UNANNULLED = "made a game count again", _("made a game count again")
    AWARDED = "awarded a game", _("awarded a game")
    ENDED = "ended a game", _("ended a game")
    RENAMED = "renamed", _("renamed")
    CHANGED_VISIBILITY = "changed who finds a game", _("changed a game's visibility")

    # The panel itself
    CHANGED_WEIGHT = "changed a weight", _("changed a weight")  # only in old entries
    ADDED_TEMPLATE = "added a message template", _("added a message template")
    CHANGED_TEMPLATE = "changed a message template", _("changed a message template")
    REMOVED_TEMPLATE = "removed a message template", _("removed a message template")
    ADDED_WORD = "added a filtered word", _("added a filtered word")
    CHANGED_WORD = "changed a filtered word", _("changed a filtered word")
    REMOVED_WORD = "removed a filtered word", _("removed a filtered word")
    CHANGED_ROLE = "changed a role", _("changed a role")
    ADDED_ACCOUNT = "added an account", _("added an account")
    CHANGED_ACCOUNT = "changed an account", _("changed an account")
    DELETED_ACCOUNT = "deleted an account", _("deleted an account")
    RESET_FACTOR = "reset a second factor", _("reset a second step")

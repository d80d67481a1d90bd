"""What the log of moderation calls each act: in the past tense, and the same for ever."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.moderation.models import Sanction

Kind = Sanction.Kind

# Sanctions
WARNED = "warned"
MUTED = "muted"
BANNED_FROM_TABLES = "banned from tables"
BANNED_FROM_RATED = "banned from rated games"
BANNED_FROM_REPORTS = "banned from reports"
SUSPENDED = "suspended"
LIFTED = "lifted a sanction"

# Cases
NOTICED = "noticed"
CLAIMED = "claimed a case"
RELEASED = "released a case"
DECIDED = "decided a case"
NOTED_ON_CASE = "noted on a case"
NOTED_ON_USER = "noted on a user"

# Appeals
APPEALED = "appealed"
ANSWERED_APPEAL = "answered an appeal"
NOTED_ON_APPEAL = "noted on an appeal"
CLOSED_APPEAL = "closed an appeal"
LIFTED_ON_APPEAL = "lifted on appeal"

# Chat
REMOVED_LINE = "removed a line"
REMOVED_COMMENT = "removed a comment"

# Games and names
ANNULLED = "annulled a game"
UNANNULLED = "made a game count again"
AWARDED = "awarded a game"
ENDED = "ended a game"
RENAMED = "renamed"
CHANGED_VISIBILITY = "changed who finds a game"

# The panel itself
REVIEWED = "reviewed an act"
CHANGED_WEIGHT = "changed a weight"
ADDED_TEMPLATE = "added a message template"
CHANGED_TEMPLATE = "changed a message template"
REMOVED_TEMPLATE = "removed a message template"
ADDED_WORD = "added a filtered word"
CHANGED_WORD = "changed a filtered word"
REMOVED_WORD = "removed a filtered word"
CHANGED_ROLE = "changed a role"
ADDED_ACCOUNT = "added an account"
CHANGED_ACCOUNT = "changed an account"
DELETED_ACCOUNT = "deleted an account"
RESET_FACTOR = "reset a second factor"

GIVEN: dict[str, str] = {
    Kind.WARNING: WARNED,
    Kind.CHAT_MUTE: MUTED,
    Kind.TABLE_BAN: BANNED_FROM_TABLES,
    Kind.RATED_BAN: BANNED_FROM_RATED,
    Kind.REPORT_BAN: BANNED_FROM_REPORTS,
    Kind.SUSPENSION: SUSPENDED,
}
"""The verb of each kind of sanction."""

LABELS: dict[str, Promise] = {
    WARNED: _("warned"),
    MUTED: _("muted"),
    BANNED_FROM_TABLES: _("banned from tables"),
    BANNED_FROM_RATED: _("banned from rated games"),
    BANNED_FROM_REPORTS: _("banned from reports"),
    SUSPENDED: _("suspended"),
    LIFTED: _("lifted a sanction"),
    NOTICED: _("noticed"),
    CLAIMED: _("claimed a case"),
    RELEASED: _("released a case"),
    DECIDED: _("decided a case"),
    NOTED_ON_CASE: _("noted on a case"),
    NOTED_ON_USER: _("noted on a user"),
    APPEALED: _("appealed"),
    ANSWERED_APPEAL: _("answered an appeal"),
    NOTED_ON_APPEAL: _("noted on an appeal"),
    CLOSED_APPEAL: _("closed an appeal"),
    LIFTED_ON_APPEAL: _("lifted on appeal"),
    REMOVED_LINE: _("removed a line"),
    REMOVED_COMMENT: _("removed a comment"),
    ANNULLED: _("annulled a game"),
    UNANNULLED: _("made a game count again"),
    AWARDED: _("awarded a game"),
    ENDED: _("ended a game"),
    RENAMED: _("renamed"),
    CHANGED_VISIBILITY: _("changed who finds a game"),
    REVIEWED: _("reviewed an act"),
    CHANGED_WEIGHT: _("changed a weight"),
    ADDED_TEMPLATE: _("added a message template"),
    CHANGED_TEMPLATE: _("changed a message template"),
    REMOVED_TEMPLATE: _("removed a message template"),
    ADDED_WORD: _("added a filtered word"),
    CHANGED_WORD: _("changed a filtered word"),
    REMOVED_WORD: _("removed a filtered word"),
    CHANGED_ROLE: _("changed a role"),
    ADDED_ACCOUNT: _("added an account"),
    CHANGED_ACCOUNT: _("changed an account"),
    DELETED_ACCOUNT: _("deleted an account"),
    RESET_FACTOR: _("reset a second factor"),
}
"""Each verb as people read it."""

"""What can be reported, for which reasons, and what moderators need to be told."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.moderation.models import Report, Room
from accounts.moderation.services.errors import NotApplicable
from accounts.moderation.services.subjects import Subject

Reason, Target = Report.Reason, Report.Target

OF_TARGET: dict[str, tuple[str, ...]] = {
    Target.PLAYER: tuple(Reason),
    Target.GAME: (Reason.STALLING, Reason.LEAVING, Reason.HELP, Reason.ACCOUNTS, Reason.OTHER),
    Target.LINE: (Reason.ABUSE, Reason.SPAM, Reason.HELP, Reason.OTHER),
    Target.COMMENT: (Reason.ABUSE, Reason.SPAM, Reason.HELP, Reason.OTHER),
    Target.NAME: (Reason.NAME,),
}
"""What each kind of thing can be reported for."""

MEANINGS: dict[str, Promise] = {
    Reason.ABUSE: gettext_lazy("Insults, threats, hatred, or worse."),
    Reason.SPAM: gettext_lazy("Advertising, or the same again and again."),
    Reason.STALLING: gettext_lazy("Takes very long on purpose, so that others give up."),
    Reason.LEAVING: gettext_lazy("Leaves games that others want to play to the end."),
    Reason.HELP: gettext_lazy("Plays for somebody else to win, or tells somebody what to do."),
    Reason.ACCOUNTS: gettext_lazy("Plays under several names, perhaps at the same table."),
    Reason.NAME: gettext_lazy("The name insults somebody, or pretends to be somebody else."),
    Reason.OTHER: gettext_lazy("Anything else. Please say what."),
}
NEEDS_WORDS = frozenset({Reason.HELP, Reason.ACCOUNTS, Reason.OTHER})
NEEDS_GAME = frozenset({Reason.STALLING, Reason.HELP})

_ROOMS = {
    Reason.ABUSE: Room.CHAT,
    Reason.SPAM: Room.CHAT,
    Reason.STALLING: Room.PLAY,
    Reason.LEAVING: Room.PLAY,
    Reason.HELP: Room.PLAY,
    Reason.ACCOUNTS: Room.PLAY,
    Reason.NAME: Room.NAME,
    Reason.OTHER: Room.OTHER,
}


def room_of(target: str, reason: str) -> Room:
    """Return where such a report belongs."""
    if reason == Reason.OTHER and target in (Target.LINE, Target.COMMENT):
        return Room.CHAT
    return _ROOMS[Reason(reason)]


def check(subject: Subject, reason: str, text: str) -> None:
    """Raise NotApplicable when a report does not say what moderators need."""
    if reason not in OF_TARGET[subject.target]:
        raise NotApplicable(_("Please choose one of the reasons."), field="reason")
    if reason in NEEDS_GAME and subject.game is None:
        raise NotApplicable(
            _("Please choose the game in which it happened, or report it from its table."),
            field="game",
        )
    if reason in NEEDS_WORDS and not text:
        raise NotApplicable(_("Please say in a few words what happened."), field="text")

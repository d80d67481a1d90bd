"""What can be reported, for which reasons, and what moderators need to be told."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.moderation.models import Category, Report
from accounts.moderation.services.refusals import Invalid
from accounts.moderation.services.reportable import Reportable

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

_CATEGORIES = {
    Reason.ABUSE: Category.CHAT,
    Reason.SPAM: Category.CHAT,
    Reason.STALLING: Category.PLAY,
    Reason.LEAVING: Category.PLAY,
    Reason.HELP: Category.PLAY,
    Reason.ACCOUNTS: Category.PLAY,
    Reason.NAME: Category.NAME,
    Reason.OTHER: Category.OTHER,
}


def category_of(target: str, reason: str) -> Category:
    """Return where such a report belongs."""
    if reason == Reason.OTHER and target in (Target.LINE, Target.COMMENT):
        return Category.CHAT
    return _CATEGORIES[Reason(reason)]


def check(thing: Reportable, reason: str, text: str) -> None:
    """Raise Invalid when a report does not say what moderators need."""
    if reason not in OF_TARGET[thing.target]:
        raise Invalid(_("Please choose one of the reasons."), field="reason")
    if reason in NEEDS_GAME and thing.game is None:
        raise Invalid(
            _("Please choose the game in which it happened, or report it from its table."),
            field="game",
        )
    if reason in NEEDS_WORDS and not text:
        raise Invalid(_("Please say in a few words what happened."), field="text")

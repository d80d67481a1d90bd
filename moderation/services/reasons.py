"""The reasons for reports, and the details that each reason requires."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderation.models import Category, Report
from moderation.services.refusals import Invalid
from moderation.services.reportable import Reportable

Reason, Target = Report.Reason, Report.Target

OF_TARGET: dict[str, tuple[str, ...]] = {
    Target.PLAYER: tuple(Reason),
    Target.GAME: (Reason.STALLING, Reason.LEAVING, Reason.HELP, Reason.ACCOUNTS, Reason.OTHER),
    Target.LINE: (Reason.ABUSE, Reason.SPAM, Reason.HELP, Reason.OTHER),
    Target.COMMENT: (Reason.ABUSE, Reason.SPAM, Reason.HELP, Reason.OTHER),
    Target.NAME: (Reason.NAME,),
}
"""The possible reasons for each kind of reported thing."""

MEANINGS: dict[str, Promise] = {
    Reason.ABUSE: gettext_lazy("Insults, threats, hate or worse."),
    Reason.SPAM: gettext_lazy("Ads, or the same thing over and over."),
    Reason.STALLING: gettext_lazy("Plays slowly on purpose so that others give up."),
    Reason.LEAVING: gettext_lazy("Leaves games that others want to finish."),
    Reason.HELP: gettext_lazy("Plays to let another player win, or tells someone what to do."),
    Reason.ACCOUNTS: gettext_lazy("Plays under several names, maybe in the same game."),
    Reason.NAME: gettext_lazy("The name is offensive or impersonates someone."),
    Reason.OTHER: gettext_lazy("Anything else. Tell us what."),
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
    # Written texts belong in the same case as chat.
    if reason == Reason.OTHER and target in (Target.LINE, Target.COMMENT):
        return Category.CHAT
    return _CATEGORIES[Reason(reason)]


def check(thing: Reportable, reason: str, text: str) -> None:
    """Raise Invalid if the reason doesn't fit, or if a game or a text is missing."""
    if reason not in OF_TARGET[thing.target]:
        raise Invalid(_("Choose a reason."), field="reason")
    if reason in NEEDS_GAME and thing.game is None:
        raise Invalid(
            _("Choose the game, or report it from the game's page."),
            field="game",
        )
    if reason in NEEDS_WORDS and not text:
        raise Invalid(_("Tell us briefly what happened."), field="text")

"""Refusals of the services for tables, daily challenges and imports, and of the engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal
from games.engine.errors import ActionError, GameOver, IllegalAction, InvalidAction, NotActive


class SignedOut(Refusal):
    """Nobody is signed in, or the account has just been deleted."""

    code, status = "signed-out", HTTPStatus.FORBIDDEN
    message = _("Please sign in to play.")


class OnlyWatching(Refusal):
    code, status = "not-at-table", HTTPStatus.FORBIDDEN
    message = _("You do not sit at this table, so you can only watch.")


class NotStarted(Refusal):
    code = "not-started"
    message = _("This game has not started yet.")


class StaleDecision(Refusal):
    """The action answers a decision that is no longer open."""

    code = "stale"
    message = _("That was decided already. This is where the game stands now.")


class TimeIsUp(Refusal):
    """The action came in after the player's clock had run out."""

    code = "time-is-up"
    message = _("Your time for this decision is up.")


class NotGone(Refusal):
    """Somebody does not want to wait for a player who is there, or is not waited for."""

    code = "not-gone"
    message = _("They are not gone, or it is not their turn. The game goes on.")


class NotOwnDice(Refusal):
    code = "not-own-dice"
    message = _("This game is played with the dice of the site.")


class RollNotTyped(Refusal):
    code, status = "roll-not-typed", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Roll your dice, and type in what they show.")


class BadRoll(Refusal):
    """What was typed in are not the faces of the dice."""

    code, status = "bad-roll", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Please type in what your %(dice)d dice show, each a digit from 1 to 6.")


class AlreadyClaimed(Refusal):
    """The seat belongs to a user, or it never had a name to claim."""

    code = "already-claimed"
    message = _("That seat has been claimed already. Please choose your own.")


class OnlyForUsers(Refusal):
    """A guest wants something that only users who have signed up can have."""

    code, status = "only-for-users", HTTPStatus.FORBIDDEN
    message = _("Please sign up first.")


class NoSuchOrders(Refusal):
    """The orders are none of the game's, or something in them is wrong."""

    code, status = "no-such-orders", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("These orders cannot be given: %(reason)s")


class NoHints(Refusal):
    """People play in the game, or may compare it with theirs, or nothing is analysed here."""

    code, status = "no-hints", HTTPStatus.FORBIDDEN
    message = _("There are hints only while you play against bots alone.")


class HintNotReady(Refusal):
    code = "hint-not-ready"
    message = _("There is no hint just now. Please try again in a moment.")


class NotWaiting(Refusal):
    """The table has started, is over, or was cancelled."""

    code = "not-waiting"
    message = _("This table does not wait for players any more.")


class TableFull(Refusal):
    code = "full"
    message = _("All seats at this table are taken.")


class AlreadySeated(Refusal):
    code = "already-seated"
    message = _("You sit at this table already.")


class NotSeated(Refusal):
    code, status = "not-seated", HTTPStatus.FORBIDDEN
    message = _("You do not sit at this table.")


class NotCreator(Refusal):
    code, status = "not-creator", HTTPStatus.FORBIDDEN
    message = _("Only the player who opened this table can do that.")


class NotInvited(Refusal):
    code, status = "not-invited", HTTPStatus.FORBIDDEN
    message = _("The free seats at this table are kept for others.")


class NotInvitable(Refusal):
    """The other user takes no invitations, or none from this user; who blocks is not told."""

    code, status = "not-invitable", HTTPStatus.FORBIDDEN
    message = _("This player takes no invitations from you just now.")


class NoInvitations(Refusal):
    """A player of the last game accepts no rematches, or none from this user."""

    code, status = "no-invitations", HTTPStatus.FORBIDDEN
    message = _("Somebody who played here takes no offers of a rematch.")


class TooManyTables(Refusal):
    code, status = "too-many-tables", HTTPStatus.TOO_MANY_REQUESTS
    message = _("You sit at %(limit)d unfinished tables. Finish or leave one of them first.")


class BadSalt(Refusal):
    code, status = "bad-salt", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Up to 64 letters, digits, hyphens and underscores, please.")


class SaltTooLate(Refusal):
    code = "salt-too-late"
    message = _(
        "Your part in the dice came too late: they were fixed by then. Nothing was changed."
    )


class NotFinished(Refusal):
    code = "not-finished"
    message = _("This game is not over yet.")


class NoKnownDice(Refusal):
    """The game has no dice of the site that are known and can be rolled again."""

    code = "no-known-dice"
    message = _("The dice of this game cannot be rolled again.")


class OnlyOneTry(Refusal):
    """A try of the daily challenge has no rematch."""

    code = "only-one-try"
    message = _("There is one try a day for everybody.")


class DayOver(Refusal):
    code = "day-over"
    message = _("That day is over. There are new dice now.")


class NoSuchBot(Refusal):
    """The game has no bot with this name, or the seat has no bot."""

    code, status = "no-such-bot", HTTPStatus.BAD_REQUEST
    message = _("There is no such bot here.")


class UnfinishedRecord(Refusal):
    code, status = "unfinished-record", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("This game is not over. Only finished games can be imported.")


class LongNames(Refusal):
    code, status = "long-names", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "A name in this record is too long: a player's has at most %(name)d characters, a bot's"
        " %(bot)d and that of a scheme of dice %(scheme)d."
    )


class DayNotOver(Refusal):
    code, status = "day-not-over", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "This record tells the dice of a daily challenge that others can still play. You can"
        " import it when its results are final."
    )


class TooManyImports(Refusal):
    code, status = "too-many-imports", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("You keep %(limit)d imported games. Delete some of them first.")


class AgainstTheRules(Refusal):
    """An error of the engine, with the same code."""

    def __init__(self, error: ActionError) -> None:
        self.status, message = _BY_ENGINE[type(error)]
        super().__init__(message, code=error.code)


_BY_ENGINE = {
    InvalidAction: (
        HTTPStatus.BAD_REQUEST,
        _("We could not read that action. Nothing was changed."),
    ),
    IllegalAction: (
        HTTPStatus.UNPROCESSABLE_ENTITY,
        _("The rules do not allow that here. Nothing was changed."),
    ),
    NotActive: (
        HTTPStatus.CONFLICT,
        _("It is not your turn. This is where the game stands."),
    ),
    GameOver: (HTTPStatus.CONFLICT, _("This game is over.")),
}


@contextmanager
def engine_refusals() -> Iterator[None]:
    """Turn errors of the engine into refusals.

    Raises:
        AgainstTheRules: The engine refused the action.
    """
    try:
        yield
    except ActionError as error:
        raise AgainstTheRules(error) from error

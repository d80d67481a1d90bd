"""Refusals of the services for tables, daily challenges and imports, and of the engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal
from games.engine.errors import ActionError, GameOver, IllegalAction, InvalidAction, NotActive


class SignedOut(Refusal):
    code, status = "signed-out", HTTPStatus.FORBIDDEN
    message = _("Sign in to play.")


class OnlyWatching(Refusal):
    code, status = "not-at-table", HTTPStatus.FORBIDDEN
    message = _("You're watching this game. Only players can move.")


class NotStarted(Refusal):
    code = "not-started"
    message = _("This game hasn't started yet.")


class StaleDecision(Refusal):
    code = "stale"
    message = _("That move was already made. Here's the game now.")


class TimeIsUp(Refusal):
    code = "time-is-up"
    message = _("Time's up for this move.")


class NotGone(Refusal):
    """The player is still there, or the game does not wait for them."""

    code = "not-gone"
    message = _("Your opponent is still here, or it isn't their turn.")


class NotOwnDice(Refusal):
    code = "not-own-dice"
    message = _("This game uses our dice.")


class RollNotTyped(Refusal):
    code, status = "roll-not-typed", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Roll your dice and type in what they show.")


class BadRoll(Refusal):
    """The text does not name the faces of these dice."""

    code, status = "bad-roll", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Type in what your %(dice)d dice show, each a digit from 1 to 6.")


class AlreadyClaimed(Refusal):
    """The seat belongs to a user, or it never had a name to claim."""

    code = "already-claimed"
    message = _("Someone already claimed that seat. Choose your own.")


class OnlyForUsers(Refusal):
    """A guest wants something that only users with an account can have."""

    code, status = "only-for-users", HTTPStatus.FORBIDDEN
    message = _("Sign up first.")


class NoSuchOrders(Refusal):
    """The kind of game has no standing orders, or something in these orders is wrong."""

    code, status = "no-such-orders", HTTPStatus.UNPROCESSABLE_ENTITY
    # Translators: %(reason)s is what is wrong, such as a number that is too high.
    message = _("We can't follow these orders: %(reason)s")


class NoHints(Refusal):
    """Other people play in the game or with the same dice, or there is no analysis."""

    code, status = "no-hints", HTTPStatus.FORBIDDEN
    message = _("You can only use hints in games against bots.")


class HintNotReady(Refusal):
    code = "hint-not-ready"
    message = _("No hint yet. Try again in a moment.")


class NotWaiting(Refusal):
    code = "not-waiting"
    message = _("This game is no longer open.")


class TableFull(Refusal):
    code = "full"
    message = _("All seats are taken.")


class AlreadySeated(Refusal):
    code = "already-seated"
    message = _("You're already in this game.")


class NotSeated(Refusal):
    code, status = "not-seated", HTTPStatus.FORBIDDEN
    message = _("You aren't in this game.")


class NotCreator(Refusal):
    code, status = "not-creator", HTTPStatus.FORBIDDEN
    message = _("Only the player who created this game can do that.")


class NotInvited(Refusal):
    code, status = "not-invited", HTTPStatus.FORBIDDEN
    message = _("The open seats are reserved.")


class NotInvitable(Refusal):
    """The other user takes no invitations, or none from this user. Blocks must stay secret."""

    code, status = "not-invitable", HTTPStatus.FORBIDDEN
    message = _("This player isn't accepting invitations.")


class NoInvitations(Refusal):
    """A player of the last game accepts no rematches, or none from this user."""

    code, status = "no-invitations", HTTPStatus.FORBIDDEN
    message = _("A rematch isn't available.")


class TooManyTables(Refusal):
    code, status = "too-many-tables", HTTPStatus.TOO_MANY_REQUESTS
    message = _("You're in %(limit)d unfinished games. Finish or leave one first.")


class BadSalt(Refusal):
    code, status = "bad-salt", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("Use up to 64 letters, digits, hyphens and underscores.")


class SaltTooLate(Refusal):
    code = "salt-too-late"
    message = _("Too late: the dice were already set. Nothing changed.")


class NotFinished(Refusal):
    code = "not-finished"
    message = _("This game isn't over yet.")


class NoKnownDice(Refusal):
    """The dice of the game are not known, or must not be repeated."""

    code = "no-known-dice"
    message = _("We can't roll this game's dice again.")


class OnlyOneTry(Refusal):
    """A try of the daily challenge has no rematch."""

    code = "only-one-try"
    message = _("One attempt per day.")


class DayOver(Refusal):
    code = "day-over"
    message = _("That day is over. There are new dice today.")


class NoSuchBot(Refusal):
    """The game has no bot with this name, or the seat has no bot."""

    code, status = "no-such-bot", HTTPStatus.BAD_REQUEST
    message = _("We don't know that bot.")


class UnfinishedRecord(Refusal):
    code, status = "unfinished-record", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("This game isn't over. You can only import finished games.")


class LongNames(Refusal):
    code, status = "long-names", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "A name in this record is too long. The limits are %(name)d characters for players,"
        " %(bot)d for bots and %(scheme)d for dice schemes."
    )


class DayNotOver(Refusal):
    code, status = "day-not-over", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _(
        "Others can still play this daily challenge, and this record shows its dice. Import"
        " it when the results are final."
    )


class TooManyImports(Refusal):
    code, status = "too-many-imports", HTTPStatus.UNPROCESSABLE_ENTITY
    message = _("You have %(limit)d imported games. Delete some first.")


class AgainstTheRules(Refusal):
    """An error of the engine, with the same code."""

    def __init__(self, error: ActionError) -> None:
        self.status, message = _BY_ENGINE[type(error)]
        super().__init__(message, code=error.code)


_BY_ENGINE = {
    InvalidAction: (
        HTTPStatus.BAD_REQUEST,
        _("We couldn't understand that move. Nothing changed."),
    ),
    IllegalAction: (
        HTTPStatus.UNPROCESSABLE_ENTITY,
        _("The rules don't allow that here. Nothing changed."),
    ),
    NotActive: (
        HTTPStatus.CONFLICT,
        _("It isn't your turn. Here's the game now."),
    ),
    GameOver: (HTTPStatus.CONFLICT, _("This game is over.")),
}


@contextmanager
def engine_refusals() -> Iterator[None]:
    """Turn errors of the engine into refusals."""
    try:
        yield
    except ActionError as error:
        raise AgainstTheRules(error) from error

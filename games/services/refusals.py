"""Why a table refuses something. Each refusal has a code and an HTTP status."""

from games.engine.errors import ActionError


class TableError(Exception):
    """Base of refusals about tables; nothing was changed whenever one is raised."""

    code = "refused"
    status = 409


class NotWaiting(TableError):
    """The table has started, is over or was cancelled."""

    code = "not-waiting"


class TableFull(TableError):
    """Every seat is taken."""

    code = "full"


class AlreadySeated(TableError):
    """The user sits at this table."""

    code = "already-seated"


class AccountGone(TableError):
    """The user's account was deleted a moment ago."""

    code = "signed-out"
    status = 403


class NotSeated(TableError):
    """The user does not sit at this table."""

    code = "not-seated"
    status = 403


class NotCreator(TableError):
    """Only the table's creator may do this."""

    code = "not-creator"
    status = 403


class NotInvited(TableError):
    """A rematch is for the players of the game before."""

    code = "not-invited"
    status = 403


class NoInvitations(TableError):
    """Somebody of the game before takes no offer of a rematch, or none from this user."""

    code = "no-invitations"
    status = 403


class TooManyTables(TableError):
    """The user sits at as many unfinished tables as one may."""

    code = "too-many-tables"
    status = 429


class BadSalt(TableError):
    """A salt is up to 64 letters, digits, hyphens and underscores."""

    code = "bad-salt"
    status = 422


class SaltTooLate(TableError):
    """The dice of this game are fixed, and everybody's part in them."""

    code = "salt-too-late"


class NotFinished(TableError):
    """A rematch needs a finished game, and so do dice that are to be played again."""

    code = "not-finished"


class NoKnownDice(TableError):
    """The game is from before there were dice that can be rolled again."""

    code = "no-known-dice"


class OnlyOneTry(TableError):
    """There is no rematch of a try of the daily challenge."""

    code = "only-one-try"


class NeedsAccount(TableError):
    """The daily challenge is for people with an account, because each has one try."""

    code = "needs-account"
    status = 403


class DayOver(TableError):
    """The day of this challenge ended a moment ago."""

    code = "day-over"


class NoSuchBot(TableError):
    """The game knows no bot of this name, or none has this seat."""

    code = "no-such-bot"
    status = 400


class NotStarted(ActionError):
    """The table still waits for players."""

    code = "not-started"


class StaleDecision(ActionError):
    """The action answers a decision that is no longer open."""

    code = "stale"


class UnfinishedRecord(TableError):
    """Only games that are over are imported."""

    code = "unfinished-record"
    status = 422


class LongNames(TableError):
    """A name in a record is too long to be stored."""

    code = "long-names"
    status = 422


class DayNotOver(TableError):
    """The record tells the dice of a daily challenge that others can still play."""

    code = "day-not-over"
    status = 422


class TooManyImports(TableError):
    """The user has imported as many games as one may keep."""

    code = "too-many-imports"
    status = 422

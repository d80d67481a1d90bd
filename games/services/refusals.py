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


class TooManyTables(TableError):
    """The user sits at as many unfinished tables as one may."""

    code = "too-many-tables"
    status = 429


class NotFinished(TableError):
    """A rematch needs a finished game."""

    code = "not-finished"


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

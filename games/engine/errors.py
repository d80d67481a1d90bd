"""Why an action is refused. Every error has a `code`, stable for clients and tests."""


class ActionError(Exception):
    """Base of all refusals; the position is unchanged whenever one is raised."""

    code = "refused"


class InvalidAction(ActionError):
    """The text of the action cannot be parsed."""

    code = "invalid"


class IllegalAction(ActionError):
    """The action is understood, but the rules do not allow it in this position."""

    code = "illegal"


class NotActive(ActionError):
    """The player has no decision to make now, or has left the game."""

    code = "not-active"


class GameOver(ActionError):
    """The game has ended; nothing can be added to its log."""

    code = "over"

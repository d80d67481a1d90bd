"""Errors for refused actions. Their `code` never changes, because clients and tests use it."""


class ActionError(Exception):
    """A refused action. It changes nothing in the game."""

    code = "refused"


class InvalidAction(ActionError):
    """The text of the action cannot be parsed."""

    code = "invalid"


class IllegalAction(ActionError):
    """The rules do not allow this action in this position."""

    code = "illegal"


class NotActive(ActionError):
    """The player has no decision to make now, or has left the game."""

    code = "not-active"


class GameOver(ActionError):
    """The game has ended, so no action can be taken."""

    code = "over"

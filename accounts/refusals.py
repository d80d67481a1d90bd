"""How the site refuses an action: a code for programs, an HTTP status, a text for people."""

from http import HTTPStatus

from django_stubs_ext import StrOrPromise


class Refusal(Exception):
    """An action is refused; nothing has changed. Subclasses set code, status and message."""

    code: str
    status: int = HTTPStatus.CONFLICT
    message: StrOrPromise

    def __init__(self, message: StrOrPromise = "", **values: object) -> None:
        """values: for the message's placeholders.  message: replaces the class's message."""
        super().__init__(message)
        vars(self).update(values)
        if message:
            self.message = message

    def __str__(self) -> str:
        return str(self.message) % vars(self)

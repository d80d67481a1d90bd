"""The one way to say no: a code for programs, a status for the answer, a sentence for people."""

from http import HTTPStatus

from django_stubs_ext import StrOrPromise


class Refusal(Exception):
    """Something the site does not do. Nothing was changed when it is raised.

    A class says its code, its status and its sentence. Where one class has several sentences,
    the code that raises it gives one.
    """

    code: str
    status: int = HTTPStatus.CONFLICT
    message: StrOrPromise

    def __init__(self, message: StrOrPromise = "", **values: object) -> None:
        """Take the values that the sentence names, and a sentence in place of the class's own."""
        super().__init__(message)
        vars(self).update(values)
        if message:
            self.message = message

    def __str__(self) -> str:
        return str(self.message) % vars(self)

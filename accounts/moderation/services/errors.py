"""What the services of moderation refuse, with a sentence for the person who asked."""

from http import HTTPStatus

from django.utils.functional import Promise


class ModerationError(Exception):
    """Refused, and nothing has changed. `sentence` is for the page, `status` for the answer."""

    def __init__(
        self, sentence: str | Promise, status: int = HTTPStatus.UNPROCESSABLE_ENTITY
    ) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.status = int(status)


class NotFound(ModerationError):
    """There is no such thing, or not for the person who asked."""

    def __init__(self, sentence: str | Promise) -> None:
        super().__init__(sentence, HTTPStatus.NOT_FOUND)


class Conflict(ModerationError):
    """Somebody was faster, or it was done already."""

    def __init__(self, sentence: str | Promise) -> None:
        super().__init__(sentence, HTTPStatus.CONFLICT)


class NotApplicable(ModerationError):
    """This cannot be reported, or not for this reason. `field`: of the form, where one is wrong."""

    def __init__(self, sentence: str | Promise, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class AlreadyReported(Conflict):
    """The same report of the same user is open."""


class TooManyReports(ModerationError):
    """The user has as many open reports as one may have."""

    def __init__(self, sentence: str | Promise) -> None:
        super().__init__(sentence, HTTPStatus.TOO_MANY_REQUESTS)

"""What the log says of requests."""

import logging
from http import HTTPStatus


class WithoutTraceback(logging.Filter):
    """Leaves a traceback out where the site refused something: that is no error of the program."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", 500) < HTTPStatus.INTERNAL_SERVER_ERROR:
            record.exc_info = record.exc_text = None
        return True

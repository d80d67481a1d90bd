"""A part of a file, if a request asks for one: Safari plays no film from a server without it."""

import re
from http import HTTPStatus

from django.http import HttpResponse

from accounts.requests import Request

RANGE = re.compile(r"bytes=(?:([0-9]{1,18})-([0-9]{0,18})|-([0-9]{1,18}))")
"""A header with one range; to any other form, the answer is the whole file."""


def part_of(request: Request, body: bytes, content_type: str) -> HttpResponse:
    """Return the bytes in the range that the request asks for, or all bytes."""
    asked = RANGE.fullmatch(request.headers.get("Range", ""))
    if asked is None:
        answer = HttpResponse(body, content_type=content_type)
    else:
        answer = _range(body, asked, content_type)
    answer["Accept-Ranges"] = "bytes"
    return answer


def _range(body: bytes, asked: re.Match[str], content_type: str) -> HttpResponse:
    size = len(body)
    start, end, last = asked.groups()
    if last:
        first, final = max(size - int(last), 0), size
    else:
        first, final = int(start), min(int(end) + 1, size) if end else size
    if first >= final:
        answer = HttpResponse(status=HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
        answer["Content-Range"] = f"bytes */{size}"
        return answer
    answer = HttpResponse(body[first:final], content_type=content_type)
    answer.status_code = HTTPStatus.PARTIAL_CONTENT
    answer["Content-Range"] = f"bytes {first}-{final - 1}/{size}"
    answer["Content-Encoding"] = "identity"  # compressed, the bytes would not be those of the range
    return answer

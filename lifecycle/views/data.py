"""The download of all data about oneself."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import limited
from accounts.requests import Request, SignedInRequest
from lifecycle.data_export import archive_of


@login_required
@never_cache
@require_safe
def data(request: Request) -> HttpResponse:
    return render(request, "lifecycle/data.html")


@login_required
@never_cache
@require_POST
@limited("my_data")
def download(request: SignedInRequest) -> StreamingHttpResponse:
    user = request.user
    # Sent file by file, so that a long archive does not hold up other requests.
    answer = StreamingHttpResponse(_in_turns(archive_of(user)), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{user.username}.zip"'
    answer["Content-Encoding"] = "identity"  # an archive is already compressed
    return answer


async def _in_turns(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Run a generator in the shared thread, which other requests may use between two parts."""

    def following() -> bytes | None:
        return next(parts, None)

    while (part := await sync_to_async(following)()) is not None:
        yield part

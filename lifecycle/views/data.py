"""The download of everything about oneself."""

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
    """Say what the download holds."""
    return render(request, "lifecycle/data.html")


@login_required
@never_cache
@require_POST
@limited("my_data")
def download(request: SignedInRequest) -> StreamingHttpResponse:
    """Answer with the archive, file by file, so that a long one holds up nobody else."""
    user = request.user
    answer = StreamingHttpResponse(_in_turns(archive_of(user)), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{user.username}.zip"'
    answer["Content-Encoding"] = "identity"  # an archive is small already
    return answer


async def _in_turns(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Yield what a generator yields, leaving the thread to others between two parts."""

    def following() -> bytes | None:
        return next(parts, None)

    while (part := await sync_to_async(following)()) is not None:
        yield part

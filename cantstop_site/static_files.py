from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Computes the headers of a file at its first request: most files are never requested."""

    def add_file_to_dictionary(self, url: str, path: str, stat_cache: Any = None) -> None:
        if not self.is_compressed_variant(path, stat_cache=stat_cache):
            self.files[url] = path  # replaced by a file with headers at the first request

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        url = request.path_info
        found = self.files.get(url)
        if isinstance(found, str):
            self.files[url] = self.get_static_file(found, url)
        response: HttpResponseBase = super().__call__(request)
        return response

"""How static files are stored where the site runs."""

from collections.abc import Callable, Iterator
from pathlib import PurePath
from re import Match
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

MINIFIED = {".css": "text/css", ".js": "application/javascript"}
"""By the ends of their names, the types of files that browsers get without comments and blanks."""


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Minify files, and name them by a hash of their content, also where scripts import others."""

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        if not dry_run:
            for path in paths:
                media_type = MINIFIED.get(PurePath(path).suffix)
                if media_type and ".min." not in path:
                    self._minify(path, media_type)
                    paths[path] = (self, path)  # what is named by its hash is made from this
        yield from super().post_process(paths, dry_run, **options)

    def _minify(self, path: str, media_type: str) -> None:
        import minify  # noqa: PLC0415 - servers minify nothing

        with self.open(path) as file:
            text = file.read().decode()
        self.delete(path)
        self.save(path, ContentFile(minify.string(media_type, text).encode()))

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[Match[str]], str]:
        """Leave types in comments of other projects' scripts alone, which look like imports."""
        convert = super().url_converter(name, hashed_files, template)

        def converter(match: Match[str]) -> str:
            is_type = name.endswith(".js") and not match["url"].endswith((".js", ".map"))
            return match["matched"] if is_type else convert(match)

        return converter

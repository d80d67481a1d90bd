"""How static files are stored where the site runs."""

import re
from collections.abc import Callable, Iterator
from pathlib import PurePath
from re import Match
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from cantstop_site import joining

MINIFIED = {".css": "text/css", ".js": "application/javascript"}
"""By the ends of their names, the types of files that browsers get without comments and blanks."""

JOINED = {".css": joining.sheet, ".js": joining.script}

BLANKS = re.compile(r"""("[^"]*")|;? ?(}) ?| ?([{;,]) ?|(?<=:) """)
"""Blanks of a style sheet that mean nothing. The minifier leaves them in nested rules."""


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Join and minify files, and name them by a hash of their content, also in scripts' imports.

    Without a hash in their names files stay as they are written.
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        if not dry_run:
            self._make_sources(paths)
        yield from super().post_process(paths, dry_run, **options)

    def _make_sources(self, paths: dict[str, Any]) -> None:
        """Replace the sources of scripts and style sheets by what browsers get."""
        import minify  # noqa: PLC0415 - servers minify nothing

        def read(path: str) -> str:
            storage, name = sources[path]
            with storage.open(name) as file:
                text: str = file.read().decode()
            return text

        sources, made = dict(paths), InMemoryStorage()
        for path in sources:
            end = PurePath(path).suffix
            if joining.FILES.get(path, path) != path:
                del paths[path]  # another file has it
            elif end in MINIFIED and ".min." not in path:
                text = minify.string(MINIFIED[end], JOINED[end](path, read))
                if end == ".css":
                    text = BLANKS.sub(lambda found: "".join(filter(None, found.groups())), text)
                made.save(path, ContentFile(text.encode()))
                paths[path] = (made, path)

    def save_manifest(self) -> None:
        """Give templates that name a module the file that has it."""
        for module, file in joining.FILES.items():
            self.hashed_files[module] = self.hashed_files[file]
        super().save_manifest()

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[Match[str]], str]:
        """Leave types in comments of other projects' scripts alone, which look like imports."""
        convert = super().url_converter(name, hashed_files, template)

        def converter(match: Match[str]) -> str:
            is_type = name.endswith(".js") and not match["url"].endswith((".js", ".map"))
            return match["matched"] if is_type else convert(match)

        return converter

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
JOINED = {".css": joining.sheet, ".js": joining.script}

# Spaces without a meaning that the minifier leaves in nested rules of style sheets.
BLANKS = re.compile(r"""("[^"]*")|;? ?(}) ?| ?([{;,]) ?|(?<=:) """)


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Joins and minifies files, and names them by a hash of their content, also in imports."""

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        if not dry_run:
            self._make_sources(paths)
        yield from super().post_process(paths, dry_run, **options)

    def _make_sources(self, paths: dict[str, Any]) -> None:
        """Replace scripts and style sheets by joined and minified ones."""
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
                del paths[path]  # another file contains this module
            elif end in MINIFIED and ".min." not in path:
                text = minify.string(MINIFIED[end], JOINED[end](path, read))
                if end == ".css":
                    text = BLANKS.sub(lambda found: "".join(filter(None, found.groups())), text)
                made.save(path, ContentFile(text.encode()))
                paths[path] = (made, path)

    def save_manifest(self) -> None:
        # Templates name modules, so each module's name leads to the file that contains it.
        for module, file in joining.FILES.items():
            self.hashed_files[module] = self.hashed_files[file]
        super().save_manifest()

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[Match[str]], str]:
        convert = super().url_converter(name, hashed_files, template)

        def converter(match: Match[str]) -> str:
            # Types in comments of other projects' scripts look like imports.
            is_type = name.endswith(".js") and not match["url"].endswith((".js", ".map"))
            return match["matched"] if is_type else convert(match)

        return converter

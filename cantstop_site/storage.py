"""How static files are stored where the site runs."""

from collections.abc import Callable
from re import Match

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Name files by a hash of what is in them, also where scripts import each other."""

    support_js_module_import_aggregation = True

    def url_converter(
        self, name: str, hashed_files: dict[str, str], template: str | None = None
    ) -> Callable[[Match[str]], str]:
        """Leave types in comments of other projects' scripts alone, which look like imports."""
        convert = super().url_converter(name, hashed_files, template)

        def converter(match: Match[str]) -> str:
            is_type = name.endswith(".js") and not match["url"].endswith((".js", ".map"))
            return match["matched"] if is_type else convert(match)

        return converter

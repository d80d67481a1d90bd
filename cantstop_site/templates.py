"""Templates without indentation: it would be rendered and sent with every change of a table.

Half of the log of moves would be indentation.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

AS_WRITTEN = re.compile(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", re.DOTALL)
INDENTATION = re.compile(r"[ \t]*\n\s*")
SILENT = (
    "(?:end)?(?:autoescape|block|comment|for|if|localize|spaceless|with)"
    "|elif|else|empty|extends|load"
)
LINE_OF_SILENT_TAGS = re.compile(
    rf"^((?:\{{% (?:{SILENT})\b(?:(?!%\}}).)*%\}} ?|\{{#.*?#\}})+)\n", re.MULTILINE
)


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        source: str = super().get_contents(origin)
        return compact(source) if str(origin.template_name).endswith(".html") else source


def compact(source: str) -> str:
    """Return a template without indentation, and without line breaks after tags without output."""
    parts = AS_WRITTEN.split(source)
    parts[::2] = [
        LINE_OF_SILENT_TAGS.sub(r"\1", INDENTATION.sub("\n", part)) for part in parts[::2]
    ]
    return "".join(parts)

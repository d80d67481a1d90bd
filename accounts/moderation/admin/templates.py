"""Templates of messages, as forms of the panel put them in where scripts do not."""

from accounts.moderation.case_models import MessageTemplate
from accounts.numbers import row_numbered


def put_in(audience: str, number: str, written: str) -> str:
    """Return a text with the chosen template in it.

    It takes the place of another template, and comes below what somebody wrote.
    """
    templates = MessageTemplate.objects.filter(audience=audience)
    chosen = row_numbered(templates, number)
    written = written.replace("\r\n", "\n").strip()
    if chosen is None or chosen.text in written:
        return written
    if not written or templates.filter(text=written).exists():
        return chosen.text
    return f"{written}\n\n{chosen.text}"

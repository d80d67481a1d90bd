"""Why a record is refused, in the language of its reader."""

from django.utils.translation import gettext as _

from games.engine.faults import Fault
from games.engine.records.importer import RecordError, shown


def reason_of(fault: Fault) -> str:
    """Return the reason in the reader's language; in English it equals the text of the fault."""
    reason = _(fault.sentence) % fault.values
    if fault.allowed:
        possible = {"reason": reason, "words": ", ".join(_(word) for word in fault.allowed)}
        # Translators: %(words)s is a list of words as records write them, such as "7+7, 8, S".
        reason = _("%(reason)s; possible: %(words)s") % possible
    if fault.seq:
        # Translators: %(reason)s is what is wrong with it, in a few words.
        reason = _("event %(seq)d: %(reason)s") % {"seq": fault.seq, "reason": reason}
    if fault.about:
        # Translators: %(place)s is a word of the record, %(reason)s what is wrong with it.
        reason = _("%(place)s: %(reason)s") % {"place": fault.about, "reason": reason}
    return shown(reason)


def place_of(error: RecordError) -> str:
    """Return the place of the error in the record, or ""."""
    if error.line:
        return _("line %(line)d, column %(column)d") % vars(error)
    return _("event %(seq)d") % vars(error) if error.seq else ""

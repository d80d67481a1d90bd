"""Time controls in words, for lists of options and for forms."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.time_control import Live, TimeControl, TurnByTurn
from games.presenters.names import listed


def time_control_words(control: TimeControl | None) -> str:
    """Return a time control, such as "3 days for each turn, weekends off"; "" without one."""
    match control:
        case Live(0, per_decision):
            return _("Live: %(time)s a move") % {"time": _length(per_decision)}
        case Live(bank, per_decision):
            # Translators: two lengths of time, such as "5 min" and "10 s".
            return _("Live: %(bank)s, plus %(time)s a move") % {
                "bank": _length(bank),
                "time": _length(per_decision),
            }
        case TurnByTurn(days, weekends_off):
            return _turn_by_turn(days, weekends_off)
    return ""


def time_control_short(control: TimeControl | None) -> str:
    """Return a time control in few words for lists, such as "3 min + 15 s"; "" without one."""
    match control:
        case Live():
            return live_short(control)
        case TurnByTurn(days, weekends_off):
            words = ngettext("%(days)d day a turn", "%(days)d days a turn", days) % {"days": days}
            # Translators: %(words)s is such as "2 days a turn".
            return _("%(words)s, weekends off") % {"words": words} if weekends_off else words
    return ""


def live_short(control: Live) -> str:
    """Return the bank and the time for each decision, such as "3 min + 15 s"."""
    minutes, seconds = divmod(control.bank, 60)
    bank = [_("%(n)d min") % {"n": minutes}] if minutes else []
    bank += [_("%(n)d s") % {"n": seconds}] if seconds else []
    decision = _("%(n)d s") % {"n": control.per_decision}
    return " + ".join([*([" ".join(bank)] if bank else []), decision])


def _turn_by_turn(days: int, weekends_off: bool) -> str:
    if weekends_off:
        words = ngettext(
            "%(days)d day for each turn, weekends off",
            "%(days)d days for each turn, weekends off",
            days,
        )
    else:
        words = ngettext("%(days)d day for each turn", "%(days)d days for each turn", days)
    return words % {"days": days}


def _length(seconds: int) -> str:
    """Return a duration in minutes and seconds, without a unit that is 0."""
    minutes, rest = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes})
    if rest or not minutes:
        parts.append(ngettext("%(n)d second", "%(n)d seconds", rest) % {"n": rest})
    return listed(parts)

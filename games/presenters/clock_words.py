"""Words for clocks: durations, and notes on the clocks of a game."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import ClockNote
from games.pov import Pov
from games.presenters.names import bot_name, names_at_first

IN_SECONDS = 120
"""Shorter durations are given in seconds, longer ones in minutes, hours and days."""


def duration_words(length: timedelta) -> str:
    """Return a short duration: "12 s", "2:48", "5 h 20 min", "2 d 4 h"."""
    # Rounded down, so that no clock shows more time than is left.
    minutes, seconds = divmod(int(length.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return _two(_("%(days)d d") % {"days": days}, _("%(hours)d h"), hours=hours)
    if hours:
        return _two(_("%(hours)d h") % {"hours": hours}, _("%(minutes)d min"), minutes=minutes)
    if minutes:
        return _("%(minutes)d:%(seconds)02d") % {"minutes": minutes, "seconds": seconds}
    return _("%(seconds)d s") % {"seconds": seconds}


def notes_in_words(pov: Pov) -> list[tuple[ClockNote, str]]:
    """Return the notes on clocks, each with a sentence."""
    names = names_at_first(pov.seats)
    gone = {(each.after, each.player) for each in pov.notes if each.kind == ClockNote.Kind.GONE}
    return [
        (each, _words(each, names, gone=(each.after, each.player) in gone, won=_is_won(pov, each)))
        for each in pov.notes
    ]


def won_in_place(pov: Pov) -> list[str]:
    """Return a sentence for each bot that took over a seat and has won at the position shown."""
    return [
        words
        for note, words in notes_in_words(pov)
        if note.kind == ClockNote.Kind.TAKEN_OVER and note.after == pov.seq and _is_won(pov, note)
    ]


def _is_won(pov: Pov, note: ClockNote) -> bool:
    """Return whether the game was over when the note was made."""
    states = pov.log.states  # a note may be newer than the log
    return note.after < len(states) and pov.rules.outcome(states[note.after]) is not None


def _words(note: ClockNote, names: Sequence[str], *, gone: bool, won: bool) -> str:
    """Return a note as a sentence.

    names: those of the players who began the game.  gone: whether another note says that the
    player had gone.  won: whether the game was over when the note was made.
    """
    match note.kind:
        case ClockNote.Kind.STOOD_IN:
            told = _("Time ran out: %(bot)s decided this turn for %(name)s.")
        case ClockNote.Kind.TAKEN_OVER if won:
            told = _("%(name)s's time had run out: %(bot)s won in their place.")
        case ClockNote.Kind.TAKEN_OVER if gone:
            told = _("%(bot)s plays on for %(name)s.")
        case ClockNote.Kind.TAKEN_OVER:
            told = _("Time ran out: %(bot)s plays on for %(name)s.")
        case ClockNote.Kind.GONE:
            told = _("%(name)s was gone for %(time)s, so the wait ended.")
        case ClockNote.Kind.NEVER_MOVED:
            told = _("%(name)s never made a move.")
        case _ if note.player is None:
            told = _("We were offline for %(time)s. Everyone got that time back.")
        case _:
            told = _("We were offline for %(time)s. %(name)s got that time back.")
    return told % {
        "bot": bot_name(note.game.kind, note.bot),
        "name": "" if note.player is None else names[note.player],
        "time": _spelt_out(note.seconds or 0),
    }


def _two(first: str, second: str, **number: int) -> str:
    """Return an amount in two units as one text, without the second unit if it is 0."""
    if not any(number.values()):
        return first
    # Translators: two units of one time, such as "2 d" and "4 h".
    return _("%(first)s %(second)s") % {"first": first, "second": second % number}


def _spelt_out(seconds: int) -> str:
    """Return a duration spelt out for a sentence."""
    if seconds < IN_SECONDS:
        told = ngettext("%(count)d second", "%(count)d seconds", seconds)
        return told % {"count": seconds}
    # Django has these words only for the time since a moment.
    now = datetime(2000, 1, 1)  # noqa: DTZ001 - any moment will do
    return timesince(now - timedelta(seconds=seconds), now)

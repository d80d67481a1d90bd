"""The texts of notices in the active language, and the paths of the pages to which they lead."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import NoticeKind
from games.models import Game, GameAnalysis, Notice, Seat
from games.presenters import presenter
from games.presenters.clock_words import duration_words
from games.presenters.names import listed, name_among
from operations import clock


@dataclass(frozen=True)
class Words:
    """A notice in words. title: the event. text: the game. path: of the page to open.

    names: the names of players in the text.
    """

    title: str
    text: str
    path: str
    names: tuple[str, ...] = ()


def words_of(notice: Notice) -> Words:
    """Return the words of a notice for its reader, with the present names of players."""
    if notice.game is None:
        return _of_moderation(notice)
    seats = list(notice.game.seats.all())
    own = next((seat for seat in seats if seat.user_id == notice.user_id), None)
    others = [seat for seat in seats if seat is not own and seat.left_by_id != notice.user_id]
    path = notice.game.get_absolute_url()
    if notice.game.status == Game.Status.CANCELLED:
        path = reverse("lobby")
    elif notice.kind == Notice.Kind.ANALYSIS:
        path = reverse("analysis", args=[notice.game.code])
    return Words(
        title=TITLES[Notice.Kind(notice.kind)](notice, own),
        text=_where(notice.game, seats, others),
        path=path,
        names=tuple(name_among(seats, seat) for seat in others),
    )


def words_for_table(notice: Notice, game: Game) -> Words:
    """Return the words of a notice for people other than its reader, such as people in a chat."""
    seats = list(game.seats.select_related("user"))
    match notice.kind:
        case Notice.Kind.GAME_OVER:
            title = _game_over_for_all(game, seats)
        case Notice.Kind.LOW_TIME:
            title = _("%(name)s's time is running low") % {"name": notice.user.username}
        case _:
            title = _("%(name)s's turn") % {"name": notice.user.username}
    return Words(title, _where(game, seats, seats), game.get_absolute_url())


def _game_over_for_all(game: Game, seats: list[Seat]) -> str:
    if game.annulled_at:
        return _("The game ended with no result")
    winners = [name_among(seats, seat) for seat in seats if seat.won]
    if not winners:
        return _("Game over")
    # Translators: %(names)s is one name or several, such as "Anna and Ben".
    words = ngettext("Game over: %(names)s won", "Game over: %(names)s won", len(winners))
    return words % {"names": listed(winners)}


def _where(game: Game, seats: list[Seat], others: list[Seat]) -> str:
    kind = presenter(game.kind).ABOUT.name
    if not others:
        return str(kind)
    names = listed(name_among(seats, seat) for seat in others)
    # Translators: %(game)s is the name of a game, %(names)s one name or several.
    return _("%(game)s with %(names)s") % {"game": kind, "names": names}


def _your_turn(notice: Notice, own: Seat | None) -> str:
    return _("Your turn")


def _low_time(notice: Notice, own: Seat | None) -> str:
    if own is None or own.due_at is None:
        return _("Your time is running low")
    left = duration_words(max(own.due_at - clock.now(), timedelta()))
    # Translators: %(time)s is a length of time, such as "5 min".
    return _("Your time is running low: %(time)s left") % {"time": left}


def _invitation(notice: Notice, own: Seat | None) -> str:
    if notice.game and notice.game.rematch_of_id:
        return _("Rematch offer")
    return _("Game invitation")


def _game_over(notice: Notice, own: Seat | None) -> str:
    seats = notice.game.seats.all() if notice.game else ()
    lost = next((seat for seat in seats if seat.left_by_id == notice.user_id), None)
    if lost is not None:
        return _("A bot took over and won") if lost.won else _("A bot took over your seat")
    if own is None:
        return _("You were away and lost your seat")
    if notice.game and notice.game.annulled_at:
        return _("Your game ended with no result")
    return _("You won!") if own.won else _("Game over")


def _analysis(notice: Notice, own: Seat | None) -> str:
    is_there = GameAnalysis.objects.filter(game=notice.game).exists()
    return _("Analysis ready") if is_there else _("Analysis failed")


TITLES: dict[NoticeKind, Callable[[Notice, Seat | None], str]] = {
    Notice.Kind.TURN: _your_turn,
    Notice.Kind.LOW_TIME: _low_time,
    Notice.Kind.INVITATION: _invitation,
    Notice.Kind.GAME_OVER: _game_over,
    Notice.Kind.ANALYSIS: _analysis,
}


def _of_moderation(notice: Notice) -> Words:
    sanctions, reports = reverse("my_sanctions"), reverse("my_reports")
    match notice.about:
        case Notice.About.LIFTED:
            return Words(_("Sanction lifted"), _("See what changed."), sanctions)
        case Notice.About.REPORT:
            return Words(_("We looked at your report"), _("Thanks for reporting."), reports)
        case Notice.About.APPEAL:
            return Words(_("Your appeal was answered"), _("Read the answer."), sanctions)
        case _:
            return Words(
                _("A moderator's decision about you"), _("See what it is and why."), sanctions
            )

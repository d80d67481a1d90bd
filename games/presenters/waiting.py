"""What the header of every page says is waiting for its reader."""

from typing import Any

from accounts.models import User
from accounts.statements import Select
from games.models import Notice
from games.queries import games_waiting_for

MOST_COUNTED = 99
_newest = Select(lambda user: Notice.objects.filter(user=user).open().newest(MOST_COUNTED + 1), int)


def waiting_context(user: User) -> dict[str, Any]:
    """Return what templates/_waiting.html needs.

    waiting_games: the codes of the games that wait for the user.  unread: how many notices the
    bell counts.  open_tags: those of all that is still news: devices may show others, too.
    """
    notices = _newest(user.pk)
    return {
        "waiting_games": games_waiting_for(user),
        "unread": sum(notice.in_page for notice in notices),
        "open_tags": list(dict.fromkeys(notice.tag for notice in notices)),
    }

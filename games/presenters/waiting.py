"""The games and notices that the header of every page counts."""

from typing import Any

from accounts.models import User
from accounts.statements import Select
from games.models import Notice
from games.queries import games_waiting_for

MOST_COUNTED = 99
_newest = Select(lambda user: Notice.objects.filter(user=user).open().newest(MOST_COUNTED + 1), int)


def waiting_context(user: User) -> dict[str, Any]:
    """Return the context of templates/_waiting.html.

    waiting_games: codes of the games that wait for the user.  unread: the number on the bell.
    open_tags: the tags of all unread notices, also of those that the bell doesn't count; devices
    remove their other notifications.
    """
    notices = _newest(user.pk)
    return {
        "waiting_games": games_waiting_for(user),
        "unread": sum(notice.in_page for notice in notices),
        "open_tags": list(dict.fromkeys(notice.tag for notice in notices)),
    }

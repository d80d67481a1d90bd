"""The people of the demo."""

from random import Random
from typing import NamedTuple

from django.contrib.auth.models import Group
from django.db.models import QuerySet

from accounts.models import User
from games.engine.analysis_bots import AnalysisBot
from games.engine.registry import KINDS

GROUP = "demo"  # the name of the group of all users that the demo has made
MOOD = 0.2  # the standard deviation of a person's strength from move to move


class Person(NamedTuple):
    name: str
    tongue: str  # the language they write in
    strength: float  # how well they play, from 0 to 1
    keen: int  # how often they play, compared with the others
    day: int  # the day of the demo, from 0, on which they joined
    role: str = ""  # in the staff: "moderator", "senior" or "operator"; "" for others
    login: str = ""  # what visitors can try as this person, in a word; "" for all but four


PEOPLE = (
    Person("Nora", "en", 0.7, 9, 0, login="player"),
    Person("Theo", "en", 0.4, 6, 0, login="friend"),
    Person("Aylin", "en", 0.8, 0, 0, role="moderator", login="moderator"),
    Person("Ines", "en", 0.5, 0, 0, role="operator", login="operator"),
    Person("Yusuf", "en", 0.6, 0, 0, role="senior"),
    Person("Jae-won", "ko", 1.0, 8, 0),
    Person("haruka_t", "ja", 0.9, 7, 0),
    Person("Layla-N", "ar", 0.6, 6, 0),
    Person("dima_k", "ru", 0.8, 7, 1),
    Person("Zofia", "pl", 0.5, 5, 1),
    Person("Lucia-R", "es", 0.3, 6, 1),
    Person("Kwame", "en", 0.9, 5, 2),
    Person("Amelie", "fr", 0.2, 4, 2),
    Person("Jonas_B", "de", 0.6, 5, 3),
    Person("Rocket99", "en", 0.0, 3, 3),
    Person("Minjun", "ko", 0.4, 4, 4),
    Person("Kenta", "ja", 0.7, 4, 5),
    Person("omar77", "ar", 0.1, 4, 5),
    Person("Anastasia", "ru", 0.5, 4, 6),
    Person("Mateusz", "pl", 0.2, 3, 7),
    Person("Priya", "en", 1.0, 5, 8),
    Person("Diego", "es", 0.0, 3, 9),
    Person("Frida", "de", 0.8, 3, 11),
    Person("lucky-shop", "en", 0.0, 0, 12),
)
LOGINS = tuple(person for person in PEOPLE if person.login)


def made_users() -> QuerySet[User]:
    return User.objects.filter(groups__name=GROUP)


def played_by_the_demo() -> dict[int, Person]:
    """Return the people whose moves the demo makes, by user id: all people without a login."""
    by_name = {person.name: person for person in PEOPLE if not person.login}
    return {
        user.pk: by_name[user.username]
        for user in made_users().filter(username__in=by_name, is_active=True)
    }


def enter_group(user: User) -> None:
    user.groups.add(Group.objects.get_or_create(name=GROUP)[0])


def bot_like(kind: str, strength: float, chance: Random) -> str:
    """Return a bot that plays about as well as someone of this strength."""
    # Neither the weakest bot, which plays at random, nor bots that need the analysis. People don't
    # play equally well each time, so the strength varies from call to call.
    at_random, *bots = (
        slug for slug, bot in KINDS[kind].bots.items() if not isinstance(bot, AnalysisBot)
    )
    today = min(max(chance.gauss(strength, MOOD), 0), 1)
    return bots[round(today * (len(bots) - 1))] if bots else at_random

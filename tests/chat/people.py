"""People who talk, and what they said."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.models import Sanction
from games.chat.audience import reader_of
from games.chat.models import ChatLine
from games.chat.showing import last_lines
from games.models import Game
from tests.games.tables import client_of, make_user

WEEK = timedelta(days=7)


def make_person(name: str, **fields: Any) -> User:
    """Return somebody with an account."""
    user = make_user(name)
    User.objects.filter(pk=user.pk).update(**fields)
    user.refresh_from_db()
    return user


def make_helper(name: str = "helper") -> User:
    """Return somebody who may remove lines."""
    user = make_person(name, is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="remove_lines"))
    return user


def age(user: User, time: timedelta = WEEK) -> User:
    """Have the account be so old."""
    user.date_joined = timezone.now() - time
    user.save(update_fields=["date_joined"])
    return user


def mute(user: User, kind: str = Sanction.Kind.CHAT_MUTE, **fields: Any) -> Sanction:
    return Sanction.objects.create(user=user, kind=kind, reason="Insults.", **fields)


def forget(user: User, time: timedelta) -> None:
    """Have all that the user said be said so long before."""
    for line in ChatLine.objects.filter(user=user):
        line.created_at -= time
        line.save(update_fields=["created_at"])


def over(game: Game, since: timedelta = timedelta(minutes=1)) -> Game:
    """Have the game be over."""
    finished = {"status": Game.Status.FINISHED, "due_at": None}
    Game.objects.filter(pk=game.pk).update(**finished, finished_at=timezone.now() - since)
    game.refresh_from_db()
    return game


def read(game: Game, user: User | None) -> list[str]:
    """Return what somebody reads at a table, as text."""
    pk = user.pk if user else None
    players = {seat.user_id: seat.player for seat in game.seats.all() if seat.user_id}
    reader = reader_of(pk, pk in players)
    said = last_lines(game, reader, players).lines
    return ["".join(part.text for part in view.parts) for view in said]


def talk(user: User | None, game: Game, **data: str) -> Any:
    """Post to the chat as a browser without scripts does."""
    return client_of(user).post(f"/games/{game.code}/chat/", data)


def page(user: User | None, path: str) -> str:
    answer = client_of(user).get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()

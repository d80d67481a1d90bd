"""Exports everything that is stored about a user, as files in an archive."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Model, Q
from django.utils.translation import gettext as _

from accounts.mfa import factors_of
from accounts.models import User
from accounts.preferences import preferences_of
from games.chat.models import ChatPreference
from games.export import files_of
from games.models import Game
from moderation.models import AppealMessage
from moderation.services.cases import messages_to

FIELDS = {
    "addresses": ["hashed", "first_seen_at", "seen_at"],
    "appeals": ["appeal__sanction__kind", "by_staff", "text", "created_at"],
    "blocks": ["blocked__username", "chat", "tables", "created_at"],
    "chat_refused": ["game__code", "channel", "text", "phrase", "reason", "created_at"],
    "chat": ["game__code", "channel", "text", "phrase", "created_at", "removed_at"],
    "comments": ["game__code", "seq", "text", "created_at", "deleted_at"],
    "devices": ["user_agent", "created_at", "ends_at"],
    "dice": ["kind", "rolls", "ones", "twos", "threes", "fours", "fives", "sixes"],
    "games": [
        *("game__code", "game__kind", "game__status", "player", "won", "orders"),
        *("game__finished_at", "game__time_control", "time_left", "stand_ins"),
        *("grade__decisions", "grade__lost", "grade__squares"),
        *("grade__cost", "grade__nerve", "hints"),
    ],
    "hosted": ["code", "kind", "status", "own_dice", "created_at"],
    "imported": ["code", "kind", "imported_at", "played_on"],
    "invitations": ["code", "kind", "creator__username", "status", "created_at"],
    "left": [
        *("game__code", "game__kind", "game__status", "player", "taken_over_after"),
        *("game__finished_at", "game__time_control"),
        *("grade__decisions", "grade__lost", "grade__squares"),
        *("grade__cost", "grade__nerve", "hints"),
    ],
    "messages": ["to_suspect", "decided_at"],
    "notices": ["kind", "game__code", "about", "created_at", "read_at", "withdrawn_at"],
    "reports": [
        *("target", "target_id", "case__suspect_name", "reason", "text", "is_open"),
        *("case__verdict", "case__to_reporters", "created_at"),
    ],
    "sanctions": [
        *("kind", "reason", "starts_at", "ends_at", "created_at", "acknowledged_at"),
        *("revoked_at", "revoke_reason"),
    ],
    "sessions": ["ip", "user_agent", "created_at", "last_seen_at"],
    "vacations": ["first_day", "last_day", "created_at"],
    "webhooks": ["game__code", "url", "failures", "off_since", "created_at"],
}
"""The fields in each file. Moderators' notes are left out."""


def archive_of(user: User) -> Iterator[bytes]:
    """Yield a zip archive with everything about the user, in parts of about one file."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files_about(user):
            archive.writestr(name, text)
            yield sink.drained()
    yield sink.drained()


def files_about(user: User) -> Iterator[tuple[str, str]]:
    yield "README.txt", _readme()
    yield "account.json", _json(account_of(user))
    for name, rows in rows_of(user).items():
        yield f"{name}.json", _json(list(rows.values(*FIELDS[name])))
    own = Q(seats__user=user) | Q(seats__left_by=user) | Q(pass_and_play=True, creator=user)
    own = (own & Q(started_at__isnull=False)) | Q(imported_by=user)
    # Few games at a time: each record contains the whole log of a game.
    for game in Game.objects.filter(own).distinct().order_by("pk").iterator(chunk_size=20):
        for name, text in files_of(game):
            yield f"records/{name}", text


def account_of(user: User) -> dict[str, Any]:
    """Return the account's own data, without secrets."""
    chat = ChatPreference.objects.filter(user=user).first() or ChatPreference(user=user)
    return {
        "username": user.username,
        "former_username": user.former_username,
        "former_names": list(user.former_names.values("username", "changed_at")),
        "number": user.pk,
        "guest": user.is_guest,
        "staff": user.is_staff,
        "groups": list(user.groups.values_list("name", flat=True)),
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "language": user.language,
        "emails": list(
            EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
        ),
        "second_factors": factors_of(user),
        "preferences": _chosen(preferences_of(user)) | _chosen(chat),
    }


def _chosen(row: Model) -> dict[str, Any]:
    names = [field.name for field in row._meta.fields if field.name not in {"id", "user"}]
    return {name: getattr(row, name) for name in names}


def rows_of(user: User) -> dict[str, Any]:
    """Return the rows about the user, by the name of the file they go into."""
    said = AppealMessage.objects.filter(appeal__sanction__user=user, hidden=False)
    return {
        "addresses": user.seen_addresses.order_by("pk"),
        "appeals": said.order_by("pk"),
        "blocks": user.blocks.order_by("pk"),
        "chat_refused": user.refused_lines.order_by("pk"),
        "chat": user.chat_lines.order_by("pk"),
        "comments": user.step_comments.order_by("pk"),
        "devices": user.push_subscriptions.order_by("pk"),
        "dice": user.dice_tallies.order_by("pk"),
        "games": user.seats.order_by("pk"),
        "hosted": user.created_games.filter(pass_and_play=True).order_by("pk"),
        "imported": user.imported_games.order_by("pk"),
        "invitations": user.invitations.order_by("pk"),
        "left": user.left_seats.order_by("pk"),
        # In the files, `to_subject` and `subject_name` still have their former names.
        "messages": messages_to(user).annotate(to_suspect=F("to_subject")),
        "notices": user.notices.order_by("pk"),
        "reports": user.reports.annotate(case__suspect_name=F("case__subject_name")).order_by("pk"),
        "sanctions": user.sanctions.order_by("pk"),
        "sessions": UserSession.objects.filter(user=user).order_by("pk"),
        "vacations": user.vacations.order_by("pk"),
        "webhooks": user.webhooks.order_by("pk"),
    }


def _readme() -> str:
    return _(
        "Everything we store about you.\n\n"
        "account.json: your account and settings, without passwords and secrets.\n"
        "sessions.json: where you're signed in. addresses.json: hashes of the IP addresses you\n"
        "signed in from in the last 90 days. devices.json: browsers that show notifications.\n"
        "games.json, imported.json, dice.json: your games. hosted.json: games played on your\n"
        "device. left.json: games in which a bot took over your seat. records/ has each game move\n"
        "by move, with your times if there were clocks.\n"
        "invitations.json: games you were invited to.\n"
        "chat.json, chat_refused.json, comments.json: what you wrote.\n"
        "reports.json, blocks.json: people you reported and blocked.\n"
        "sanctions.json, appeals.json, messages.json: moderators' decisions and messages to you.\n"
        "vacations.json: your vacations, in days of your time zone.\n"
        "notices.json: your notifications of the last 90 days. webhooks.json: where we post them,\n"
        "without the secrets.\n"
        "All times are in UTC.\n"
    )


def _json(data: Any) -> str:
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


class _Sink(io.RawIOBase):
    """A file for the archive to write into; `drained` returns and removes its content."""

    def __init__(self) -> None:
        self.waiting = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.waiting += data
        return len(data)

    def drained(self) -> bytes:
        data = bytes(self.waiting)
        self.waiting.clear()
        return data

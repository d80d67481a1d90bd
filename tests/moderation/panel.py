"""What the tests of the panel share: somebody of each role, and something of everything."""

from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.guests import create_guest
from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.models import ModerationAction, Sanction
from games.chat.models import ChatLine
from games.models import Game, GameRuling
from moderation.models import (
    Appeal,
    Case,
    Evidence,
    MessageTemplate,
    Report,
)
from tests.games.factories import make_running_game
from tests.moderation.people import make_player, make_staff, sanctioned
from tests.staff import staff_client

STAFF = ("helper", "moderator", "senior", "admin", "superuser")
OUTSIDE = ("anonymous", "guest", "user")
ROLES = (*OUTSIDE, *STAFF)


def browser_of(role: str) -> Client:
    """Return a browser of somebody with this role; staff has proved a second factor."""
    match role:
        case "anonymous":
            return Client()
        case "guest":
            client = Client()
            client.force_login(create_guest())
            return client
        case "user":
            client = Client()
            client.force_login(make_player("Ordinary"))
            return client
        case _:
            return staff_client(member(role))


def member(role: str) -> User:
    """Return somebody of the staff."""
    if role == "superuser":
        return make_player("Root", is_staff=True, is_superuser=True)
    return make_staff(role)


@dataclass(frozen=True)
class World:
    """One of everything that the panel shows."""

    subject: User
    game: Game
    line: ChatLine
    case: Case
    sanction: Sanction
    appeal: Appeal
    act: ModerationAction
    ruling: GameRuling
    template: MessageTemplate


def make_world(text: str = "You fool") -> World:
    """Make one of everything, with this text wherever somebody writes."""
    subject, giver = make_player("Subject"), make_staff("senior", "Giver-of-sanctions")
    game = make_running_game(subject, make_player("Victim"), events=6)
    line = ChatLine.objects.create(game=game, channel="players", user=subject, text=text)
    case = Case.objects.create(
        subject=subject, subject_name=subject.username, category="chat", score=9
    )
    report = Report.objects.create(
        case=case, reporter=giver, target="line", target_id=line.pk, reason="abuse", text=text
    )
    keep_evidence(report, game, text)
    case.notes.create(author=giver, text=text)
    sanction = sanctioned(subject, given_by=giver, case=case, reason=text, note=text)
    appeal = Appeal.objects.create(sanction=sanction)
    appeal.messages.create(author=subject, text=text)
    appeal.messages.create(author=giver, by_staff=True, hidden=True, text=text)
    act = log.write(giver, "muted", subject=subject, reason=text, target="line 1", case=case)
    return World(
        subject=subject,
        game=game,
        line=line,
        case=case,
        sanction=sanction,
        appeal=appeal,
        act=act,
        ruling=GameRuling.objects.create(game=game, kind="annul", note=text, ruled_by=giver),
        template=MessageTemplate.objects.create(title="Kind", audience="suspect", text=text),
    )


def keep_evidence(report: Report, game: Game, text: str) -> None:
    """Store a snapshot as the services do, with this text in it."""
    said = {
        "id": report.target_id,
        "kind": "line",
        "user": report.case.subject_id,
        "name": text,
        "text": text,
        "at": "2026-01-02T03:04:05+00:00",
    }
    players = [{"player": 0, "name": text, "left": "resigned"}]
    kept = {"code": game.code, "kind": game.kind, "players": players}
    report_kept: dict[str, Any] = {"name": text, "said": said, "lines": [said], "game": kept}
    report_kept |= {"comments": [said]}
    report_kept |= {"waits": [{"seq": 3, "seconds": 200}], "written": [said], "refused": [said]}
    report_kept["left"] = [{"code": game.code, "how": "timed_out", "at": None}]
    Evidence.objects.create(report=report, game=game, seq=3, snapshot=report_kept)


def case_page(case: Case) -> str:
    """Return the address of a case."""
    return reverse("admin:moderation_case_change", args=[case.pk])

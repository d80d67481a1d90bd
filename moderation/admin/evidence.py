"""Evidence on the page of a case, from snapshots, which outlive the reported content."""

from datetime import datetime
from functools import cache
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.chat.models import Channel
from games.presenters import presenter
from games.queries import running_games_of, started_game
from moderation.models import Case, Evidence, Report
from moderation.services import scores, texts

MOST_REPORTS = 50
"""Number of latest reports that the page of a case shows."""

LISTS = {
    "lines": _("Surrounding chat"),
    "comments": _("Comments on the same step"),
    "written": _("Recent chat and comments"),
    "refused": _("Refused messages: too many at once"),
}
"""Titles of the lists of texts in a snapshot, by their keys (services/evidence.py)."""


def evidence_of(case: Case, viewer: User) -> list[dict[str, Any]]:
    """Return the latest reports of a case with their evidence, the highest score first."""
    latest = case.reports.select_related("reporter", "evidence__game").order_by("-pk")
    reports = sorted(latest[:MOST_REPORTS], key=lambda report: (-report.score, report.pk))
    trust = scores.trust_in(*{report.reporter.pk for report in reports if report.reporter})
    # Players of a running game must not read texts of its spectators.
    own = set(running_games_of(viewer).values_list("code", flat=True))
    gone = {texts.name_of(item) for item in texts.reported_texts(case) if texts.is_gone(item)}
    # Cached: many reports of a case are about the same game.
    is_open = cache(_is_open)
    shown: list[dict[str, Any]] = []
    # If several reports have the same frame or texts, only the first shows them.
    framed: set[str] = {""}
    read: list[object] = [[]]
    for report in reports:
        evidence: Evidence | None = getattr(report, "evidence", None)
        kept: dict[str, Any] = evidence.snapshot if evidence else {}
        lists = {part: _readable(kept, part, own) for part in LISTS}
        parts = [
            (str(title), [_text(case, report, each, gone) for each in lists[part]])
            for part, title in LISTS.items()
            if lists[part]
        ]
        frame, replay = _addresses(evidence)
        if frame in framed or not (evidence and evidence.game and is_open(evidence.game.code)):
            frame = ""
        game = kept.get("game", {})
        about = {"name": presenter(game["kind"]).ABOUT.name} if game.get("kind") else {}
        shown.append(
            {
                "report": report,
                "trust": round(100 * trust[report.reporter.pk]) if report.reporter else None,
                "texts": [] if parts in read else parts,
                "texts_above": bool(parts) and parts in read,
                "kept_back": any(len(lists[part]) < len(kept.get(part, [])) for part in LISTS),
                "waits": kept.get("waits", []),
                "left": [each | {"at": _moment(each.get("at"))} for each in kept.get("left", [])],
                "game": about and game | about,
                "frame": frame,
                "replay": replay,
            }
        )
        framed.add(frame)
        read.append(parts)
    return shown


def _readable(kept: dict[str, Any], part: str, own: set[str]) -> list[dict[str, Any]]:
    """Return a list of a snapshot, without spectators' texts on games with a code in `own`."""
    code = kept.get("game", {}).get("code")
    return [
        each
        for each in kept.get(part, [])
        if each.get("where", code) not in own or each.get("channel") == Channel.PLAYERS
    ]


def _text(case: Case, report: Report, kept: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    kind, number = kept.get("kind"), kept.get("id")
    # Texts in a list about one table name their channel, in a list about several their table.
    channel = dict(Channel.choices).get(kept.get("channel", ""), "")
    return {
        "name": kept.get("name", case.subject_name) or "–",
        "text": kept.get("text") or "",
        "at": _moment(kept.get("at")),
        "where": kept.get("where") or channel,
        "by_subject": case.subject_id is not None and kept.get("user") == case.subject_id,
        "reported": (kind, number) == (report.target, report.target_id),
        "removed": bool(kept.get("removed")) or f"{kind} {number}" in gone,
    }


def _moment(text: object) -> datetime | None:
    return parse_datetime(text) if isinstance(text, str) else None


def _addresses(evidence: Evidence | None) -> tuple[str, str]:
    """Return URLs of the replay at the step, to embed and to open; "" twice without a replay."""
    game = evidence.game if evidence else None
    if evidence is None or game is None or game.started_at is None:
        return "", ""
    seq = min(evidence.seq if evidence.seq is not None else game.version, game.version)
    frame = reverse("embed", args=[game.code], query={"seq": seq})
    return frame, reverse("replay", args=[game.code, seq])


def _is_open(code: str) -> bool:
    """Return whether visitors may see the game: frames are loaded without a user."""
    try:
        started_game(code, AnonymousUser())
    except Http404:
        return False
    return True

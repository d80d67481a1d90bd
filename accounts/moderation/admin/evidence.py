"""What was reported, as the page of a case shows it: from snapshots, which outlive the content."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.moderation.models import Case, Evidence, Report
from accounts.moderation.services import scores, writing
from games.chat.models import Channel
from games.models import Game
from games.presenters import presenter
from games.queries import running_games_of, started_game

MOST_EXHIBITS = 50
"""Of so many reports, the latest ones, the page of a case shows the evidence."""

LISTS = {
    "lines": _("What was said around it"),
    "comments": _("Comments on the same step"),
    "written": _("Written lately"),
    "refused": _("Wanted to say, and was too much"),
}
"""The parts of a snapshot that are things somebody wrote, by the names of services.evidence."""


@dataclass(frozen=True)
class Said:
    """A line or a comment, as it was."""

    name: str
    text: str
    at: datetime | None
    where: str
    by_subject: bool
    reported: bool
    removed: bool


@dataclass(frozen=True)
class Exhibit:
    """One report with everything kept of it."""

    report: Report
    evidence: Evidence | None
    trust: int | None
    said: list[tuple[str, list[Said]]]
    waits: list[dict[str, Any]]
    left: list[dict[str, Any]]
    game: dict[str, Any]
    frame: str
    replay: str
    said_above: bool = False
    kept_back: bool = False


@dataclass
class Wall:
    """What all exhibits of a page have in common.

    own: the codes of the viewer's running games.  gone: the names in the log of those reported
    lines and comments that were taken away.
    """

    case: Case
    trust: dict[int, float]
    own: set[str]
    gone: set[str]
    framed: set[str] = field(default_factory=set)
    opened: dict[int, bool] = field(default_factory=dict)

    def replay(self, evidence: Evidence | None) -> tuple[str, str]:
        """Return where the replay at the step can be framed, once, and where it is, or ""."""
        game = evidence.game if evidence else None
        if evidence is None or game is None or game.started_at is None:
            return "", ""
        seq = min(evidence.seq if evidence.seq is not None else game.version, game.version)
        frame = reverse("embed", args=[game.code], query={"seq": seq})
        replay = reverse("replay", args=[game.code, seq])
        if frame in self.framed or not self.is_open(game):
            return "", replay
        self.framed.add(frame)
        return frame, replay

    def is_open(self, game: Game) -> bool:
        """Return whether a frame may show the game; each game is asked for once."""
        if game.pk not in self.opened:
            self.opened[game.pk] = _is_open(game)
        return self.opened[game.pk]


def exhibits(case: Case, viewer: User) -> list[Exhibit]:
    """Return the latest reports of a case with their evidence, the most pressing first.

    The same step of the same game is framed once, and the same words shown once, in the first of
    the reports. What others say of a running game is kept back from those who play in it.
    """
    reports = _latest(case)
    trust = scores.trust_in(*{report.reporter.pk for report in reports if report.reporter})
    own = set(running_games_of(viewer).values_list("code", flat=True))
    gone = {writing.name_of(item) for item in writing.reported(case) if writing.is_gone(item)}
    wall = Wall(case, trust, own, gone)
    read: list[object] = []
    found = []
    for report in reports:
        exhibit = _exhibit(wall, report)
        if exhibit.said and exhibit.said in read:
            exhibit = replace(exhibit, said=[], said_above=True)
        read.append(exhibit.said)
        found.append(exhibit)
    return found


def _latest(case: Case) -> list[Report]:
    found = case.reports.select_related("reporter", "evidence__game").order_by("-pk")
    return sorted(found[:MOST_EXHIBITS], key=lambda report: (-report.score, report.pk))


def _exhibit(wall: Wall, report: Report) -> Exhibit:
    evidence = getattr(report, "evidence", None)
    kept: dict[str, Any] = evidence.snapshot if evidence else {}
    lists = {part: _readable(kept, part, wall.own) for part in LISTS}
    frame, replay = wall.replay(evidence)
    return Exhibit(
        report=report,
        evidence=evidence,
        trust=round(100 * wall.trust[report.reporter.pk]) if report.reporter else None,
        said=[
            (str(title), [_said(wall, report, each) for each in lists[part]])
            for part, title in LISTS.items()
            if lists[part]
        ],
        waits=kept.get("waits", []),
        left=[each | {"at": _moment(each.get("at"))} for each in kept.get("left", [])],
        game=_named(kept.get("game", {})),
        frame=frame,
        replay=replay,
        kept_back=any(len(lists[part]) < len(kept.get(part, [])) for part in LISTS),
    )


def _readable(kept: dict[str, Any], part: str, own: set[str]) -> list[dict[str, Any]]:
    """Return a list of a snapshot without what was not said to the players of these games."""
    code = kept.get("game", {}).get("code")
    return [
        each
        for each in kept.get(part, [])
        if each.get("where", code) not in own or each.get("channel") == Channel.PLAYERS
    ]


def _said(wall: Wall, report: Report, line: dict[str, Any]) -> Said:
    case = wall.case
    reported = (line.get("kind"), line.get("id")) == (report.target, report.target_id)
    # A list of one table says which channel that was; a list of several, which table.
    channel = str(dict(Channel.choices).get(line.get("channel", ""), ""))
    return Said(
        name=str(line.get("name", case.subject_name) or "–"),
        text=str(line.get("text") or ""),
        at=_moment(line.get("at")),
        where=str(line.get("where") or channel),
        by_subject=case.subject_id is not None and line.get("user") == case.subject_id,
        reported=reported,
        removed=bool(line.get("removed")) or f"{line.get('kind')} {line.get('id')}" in wall.gone,
    )


def _moment(text: object) -> datetime | None:
    return parse_datetime(text) if isinstance(text, str) else None


def _named(game: dict[str, Any]) -> dict[str, Any]:
    return game | {"name": presenter(game["kind"]).ABOUT.name} if game.get("kind") else {}


def _is_open(game: Game) -> bool:
    """Return whether a frame, which knows nobody, may show the game."""
    try:
        started_game(game.code, AnonymousUser())
    except Http404:
        return False
    return True

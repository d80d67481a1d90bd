"""Who may ask for which address of the site, and what the answer is: all that is not here is wrong.

Pages of the administration are in the table of tests/moderation/test_admin_permissions.py, but for
those that Django makes of itself, which are below.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.contrib.contenttypes.models import ContentType

from games.models import Game
from games.notices.mail import unsubscribe_path
from games.services.pass_and_play import claim_key
from tests.site.cast import PEOPLE, STAFF, VISITORS, Arguments, Site

Answer = int | str
"""A status, or the name of the page that the visitor is led to."""

Rule = dict[str, Answer]

GROUPS: dict[str, tuple[str, ...]] = {
    "staff": STAFF,
    "handlers": ("moderator", "senior", "admin"),
    "accounts": (*PEOPLE, *STAFF),
}

LOGIN, SIGNUP, SETTINGS = "account_login", "account_signup", "account_settings"
FACTOR = "mfa_reauthenticate"
NO_POST = 405
OPEN = -1
"""A suspended user gets what everybody gets; without it the page is closed to them."""


def rule(everybody: Answer, **others: Answer) -> Rule:
    """Return the answer to each visitor; a later name overrides an earlier one."""
    found: Rule = dict.fromkeys(VISITORS, everybody)
    for name, answer in others.items():
        for visitor in GROUPS.get(name, (name,)):
            found[visitor] = answer if answer != OPEN else everybody
    if "suspended" not in others:
        found["suspended"] = 403
    return found


@dataclass(frozen=True)
class Page:
    """What an address answers. about: what it is about, where that is not the finished game."""

    get: Rule
    post: Rule
    about: Arguments = field(default=lambda site: {})
    data: Mapping[str, str] = field(default_factory=dict)


def _nothing(site: Site) -> dict[str, object]:
    return {}


def reads(about: Arguments = _nothing, answer: Answer = 200, **others: Answer) -> Page:
    """A page to read, and nothing else."""
    return Page(rule(answer, **others), rule(NO_POST, **_closed(others)), about)


def members(about: Arguments = _nothing, answer: Answer = 200, **others: Answer) -> Page:
    """The same for those who are signed in, guests among them."""
    login: dict[str, Answer] = {"anonymous": LOGIN}
    return Page(rule(answer, **login, **others), rule(NO_POST, **login, **_closed(others)), about)


def acts(
    about: Arguments = _nothing, answer: Answer = 200, *, data: object = None, **others: Answer
) -> Page:
    """An address that only acts."""
    sent = data if isinstance(data, dict) else {}
    return Page(rule(NO_POST), rule(answer, **others), about, sent)


def _closed(others: Mapping[str, Answer]) -> dict[str, Answer]:
    return {"suspended": OPEN} if "suspended" in others else {}


def both(get: Rule, post: Rule, about: Arguments = _nothing, **data: str) -> Page:
    """A form and what it does."""
    return Page(get, post, about, data)


def same(found: Rule) -> Page:
    """A page that answers alike whether it is asked or told."""
    return Page(found, found)


def _line(site: Site) -> dict[str, object]:
    return {"code": site.panel.game.code, "pk": site.panel.line.pk}


def _running(site: Site) -> dict[str, object]:
    return {"code": site.panel.game.code}


def _capitals(site: Site) -> dict[str, object]:
    return {"code": site.over.code.upper(), "rest": "record.json"}


def _waiting(site: Site) -> dict[str, object]:
    return {"code": site.waiting.code}


def _one_device(site: Site) -> dict[str, object]:
    code = site.one_device.code
    return {"code": code, "key": claim_key(code)}


def _imported(site: Site) -> dict[str, object]:
    return {"code": site.imported.code}


def _sanction(site: Site) -> dict[str, object]:
    return {"pk": site.panel.sanction.pk}


def _row(site: Site) -> dict[str, object]:
    kind = ContentType.objects.get_for_model(Game)
    return {"content_type_id": kind.pk, "object_id": site.waiting.pk}


def _unsubscribing(site: Site) -> dict[str, object]:
    return {"token": unsubscribe_path(site.owner).split("/")[-2]}


def _comment(site: Site) -> dict[str, object]:
    return {"pk": site.comment.pk}


ENTRANCE = rule("home", anonymous=200, guest=200)
OF_ACCOUNTS = rule(200, anonymous=LOGIN, guest=SIGNUP)
FACTORS = rule(200, anonymous=LOGIN, guest=SIGNUP, staff=FACTOR)
OWN_FACTOR = rule(404, anonymous=LOGIN, guest=SIGNUP, staff=FACTOR)
AGAIN = rule(403, anonymous=LOGIN, guest=SIGNUP, staff=FACTOR)
CODES = rule(404, anonymous=LOGIN, guest=SIGNUP)

SITE: dict[str, Page] = {
    "favicon.ico": reads(answer="static"),
    "manifest.webmanifest": reads(suspended=OPEN),
    "service-worker.js": reads(suspended=OPEN),
    "offline/": reads(suspended=OPEN),
    "icons/waiting-<int:count>.svg": reads(lambda site: {"count": 3}, suspended=OPEN),
    "notices/": members(),
    "notices/settings/": both(rule(200, anonymous=LOGIN), rule("notice_settings", anonymous=LOGIN)),
    "notices/read/": both(rule(NO_POST, anonymous=LOGIN), rule("notices", anonymous=LOGIN)),
    "notices/<int:pk>/": members(lambda site: {"pk": site.notice.pk}, 404),
    "about/": reads(suspended=OPEN),
    "contact/": reads(suspended=OPEN),
    "house-rules/": reads(suspended=OPEN),
    "privacy/": reads(suspended=OPEN),
    "transparency/": reads(suspended=OPEN),
    "": reads(),
    "clock/": reads(suspended=OPEN),
    "lobby/": reads(),
    "watch/": reads(),
    "replays/": reads(),
    "daily/": reads(),
    "daily/<str:day>/": reads(answer=404),
    "daily/start/": acts(answer="daily_today"),
    "replays/import/": both(rule(200), rule(422, anonymous=403, guest=403)),
    "my-games/": reads(),
    "my-games/decline/": acts(answer="my_games", anonymous=LOGIN),
    "my-games/records.zip": acts(anonymous=LOGIN),
    "players/<slug:username>/": reads(),
    "players/<slug:username>/invite/": acts(
        answer="game", blocked="player", anonymous="player", guest="player"
    ),
    "bots/": reads(),
    "dice/": reads(),
    "rules/": reads(),
    "rules/<slug:kind>/": reads(),
    "rules/<slug:kind>/strategy/": reads(),
    "learn/": reads(answer="rules_index"),
    "learn/<slug:kind>/": reads(answer="lesson_step"),
    "learn/<slug:kind>/<int:number>/": reads(),
    "learn/<slug:kind>/no-thanks/": acts(answer="home"),
    "what-if/<slug:kind>/": reads(answer=404),
    "rules/<slug:kind>/sheet/": reads(),
    "fair-dice/": reads(),
    "fair-dice/commitments/": reads(),
    "fair-dice/commitments.json": reads(suspended=OPEN),
    "fair-dice/verify_record.py": reads(suspended=OPEN),
    "games/new/": both(rule(200), rule(422)),
    "games/play-now/": acts(answer="game"),
    "games/play-with-people/": acts(answer="game"),
    "games/pass-and-play/": both(rule(200), rule(422)),
    "games/next/": reads(answer="my_games"),
    "games/<slug:code>/": reads(),
    "games/<spelled:code>/": reads(_capitals, "game"),
    "games/<spelled:code>/<path:rest>": reads(_capitals, "game_record"),
    "games/<slug:code>/join/": acts(_waiting, "game", blocked=409),
    "games/<slug:code>/salt/": acts(_waiting, 403, data={"salt": "x"}),
    "games/<slug:code>/leave/": acts(_waiting, 403),
    "games/<slug:code>/add-bot/": acts(_waiting, 403, data={"bot": "careful"}),
    "games/<slug:code>/remove-bot/": acts(_waiting, 403, data={"player": "0"}),
    "games/<slug:code>/start/": acts(_waiting, 403, data={"bot": "careful"}),
    "games/<slug:code>/act/": acts(_running, 403, data={"action": "resign"}),
    "games/<slug:code>/absent/": acts(_running, 403, data={"player": 1, "answer": "win"}),
    "games/<slug:code>/hint/": acts(_running, 403),
    "games/<slug:code>/orders/": both(rule(403), rule(403), _running),
    "games/<slug:code>/rematch/": acts(answer=403),
    "games/<slug:code>/same-dice/": acts(answer=409),
    "games/<slug:code>/compare/": reads(answer=404),
    "games/<slug:code>/claim/<str:key>/": both(
        rule(200), rule("game", anonymous=403, guest=403), _one_device, player="1"
    ),
    "games/<slug:code>/claim/<str:key>/qr.svg": reads(_one_device),
    "games/<slug:code>/record.json": reads(),
    "games/<slug:code>/qr.svg": reads(),
    "games/<slug:code>/decline/": acts(_waiting, 403),
    "games/<slug:code>/record.txt": reads(),
    "games/<slug:code>/verify/": reads(_imported),
    "games/<slug:code>/delete/": both(rule(403), rule(403), _imported),
    "games/<slug:code>/analysis/": reads(),
    "games/<slug:code>/analysis/<int:seq>/": reads(answer=404),
    "games/<slug:code>/what-if/<int:seq>/": reads(answer=404),
    "games/<slug:code>/replay/": reads(answer="replay"),
    "games/<slug:code>/replay/frames/": reads(answer=400),
    "games/<slug:code>/replay/<int:seq>/": reads(),
    "games/<slug:code>/replay/<int:seq>.png": reads(),
    "games/<slug:code>/replay.webp": reads(answer="animation"),
    "games/<slug:code>/replay.gif": reads(answer="animation"),
    "games/<slug:code>/replay.mp4": reads(answer="animation"),
    "games/<slug:code>/animation/": both(rule(200), rule("animation")),
    "games/<slug:code>/embed/": reads(suspended=OPEN),
    "games/<slug:code>/comments/": acts(
        answer="replay", data={"seq": "3", "text": "Hm"}, anonymous=403, guest=403, muted=403
    ),
    "games/<slug:code>/comments/<int:seq>/": reads(),
    "games/<slug:code>/comments/<int:pk>/delete/": acts(_comment, 403, staff="replay"),
    "chat/settings/": acts(answer="my_blocks", anonymous=LOGIN),
    "games/<slug:code>/chat/": both(
        rule(200),
        rule("chat", anonymous=403, guest=403, muted=403),
        text="Good evening to you all",
    ),
    "games/<slug:code>/chat/<int:pk>/": reads(_line),
    "games/<slug:code>/chat/<int:pk>/remove/": acts(_line, 403, staff="chat"),
    "notices/unsubscribe/<str:token>/": both(
        rule(200, suspended=OPEN), rule(200, suspended=OPEN), _unsubscribing
    ),
}
"""Games, chat and what is for everybody."""

ACCOUNTS: dict[str, Page] = {
    "accounts/": same(rule(200, anonymous=LOGIN, suspended=OPEN)),
    "accounts/delete/": both(
        rule(200, anonymous=LOGIN, muted=403), rule("home", anonymous=LOGIN, muted=403)
    ),
    "accounts/sessions/": both(
        OF_ACCOUNTS, rule("account_sessions", anonymous=LOGIN, guest=SIGNUP)
    ),
    "accounts/preferences/": both(rule(200, anonymous=LOGIN), rule(422, anonymous=LOGIN)),
    "accounts/preferences/bots-pace/": Page(
        rule(NO_POST, anonymous=LOGIN), rule(422, anonymous=LOGIN)
    ),
    "accounts/time-zone/": Page(rule(NO_POST, anonymous=LOGIN), rule(422, anonymous=LOGIN)),
    "notices/push/subscribe/": Page(rule(NO_POST, anonymous=LOGIN), rule(422, anonymous=LOGIN)),
    "notices/push/unsubscribe/": Page(rule(NO_POST, anonymous=LOGIN), rule(204, anonymous=LOGIN)),
    "accounts/vacations/": both(
        rule(200, anonymous=LOGIN, guest=SIGNUP), rule(422, anonymous=LOGIN, guest=SIGNUP)
    ),
    "accounts/vacations/<int:pk>/end/": both(
        rule(NO_POST, anonymous=LOGIN, guest=SIGNUP),
        rule(404, anonymous=LOGIN, guest=SIGNUP),
        lambda site: {"pk": site.vacation.pk},
    ),
    "notices/webhook/": both(
        rule(200, anonymous=LOGIN, guest=SIGNUP),
        rule(404, anonymous=LOGIN, guest=SIGNUP),
    ),
    "notices/webhook/<slug:code>/": both(
        rule(403, anonymous=LOGIN, guest=SIGNUP),
        rule(403, anonymous=LOGIN, guest=SIGNUP),
        _waiting,
        action="save",
        url="https://example.org/hook",
    ),
    "accounts/name/": both(
        rule(200, anonymous=LOGIN, guest=SIGNUP), rule(422, anonymous=LOGIN, guest=SIGNUP)
    ),
    "accounts/data/": members(suspended=OPEN),
    "accounts/data/download/": both(
        rule(NO_POST, anonymous=LOGIN, suspended=OPEN), rule(200, anonymous=LOGIN, suspended=OPEN)
    ),
    "accounts/staff/": both(
        rule(403, anonymous=LOGIN, staff="admin:index"), rule(NO_POST, anonymous=LOGIN)
    ),
    "accounts/signup/": same(ENTRANCE),
    "accounts/login/": same(ENTRANCE),
    "accounts/logout/": both(
        rule(200, anonymous="home", suspended=OPEN), rule("home", suspended=OPEN)
    ),
    "accounts/email/": both(OF_ACCOUNTS, rule("account_email", anonymous=LOGIN, guest=SIGNUP)),
    "accounts/password/change/": same(rule("account_set_password", anonymous=LOGIN, guest=SIGNUP)),
    "accounts/password/set/": same(OF_ACCOUNTS),
    "accounts/password/reset/": same(rule(200)),
    "accounts/password/reset/done/": reads(),
    "accounts/password/reset/key/done/": reads(),
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": same(rule(200)),
    "accounts/reauthenticate/": same(AGAIN | {"suspended": 403}),
    "accounts/confirm-email/": reads(),
    "accounts/^confirm-email/(?P<key>[-:\\w]+)/$": both(rule(200), rule(404)),
    "accounts/inactive/": reads(),
    "accounts/login/code/confirm/": same(rule("home", anonymous=LOGIN)),
    "accounts/blocks/": both(rule(200, anonymous=LOGIN), rule(NO_POST)),
    "accounts/block/<slug:username>/": acts(
        answer="my_blocks", data={"aspect": "both"}, anonymous=LOGIN
    ),
    "accounts/reports/": members(),
    "accounts/report/<slug:target>/<int:pk>/": both(
        rule(200, anonymous=LOGIN, guest=422),
        rule("my_reports", anonymous=LOGIN, guest=422),
        lambda site: {"target": "player", "pk": site.owner.pk},
        reason="other",
        text="Look at this.",
    ),
    "accounts/sanctions/": members(suspended=OPEN),
    "accounts/sanctions/<int:pk>/appeal/": both(
        rule(404, anonymous=LOGIN, suspended=OPEN),
        rule(404, anonymous=LOGIN, suspended=OPEN),
        _sanction,
        text="Please",
    ),
    "accounts/sanctions/<int:pk>/read/": both(
        rule(NO_POST, anonymous=LOGIN, suspended=OPEN),
        rule(404, anonymous=LOGIN, suspended=OPEN),
        _sanction,
    ),
    "accounts/2fa/": both(OF_ACCOUNTS, rule(NO_POST, anonymous=LOGIN, guest=SIGNUP)),
    "accounts/2fa/authenticate/": same(
        rule("home", anonymous=LOGIN, guest=LOGIN, suspended="home")
    ),
    "accounts/2fa/reauthenticate/": same(rule(403, anonymous=LOGIN, guest=SIGNUP, staff=200)),
    "accounts/2fa/totp/activate/": same(FACTORS),
    "accounts/2fa/totp/deactivate/": same(OWN_FACTOR),
    "accounts/2fa/recovery-codes/": both(CODES, rule(NO_POST, anonymous=LOGIN, guest=SIGNUP)),
    "accounts/2fa/recovery-codes/generate/": same(FACTORS),
    "accounts/2fa/recovery-codes/download/": same(CODES),
    "accounts/2fa/webauthn/": both(OF_ACCOUNTS, rule(NO_POST, anonymous=LOGIN, guest=SIGNUP)),
    "accounts/2fa/webauthn/add/": same(FACTORS),
    "accounts/2fa/webauthn/reauthenticate/": same(AGAIN),
    "accounts/2fa/webauthn/keys/<int:pk>/remove/": same(OWN_FACTOR),
    "accounts/2fa/webauthn/keys/<int:pk>/edit/": same(OWN_FACTOR),
    "accounts/2fa/webauthn/login/": same(rule(LOGIN)),
}
"""One's own account."""

PANEL = "admin:login"

ADMIN: dict[str, Page] = {
    "admin/": same(rule(PANEL, staff=200)),
    "admin/login/": same(rule(403, anonymous=LOGIN, staff="admin:index")),
    "admin/logout/": both(rule("admin:index", staff=200), rule("admin:index", staff="home")),
    "admin/password_change/": same(rule(PANEL, staff="account_change_password")),
    "admin/password_change/done/": both(rule(PANEL, staff=200), rule(PANEL, staff=NO_POST)),
    "admin/autocomplete/": both(rule(PANEL, staff=403), rule(PANEL, staff=NO_POST)),
    "admin/jsi18n/": both(rule(PANEL, staff=200), rule(PANEL, staff=NO_POST)),
    "admin/r/<path:content_type_id>/<path:object_id>/": both(
        rule(PANEL, helper=403, handlers="game"), rule(PANEL, helper=403, handlers="game"), _row
    ),
    "admin/^(?P<app_label>…)/$": same(rule(PANEL, helper=404, handlers=200)),
    "admin/(?P<url>.*)$": same(rule(PANEL, staff=404)),
}
"""What Django's administration has besides lists."""

TABLE: dict[str, Page] = {**SITE, **ACCOUNTS, **ADMIN}

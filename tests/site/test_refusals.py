"""Every way the site says no: its code, its status, its sentence, and how it is answered."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from accounts.refusals import Refusal
from accounts.sanctions.models import Sanction
from games.engine.errors import ActionError
from games.services.refusals import AgainstTheRules
from tests.games.tables import client_of, make_user, player_client, running_table, waiting_table
from tests.moderation.people import make_player, sanctioned
from tests.packages import sources
from tests.refusals import codes

ROOT = Path(__file__).resolve().parents[2]
JSON = {"Accept": "application/json"}
STATUSES = {400, 403, 404, 409, 410, 422, 429, 503, 507}

SENTENCES = {
    "already-claimed": "Someone already claimed that seat. Choose your own.",
    "already-reported": "You've already reported this. We'll look at it and let you know.",
    "already-seated": "You're already in this game.",
    "bad-roll": "Type in what your %(dice)d dice show, each a digit from 1 to 6.",
    "bad-salt": "Use up to 64 letters, digits, hyphens and underscores.",
    "cannot-animate": "",
    "chat-closed": "Chat closed a day after the game ended.",
    "chat-not-yet": "Take a seat to chat. Only players can chat until the game starts.",
    "chat-signed-out": "Sign in to chat.",
    "conflict": "",
    "day-not-over": (
        "Others can still play this daily challenge, and this record shows its dice. Import it when"
        " the results are final."
    ),
    "day-over": "That day is over. There are new dice today.",
    "deletion-blocked": "This account stays until its suspension or mute ends.",
    "empty-line": "Write something first.",
    "full": "All seats are taken.",
    "hint-not-ready": "No hint yet. Try again in a moment.",
    "invalid-request": "",
    "link-expired": "This link has expired. Links in our emails work for a year.",
    "long-line": "Use at most %(most)d characters.",
    "long-names": (
        "A name in this record is too long. The limits are %(name)d characters for players,"
        " %(bot)d for bots and %(scheme)d for dice schemes."
    ),
    "name-too-soon": "You changed your name recently, so you can't change it again yet.",
    "no-hints": "You can only use hints in games against bots.",
    "no-invitations": "A rematch isn't available.",
    "no-known-dice": "We can't roll this game's dice again.",
    "no-push": "This site doesn't send push notifications.",
    "no-room": "We've run out of storage. Nothing was saved or changed. Try again later.",
    "no-vacation-for-guests": "Sign up first. Guests can't take vacations.",
    "no-such-bot": "We don't know that bot.",
    "no-such-orders": "We can't follow these orders: %(reason)s",
    "no-such-phrase": "We don't know that phrase. Nothing was sent.",
    "no-table-webhook": "Only unfinished games with two or more people can have a webhook.",
    "not-at-table": "You're watching this game. Only players can move.",
    "not-creator": "Only the player who created this game can do that.",
    "not-drawn": "We couldn't draw this picture. Try again later.",
    "not-gone": "Your opponent is still here, or it isn't their turn.",
    "not-finished": "This game isn't over yet.",
    "not-found": "",
    "not-invitable": "This player isn't accepting invitations.",
    "not-invited": "The open seats are reserved.",
    "not-own-dice": "This game uses our dice.",
    "not-seated": "You aren't in this game.",
    "not-started": "This game hasn't started yet.",
    "not-waiting": "This game is no longer open.",
    "on-vacation": "You can change your time zone after your vacation.",
    "only-for-users": "Sign up first.",
    "only-one-try": "One attempt per day.",
    "phrases-only": "Guests can use quick phrases. Sign up to write.",
    "recused": (
        "This is about you, someone you recently played with, or something you reported."
        " Someone else has to handle it."
    ),
    "repeated": "You just said that.",
    "roll-not-typed": "Roll your dice and type in what they show.",
    "salt-too-late": ("Too late: the dice were already set. Nothing changed."),
    "sanctioned": "You can't do that right now.",
    "signed-out": "Sign in to play.",
    "stale": "That move was already made. Here's the game now.",
    "subscribed-twice": (
        "Another account turned on notifications here at the same moment. Try again."
    ),
    "time-is-up": "Time's up for this move.",
    "too-fast": "Slow down! Wait a few seconds.",
    "too-many-imports": "You have %(limit)d imported games. Delete some first.",
    "too-many-messages": "Wait for our answer first.",
    "too-many-pictures": "Too many pictures at once. Try again in a minute.",
    "too-many-reports": (
        "Too many of your reports are still open. Wait until we've answered some."
    ),
    "too-many-tables": ("You're in %(limit)d unfinished games. Finish or leave one first."),
    "too-many-of-yours": (
        "You're already waiting for %(most)d animations. Try again when one of them is done."
    ),
    "too-many-wait": "We're busy drawing animations. Try again in a minute.",
    "too-often": "Too many requests. Wait a while, then try again.",
    "too-much-vacation": "That's too long. Vacation days left in %(year)d: %(left)d.",
    "unavailable": (
        "Our games aren't available right now. Nothing is lost. Try again in a moment."
    ),
    "unfinished-record": "This game isn't over. You can only import finished games.",
    "vacation-backwards": "The last day can't be before the first day.",
    "vacation-in-the-past": "A vacation can't start in the past.",
    "vacation-over": "This vacation is over.",
    "vacation-overlaps": "You already have a vacation on some of these days.",
    "vacation-too-far-ahead": "You can plan a vacation up to a year ahead.",
}
"""What people read, by code; "" where the code that raises it says why."""

OF_THE_ENGINE = {
    "illegal": (422, "The rules don't allow that here. Nothing changed."),
    "invalid": (400, "We couldn't understand that move. Nothing changed."),
    "not-active": (409, "It isn't your turn. Here's the game now."),
    "over": (409, "This game is over."),
}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Yield every module of the site that has to do with refusals, by name."""
    for path in sources("*.py"):
        text = path.read_text(encoding="utf-8")
        if "refusals" in text:
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            yield module, ast.parse(text)


def kinds(parent: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """Yield every class of refusals but the one that has the engine's codes."""
    for child in parent.__subclasses__():
        if child is not AgainstTheRules:
            yield child
        yield from kinds(child)


@pytest.fixture(scope="module", autouse=True)
def _all_are_known() -> None:
    for module, _ in modules():
        import_module(module)


def test_every_refusal_has_a_code_of_its_own_and_a_status() -> None:
    known = Counter([kind.code for kind in kinds()] + list(OF_THE_ENGINE))
    assert known.most_common(1)[0][1] == 1
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in known)
    assert {int(kind.status) for kind in kinds()} <= STATUSES


def test_every_refusal_says_what_it_should() -> None:
    assert {kind.code: str(getattr(kind, "message", "")) for kind in kinds()} == SENTENCES


def test_what_the_engine_refuses_has_its_code_and_a_sentence() -> None:
    refusals = [AgainstTheRules(error()) for error in ActionError.__subclasses__()]
    assert {each.code: (each.status, str(each)) for each in refusals} == OF_THE_ENGINE


def raised() -> Iterator[tuple[str, ast.expr, list[ast.expr], list[ast.keyword]]]:
    """Yield where a refusal is made or raised: the place, the class, and what it is given."""
    for module, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield f"{module} {node.lineno}", node.func, node.args, node.keywords
            elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Name | ast.Attribute):
                yield f"{module} {node.lineno}", node.exc, [], []


SENTENCE = re.compile(r"""(?:_|ngettext)\(('[^']*'|"[^"]*")""")
"""A sentence for translators; of one with a plural the first form, for both name the same."""


def test_what_raises_a_refusal_gives_every_value_that_its_sentence_names() -> None:
    names = {kind.__name__: str(getattr(kind, "message", "")) for kind in kinds()}
    seen = set()
    for place, kind, given, values in raised():
        name = ast.unparse(kind).rpartition(".")[2]
        if name in names:
            said = SENTENCE.search(ast.unparse(given[0])) if given else None
            sentence = ast.literal_eval(said[1]) if said else names[name]
            named = set(re.findall(r"%\((\w+)\)", sentence))
            assert sentence % dict.fromkeys(named, 1) or given, place
            assert {value.arg for value in values} - {"field"} == named, place
            seen.add(name)
    assert len(seen) > 30


@pytest.mark.django_db
def test_a_program_that_prefers_json_gets_the_code_and_the_sentence() -> None:
    game = running_table()
    act = {"action": "stop", "token": 0}
    answer = player_client(game, 0).post(f"/games/{game.code}/act/", act, headers=JSON)
    status, message = OF_THE_ENGINE["illegal"]
    assert (answer.status_code, answer.json()) == (status, {"code": "illegal", "message": message})
    both = {"Accept": "text/html,application/json;q=0.9"}
    answer = player_client(game, 0).post(f"/games/{game.code}/act/", act, headers=both)
    assert (answer.status_code, codes(answer)) == (status, ["illegal"])


@pytest.mark.django_db
def test_who_is_sanctioned_is_told_so_as_json_too() -> None:
    pat, table = make_player(), waiting_table()
    sanctioned(pat, Sanction.Kind.TABLE_BAN)
    answer = client_of(pat).post(f"/games/{table.code}/join/", headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (403, "sanctioned")
    answer = client_of(pat).post(f"/games/{table.code}/join/")
    assert (answer.status_code, codes(answer)) == (403, ["sanctioned"])


@pytest.mark.django_db
def test_a_view_without_a_page_for_refusals_answers_with_a_plain_one() -> None:
    answer = client_of(make_user()).get("/accounts/report/player/0/")
    assert (answer.status_code, codes(answer)) == (404, ["not-found"])
    assert "That player doesn&#x27;t exist." in answer.content.decode()

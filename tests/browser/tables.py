"""What a test needs and does not test: done by sending the site's forms, without drawing a page.

A move on a page takes ten times as long.
"""

from random import Random
from typing import Any

from playwright.sync_api import APIResponse, Page

from games.engine.dice import FACES, ScriptedDice
from games.engine.registry import KINDS
from games.engine.replay import fold
from tests.browser.server import Server
from tests.browser.steps import PASSWORD, at_table, record, wait_for_version

MOST_DICE = 6
USUAL = {"visibility": "public", "show_odds": "on"}
USUAL_OPTIONS = {
    "cantstop": {"columns_to_win": "3", "meeting": "share", "stop_early": "on"},
    "buttons": {"dealt": "random"},
}
"""What the form of a new table says when nobody changes it."""


def send(page: Page, path: str, **form: str | float | bool) -> APIResponse:
    """Send a form as the person of this page; return the answer, whatever it is."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    headers = {"X-CSRFToken": cookies["csrftoken"]}
    return page.request.post(path, form=form, headers=headers, max_redirects=0)


def post(page: Page, path: str, **form: str | float | bool) -> APIResponse:
    """Send a form that is taken as the person of this page; the answer may lead elsewhere."""
    answer = send(page, path, **form)
    assert answer.status < 400, f"{path}: {answer.status} {answer.text()}"
    return answer


def register(page: Page, name: str) -> None:
    """Sign somebody up, and stay on the page."""
    answer = post(page, "/accounts/signup/", username=name, password1=PASSWORD)
    assert answer.headers.get("location"), f"the site refuses {name}"


def import_record(page: Page, text: str) -> tuple[str, int]:
    """Import a game for the user who is signed in; return its code and how many events it has."""
    code = _code(post(page, "/replays/import/", record=text))
    return code, len(record(page, code)["events"])


def open_table(*people: Page, kind: str = "cantstop", size: int | None = None, **form: str) -> str:
    """Seat these people, guests where they are not signed in; return the code of their table.

    form: other fields of the form of a new table. With no seat left the game starts.
    """
    creator, *others = people
    chosen = USUAL | USUAL_OPTIONS[kind] | {"size": str(size or len(people))} | form
    code = _code(post(creator, f"/games/new/?kind={kind}", **chosen))
    for page in others:
        post(page, f"/games/{code}/join/")
    return code


def sit_down(*pages: Page, kind: str = "cantstop") -> str:
    """Seat these people at a table of their own, and look at it; return its code."""
    code = open_table(*pages, kind=kind)
    look_at(code, *pages)
    return code


def play_now(page: Page, kind: str = "cantstop") -> str:
    """Start a game against a bot, and look at it; return its code."""
    code = _code(post(page, "/games/play-now/", kind=kind))
    look_at(code, page)
    return code


def look_at(code: str, *pages: Page) -> None:
    for page in pages:
        page.goto(f"/games/{code}/")
        at_table(page)


class Table:
    """A running game of people without bots, whose position the engine knows.

    people: their pages as the record counts players.
    """

    def __init__(self, server: Server, *people: Page, kind: str = "cantstop", **form: Any) -> None:
        """Seat these people; the game starts. form: as `open_table` takes it."""
        self.server = server
        self._chance = Random(1)
        self.code = open_table(*people, kind=kind, **form)
        data = record(people[0], self.code)
        self.rules = KINDS[kind].make_rules(len(people), data["variant"])
        self.state: Any = None
        self.learn(data)
        seats = [seat["player"] for seat in data["dice"]["seats"]]
        self.people = [people[seats.index(number)] for number in range(len(people))]

    def learn(self, data: Any = None) -> None:
        """Take over what was done on pages. data: the record of the game, if it is known."""
        events = (data or record(self.people[0], self.code))["events"]
        make = self.rules.event_from_json
        log = [make(event["type"], event.get("player"), event) for event in events]
        self.state = fold(self.rules, log)

    def number_of(self, page: Page) -> int:
        """Return which player sits at this page, as the record counts."""
        return self.people.index(page)

    def show(self, *pages: Page) -> None:
        """Open the table on these pages, without any on all of its people's."""
        look_at(self.code, *(pages or self.people))

    def wait_for(self, *pages: Page) -> None:
        """Wait until these pages show what has happened."""
        for page in pages:
            wait_for_version(page, self.state.seq)

    @property
    def in_order(self) -> list[Page]:
        """The people by turns, from whose turn it is."""
        now = self.state.turn_player
        return self.people[now:] + self.people[:now]

    def act(self, page: Page, action: str, faces: str = "") -> None:
        """Have somebody act. faces: how the dice fall, in the order in which they are drawn.

        A roll without any is left to chance.
        """
        player = self.number_of(page)
        token = self.rules.token(self.state, player)
        faces = faces[: self.rules.dice_count(self.state)] if action == "roll" else ""
        if faces:
            self.server.load(faces, game=self.code)
        # Without a decision a page has no token, and only resigning needs none.
        token_sent = "" if token is None else str(token)
        post(page, f"/games/{self.code}/act/", action=action, token=token_sent)
        if action == "roll" and not faces:
            self.learn()
            return
        dice = ScriptedDice([map(int, faces)])
        event = self.rules.resolve(self.state, player, self.rules.parse_action(action), dice)
        self.state = self.rules.apply_event(self.state, event)

    def play(self, until: int, *, fair: bool = False) -> None:
        """Play on at random until there are so many events.

        fair: with the site's own dice, which can be verified; else with the same each time.
        """
        chance = self._chance
        while self.state.seq < until and self.rules.outcome(self.state) is None:
            player = chance.choice(self.rules.active_players(self.state))
            action = chance.choice(self.rules.legal_actions(self.state, player))
            faces = "".join(str(chance.randint(1, FACES)) for _ in range(MOST_DICE))
            self.act(self.people[player], str(action), "" if fair else faces)


def _code(answer: APIResponse) -> str:
    """Return the code of the game to which an answer leads."""
    return answer.headers["location"].split("/games/")[1].split("/")[0]

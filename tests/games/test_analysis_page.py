"""The page that explains a finished game."""

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.guests import create_guest
from accounts.models import User
from games.analysis.explanation import VERSION, Bust, Choice, Explanation, Step
from games.engine.core import Resign
from games.models import Game, GameAnalysis, SeatGrade
from games.pages.explained import ExplainedGame, explained_game
from games.pov import pov_of
from games.presenters import presenter
from games.presenters.evaluated import Figures
from games.services import analyses, daily, rulings
from games.services.play import submit_action
from tests.each_case import each_case
from tests.engine.kinds import every_kind
from tests.games.days import CLOSED, Clock, begin, solve
from tests.games.factories import make_finished_game, make_running_game, take_over
from tests.games.pages import text
from tests.games.records import imported_game
from tests.games.tables import client_of, make_user
from tests.html import elements, one, plain, text_of, texts, values

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("analysis_here")]

HTMX = {"HX-Request": "true"}


def address(game: Game) -> str:
    return f"/games/{game.code}/analysis/"


def explained(game: Game) -> Game:
    while analyses.explain_next():
        pass
    return Game.objects.get(pk=game.pk)


def as_shown(game: Game) -> ExplainedGame:
    found = analyses.explanation_of(game)
    assert found is not None
    grades = {seat.player: seat.grade.to_grade() for seat in game.seats.all()}
    return explained_game(pov_of(game, None), found, grades)


def number(cell: str) -> float:
    return float(cell.replace("\N{MINUS SIGN}", "-").replace("%", ""))


@every_kind
def test_a_step_says_you_to_a_reader_who_played_and_a_name_to_others(
    client: Client, kind: str
) -> None:
    ann, ben = make_user("Ann"), make_user("Ben")
    game = explained(make_finished_game(ann, ben, kind=kind))
    rolled = next(
        seq
        for seq, event in enumerate(pov_of(game, None).log.events, 1)
        if event.type == "rolled" and event.player == 0
    )
    readers = [(client_of(ann), 0, "You"), (client_of(ben), 1, "Ann"), (client, 0, "Ann")]
    for browser, me, who in readers:
        page = text(browser, f"{address(game)}?step={rolled}")
        assert f"{who} rolled" in text_of(one(page, "#r-step"))
        assert bool(elements(page, "[data-you]")) == (browser is not client)
        frames = f"/games/{game.code}/replay/frames/?from={rolled}&to={rolled}"
        for asked, told in [("", "Ann"), (f"&you={me}", who), (f"&you={1 - me}", "Ann")]:
            (frame,) = browser.get(frames + asked).json()["frames"]
            assert f"{told} rolled" in plain(frame["say"])
            assert f"{told} rolled" in plain(frame["html"]["r-step"])


@every_kind
def test_everything_printed_adds_up(client: Client, kind: str) -> None:
    game = explained(make_finished_game(make_user("Ann"), make_user("Ben"), kind=kind))
    html = unescape(text(client, address(game)))
    for player in range(game.size):
        *parts, end = [number(row.cells[player]) for row in as_shown(game).rows]
        assert sum(parts) == pytest.approx(end, abs=1e-9)
    for row in as_shown(game).rows:
        assert f">{row.label}<" in html
    assert "Ann" in html
    assert "Ben" in html


def test_each_step_is_in_the_table_with_a_link_to_it(client: Client, kestrel: User) -> None:
    game = explained(make_finished_game(kestrel, "rule-of-28"))
    table = one(text(client, address(game)), "#r-log")
    links = values(table, "a[href^='?step=']", "href")
    assert links == [f"?step={seq}" for seq in range(1, game.version + 1)]
    assert "leaves the game" not in text_of(table)


def test_the_drawing_parts_the_whole_between_two_and_leads_to_each_turn(
    client: Client, kestrel: User
) -> None:
    game = explained(make_finished_game(kestrel, "rule-of-28"))
    html = text(client, address(game))
    turns = presenter(game.kind).turns(pov_of(game, None).log, game.version)
    drawing = one(html, "svg.lines")
    assert len(elements(drawing, ".area")) == 2
    assert one(drawing, "polyline")
    steps = "[href^='?step='][aria-label^=Steps]"
    assert values(html, steps, "data-seq") == [str(turn.first) for turn in turns]
    assert values(html, steps, "href") == [f"?step={turn.first}" for turn in turns]
    chart = as_shown(game).chart
    assert sum(stretch.width for stretch in chart.stretches) == pytest.approx(1000, abs=1)


def test_all_players_are_named_where_there_are_four(client: Client) -> None:
    people = [make_user(name) for name in ("Ann", "Ben", "Cem", "Dee")]
    game = explained(make_finished_game(*people))
    html = text(client, address(game))
    assert len(elements(html, "polyline")) == 4
    headings = texts(html, "th")
    assert all(any(words.endswith(user.username) for words in headings) for user in people)


def test_who_plays_alone_is_told_of_turns(
    client: Client, kestrel: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    game = explained(solve(begin(kestrel)))
    assert clock.now
    shown = as_shown(game)
    labels = [row.label for row in shown.rows]
    assert labels == ["At the start", "Own luck", "Own mistakes", "At the end"]
    start, dice, errors, end = (number(row.cells[0]) for row in shown.rows)
    assert start + dice + errors == pytest.approx(end, abs=1e-9)
    assert end == game.turns
    assert errors >= 0, "errors make a game longer"
    assert "turns" in text(client_of(kestrel), address(game))


# --- States and permissions ---


def test_before_it_is_there_the_page_asks_again_by_itself(client: Client, finished: Game) -> None:
    html = text(client, address(finished))
    assert "being analysed" in html
    assert elements(html, f"[hx-get^='{address(finished)}?since=']")
    assert client.get(address(finished), headers=HTMX).status_code == 204
    explained(finished)
    assert client.get(address(finished), headers=HTMX).headers["HX-Refresh"] == "true"
    assert "being analysed" not in text(client, address(finished))


def test_where_there_is_no_analysis_the_page_says_so_and_nothing_links_to_it(
    client: Client, finished: Game, settings: Any
) -> None:
    settings.ANALYSIS = False
    html = text(client, address(finished))
    assert "We don't analyse games of this kind." in html
    assert "hx-get" not in html[html.index("to-come") :]
    assert address(finished) not in text(client, f"/games/{finished.code}/")
    assert address(finished) not in text(client, f"/games/{finished.code}/replay/0/")


def test_an_old_analysis_stays_readable_where_none_is_made_any_more(
    client: Client, finished: Game, settings: Any
) -> None:
    explained(finished)
    settings.ANALYSIS = False
    assert "What decided the game" in text(client, address(finished))


def test_a_game_that_could_not_be_analysed_says_so(client: Client, finished: Game) -> None:
    Game.objects.filter(pk=finished.pk).update(analysed=VERSION)
    html = text(client, address(finished))
    assert "We couldn't analyse this game." in html
    assert "every 2s" not in html


def test_who_began_the_game_is_named_and_graded(client: Client, kestrel: User) -> None:
    game = make_running_game(kestrel, "rule-of-28", events=20)
    take_over(game, kestrel)
    submit_action(game.code, game.position().turn_player, Resign(), None)
    html = text(client, address(explained(game)))
    assert elements(html, "b", "kestrel")
    assert not elements(html, "b", "Bold")


def test_a_game_that_nobody_won_was_broken_off(client: Client, finished: Game) -> None:
    rulings.rule(finished, [])
    html = text(client, address(explained(finished)))
    assert "When it ended early" in html
    assert not elements(html, "*", "At the end")
    over = text(client, address(explained(make_finished_game("random", "random"))))
    assert elements(over, "*", "At the end")


def test_a_guest_does_not_see_the_analysis_of_a_try_before_the_day_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    guest = create_guest()
    game = explained(solve(begin(guest)))
    client = client_of(guest)
    assert client.get(address(game)).status_code == 404
    waiting = client.get(address(game), headers=HTMX)
    assert waiting.headers["HX-Refresh"] == "true", "the page of the day waits for it"
    assert client.get(f"/games/{game.code}/what-if/2/").status_code == 404
    assert address(game) not in text(client, f"/games/{game.code}/")
    assert not elements(text(client, f"/games/{game.code}/replay/2/"), ".worth")
    frames = f"/games/{game.code}/replay/frames/?from=0&to=63&lang=en"
    answer = client.get(frames)
    assert "worth" not in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
    clock.now = CLOSED
    daily.end_past_days()
    assert "What decided the game" in text(client, address(game))
    assert "evaluated" in client.get(frames).content.decode(), "it is drawn anew"


def test_of_a_running_game_it_is_said_when_the_analysis_begins(
    client: Client, running: Game
) -> None:
    html = text(client, address(running))
    assert "The analysis starts when the game is over." in html
    assert elements(html, f"a[href='/games/{running.code}/']")
    assert "being analysed" not in html

    assert not elements(html, "main [hx-get]")
    assert client.get(address(running), {"since": "0"}, headers=HTMX).status_code == 200
    assert address(running) not in text(client, f"/games/{running.code}/replay/3/")


def test_it_is_as_secret_as_the_game(
    client: Client, kestrel: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    game = explained(solve(begin(kestrel)))
    assert clock.now
    assert client.get(address(game)).status_code == 404
    assert client_of(make_user()).get(address(game)).status_code == 404
    assert client_of(kestrel).get(address(game)).status_code == 200


def test_who_plays_with_people_is_told_nothing_of_imported_games(
    client: Client, kestrel: User, finished: Game
) -> None:
    """They could add an end to the game that they play, and read what is best in it."""
    imported, own = explained(imported_game(kestrel)), explained(finished)
    playing = make_running_game(kestrel, make_user(), events=2)
    html = text(client_of(kestrel), address(imported))
    assert "What decided the game" not in html
    assert "first finish your games with people" in html
    step = f"/games/{imported.code}/replay/2/"
    asked = f"/games/{imported.code}/replay/frames/?from=2&to=2&lang=en"
    assert elements(text(client, step), ".worth")
    assert "worth" in client.get(asked).content.decode(), "frames are kept, for these readers"
    assert not elements(text(client_of(kestrel), step), ".worth")
    answer = client_of(kestrel).get(asked)
    assert "worth" not in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
    assert "What decided the game" in text(client_of(kestrel), address(own)), "it was played here"
    submit_action(playing.code, playing.seats.get(user=kestrel).player, Resign(), None)
    assert "What decided the game" in text(client_of(kestrel), address(imported))
    assert elements(text(client_of(kestrel), step), ".worth")


def test_it_cannot_be_written_to(client: Client, finished: Game) -> None:
    assert client.post(address(finished)).status_code == 405


def test_the_end_of_a_game_and_its_replay_lead_there(client: Client, finished: Game) -> None:
    for page in (f"/games/{finished.code}/", f"/games/{finished.code}/replay/0/"):
        assert elements(text(client, page), f"a[href='{address(finished)}']")


def test_share_leads_to_the_end_of_the_replay(client: Client, finished: Game) -> None:
    game = explained(finished)
    end = f"/games/{game.code}/replay/{game.version}/#share"
    assert elements(text(client, address(game)), f"[href='{end}'][data-share]")


# --- Words ---


def shown_with(
    game: Game,
    *choices: Choice,
    start: tuple[int, ...] = (500, 500),
    approximate: bool = False,
) -> ExplainedGame:
    """Return what is shown of a game in which the first events were these choices of player 0."""
    steps = [
        Step(seq, 0, "choice", 0, choice.decided, choice) for seq, choice in enumerate(choices, 1)
    ]
    GameAnalysis.objects.update_or_create(
        game=game, defaults={"explanation": Explanation(start, steps, approximate).to_json()}
    )
    Game.objects.filter(pk=game.pk).update(analysed=VERSION)
    for seat in game.seats.all():
        SeatGrade.objects.get_or_create(seat=seat, decisions=0, lost=0, squares=0, cost=0)
    return as_shown(Game.objects.get(pk=game.pk))


def choice(action: str, best: str, *, lost: int, bust: Bust | None = None) -> Choice:
    worth = {best: 500, action: 500 - lost}
    return Choice(action, best, worth, (500, 500), (500 - lost, 500 + lost), 400, bust)


@pytest.fixture
def game(kestrel: User) -> Game:
    return make_running_game(kestrel, "rule-of-28", events=12)


def test_rolling_once_too_often_is_told_with_what_it_risked(game: Game) -> None:
    too_often = choice("roll", "stop", lost=18, bust=Bust(233, 380, 530))
    (mistake,) = shown_with(game, too_often).mistakes
    assert mistake.cost == "\N{MINUS SIGN}1.8"
    assert mistake.words == (
        "Rolling takes kestrel from 50.0% to 53.0%, or to 38.0% on a bust (23.3%): "
        "on average 1.8 points worse than “Stop”."
    )


def test_stopping_too_early_is_told_with_what_was_missed(game: Game) -> None:
    too_early = choice("stop", "roll", lost=18, bust=Bust(233, 380, 530))
    (mistake,) = shown_with(game, too_early).mistakes
    assert mistake.words == (
        "Rolling would have taken kestrel from 48.2% to 53.0%, or to 38.0% on a bust (23.3%): "
        "on average 1.8 points better than “Stop”."
    )


def test_a_roll_that_is_no_bust_is_never_told_to_be_worse_than_stopping(game: Game) -> None:
    """In Buttons it may be: who opts out takes dice from the others."""
    too_often = choice("roll", "stop", lost=18, bust=Bust(233, 380, 499))
    (mistake,) = shown_with(game, too_often).mistakes
    assert mistake.words == "“Roll” wins 48.2% of the time, “Stop” 50.0%: 1.8 points more."
    too_early = choice("stop", "roll", lost=18, bust=Bust(233, 380, 481))
    (mistake,) = shown_with(game, too_early).mistakes
    assert "would have taken" not in mistake.words


@pytest.mark.parametrize(
    ("measured", "told"),
    [
        (25, "Each value is about 2.5 percentage points off on average"),
        (None, "Mistakes under 1% aren't marked"),
    ],
)
def test_it_is_said_how_far_one_value_is_off_where_that_was_measured(
    client: Client,
    finished: Game,
    monkeypatch: pytest.MonkeyPatch,
    measured: int | None,
    told: str,
) -> None:
    monkeypatch.setattr("games.pages.explained.value_error", lambda kind, players: measured)
    shown_with(finished, choice("split:6+8", "split:7+7", lost=9))
    html = text(client, address(finished))
    assert told in html
    assert ("Each value" in html) == (measured is not None)


def test_another_choice_is_told_with_both_values(game: Game) -> None:
    (mistake,) = shown_with(game, choice("split:6+8", "split:7+7", lost=43)).mistakes
    assert mistake.words == "“6 + 8” wins 45.7% of the time, “7 + 7” 50.0%: 4.3 points more."


def test_what_is_smaller_than_the_error_of_the_analysis_is_not_told(game: Game) -> None:
    assert shown_with(game, choice("split:6+8", "split:7+7", lost=9)).mistakes == []
    assert len(shown_with(game, choice("split:6+8", "split:7+7", lost=10)).mistakes) == 1


def test_at_a_table_with_options_it_has_not_learned_the_analysis_tells_of_larger_errors_only(
    client: Client, finished: Game
) -> None:
    small, large = (choice("split:6+8", "split:7+7", lost=lost) for lost in (39, 40))
    assert len(shown_with(finished, small, large, approximate=True).mistakes) == 1
    shown_with(finished, small, approximate=True)
    html = text(client, address(finished))
    assert "less exact with these options." in html
    assert "Mistakes under 4% aren't marked" in html
    assert "No mistakes of 4% or more." in html
    shown_with(finished, choice("split:6+8", "split:7+7", lost=9))
    html = text(client, address(finished))
    assert "less exact with these options." not in html
    assert "No mistakes of 1% or more." in html


def test_the_costliest_decisions_come_first_and_only_some(game: Game) -> None:
    costs = [10, 40, 20, 30, 60, 50, 15, 25]
    shown = shown_with(game, *(choice("split:6+8", "split:7+7", lost=cost) for cost in costs))
    assert [mistake.seq for mistake in shown.mistakes] == [5, 6, 2, 4, 8, 3]


@each_case(
    ("kind", "action", "name"),
    [
        ("cantstop", "roll", "Roll"),
        ("cantstop", "stop", "Stop"),
        ("cantstop", "split:7", "7"),
        ("cantstop", "split:6+8", "6 + 8"),
        ("buttons", "roll", "Roll"),
        ("buttons", "opt-out", "Opt out"),
        ("buttons", "decline", "Decline"),
        ("buttons", "place:4,2", "(4,2)"),
        ("buttons", "stars:1,1+2,2", "(1,1) and (2,2)"),
    ],
)
def test_actions_are_called_what_players_call_them(kind: str, action: str, name: str) -> None:
    assert presenter(kind).move_name(action) == name


@pytest.mark.parametrize(("alone", "unit"), [(False, 10), (True, -100)])
def test_every_number_is_printed_as_it_is(alone: bool, unit: int) -> None:
    """So what adds up in whole numbers does so in print."""
    figures = Figures(alone=alone)
    for value in range(-3000, 3001):
        assert round(number(figures.change(value)) * unit) == value
        assert round(number(figures.value(value)) * unit) == value


def test_numbers_are_written_as_in_the_readers_language(game: Game) -> None:
    shown_with(game, choice("stop", "roll", lost=18, bust=Bust(233, 380, 530)))
    with translation.override("de"):
        shown = as_shown(Game.objects.get(pk=game.pk))
    assert "50,0" in shown.rows[0].cells[0]

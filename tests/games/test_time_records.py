"""Time in records and replays: exported, imported, and shown step by step."""

import json
from datetime import timedelta
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine.dice import SeededDice
from games.engine.records.download import verifier
from games.engine.records.record_time import RecordTime, TimeNote
from games.engine.records.text_record import from_text
from games.engine.time_control import Live, TimeControl, TurnByTurn
from games.export import recorded_once
from games.history import add_to_history, history
from games.models import ClockNote, Game
from games.services.imports import import_game
from lifecycle.data_export import files_about
from tests.engine.kinds import every_kind
from tests.games.factories import make_finished_game, make_running_game, make_user
from tests.games.pages import replay_page, text
from tests.games.records import FORMS, recorded_game
from tests.html import plain

pytestmark = pytest.mark.django_db

LIVE = Live(180, 15).to_json()


def time_of(kind: str, control: TimeControl) -> RecordTime:
    """Return times for the game of `recorded_game`, with a note of each type."""
    events = len(recorded_game(kind).events)
    notes = (
        TimeNote(0, "given-back", seconds=90),
        TimeNote(2, "stood-in", 0, bot="random"),
        TimeNote(2, "given-back", 1, 3),
        TimeNote(events, "taken-over", 0, bot="random"),
    )
    return RecordTime(control, (None, *range(events - 1)), notes)


def timed_game(*notes: ClockNote, **fields: Any) -> Game:
    """Return a game of ann and bo whose events took 20 seconds each, with these notes."""
    people = (make_user("ann"), make_user("bo"))
    game = make_running_game(*people, events=3, **({"time_control": LIVE} | fields))
    game.events.update(used=20_000)
    for note in notes:
        note.game = game
        note.save()
    return game


def take_over(game: Game) -> User:
    """Have a bot play on for the first player, and return them."""
    seat = game.seats.get(player=0)
    leaver = seat.user
    assert leaver is not None
    seat.user, seat.bot, seat.left_by, seat.taken_over_after = None, "bold", leaver, 2
    seat.save()
    ClockNote.objects.create(game=game, after=2, kind="taken-over", player=0, bot="bold")
    return leaver


@every_kind
@pytest.mark.parametrize(
    ("form", "control"), [("text", Live(180, 15)), ("json", TurnByTurn(3, weekends_off=True))]
)
def test_a_record_with_times_comes_out_as_it_went_in(
    client: Client, kestrel: User, kind: str, form: str, control: TimeControl
) -> None:
    time = time_of(kind, control)
    told = FORMS[form](kind, time=time)
    game = import_game(told, kestrel)
    assert game.timing == control
    assert recorded_once(game).time == time
    data = json.loads(FORMS["json"](kind, time=time))
    assert json.loads(text(client, f"/games/{game.code}/record.json")) == data
    record = text(client, f"/games/{game.code}/record.txt")
    assert from_text(record).to_json() == data
    assert form == "json" or record == told


def test_a_game_without_clocks_has_no_time_in_its_record(client: Client, kestrel: User) -> None:
    game = import_game(FORMS["json"](), kestrel)
    assert game.timing is None
    assert not ClockNote.objects.exists()
    assert "time" not in json.loads(text(client, f"/games/{game.code}/record.json"))
    assert "TimeControl" not in text(client, f"/games/{game.code}/record.txt")


def test_a_running_game_tells_the_time_so_far(client: Client) -> None:
    game = timed_game(ClockNote(after=1, kind="given-back", seconds=90))
    game.events.filter(seq=2).update(used=None)
    told = json.loads(text(client, f"/games/{game.code}/record.json"))["time"]
    assert told == {
        "control": LIVE,
        "used": [20_000, None, 20_000],
        "notes": [{"after": 1, "type": "given-back", "seconds": 90}],
    }
    assert recorded_once(game).to_json()["time"] == told
    assert from_text(text(client, f"/games/{game.code}/record.txt")).to_json()["time"] == told


def test_a_seat_that_a_bot_took_over_is_told_as_that_of_who_began(client: Client) -> None:
    game = timed_game()
    leaver = take_over(game)
    address = f"/games/{game.code}/record.json"
    assert json.loads(text(client, address))["players"][0] == {"name": "ann", "bot": None}
    leaver.delete()
    told = json.loads(text(client, address))
    assert told["players"][0] == {"name": "deleted player", "bot": None}
    assert told["time"]["notes"] == [{"after": 2, "type": "taken-over", "player": 0, "bot": "bold"}]
    assert verifier().verify(json.dumps(told)).wrong is None


def test_commands_take_in_and_verify_records_with_times(tmp_path: Path) -> None:
    time = time_of("cantstop", Live(60, 5))
    for form, write in FORMS.items():
        path = tmp_path / form
        path.write_text(write(time=time), encoding="utf-8")
        call_command("import_record", str(path), stdout=StringIO())
    assert [recorded_once(game).time for game in Game.objects.all()] == [time, time]
    with pytest.raises(CommandError, match="Proven but for the salts: "):  # of another site
        call_command("verify_record", str(tmp_path / "json"), stdout=StringIO())


def test_the_data_of_who_left_have_the_game_with_their_times() -> None:
    game = timed_game()
    leaver = take_over(game)
    files = dict(files_about(leaver))
    (left,) = json.loads(files["left.json"])
    assert (left["game__code"], left["taken_over_after"]) == (game.code, 2)
    assert left["game__time_control"] == LIVE
    assert json.loads(files["games.json"]) == []
    record = json.loads(files[f"records/cantstop-{game.code}.json"])
    assert record["time"]["used"] == [20_000] * 3
    other = dict(files_about(User.objects.get(username="bo")))
    assert json.loads(other["left.json"]) == []
    assert json.loads(other["games.json"])[0]["game__time_control"] == LIVE


def test_the_history_has_what_events_took_from_the_database_and_from_who_writes_them() -> None:
    game = timed_game()
    game.events.filter(seq=2).update(used=None)
    read = history(game)
    assert read.used == {1: 20_000, 3: 20_000}
    state = read.states[-1]
    player = game.rules.active_players(state)[0]
    action = game.rules.legal_actions(state, player)[0]
    for used in (0, None):
        event = game.rules.resolve(state, player, action, SeededDice(1))
        after = game.rules.apply_event(state, event)
        add_to_history(game, event, after, timezone.now(), by_order=True, used=used)
        assert read.used == {1: 20_000, 3: 20_000, 4: 0}


def test_a_replay_says_how_long_a_decision_took_and_what_is_left(client: Client) -> None:
    game = timed_game()
    assert " took 20 s" not in replay_page(client, game, 0)
    assert "ann took 20 s. 2:55 left on the clock." in plain(replay_page(client, game, 1))
    assert "ann took 20 s. 2:50 left on the clock." in plain(replay_page(client, game, 2))


def test_a_replay_of_turn_by_turn_says_it_in_hours_and_days(client: Client) -> None:
    game = timed_game(time_control=TurnByTurn(3).to_json())
    game.events.update(used=timedelta(hours=20) // timedelta(milliseconds=1))
    told = "ann took 20 h. 2 d 4 h left on the clock."
    assert told in plain(replay_page(client, game, 1))


def test_a_replay_says_what_happened_to_the_clocks_after_which_step(client: Client) -> None:
    game = timed_game(
        ClockNote(after=0, kind="given-back", seconds=90),
        ClockNote(after=2, kind="stood-in", player=0, bot="bold"),
    )
    take_over(game)
    away = "We were offline for 90 seconds. Everyone got that time back."
    assert away in replay_page(client, game, 0)
    assert away not in replay_page(client, game, 1)
    page = plain(replay_page(client, game, 2))
    assert "Time ran out: Bold decided this turn for ann." in page
    assert "Time ran out: Bold plays on for ann." in page
    frames = client.get(f"/games/{game.code}/replay/frames/?from=2&to=2").json()["frames"]
    assert "Time ran out: Bold plays on for ann." in plain(frames[0]["say"])
    assert "Bold plays on for ann." in plain(frames[0]["html"]["r-step"])


def test_a_step_of_several_decisions_tells_all_of_them(client: Client) -> None:
    game = make_finished_game(make_user("ann"), make_user("bo"), kind="buttons", time_control=LIVE)
    game.events.update(used=1000)
    frames = client.get(f"/games/{game.code}/replay/frames/?from=0&to=40").json()["frames"]
    stops = [frame["seq"] for frame in frames if frame["stop"]]
    before, seq = next((one, two) for one, two in pairwise(stops) if two - one > 1 and one > 0)
    ClockNote.objects.create(game=game, after=before + 1, kind="given-back", seconds=5)
    page = replay_page(client, game, seq)
    assert page.count(" took 1 s. ") == seq - before
    assert "We were offline for 5 seconds" in page
    assert "We were offline" not in replay_page(client, game, before)


def test_a_kept_step_is_drawn_anew_when_who_left_is_gone(client: Client) -> None:
    game = make_finished_game(make_user("ann"), make_user("bo"), time_control=LIVE)
    leaver = take_over(game)
    address = f"/games/{game.code}/replay/frames/?from=2&to=2"

    def said() -> str:
        return plain(client.get(address).json()["frames"][0]["say"])

    assert "plays on for ann." in said()
    leaver.delete()
    assert "plays on for deleted player." in said()


def test_times_that_an_imported_record_claims_for_chance_are_not_shown(client: Client) -> None:
    events = len(recorded_game("buttons").events)
    time = RecordTime(Live(180, 15), (1000,) * events)
    game = import_game(FORMS["json"]("buttons", time=time), None)
    assert " took 1 s. " not in replay_page(client, game, 1)
    assert " took 1 s. " in replay_page(client, game, 2)

"""The parts of scripts that need no page of the site: each is imported alone, and called."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.server import Server
from tests.browser.visitors import SECONDS, Visitors
from tests.engine.kinds import OFFERED

CALL = """async ([module, body, given]) => {
  const imported = await import(`/static/games/${module}`);
  return new Function("module", "given", body)(imported, given);
}"""

VERIFIERS = json.dumps({kind: f"/static/games/{kind}/verify.js" for kind in OFFERED})
"""What verify.js asks of a page, with the names that files have before they are hashed."""

BLANK = f'<!doctype html><script type="application/json" id="verifiers">{VERIFIERS}</script>'


@pytest.fixture(scope="module")
def blank(browser: Browser, running_server: Server) -> Iterator[Page]:
    """An empty page of the site, which all tests share."""
    context = browser.new_context(base_url=running_server.url)
    context.set_default_timeout(SECONDS * 1000)
    page = context.new_page()
    page.route("**/blank/", lambda route: route.fulfill(body=BLANK))
    page.goto("/blank/")
    yield page
    context.close()


def result(page: Page, module: str, body: str, given: Any = None) -> Any:
    """Return what the body of a function returns, which gets `module` and `given`."""
    return page.evaluate(CALL, [module, body, given])


def test_scripts_import_each_other_by_names_that_caches_may_keep(visitors: Visitors) -> None:
    page = visitors.open(None)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/fair-dice/")
    expect(page.locator("#own-record")).to_be_visible()
    names = {url.rpartition("/")[2] for url in asked if url.endswith(".js")}
    hashed = [re.fullmatch(r"([\w.-]+)\.[0-9a-f]{12}\.js", name) for name in names]
    assert all(hashed), names
    found = {name[1] for name in hashed if name}
    assert {"own-record", "verify", "strict-json", "verdict", "dom"} <= found


# --- Records --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        ' {"a": [0, 17, true, false, null]} ',
        '"\\u00e9\\n\\"\\\\\\/"',
        '{"__proto__": 1}',
        "[" * 16 + "]" * 16,
        "999999999",
    ],
)
def test_the_reader_of_records_takes_what_they_are_made_of(blank: Page, text: str) -> None:
    read = result(blank, "strict-json.js", "return JSON.stringify(module.parse(given))", text)
    assert json.loads(read) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": 1, "\\u0061": 2}', "duplicate key"),
        ('{"__proto__": 1, "__proto__": 2}', "duplicate key"),
        ("[1.0]", "whole numbers"),
        ("[-1]", "whole numbers"),
        ("[1e2]", "whole numbers"),
        ("1000000000", "more than 9 digits"),
        ("[" * 17 + "]" * 17, "nested more than 16 deep"),
    ],
)
def test_the_reader_of_records_refuses_json_that_the_browsers_own_takes(
    blank: Page, text: str, reason: str
) -> None:
    assert reason in refusal(blank, text)
    blank.evaluate("(text) => void JSON.parse(text)", text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a value is missing"),
        ("01", "more than one value"),
        ("[1,]", "a value is missing"),
        ("[1", "] is missing"),
        ("{1: 2}", "a key is missing"),
        ('{"a" 1}', ": is missing"),
        ('"a', "does not end"),
        ('"\n"', "does not end"),
        ('"\\x"', "does not end"),
        ("[] []", "more than one value"),
        ("nul", "a value is missing"),
    ],
)
def test_the_reader_of_records_refuses_what_is_no_json(blank: Page, text: str, reason: str) -> None:
    assert reason in refusal(blank, text)


def refusal(page: Page, text: str) -> str:
    """Return why the strict reader does not take a text."""
    body = """
      try { module.parse(given); } catch (error) {
        if (error instanceof module.NotJson) return error.message;
        throw error;
      }
      return "it was taken";
    """
    reason: str = result(page, "strict-json.js", body, text)
    return reason


def test_bytes_that_are_no_text_are_no_record(blank: Page) -> None:
    body = "return module.verify(new Uint8Array([0x7b, 0xff, 0x7d]).buffer)"
    found = result(blank, "verify.js", body)
    assert found["wrong"] == {"claim": "record", "event": 0}
    assert found["claims"]["dice"]["state"] == "not checked"


def test_a_record_that_is_too_long_is_not_read(blank: Page) -> None:
    body = "return module.verify(' '.repeat(module.MAX_BYTES + 1))"
    assert "longer than" in result(blank, "verify.js", body)["claims"]["record"]["reason"]


# --- Keys -----------------------------------------------------------------------------------

KEYS = """
  const event = new KeyboardEvent("keydown", given);
  return module.keysOf(event);
"""


@pytest.mark.parametrize(
    ("code", "key", "shift", "keys"),
    [
        ("KeyR", "r", False, ["r"]),
        ("KeyR", "R", True, ["r"]),
        ("KeyR", "р", False, ["р", "r"]),  # Cyrillic
        ("KeyR", "ㄲ", True, ["ㄲ", "r"]),
        ("KeyB", "لا", False, ["لا", "b"]),
        ("KeyR", "p", False, ["p"]),  # Dvorak
        ("KeyR", "ı", False, ["ı"]),  # Turkish, where it is a letter like any other
        ("KeyP", ";", False, [";"]),  # Colemak
        ("KeyR", "ｒ", False, ["r"]),
        ("KeyR", "Process", False, ["r"]),
        ("Slash", "Process", True, ["?"]),
        ("Digit1", "!", True, ["!", "1"]),
        ("Digit1", "&", False, ["&", "1"]),
        ("Digit1", "1", True, ["1"]),
        ("Digit2", "é", False, ["é", "2"]),
        ("Digit2", "Dead", False, ["Dead", "2"]),
        ("Digit2", "๑", True, ["1"]),  # Thai
        ("Digit4", "٤", False, ["4"]),
        ("Digit7", "７", False, ["7"]),
        ("Backquote", "²", False, ["²", "Backquote"]),
        ("Numpad4", "4", False, ["4"]),
        ("Numpad4", "ArrowLeft", False, ["ArrowLeft"]),
        ("NumpadAdd", "+", False, ["+"]),
        ("Backspace", "Backspace", False, ["Backspace"]),
        ("Space", "\u3000", False, [" "]),
    ],
)
def test_a_press_is_understood_on_every_keyboard(
    blank: Page, code: str, key: str, *, shift: bool, keys: list[str]
) -> None:
    given = {"code": code, "key": key, "shiftKey": shift}
    assert result(blank, "keys.js", KEYS, given) == keys


@pytest.mark.parametrize("modifier", ["ctrlKey", "altKey", "metaKey"])
def test_a_press_with_another_modifier_is_none_of_ours(blank: Page, modifier: str) -> None:
    given = {"code": "Digit1", "key": "1", modifier: True}
    assert result(blank, "keys.js", KEYS, given) == []


def test_what_a_third_sign_of_a_key_types_counts_and_its_place_does_not(blank: Page) -> None:
    given = {"code": "KeyR", "key": "¶", "modifierAltGraph": True}
    assert result(blank, "keys.js", KEYS, given) == ["¶"]


# --- Replays --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pace", "speed", "waits", "stays"),
    [
        ("even", 1, [], 1200),
        ("even", 2, [90_000], 600),
        ("real", 1, [1500], 1500),
        ("real", 1, [700, 800, 900], 2400),
        ("real", 1, [60_000], 4000),
        ("real", 1, [3], 400),
        ("real", 1, [], 400),
        ("real", 4, [60_000], 1000),
        ("real", 0.5, [1500], 3000),
    ],
)
def test_a_step_stays_as_long_as_pace_and_speed_say(
    blank: Page, pace: str, speed: float, waits: list[int], stays: int
) -> None:
    given = [pace, speed, waits]
    assert result(blank, "autoplay.js", "return module.patience(...given)", given) == stays


GUESS = """
const guesses = new module.Guesses();
for (const [seq, said, done, best] of given) {
  guesses.reach(seq);
  guesses.answer(said, done, best);
}
const kept = new module.Guesses(JSON.parse(JSON.stringify(guesses)));
return [guesses, kept].map(({ reached, score, evaluated, last, hasAnswered }) =>
  ({ reached, score, evaluated, last, hasAnswered }));
"""


@pytest.mark.parametrize(
    ("answers", "right", "of", "evaluated"),
    [
        ([], 0, 0, (0, 0)),
        ([(3, "roll", "roll", "hold")], 1, 1, (0, 1)),
        ([(3, "roll", "hold", "roll"), (5, "hold", "hold", "")], 1, 2, (1, 1)),
        ([(3, "", "roll", "roll"), (5, "hold", "hold", "hold")], 1, 1, (1, 1)),
        ([(5, "roll", "roll", ""), (3, "hold", "roll", "")], 0, 1, (0, 0)),
    ],
)
def test_guesses_are_counted_and_kept(
    blank: Page,
    answers: list[tuple[int, str, str, str]],
    right: int,
    of: int,
    evaluated: tuple[int, int],
) -> None:
    now, kept = result(blank, "guess-state.js", GUESS, answers)
    assert now == kept
    assert now["score"] == {"right": right, "all": of}
    assert now["evaluated"] == {"right": evaluated[0], "all": evaluated[1]}
    assert now["reached"] == max((seq for seq, _, _, _ in answers), default=0)
    assert now["hasAnswered"] == bool(answers)
    assert (now["last"] is None) == (not answers)


def test_an_answer_is_open_until_it_is_given(blank: Page) -> None:
    body = """
      const guesses = new module.Guesses({ reached: 4 });
      const before = guesses.hasAnswered;
      guesses.answer("roll", "hold", "roll");
      const after = guesses.hasAnswered;
      guesses.reach(6);
      return [before, after, guesses.hasAnswered, guesses.last];
    """
    last = {"seq": 4, "said": "roll", "done": "hold", "best": "roll"}
    assert result(blank, "guess-state.js", body) == [False, True, False, last]


# --- Tables ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "last", "size", "chunks"),
    [
        (1, 0, 64, []),
        (1, 64, 64, [[1, 64]]),
        (1, 65, 64, [[1, 64], [65, 65]]),
        (10, 20, 5, [[10, 14], [15, 19], [20, 20]]),
    ],
)
def test_missed_moves_are_fetched_in_order_and_each_once(
    blank: Page, first: int, last: int, size: int, chunks: list[list[int]]
) -> None:
    given = [first, last, size]
    assert result(blank, "missed-moves.js", "return module.chunksOf(...given)", given) == chunks


@pytest.mark.parametrize(
    ("steps", "spent", "whole"),
    [(4, 0, 2800), (4, 7000, 2000), (100, 0, 7500), (100, 3000, 4500), (100, 60_000, 2000)],
)
def test_missed_moves_are_played_in_a_few_seconds(
    blank: Page, steps: int, spent: int, whole: int
) -> None:
    given = [steps, spent]
    assert result(blank, "missed-moves.js", "return module.playingTime(...given)", given) == whole


def test_the_newest_looks_at_games_are_kept(blank: Page) -> None:
    body = """
      let looks = {};
      for (let game = 1; game <= 60; game += 1) looks = module.withLook(looks, `game-${game}`, 1);
      looks = module.withLook(looks, "game-20", 2);
      return Object.entries(looks);
    """
    looks = result(blank, "looks.js", body)
    others = [[f"game-{number}", 1] for number in range(11, 61) if number != 20]
    assert looks == [*others, ["game-20", 2]]


def test_the_newest_notes_of_dice_are_kept(blank: Page) -> None:
    body = """
      let notes = [];
      for (let game = 1; game <= 210; game += 1) notes = module.withNote(notes, { code: game });
      return module.withNote(notes, { code: 20, salt: "letters" });
    """
    notes = result(blank, "noted-dice.js", body)
    others = [{"code": number} for number in range(11, 211) if number != 20]
    assert notes == [*others, {"code": 20, "salt": "letters"}]


@pytest.mark.parametrize(
    ("html", "version"),
    [
        ('<p id="t-status" data-version="17">', 17),
        ('<!--17 to 18--><p id="t-log">', 18),
        ('<p data-version="0"></p><p data-version="3"></p>', 0),
        ("<p>nothing of a table</p>", None),
        (None, None),
    ],
)
def test_regions_say_of_which_version_they_are(
    blank: Page, html: str | None, version: int | None
) -> None:
    assert result(blank, "live.js", "return module.versionOf(given)", html) == version


# --- Storage --------------------------------------------------------------------------------


def test_what_is_kept_is_read_again_and_nonsense_is_not(blank: Page) -> None:
    body = """
      const { forTab } = module;
      forTab.setJson("one", { a: 1 });
      forTab.set("two", "{ nonsense");
      const read = [forTab.getJson("one"), forTab.getJson("two"), forTab.get("three")];
      forTab.remove("one");
      return [...read, forTab.get("one"), forTab.get("two")];
    """
    assert result(blank, "storage.js", body) == [{"a": 1}, None, None, None, "{ nonsense"]

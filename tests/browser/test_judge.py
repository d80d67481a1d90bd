"""The judge in browsers: the verdict of the script and the engine on every record of the corpus."""

import json
import zlib
from base64 import b64encode
from typing import Any

from playwright.sync_api import Page

from games.engine.records import claims
from games.engine.records.importer import MAX_BYTES
from tests.browser.test_script_modules import blank
from tests.engine.altered_records import (
    Entry,
    Expected,
    at_the_limit,
    bases,
    corpus,
    with_own_dice,
)

__all__ = ["blank"]

JUDGE = """async (packed) => {
  const { judge } = await import("/static/games/judge.js");
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const texts = await new Response(unpacked).json();
  const found = [];
  for (const text of texts) {
    const { proven, wrong, warnings } = await judge(text);
    found.push({ proven, wrong, warnings: warnings.map(({ name }) => name) });
  }
  return found;
}"""


def judged(page: Page, *texts: str) -> list[dict[str, Any]]:
    """Return what the browser says of each record."""
    # The way through the driver takes time, and packed they are forty times shorter.
    packed = b64encode(zlib.compress(json.dumps(texts).encode())).decode()
    found: list[dict[str, Any]] = page.evaluate(JUDGE, packed)
    return found


def expected_of(entry: Entry) -> Expected:
    """Return the verdict of an entry: the engine's, where the corpus leaves some of it open."""
    expected = entry.expected
    if None not in (expected.proven, expected.claim, expected.event):
        return expected
    verdict = claims.judge(entry.text)
    return Expected(verdict.proven, *(verdict.wrong or ("", 0)))


def test_the_browser_judges_every_record_of_the_corpus_as_the_engine_does(blank: Page) -> None:
    limit = blank.evaluate("import('/static/games/judge.js').then(({ MAX_BYTES }) => MAX_BYTES)")
    assert limit == MAX_BYTES
    entries = corpus()
    unlike = []
    for entry, found in zip(entries, judged(blank, *(e.text for e in entries)), strict=True):
        wrong = found["wrong"] and (found["wrong"]["claim"], found["wrong"]["event"])
        if not expected_of(entry).fits(found["proven"], wrong):
            unlike.append(f"{entry}: {wrong}, not {expected_of(entry)}")
    assert not unlike, "\n".join(unlike)


OF_BYTES = """async (text) => {
  const { judge } = await import("/static/games/judge.js");
  const { proven, wrong } = await judge(new TextEncoder().encode(text).buffer);
  return [proven, wrong?.claim ?? ""];
}"""


def test_the_browser_counts_the_bytes_of_a_file_as_they_are(blank: Page) -> None:
    for entry in at_the_limit():
        expected = [entry.expected.proven, entry.expected.claim]
        assert blank.evaluate(OF_BYTES, entry.text) == expected, entry


OWN_DICE = """async (texts) => {
  const { judge } = await import("/static/games/judge.js");
  return Promise.all(texts.map(async (text) => {
    const { claims, ownDice } = await judge(text);
    const said = Object.entries(claims).map(([name, { state, reason }]) => [name, state, reason]);
    return { claims: said.filter(([, state]) => state !== "proven"), ownDice };
  }));
}"""


def test_the_browser_says_of_own_dice_what_the_engine_says(blank: Page) -> None:
    texts = []
    for base in bases():
        base.reset()
        with_own_dice(base)
        texts.append(base.text())
        base.reset()
    for text, found in zip(texts, blank.evaluate(OWN_DICE, texts), strict=True):
        unproven = claims.judge(text).claims.items()
        assert found["claims"] == [
            [claim.value, finding.found.value, finding.reason]
            for claim, finding in unproven
            if finding.found is not claims.Found.PROVEN
        ]
        assert found["ownDice"]
    genuine = bases()[0]
    assert not blank.evaluate(OWN_DICE, [genuine.text()])[0]["ownDice"]


def test_the_browser_gives_the_warnings_of_the_engine(blank: Page) -> None:
    texts = []
    for base in bases():
        for salt in ("", "x"):
            base.reset()
            for seat in base.data["dice"]["seats"]:
                seat["salt"] = salt
            for player in base.data["players"][1:]:
                player["bot"] = "bold"
            texts.append(base.text())
        base.reset()
    named = [found["warnings"] for found in judged(blank, *texts)]
    assert named == [[name.value for name, _ in claims.judge(text).warnings] for text in texts]
    assert {name for names in named for name in names} == {warn.value for warn in claims.Warn}

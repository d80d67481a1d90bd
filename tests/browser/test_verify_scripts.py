"""Verification in browsers: the verdict of the script on every record of the corpus."""

import json
import zlib
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Page

from games.engine.records.download import verifier
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

SCRIPT = verifier()

VERIFY = """async (packed) => {
  const { verify } = await import("/static/games/verify.js");
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const records = await new Response(unpacked).json();
  const found = [];
  for (const [text, salts] of records) {
    const { proven, wrong, warnings } = await verify(text, async (one) => salts[one] ?? null);
    found.push({ proven, wrong, warnings: warnings.map(({ name }) => name) });
  }
  return found;
}"""


def verified(page: Page, *records: tuple[str, Mapping[str, str]]) -> list[dict[str, Any]]:
    """Return what the browser says of each record, and what the public list has of salts."""
    # The way through the driver takes time, and packed they are forty times shorter.
    packed = b64encode(zlib.compress(json.dumps(records).encode())).decode()
    found: list[dict[str, Any]] = page.evaluate(VERIFY, packed)
    return found


def expected_of(entry: Entry) -> Expected:
    """Return the verdict of an entry: the script's, if the corpus leaves some of it open."""
    expected = entry.expected
    if None not in (expected.proven, expected.claim, expected.event):
        return expected
    verdict = SCRIPT.verify(entry.text, entry.salts.get)
    return Expected(verdict.proven, *(verdict.wrong or ("", 0)))


def test_the_browser_verifies_every_record_of_the_corpus_as_the_script_does(blank: Page) -> None:
    limit = blank.evaluate("import('/static/games/verify.js').then(({ MAX_BYTES }) => MAX_BYTES)")
    assert limit == MAX_BYTES
    entries = corpus()
    unlike = []
    verdicts = verified(blank, *((entry.text, entry.salts) for entry in entries))
    for entry, found in zip(entries, verdicts, strict=True):
        wrong = found["wrong"] and (found["wrong"]["claim"], found["wrong"]["event"])
        if not expected_of(entry).fits(found["proven"], wrong):
            unlike.append(f"{entry}: {wrong}, not {expected_of(entry)}")
    assert not unlike, "\n".join(unlike)


OF_BYTES = """async (text) => {
  const { verify } = await import("/static/games/verify.js");
  const { butForSalts, wrong } = await verify(new TextEncoder().encode(text).buffer);
  return [butForSalts, wrong?.claim ?? ""];
}"""


def test_the_browser_counts_the_bytes_of_a_file_as_they_are(blank: Page) -> None:
    for entry in at_the_limit():
        expected = [entry.expected.proven, entry.expected.claim]
        assert blank.evaluate(OF_BYTES, entry.text) == expected, entry


OWN_DICE = """async (texts) => {
  const { verify } = await import("/static/games/verify.js");
  return Promise.all(texts.map(async (text) => {
    const { claims, ownDice } = await verify(text);
    const said = Object.entries(claims).map(([name, { state, reason }]) => [name, state, reason]);
    return { claims: said.filter(([, state]) => state !== "proven"), ownDice };
  }));
}"""


def test_the_browser_says_of_own_dice_what_the_script_says(blank: Page) -> None:
    texts = []
    for base in bases():
        base.reset()
        with_own_dice(base)
        texts.append(base.text())
        base.reset()
    for text, found in zip(texts, blank.evaluate(OWN_DICE, texts), strict=True):
        unproven = SCRIPT.verify(text).claims.items()
        assert found["claims"] == [
            [claim, finding.state, finding.reason]
            for claim, finding in unproven
            if finding.state != SCRIPT.PROVEN
        ]
        assert found["ownDice"]
    genuine = bases()[0]
    assert not blank.evaluate(OWN_DICE, [genuine.text()])[0]["ownDice"]


BUT_FOR_SALTS = """async (text) => {
  const { verify } = await import("/static/games/verify.js");
  const lists = [async () => null, undefined];
  const verdicts = await Promise.all(lists.map((listed) => verify(text, listed)));
  return verdicts.map(({ proven, butForSalts, claims }) =>
    [proven, butForSalts, claims.salts.state, claims.salts.reason]);
}"""


def test_the_browser_says_of_salts_that_it_could_not_compare_what_the_script_says(
    blank: Page,
) -> None:
    forged = [entry for entry in corpus() if entry.change.startswith("salt other, and")]
    for text in (bases()[0].text(), forged[-1].text):
        lists: list[Callable[[str], None] | None] = [lambda _: None, None]
        expected = [SCRIPT.verify(text, listed) for listed in lists]
        assert blank.evaluate(BUT_FOR_SALTS, text) == [
            [False, True, found.state, found.reason]
            for found in (verdict.claims["salts"] for verdict in expected)
        ]


def test_the_browser_gives_the_warnings_of_the_script(blank: Page) -> None:
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
    named = [found["warnings"] for found in verified(blank, *((text, {}) for text in texts))]
    assert named == [[name for name, _ in SCRIPT.verify(text).warnings] for text in texts]
    assert {name for names in named for name in names} == {"bot-salt", "no-salts"}

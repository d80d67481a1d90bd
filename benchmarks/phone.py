"""How a first visit feels on a slow phone: when most is drawn, how much jumps, how long it is busy.

Run: python -m benchmarks.phone [--visits 5]. Serves a small site of its own, as in production, and
opens its pages in Chromium on an emulated phone: a processor four times as slow, 1.6 Mbit/s and
150 ms there and back. Each visit has a new browser; figures are medians. It fails if a
page draws its largest part later than it should, or if anything on it jumps.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page, sync_playwright

from tests.browser.browsers import launch
from tests.browser.databases import fresh_environments
from tests.browser.server import SITE_WITH_LOADED_DICE, Server
from tests.browser.tables import Table
from tests.browser.visitors import Visitors
from tests.engine.kinds import OFFERED

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "reduced_motion": "no-preference",
}
UNHINTED = "--font-render-hinting=none"
"""Phones draw letters as wide as they are; widths rounded to pixels would have lines break anew."""

SLOWER = 4
"""How many times as slow its processor is."""
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
PLAYED = 40
"""How many events the tables have."""

LATEST_MS, MOST_JUMPS = 1400, 0.004

OBSERVE = """
window.seen = { largest: 0, jumps: 0, busy: 0 };
const observe = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note))
    .observe({ type, buffered: true });
observe("largest-contentful-paint", (entry) => (seen.largest = entry.startTime));
observe("layout-shift", (entry) => (seen.jumps += entry.value));
observe("longtask", (entry) => (seen.busy += entry.duration - 50));
"""


class Visit(NamedTuple):
    """What a first visit was like.

    largest: when its largest part was drawn (LCP), in ms.  jumps: how much moved (CLS).
    busy: for how long presses would have waited (TBT), in ms.  ready: when all scripts had run.
    size: bytes that came.  files: how many responses.
    """

    largest: float
    jumps: float
    busy: float
    ready: float
    size: float
    files: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    visits = parser.parse_args().visits
    within = True
    print(f"{'':24} largest  jumps    busy    ready       size  files")
    with people() as visitors:
        for name, path in pages(visitors).items():
            seen = [visit(visitors, path) for _ in range(visits)]
            middle = Visit(*(statistics.median(values) for values in zip(*seen, strict=True)))
            print(
                f"{name:24} {middle.largest:4.0f} ms  {middle.jumps:.3f} {middle.busy:4.0f} ms"
                f"  {middle.ready:4.0f} ms  {middle.size / 1000:5.1f} kB  {middle.files:5.0f}",
                flush=True,
            )
            within &= middle.largest <= LATEST_MS and middle.jumps <= MOST_JUMPS
    sys.exit(not within)


@contextmanager
def people() -> Iterator[Visitors]:
    """Serve a new site, and yield what opens its pages."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        with fresh_environments(folder) as fresh, fresh(folder) as environment:
            dice = environment | {"LOADED_DICE": name}
            server = Server(dice, folder / "server.log", SITE_WITH_LOADED_DICE)
            server.start()
            browser = launch(playwright, UNHINTED)
            try:
                with Visitors(browser, server).watched() as visitors:
                    yield visitors
            finally:
                browser.close()
                server.stop()


def pages(visitors: Visitors) -> dict[str, str]:
    """Return the addresses of the pages to visit, by their names."""
    found = {"front page": "/", "lobby": "/lobby/"}
    for kind in OFFERED:
        table = Table(visitors.server, *(visitors.open(None) for _ in range(4)), kind=kind)
        table.play(PLAYED)
        found[f"table of {kind}"] = f"/games/{table.code}/"
        found[f"replay of {kind}"] = f"/games/{table.code}/replay/{PLAYED}/"
    return found


def visit(visitors: Visitors, path: str) -> Visit:
    """Open a page in a new browser on a slow phone."""
    page = visitors.open_new(None, **PHONE)
    page.add_init_script(OBSERVE)
    sizes = slow_down(page)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    seen = page.evaluate("seen")
    ready = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    page.context.close()
    return Visit(seen["largest"], seen["jumps"], seen["busy"], ready, sum(sizes), len(sizes))


def slow_down(page: Page) -> list[float]:
    """Make a page as slow as a phone; return a list that fills with the sizes of what comes."""
    sizes: list[float] = []
    session = page.context.new_cdp_session(page)
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return sizes


if __name__ == "__main__":
    main()

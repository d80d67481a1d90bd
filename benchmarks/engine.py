"""How fast the rules are, on one thread: `python -m benchmarks.engine`."""

import random
from collections.abc import Callable
from time import perf_counter

from games.engine.cantstop.bots import RandomBot
from games.engine.cantstop.rules import CantStopRules
from games.engine.cantstop.state import CantStopState, Phase
from games.engine.dice import SeededDice
from games.engine.replay import positions
from games.engine.simulate import play

GAMES = 200
SETS = 5_000
REPEATS = 3


def main() -> None:
    """Print the figures; each is the best of a few repeats."""
    rules = CantStopRules(players=2)
    seconds = best(lambda: play_games(rules))
    print(f"random two-player games:  {GAMES / seconds:8.0f} games/s")
    print(f"one random game:          {1000 * seconds / GAMES:8.2f} ms   (aim: below 3 ms)")
    choosing = positions_to_choose_in(rules)
    seconds = best(lambda: list_actions(rules, choosing))
    print(f"legal-action sets:        {SETS / seconds:8.0f} sets/s")
    print(f"{SETS} legal-action sets:   {seconds:8.3f} s    (aim: below 0.1 s)")


def best(run: Callable[[], None]) -> float:
    """Return the seconds of the fastest of a few runs."""
    times = []
    for _ in range(REPEATS):
        begun = perf_counter()
        run()
        times.append(perf_counter() - begun)
    return min(times)


def play_games(rules: CantStopRules) -> None:
    """Play whole games through the same calls as the site: check, roll, apply."""
    bots = [RandomBot(random.Random(1)), RandomBot(random.Random(2))]
    dice = SeededDice(0)
    for _ in range(GAMES):
        play(rules, bots, dice)


def list_actions(rules: CantStopRules, states: list[CantStopState]) -> None:
    """List the legal splits of each position."""
    for state in states:
        rules.legal_actions(state, state.turn_player)


def positions_to_choose_in(rules: CantStopRules) -> list[CantStopState]:
    """Return positions of random games with dice on the table, the slowest kind."""
    bots = [RandomBot(random.Random(3)), RandomBot(random.Random(4))]
    dice = SeededDice(5)
    states: list[CantStopState] = []
    while len(states) < SETS:
        log, _ = play(rules, bots, dice)
        states += [state for state in positions(rules, log) if state.phase is Phase.CHOOSE]
    return states[:SETS]


if __name__ == "__main__":
    main()

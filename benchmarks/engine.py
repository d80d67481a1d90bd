"""How fast the rules of each game are, on one thread: `python -m benchmarks.engine`."""

import random
from collections.abc import Callable, Container
from time import perf_counter
from typing import Any

from games.engine.buttons.analysis import bust_chance
from games.engine.buttons.state import ButtonsState
from games.engine.buttons.state import Phase as ButtonsPhase
from games.engine.cantstop.state import Phase as CantStopPhase
from games.engine.core import Rules
from games.engine.dice import SeededDice
from games.engine.registry import KINDS
from games.engine.replay import positions
from tools.simulate import play

GAMES = 200
THOUGHTFUL_GAMES = 20
SETS = 5_000
REPEATS = 3


def main() -> None:
    """Print the figures; each is the best of a few repeats."""
    measure_cantstop()
    print()
    measure_buttons()


def measure_cantstop() -> None:
    rules = KINDS["cantstop"].make_rules(2, {})
    print("Can't Stop")
    measure_random_games(rules, aim="(aim: below 3 ms)")
    measure_sets(rules, positions_in(rules, {CantStopPhase.CHOOSE}))


def measure_buttons() -> None:
    rules = KINDS["buttons"].make_rules(2, {})
    print("Buttons")
    measure_random_games(rules)
    seconds = best(lambda: play_games(rules, "careful", THOUGHTFUL_GAMES))
    print(f"one game of careful bots: {1000 * seconds / THOUGHTFUL_GAMES:8.2f} ms")
    measure_sets(rules, positions_in(rules, {ButtonsPhase.TURN, ButtonsPhase.PLACE}))
    rolling = positions_in(rules, {ButtonsPhase.TURN})
    seconds = best(lambda: find_bust_chances(rolling))
    print(f"chances of a bust:        {SETS / seconds:8.0f} chances/s")


def measure_random_games(rules: Rules[Any], aim: str = "") -> None:
    seconds = best(lambda: play_games(rules, "random", GAMES))
    print(f"random two-player games:  {GAMES / seconds:8.0f} games/s")
    print(f"one random game:          {1000 * seconds / GAMES:8.2f} ms   {aim}".rstrip())


def measure_sets(rules: Rules[Any], states: list[Any]) -> None:
    seconds = best(lambda: list_actions(rules, states))
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


def play_games(rules: Rules[Any], slug: str, games: int) -> None:
    """Play whole games through the same calls as the site: check, roll, apply."""
    bots = [KINDS[rules.kind].bots[slug].seeded(random.Random(seed)) for seed in (1, 2)]
    dice = SeededDice(0)
    for _ in range(games):
        play(rules, bots, dice)


def list_actions(rules: Rules[Any], states: list[Any]) -> None:
    """List the actions of one active player in each position."""
    for state in states:
        rules.legal_actions(state, rules.active_players(state)[0])


def find_bust_chances(states: list[ButtonsState]) -> None:
    """Find the chance of a bust, which a page shows beside the button to roll, in each position."""
    for state in states:
        bust_chance(state, state.turn_player)


def positions_in(rules: Rules[Any], phases: Container[str]) -> list[Any]:
    """Return positions of random games that wait for one of these."""
    bots = [KINDS[rules.kind].bots["random"].seeded(random.Random(seed)) for seed in (3, 4)]
    dice = SeededDice(5)
    states: list[Any] = []
    while len(states) < SETS:
        log, _ = play(rules, bots, dice)
        states += [state for state in positions(rules, log) if state.phase in phases]
    return states[:SETS]


if __name__ == "__main__":
    main()

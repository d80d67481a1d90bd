"""Train the values of Can't Stop: `python -m games.analysis.cantstop.train`, or `make train`.

One process trains for one number of players; all of them run at the same time if there are enough
processors. The weights are written together when all have ended.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from time import monotonic

from games.analysis.cantstop.board import make_board
from games.analysis.cantstop.training import SCHEDULES, train
from games.analysis.cantstop.values import Net, load_nets, save_nets


def trained(players: int, seed: int, turns: int | None) -> Net:
    """Return the values for a number of players, after telling now and then how far it is."""
    schedule = SCHEDULES[players]
    if turns is not None:
        schedule = replace(schedule, turns=turns)
    began = monotonic()
    training = train(make_board(), players, seed, schedule)
    while True:
        try:
            played, loss = next(training)
        except StopIteration as end:
            net: Net = end.value
            return net
        sys.stdout.write(
            f"{players} players: {played} of {schedule.turns} turns, loss {loss:.5f}, "
            f"{monotonic() - began:.0f} s\n"
        )
        sys.stdout.flush()


def main() -> None:
    """Train for the named numbers of players and keep the weights of the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=list(SCHEDULES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, help="fewer turns, to try it out")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.processes, get_context("spawn")) as pool:
        running = {
            players: pool.submit(trained, players, options.seed, options.turns)
            for players in options.players
        }
        nets = load_nets() | {players: job.result() for players, job in running.items()}
    save_nets(nets)


if __name__ == "__main__":
    main()

"""`make benchmark-scaling` agrees with theory where there is one, and with the site's code."""

import random
from math import factorial
from statistics import fmean

import pytest
from django.conf import settings

from benchmarks.scaling import costs
from benchmarks.scaling.park import Park, after_loss, busiest
from benchmarks.scaling.web_process import Job, by_chance, moves, simulate
from cantstop_site import handler
from tests.each_case import each_case

LOAD = 0.55


def test_one_at_a_time_waits_as_long_as_the_theory_of_one_queue_says() -> None:
    arriving, served = 60.0, 100.0
    chance = random.Random(1)

    def draw(time: float) -> Job:
        return Job("move", time, work=chance.expovariate(served))

    took = [seconds for _, seconds in simulate(by_chance(arriving, draw, chance, 1000))]
    assert fmean(took) == pytest.approx(1 / (served - arriving), rel=0.05)


def test_threads_that_only_wait_do_so_as_erlang_said() -> None:
    threads, arriving, served = 8, 6.0, 1.0
    chance = random.Random(1)

    def draw(time: float) -> Job:
        return Job("move", time, work=0.0, wait=chance.expovariate(served))

    took = [seconds for _, seconds in simulate(by_chance(arriving, draw, chance, 20_000), threads)]
    offered = arriving / served
    full = offered**threads / factorial(threads) * threads / (threads - offered)
    has_to_queue = full / (sum(offered**n / factorial(n) for n in range(threads)) + full)
    expected = has_to_queue / (threads * served - arriving) + 1 / served
    assert fmean(took) == pytest.approx(expected, rel=0.05)


def test_work_in_rounds_is_shared_fairly() -> None:
    long, short = Job("move", 0.0, work=10.0, rounds=100), Job("move", 0.0, work=1.0, rounds=10)
    done = {job.work: seconds for job, seconds in simulate([long, short])}
    assert done == {1.0: pytest.approx(2.0, abs=0.11), 10.0: pytest.approx(11.0)}


def test_the_simulated_process_works_as_much_as_it_is_told() -> None:
    work = sum(job.work for job in moves(LOAD, random.Random(1), 500))
    assert work / 500 == pytest.approx(LOAD, rel=0.05)


def test_with_one_process_more_a_loss_is_felt_less() -> None:
    lost = [after_loss(processes, 1, work=1.9, sockets=1100) for processes in (3, 4, 5)]
    moves_take, sockets_take = zip(*lost, strict=True)
    assert list(moves_take) == sorted(moves_take, reverse=True)
    assert list(sockets_take) == sorted(sockets_take, reverse=True)
    assert moves_take[0] > 5 * moves_take[1], "two thirds busy, the others have no room for more"


def test_the_more_tables_the_more_evenly_they_are_spread() -> None:
    assert busiest(1, 50) == 1.0
    few, many = (fmean(busiest(8, tables, seed) for seed in range(20)) for tables in (16, 1600))
    assert few > many > 1


def test_nobody_needs_nothing() -> None:
    park = Park(0, LOAD)
    assert park.sockets == park.bytes_out == park.stored_a_year() == 0
    assert park.web_machines == park.primaries == park.replicas == park.redis_shards == 0


@each_case("figure", ["moves", "sockets", "pushes", "web_processes", "primaries", "redis_shards"])
def test_a_park_grows_in_step_with_people(figure: str) -> None:
    smaller, larger = [getattr(Park(people, LOAD), figure) for people in (10**6, 10**7)]
    assert larger / smaller == pytest.approx(10, rel=0.05)


def test_many_sockets_need_machines_for_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    by_work = Park(100_000, LOAD).web_machines
    monkeypatch.setattr(costs, "SOCKET_BYTES", 100e6)
    assert Park(100_000, LOAD).web_machines > 5 * by_work


def test_the_numbers_of_the_site_are_those_of_its_code() -> None:
    assert costs.THREADS == handler.THREADS
    script = (settings.BASE_DIR / "games/static/games/live.js").read_text()
    assert f"const POLL = {costs.QUESTION_EVERY};" in script

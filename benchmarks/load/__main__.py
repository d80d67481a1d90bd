"""What the running site costs under load: `python -m benchmarks.load [PART …]`."""

import argparse
import os
import platform
import resource
import signal
import time

import psutil
import uvloop

from benchmarks.load import parts
from benchmarks.load.programs import programs
from benchmarks.load.soak import soak

PARTS = {
    part.__name__: part
    for part in (
        parts.moves,
        parts.ladder,
        parts.buttons,
        parts.analyses,
        parts.viewers,
        parts.length,
        parts.archive,
        parts.pages,
        parts.sockets,
        parts.idle,
        programs,
        soak,
    )
}
BY_NAME_ALONE = {"soak"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    wanted = parser.parse_args().parts or [name for name in PARTS if name not in BY_NAME_ALONE]
    if unknown := set(wanted) - set(PARTS):
        parser.error(f"no such part: {', '.join(unknown)}")
    os.environ.setdefault("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:6379/0")
    allow_many_files()
    # Ended either way, it ends its servers and drops its databases.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(
        f"{os.cpu_count()} cores, Python {platform.python_version()}, {time.strftime('%Y-%m-%d')}"
    )
    begun, busy, own = time.perf_counter(), machine_seconds(), own_seconds()
    for name in wanted:
        print(f"\n--- {name}", flush=True)
        with parts.left_out_if_missing():
            uvloop.run(PARTS[name]())
    seconds = time.perf_counter() - begun
    others = (machine_seconds() - busy - (own_seconds() - own)) / seconds
    print(
        f"\nThis took {seconds / 60:.1f} minutes. Databases, nginx and whatever else runs on this"
        f" machine had {max(0.0, others):.1f} cores meanwhile."
    )


def machine_seconds() -> float:
    """Return the seconds that all cores have worked so far."""
    times = psutil.cpu_times()
    return float(times.user + times.nice + times.system)


def own_seconds() -> float:
    """Return the seconds that this process, and what it has started and ended, have worked."""
    return sum(os.times()[:4])


def allow_many_files() -> None:
    """Allow this process and its servers as many open sockets as the system lets them have."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()

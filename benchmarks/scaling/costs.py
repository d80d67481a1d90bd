"""The costs of things, which were measured, and the habits of people, which are assumed."""

from dataclasses import dataclass

# --- Measured: `make benchmark-load PARTS="programs viewers"`, the least of two runs --------------


@dataclass(frozen=True)
class Cost:
    """Milliseconds of CPU of each program."""

    web: float
    postgres: float = 0.0
    redis: float = 0.0


MOVE = Cost(web=18.2, postgres=2.35, redis=0.17)
"""Two players and two spectators look, all of them at the same web process."""
MOVE_SPREAD = Cost(web=24.8, postgres=2.83, redis=0.18)
"""Their sockets are in any of four processes: as many times `MOVE` as in a run of both."""
MOVE_QUANTILES = (15.9, 17.0, 17.4, 17.9, 18.4, 19.0, 19.5, 20.3, 21.4, 24.3, 31.0)
"""Milliseconds of the web process for one move: p1, p10, p20 … p90, p99."""
MEASURED_RATE, MEASURED_HALF, MEASURED_MOST = 27, 22, 28
"""Moves a second at equal distances, and within how many milliseconds 50 and 95 % were shown."""
PAGE = Cost(web=20.5, postgres=2.6, redis=0.19)
REPLAY = Cost(web=26.0, postgres=3.7, redis=0.19)
QUESTION = Cost(web=6.0, postgres=1.3, redis=0.07)
"""A page of a table asks whether it has missed anything, and has not."""
SOCKET = Cost(web=8.73, postgres=1.37, redis=0.14)
PUSH = Cost(web=0.41)
"""One more socket gets the text rendered for another."""
LOBBY = Cost(web=20.6)
"""A process renders the full list of open tables."""

SOCKET_BYTES, SOCKET_BYTES_REDIS, PROCESS_BYTES = 35_500, 525, 120e6
PUSH_BYTES, PAGE_BYTES, LOBBY_BYTES = 2_122, 5_753, 23_431
WAL_BYTES = 1_883
"""What a move adds to the log that replicas of PostgreSQL read."""
GAME_BYTES, RECORD_BYTES, EVENTS = 29_719, 1_347, 150
"""A finished game of two with this number of events in PostgreSQL, and its zipped record."""
COMMITMENTS, ENTRIES_PER_GAME = 332, 2
"""Entries a second that the public list of commitments takes; a game has one more of its salts."""
STATEMENTS = 13
"""How often a move asks PostgreSQL, the beginning and the end of its transaction among them."""

# --- Assumed --------------------------------------------------------------------------------------

PLAY, WATCH, BROWSE = 0.6, 0.15, 0.25
"""The shares of people. Browsing people have a list of open tables on the page."""
PLAYERS = 2
DECISION = 5.0
"""Seconds between two moves at a table."""
SOCKETS = 1.1
"""Of each person: some have two pages open."""
PAGES = 1.0
"""That each person opens in a minute. Each opens a socket."""
REPLAYS = 0.3
"""The share of pages that are replays, which replicas may answer."""
LOBBY_CHANGES = 2
"""Of each game: a table opens, and is full."""
LOBBY_PAUSE = 10.0
"""Seconds between two pushes of the list of open tables. Today there is no pause."""
MEAN = 0.4
"""How busy the whole day is, compared with its busiest hour."""
PATIENCE = 0.1
"""Seconds within which 95 of 100 moves shall be shown."""
ROUND_TRIP, COMMIT = 0.3, 1.5
"""Milliseconds to PostgreSQL on another machine and back, and until a write is safe."""
WEB_PROCESSES, WEB_MEMORY = 15, 64e9
"""Of one machine with 16 cores, and its bytes of memory."""
POSTGRES_CORES, POSTGRES_LOAD, REDIS_LOAD = 32, 0.5, 0.4
"""The cores of a machine, how busy they may be, and the one core of a Redis."""

# --- As in the site and in nginx ------------------------------------------------------------------

THREADS = 8
"""cantstop_site/handler.py"""
POINTS = 160
"""Of each server on the ring of nginx."""
QUESTION_EVERY, BACK_WITHIN = 20, 1
"""Seconds between two questions, and until a cut-off page is back: live.js and socket.js"""

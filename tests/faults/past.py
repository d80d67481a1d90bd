"""A site's clocks, read and set behind its back: so a test lets time pass while all are dead."""

import time
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Self

import psycopg

MOMENTS = {
    "games_game": ("due_at", "moved_at", "started_at"),
    "games_seat": ("running_since", "due_at", "tell_at"),
    "games_signoflife": ("seen_at",),
}
"""What is compared with the present moment to know how long something has lasted."""

AWAKE_WITHIN = 60
"""Seconds."""

# Clocks have run until the last moment at which both roles are known to have been at work.
RUNNING = """
SELECT game_id, code, player, version,
    time_spent + greatest(seen_at - running_since, interval '0')
FROM games_seat JOIN games_game ON games_game.id = game_id,
    (SELECT min(seen_at) AS seen_at FROM games_signoflife) AS sign
WHERE running_since IS NOT NULL
"""
NEXT_DECISION = """
SELECT used * interval '1 millisecond', created_at FROM games_gameevent
WHERE game_id = %s AND player = %s AND seq > %s ORDER BY seq LIMIT 1
"""
GIVEN_BACK = """
SELECT coalesce(sum(seconds), 0) * interval '1 second' FROM games_clocknote
WHERE game_id = %s AND kind = 'given-back'
"""
ON_TIME = """
SELECT status = 'finished' AND annulled_at IS NULL
    AND NOT EXISTS (SELECT FROM games_gameevent WHERE game_id = game.id AND kind = 'timed_out')
    AND NOT EXISTS (SELECT FROM games_clocknote WHERE game_id = game.id AND kind <> 'given-back')
FROM games_game AS game WHERE id = %s
"""


class Clock(NamedTuple):
    """A clock that ran when the site died.

    after: how many events the game had.  used: what the player's decision had taken by then.
    """

    game: int
    code: str
    player: int
    after: int
    used: timedelta


class Past:
    """What the database of a site remembers."""

    def __init__(self, port: int) -> None:
        self._database = psycopg.connect(
            host="127.0.0.1", port=port, user="postgres", autocommit=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._database.close()

    def now(self) -> datetime:
        """Return the present moment by the clock of games."""
        moment: datetime = self._one("SELECT statement_timestamp()")
        return moment

    def clocks_that_run(self) -> list[Clock]:
        return [Clock(*row) for row in self._database.execute(RUNNING)]

    def move_back(self, length: timedelta) -> None:
        """Let so much time pass, for those who read the clock only after this.

        That a moment lies further in the past, or nearer, is the same as a later present one.
        """
        with self._database.transaction():
            for table, columns in MOMENTS.items():
                moved = ", ".join(f"{column} = {column} - %(length)s" for column in columns)
                self._database.execute(f"UPDATE {table} SET {moved}", {"length": length})

    def wait_until_awake(self, since: datetime) -> datetime:
        """Wait until each role has given a sign of life since then, and return when that was."""
        deadline = time.monotonic() + AWAKE_WITHIN
        while (seen_at := self._one("SELECT min(seen_at) FROM games_signoflife")) < since:
            assert time.monotonic() < deadline, "not everybody is at work again"
            time.sleep(0.02)
        awake: datetime = seen_at
        return awake

    def charged(self, clock: Clock, awake: datetime) -> timedelta | None:
        """Return what the player was charged for the time in which the site was dead.

        That is what their next decision took, but for what it had taken before, and since the site
        was awake. None if it was never made, because somebody else ended the game.
        """
        place = clock.game, clock.player, clock.after
        row = self._database.execute(NEXT_DECISION, place).fetchone()
        if row is None:
            return None
        used, at = row
        spent: timedelta = used - clock.used - max(at - awake, timedelta())
        return spent

    def given_back(self, game: int) -> timedelta:
        """Return how much time the log of a game says was given back."""
        length: timedelta = self._one(GIVEN_BACK, game)
        return length

    def ended_by_play(self, game: int) -> bool:
        """Return whether a game is over and no clock had anything to do with it."""
        return bool(self._one(ON_TIME, game))

    def _one(self, query: str, *values: object) -> Any:
        row = self._database.execute(query, values).fetchone()
        assert row is not None
        return row[0]

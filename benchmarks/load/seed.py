"""Fill a database with copies of one finished game: `python -m benchmarks.load.seed COUNT`.

Prints the code of a game that is there then; with `--waiting` instead of a number, how many
finished games are still to be explained.
"""

import sys
from datetime import timedelta

import django

CHUNK = 1000


def main() -> None:
    django.setup()
    from games.models import Game

    finished = Game.objects.filter(status=Game.Status.FINISHED)
    if sys.argv[1] == "--waiting":
        print(finished.filter(analysed=0).count())
        return
    seed(int(sys.argv[1]) - finished.count())
    print(finished.earliest("pk").code)


def seed(count: int) -> None:
    """Add a number of games of the same two people."""
    from django.db import connection, transaction
    from django.utils.crypto import get_random_string

    from games.models import Game, GameEvent, Seat
    from tests.games.factories import make_finished_game, make_user

    original = make_finished_game(*(make_user(get_random_string(8)) for _ in range(2)), seed=3)
    fields = {
        field.attname: getattr(original, field.attname)
        for field in Game._meta.fields
        if field.attname not in {"id", "code"}
    }
    seats = list(original.seats.values("player", "user_id", "won"))
    games, events = Game._meta.db_table, GameEvent._meta.db_table
    with transaction.atomic():
        finished_at = fields.pop("finished_at")
        copies = Game.objects.bulk_create(
            [
                Game(**fields, finished_at=finished_at - timedelta(minutes=number))
                for number in range(1, count)
            ],
            batch_size=CHUNK,
        )
        Seat.objects.bulk_create(
            [Seat(game=copy, **seat) for copy in copies for seat in seats], batch_size=CHUNK
        )
        with connection.cursor() as cursor:
            # A million rows: read and written one by one they take minutes.
            cursor.execute(
                f"INSERT INTO {events} (game_id, seq, player, kind, data, by_order, created_at)"
                f" SELECT copy.id, seq, player, event.kind, data, by_order, event.created_at"
                f" FROM {games} copy CROSS JOIN {events} event"
                f" WHERE event.game_id = %s AND copy.id > %s",
                [original.pk, original.pk],
            )


if __name__ == "__main__":
    main()

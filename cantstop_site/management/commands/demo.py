import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from cantstop_site.demo.cast import made_users
from cantstop_site.demo.filling import SEED, fill
from cantstop_site.demo.logins import described, logins
from games.models import Game


class Command(BaseCommand):
    help = (
        "Fills an empty database with a small community, and prints four logins. Takes about a "
        "minute; a database that has the demo already stays as it is. `make demo` also serves it."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        _require_no_real_site()
        if not made_users().exists():
            began = time.monotonic()
            self.stdout.write("Filling a database with the demo. This takes about a minute.")
            fill()
            counts = {
                "people": made_users().count(),
                "games that are over": Game.objects.filter(status=Game.Status.FINISHED).count(),
                "games that go on": Game.objects.filter(status=Game.Status.RUNNING).count(),
            }
            listed = ", ".join(f"{count} {what}" for what, count in counts.items())
            self.stdout.write(f"{listed}: made in {time.monotonic() - began:.0f} s.")
        self.stdout.write("Sign in as:")
        for login in logins(SEED):
            self.stdout.write(described(login))


def _require_no_real_site() -> None:
    # Anybody can compute the passwords of the demo: it must never be part of a real site.
    if not settings.DEMO:
        raise CommandError("This is only for demos: set DEMO=True, or run `make demo`.")
    if not settings.DEBUG or settings.HTTPS:
        raise CommandError("These are the settings of a site for others. A demo is none.")
    others = User.objects.exclude(pk__in=made_users())
    if others.exists() and not made_users().exists():
        raise CommandError("This database has users. A demo needs a database of its own.")

"""`make run`: bring the database up to date, and serve the site, in one process."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connections

from cantstop_site.server import CommandLine


class Command(BaseCommand):
    help = "Migrates the database, collects static files if pages need that, and serves the site."
    requires_system_checks = []  # the command `migrate` runs the checks

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", default="8000", help="The port on 127.0.0.1.")

    def handle(self, *args: Any, port: str, **options: Any) -> None:
        call_command("migrate", verbosity=0, skip_checks=False)
        connections.close_all()  # this thread needs no connection any more
        # In development, files are served from where they are written.
        if not settings.DEBUG:
            call_command("collectstatic", interactive=False, verbosity=0, skip_checks=False)
        self.stdout.write(f"The site is on http://127.0.0.1:{port}. Stop it with Ctrl-C.")
        self.stdout.flush()
        options_of_server = ["--bind", "127.0.0.1", "--port", port, "--verbosity", "0"]
        CommandLine().run([*options_of_server, "cantstop_site.asgi:application"])

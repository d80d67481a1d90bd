"""Import the record of a game from a file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.refusals import Refusal
from games.engine.records.importer import MAX_BYTES, RecordError
from games.services.imports import import_game
from games.services.originals import original_of


class Command(BaseCommand):
    help = "Imports the record of a finished game, as JSON or text, and says where its replay is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--user", help="whose imported game it is; without, only staff find it")

    def handle(self, *args: Any, **options: Any) -> None:
        user = _account(options["user"]) if options["user"] else None
        try:
            game = import_game(_read(options["file"]), user)
        except (RecordError, Refusal) as error:
            raise CommandError(f"Nothing was imported. {error}") from error
        self.stdout.write(f"Imported: {game.get_absolute_url()}replay/")
        original = original_of(game)
        if original and original.game:
            self.stdout.write(f"It was played here: {original.game.get_absolute_url()}")
        elif original:
            self.stdout.write("It names a game of this site that did not go like this.")


def _account(name: str) -> User:
    user = User.objects.filter(username__iexact=name, is_guest=False).first()
    if user is None:
        raise CommandError(f"There is no account called {name}.")
    return user


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise CommandError(f"{path} is longer than {MAX_BYTES // 1024} kB.")
        return data.decode()
    except OSError as error:
        raise CommandError(f"Could not read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is no text in UTF-8.") from error

"""Check the public list of commitments: hashes, signatures, order, and that no entry is missing."""

from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.requests import row_numbered
from games.models import PublishedCommitment
from games.services.commitments import faults_of_dice, faults_of_list


class Command(BaseCommand):
    help = (
        "Checks the public list of commitments: hashes, signatures and order, and that every game"
        " and day of this site that ought to be in it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--noted",
            default="",
            metavar="LINE",
            help="a line that was noted down before: number, hash and time",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        noted = options["noted"].strip()
        faults = 0
        lost = []
        if noted:
            entry = row_numbered(PublishedCommitment.objects.all(), noted.split(maxsplit=1)[0])
            lost = [] if str(entry) == noted else [f"the list has no line {noted}"]
        for fault in chain(lost, faults_of_list(), faults_of_dice()):
            faults += 1
            self.stderr.write(fault)
        newest = PublishedCommitment.objects.last()
        self.stdout.write(f"{newest.number if newest else 0} entries checked, {faults} faults.")
        if newest:
            self.stdout.write(f"Note down elsewhere: {newest}")
        if faults:
            raise CommandError("The public list of commitments is not as it ought to be.")

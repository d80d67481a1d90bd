"""The public list of commitments: adding signed entries, and checking the whole list."""

from collections.abc import Iterator
from datetime import datetime

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.views.decorators.debug import sensitive_variables

from accounts.locks import lock_chain
from games.engine.fairness.fair_dice import FIRST_SCHEME
from games.models import DailyChallenge, GameDice
from games.models.commitment import BEFORE_THE_FIRST, PublishedCommitment, utc

LOCK = 0x636F6D6D6974
"""The number of the lock that is held while an entry is added."""


@transaction.atomic(savepoint=False)
def publish_commitment(commitment: str, drawn_at: datetime) -> PublishedCommitment:
    """Add a commitment to the list, in the transaction that makes it known.

    This has to be the last thing the transaction does. Nobody else can add an entry until it ends,
    so it must not wait for anything.

    Args:
        commitment: The commitment.
        drawn_at: When the secret was drawn. The entry has this time, or that of the entry before it
            if that is later.
    """
    lock_chain(LOCK)
    newest = PublishedCommitment.objects.last()
    entry = PublishedCommitment(
        number=newest.number + 1 if newest else 1,
        # A clock may be set back, but times in the list never decrease.
        time=max(drawn_at, newest.time) if newest else drawn_at,
        commitment=commitment,
        previous=newest.hash if newest else BEFORE_THE_FIRST,
    )
    entry.time = entry.time.replace(microsecond=0)
    entry.hash = entry.hash_of_line()
    entry.key, entry.signature = _signed(entry.line)
    entry.save(force_insert=True)
    return entry


@sensitive_variables()
def _signed(line: str) -> tuple[str, str]:
    """Return the site's public key and the signature of a line."""
    key = _private_key()
    return key.public_key().public_bytes_raw().hex(), key.sign(line.encode()).hex()


@sensitive_variables()
def _private_key() -> Ed25519PrivateKey:
    if settings.COMMITMENTS_KEY:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(settings.COMMITMENTS_KEY))
    kdf = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"public list of commitments")
    return Ed25519PrivateKey.from_private_bytes(kdf.derive(settings.SECRET_KEY.encode()))


# --- Check --------------------------------------------------------------------


def faults_of_list() -> Iterator[str]:
    """Yield a line for everything that is wrong with the list, in the order of its entries."""
    number, previous = 0, None
    for entry in PublishedCommitment.objects.order_by("number").iterator():
        number += 1
        if entry.number != number:
            yield f"entry {number} is missing"
            number = entry.number
        if entry.previous != (previous.hash if previous else BEFORE_THE_FIRST):
            yield f"entry {number}: it does not follow from the entry before"
        if entry.hash != entry.hash_of_line():
            yield f"entry {number}: the hash is not that of its line"
        if not _is_signed(entry):
            yield f"entry {number}: the signature is not that of its line"
        if previous and entry.time < previous.time:
            yield f"entry {number}: its time {utc(entry.time)} is before that of the entry before"
        previous = entry


def _is_signed(entry: PublishedCommitment) -> bool:
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(entry.key))
        key.verify(bytes.fromhex(entry.signature), entry.line.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def not_published() -> Iterator[str]:
    """Yield a line for each game or day whose commitment should be in the list but is not.

    Games of the first scheme are older than the list, and imported games come from other sites.
    """
    published = Exists(PublishedCommitment.objects.filter(commitment=OuterRef("commitment")))
    games = GameDice.objects.filter(~published, game__imported_at=None)
    for code in games.exclude(scheme=FIRST_SCHEME).values_list("game__code", flat=True):
        yield f"game {code}: its commitment is not in the list"
    for day in DailyChallenge.objects.filter(~published).exclude(scheme=FIRST_SCHEME):
        yield f"challenge of {day}: its commitment is not in the list"

"""The public list of commitments: add signed entries, and check the whole list."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery
from django.views.decorators.debug import sensitive_variables

from accounts.locks import lock_chain
from games.engine.fairness.fair_dice import FIRST_SCHEME, salts_hash
from games.models import DailyChallenge, Game, GameDice
from games.models.commitment import BEFORE_THE_FIRST, PublishedCommitment, utc
from games.services.dice import SALTS_OF_DAY, source_of
from operations import clock

LOCK = 0x636F6D6D6974
"""The number of the lock that a transaction holds while it adds an entry."""

SALTS = PublishedCommitment.Kind.SALTS

UPDATE_TAKES = timedelta(hours=1)
"""How long after the first salts in the list processes of the old version may start games."""

GAMES_AT_ONCE = 500


def publish_commitment(commitment: str, drawn_at: datetime) -> None:
    """Add a commitment to the list, in the transaction that makes the commitment known."""
    _add(drawn_at, commitment=commitment)


def publish_salts(game: Game) -> None:
    """Add the salts of a game, unless its dice are known, in the transaction that starts it."""
    # Known dice have an entry already: of the earlier game or the daily challenge. Games of the
    # first scheme are older than the list.
    source = None if game.has_known_dice else source_of(game)
    if source is not None and source.proof.scheme != FIRST_SCHEME:
        moment = game.started_at or clock.now()
        publish_fixed_salts(source.proof.commitment, source.salts, moment)


def publish_fixed_salts(commitment: str, salts: Sequence[str], fixed_at: datetime) -> None:
    """Add salts, in the order in which people sat down, in the transaction that fixes them."""
    _add(fixed_at, kind=SALTS, commitment=commitment, salts=salts_hash(commitment, salts))


@transaction.atomic(savepoint=False)
def _add(moment: datetime, **fields: str) -> None:
    """Add an entry to the list, as the last thing that a transaction does."""
    # Nobody else can add an entry until the commit, so take no other lock after this one.
    lock_chain(LOCK)
    newest = PublishedCommitment.objects.last()
    entry = PublishedCommitment(
        number=newest.number + 1 if newest else 1,
        # Clocks may be set back, but times in the list must never decrease.
        time=max(moment, newest.time) if newest else moment,
        previous=newest.hash if newest else BEFORE_THE_FIRST,
        **fields,
    )
    entry.time = entry.time.replace(microsecond=0)
    entry.hash = entry.hash_of_line()
    entry.key, entry.signature = _signed(entry.line)
    entry.save(force_insert=True)


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


# --- Look up ------------------------------------------------------------------


def listed_salts(commitment: str) -> str | None:
    entries = PublishedCommitment.objects.filter(kind=SALTS, commitment=commitment)
    return entries.values_list("salts", flat=True).first()


def ought_to_have_salts() -> Callable[[datetime | None], bool]:
    """Return a predicate: whether salts fixed at a given time must be in the list."""
    first = PublishedCommitment.objects.filter(kind=SALTS).first()

    def ought(fixed_at: datetime | None) -> bool:
        # During the update that brought salts to the list, processes of the old version still start
        # games.
        return first is not None and fixed_at is not None and fixed_at >= first.time + UPDATE_TAKES

    return ought


# --- Check --------------------------------------------------------------------


def faults_of_list() -> Iterator[str]:
    """Yield a line of text for each fault of the list, in the order of its entries."""
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
        if (entry.kind == SALTS) != bool(entry.salts):
            yield f"entry {number}: its kind is {entry.kind}, which does not fit what it says"
        previous = entry
    own = PublishedCommitment.objects.filter(
        kind=PublishedCommitment.Kind.COMMITMENT,
        commitment=OuterRef("commitment"),
        number__lt=OuterRef("number"),
    )
    for entry in PublishedCommitment.objects.filter(~Exists(own), kind=SALTS):
        yield f"entry {entry.number}: no entry before it has the commitment of these salts"


def _is_signed(entry: PublishedCommitment) -> bool:
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(entry.key))
        key.verify(bytes.fromhex(entry.signature), entry.line.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def faults_of_dice() -> Iterator[str]:
    """Yield a line of text for each missing or wrong entry of a game or daily challenge."""
    entries = PublishedCommitment.objects.filter(commitment=OuterRef("commitment"))
    listed = {
        "published": Exists(entries.exclude(kind=SALTS)),
        "salts": Subquery(entries.filter(kind=SALTS).values("salts")),
    }
    ought = ought_to_have_salts()
    # Not in the list: games of the first scheme, which are older, and imported games.
    games = GameDice.objects.exclude(scheme=FIRST_SCHEME).filter(game__imported_at=None)
    seated = games.select_related("game").prefetch_related("game__seats").order_by("pk")
    for dice in seated.annotate(**listed).iterator(chunk_size=GAMES_AT_ONCE):
        source = source_of(dice.game)
        salts = source.salts if source else ()
        name = f"game {dice.game.code}"
        yield from _faults(name, dice, salts, ought(dice.game.started_at))
    for day in DailyChallenge.objects.exclude(scheme=FIRST_SCHEME).annotate(**listed):
        yield from _faults(f"challenge of {day}", day, SALTS_OF_DAY, ought(day.begins_at))


def _faults(name: str, dice: Any, salts: Sequence[str], ought: bool) -> Iterator[str]:
    """Yield the faults of a game or daily challenge. dice: annotated with its entries."""
    if not dice.published:
        yield f"{name}: its commitment is not in the list"
    if dice.salts is None and ought:
        yield f"{name}: its salts are not in the list"
    if dice.salts is not None and dice.salts != salts_hash(dice.commitment, salts):
        yield f"{name}: its salts are not those in the list"

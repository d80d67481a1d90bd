"""Which names people may take, and the names guests are given."""

import re
import secrets

from accounts.models import USERNAME_MAX_LENGTH
from games.engine.registry import KINDS

GUEST_PREFIX = "Guest-"


def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text: lists of them are easier to read without quotes."""
    return tuple(text.split())


# Names that would pass for the site itself, for nobody, or for a part of an address.
_RESERVED = frozenset(
    _words("""
    abuse account accounts admin administrator all anonymous api bot bots contact computer
    deleted deletedplayer deleteduser everybody everyone game games help host info join leave
    lobby login logout me mine mod moderator moderators mods my mygames new nobody none null
    official owner play player players postmaster referee replay replays robot root rules
    search security server settings signin signout signup site somebody someone spectator
    staff start static superuser support system undefined unknown user users watch webmaster you
    """)
)
_ADJECTIVES = _words(
    "agile bold brave brisk calm clear cosy eager fair fast fine fond free fresh funny glad "
    "gold grand great green happy jolly keen kind light loyal lucky merry mild misty neat nice "
    "noble proud quick quiet ready royal sandy sharp shy silky sleek smart snowy solid sunny "
    "sweet swift tidy tiny vivid warm wild wise witty young zesty"
)
_ANIMALS = _words(
    "adder ant bat bear bee bison boar camel cat cobra coral crab crane crow deer dingo dodo dove "
    "duck eagle egret elk emu finch fox frog gecko goat goose gull hare hawk heron hippo horse "
    "ibex ibis koala lark lemur lion llama lynx mole moose moth mouse newt okapi orca otter owl "
    "panda pony puma quail raven robin seal shark sheep skunk sloth snail squid stork swan tapir "
    "tiger toad trout tuna viper whale wolf yak zebra"
)


def _squeeze(name: str) -> str:
    """Return what is left of a name when case and separators don't count."""
    return re.sub(r"[-_]", "", name).lower()


_BOT_NAMES = frozenset(_squeeze(slug) for kind in KINDS.values() for slug in kind.bots)
_KIND_NAMES = frozenset(_squeeze(slug) for slug in KINDS)


def is_reserved(name: str) -> bool:
    """Say whether nobody may sign up under this name."""
    squeezed = _squeeze(name)
    return squeezed in _RESERVED | _BOT_NAMES | _KIND_NAMES


def is_like_a_guests(name: str) -> bool:
    """Say whether this name would pass for one that a guest was given."""
    return _squeeze(name).startswith(_squeeze(GUEST_PREFIX))


def make_guest_name() -> str:
    """Return a made-up name such as Guest-brave-otter-42, which may be taken already."""
    start = f"{GUEST_PREFIX}{secrets.choice(_ADJECTIVES)}-{secrets.choice(_ANIMALS)}-"
    digits = min(4, USERNAME_MAX_LENGTH - len(start))
    return start + str(10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1)))

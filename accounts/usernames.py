"""Rules for the names that people may take, and made-up names for guests."""

import re
import secrets

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.lookalikes import readings, reads_as, reads_within
from games.engine.registry import KINDS

USERNAME_MIN_LENGTH = 3
USERNAME_MAX_LENGTH = 20
GUEST_PREFIX = "Guest-"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())  # long lists are easier to read without quotes


# Names that look like the site, like no user at all, or like a part of a URL.
_RESERVED = frozenset(
    _words("""
    abuse account accounts admin administrator all anonymous api bot bots contact computer
    deleted deletedplayer deleteduser everybody everyone game games help helpdesk host info
    join leave lobby login logout me mine mod moderator moderators mods my mygames new nobody
    none null official operator operators owner play player players postmaster referee replay
    replays robot root rules search security server settings signin signout signup site somebody
    someone spectator staff start static superuser support system team undefined unknown user
    users watch webmaster you
    """)
)
_ANIMALS = _words(
    "adder ant bat bear bee bison boar camel cat cobra coral crab crane crow deer dingo dodo dove "
    "duck eagle egret elk emu finch fox frog gecko goat goose gull hare hawk heron hippo horse "
    "ibex ibis koala lark lemur lion llama lynx mole moose moth mouse newt okapi orca otter owl "
    "panda pony puma quail raven robin seal shark sheep skunk sloth snail squid stork swan tapir "
    "tiger toad trout tuna viper whale wolf yak zebra"
)


# Words that make a name look like staff, anywhere in it.
_STAFF_ANYWHERE = _words("admin moderator moderation official support webmaster sysop superuser")
# Words that look like staff only if they stand alone: Modesty and Stafford are people.
_STAFF_WORDS = _words("mod mods staff")
# A word that contains "admin" by chance.
_INNOCENT = re.compile("badminton", re.IGNORECASE)

_BETWEEN_WORDS = re.compile(r"[-_]+|(?<=[a-z0-9])(?=[A-Z])")
_DIGITS = "0123456789"
_BOTS = [slug for kind in KINDS.values() for slug in kind.bots]
_RESERVED_READINGS = frozenset(map(readings, [*_RESERVED, *_BOTS, *KINDS]))


def check_name(name: str) -> None:
    """Raise ValidationError for a name that only staff may take. Taken names are not checked."""
    if not re.search("[A-Za-z]", name):
        raise ValidationError(_("Use at least one letter."), "no-letter")
    if is_like_a_guests(name):
        raise ValidationError(
            _("Names that start with “guest” are for guests. Choose another one."),
            "like-a-guest",
        )
    if readings(name) in _RESERVED_READINGS:
        raise ValidationError(_("That name is reserved. Choose another one."), "reserved")
    if _is_like_staffs(name):
        raise ValidationError(
            _("That name looks like ours or a moderator's. Choose another one."),
            "like-staff",
        )


def is_like_a_guests(name: str) -> bool:
    """Return whether a name looks like a guest's."""
    return readings(name)[0].startswith(readings(GUEST_PREFIX)[0])


def _is_like_staffs(name: str) -> bool:
    name = _INNOCENT.sub("", name)
    site = re.sub("[^A-Za-z0-9]", "", settings.SITE_NAME)
    if any(reads_within(name, word) for word in filter(None, (site, *_STAFF_ANYWHERE))):
        return True
    # Each word with and without digits at its ends, which may stand for letters (5taff) or not.
    parts = {
        each
        for part in _BETWEEN_WORDS.split(name)
        for each in (part, part.strip(_DIGITS), part.lstrip(_DIGITS), part.rstrip(_DIGITS))
    }
    return any(reads_as(each, word) for each in parts for word in _STAFF_WORDS)


def make_guest_name() -> str:
    """Return a name such as Guest-otter-4217, which may be taken already."""
    return f"{GUEST_PREFIX}{secrets.choice(_ANIMALS)}-{1000 + secrets.randbelow(9000)}"

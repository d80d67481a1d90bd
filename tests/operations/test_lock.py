"""deploy/requirements.lock: all that a server installs, down to the hash of each file."""

import re
from importlib import metadata
from pathlib import Path

from django.conf import settings
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCK = (Path(settings.BASE_DIR) / "deploy" / "requirements.lock").read_text()
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def wanted() -> list[Requirement]:
    """Return what requirements.txt asks for."""
    listed = (Path(settings.BASE_DIR) / "requirements.txt").read_text().splitlines()
    stated = (line.partition("#")[0].strip() for line in listed)
    return [Requirement(line) for line in stated if line]


def locked() -> dict[str, str]:
    """Return the versions that this machine would install, by name."""
    found = dict[str, str]()
    for entry in re.findall(r"^[a-z0-9][^\\\n]+", LOCK, re.MULTILINE):
        requirement = Requirement(entry)
        if requirement.marker is None or requirement.marker.evaluate():
            [only] = requirement.specifier
            assert only.operator == "==", entry
            found[canonicalize_name(requirement.name)] = only.version
    return found


def needed(requirement: Requirement, seen: set[str]) -> set[str]:
    """Return the names of all that comes with a package, itself included."""
    name = canonicalize_name(requirement.name)
    if name not in seen:
        seen.add(name)
        for text in metadata.requires(name) or ():
            other = Requirement(text)
            extras = requirement.extras or {""}
            if other.marker is None or any(other.marker.evaluate({"extra": e}) for e in extras):
                needed(other, seen)
    return seen


def test_the_lock_has_what_is_required_in_the_versions_that_are_pinned() -> None:
    versions = locked()
    pinned = {canonicalize_name(each.name): str(each.specifier)[2:] for each in wanted()}
    assert pinned
    differing = {name for name, version in pinned.items() if versions.get(name) != version}
    assert not differing, "run: make lock"


def test_the_lock_has_all_that_comes_with_it_and_nothing_else() -> None:
    names = set[str]()
    for requirement in wanted():
        needed(requirement, names)
    assert set(locked()) == names, "run: make lock"


def test_each_file_that_may_be_installed_is_known_by_its_hash() -> None:
    entries = re.split(r"^(?=[a-z0-9])", LOCK, flags=re.MULTILINE)[1:]
    assert len(entries) >= len(locked())
    assert not [entry.split()[0] for entry in entries if not HASH.search(entry)]


def test_the_lock_names_no_index_and_no_folder_of_the_machine_that_wrote_it() -> None:
    assert not re.search(r"^--|://|file:|@ ", LOCK, re.MULTILINE)

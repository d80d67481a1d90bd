"""What is in the repository, and what must not be."""

import hashlib
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.each_case import each_case

ROOT = Path(__file__).resolve().parents[2]
AGPL_3 = "0d96a4ff68ad6d4b6f1f30f713b18d5184912ba8dd389f86aa7710db079abcb0"
GENERATED = re.compile(
    r"(^|/)(\.env|__pycache__|\.venv|var|staticfiles|node_modules|\.\w+_cache)(/|$)"
    r"|\.(pyc|sqlite3(-\w+)?|log|mo|gz|br)$"
)
SECRETS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b"
    r"|django-insecure-|^SECRET_KEY=\S",
    re.MULTILINE,
)
DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "deploy/README.md",
    *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
)

NAMING_CODE = {path for path in DOCUMENTS if path.startswith("docs/")} - {"docs/scaling.md"}
"""Documents of the code as it is."""

WRITTEN = {"record.json", "commitments.json"}
"""Files that are no part of the repository, but of what the site gives out."""


def tracked() -> list[str]:
    """Return the paths of the files under version control."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a clone")
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for path in listed.stdout.split("\0") if path and (ROOT / path).exists()]


def texts(*suffixes: str) -> dict[str, str]:
    paths = [path for path in tracked() if path.endswith(suffixes)]
    return {path: (ROOT / path).read_text() for path in paths}


def test_nothing_generated_is_tracked() -> None:
    assert not [path for path in tracked() if GENERATED.search(path)]


def test_no_secret_is_tracked() -> None:
    read = texts(".py", ".md", ".toml", ".txt", ".html", ".js", ".example", "Makefile", "run")
    own = Path(__file__).relative_to(ROOT).as_posix()
    assert not [path for path, text in read.items() if path != own and SECRETS.search(text)]


def test_no_code_is_left_for_later() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX)\b")
    own = Path(__file__).relative_to(ROOT).as_posix()
    read = texts(".py", ".js", ".css", ".html")
    assert not [path for path, text in read.items() if path != own and marks.search(text)]


def test_the_licence_is_the_official_text() -> None:
    assert hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest() == AGPL_3


def test_continuous_integration_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def anchors(path: Path) -> set[str]:
    """Return the anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


@each_case("document", DOCUMENTS)
def test_links_between_documents_lead_somewhere(document: str) -> None:
    path = ROOT / document
    for target, _, anchor in re.findall(r"\]\(([^)#\s]*)(#?)([^)\s]*)\)", path.read_text()):
        if "://" not in target:
            found = path.parent / target if target else path
            assert found.exists(), target
            assert not anchor or anchor in anchors(found), f"{target}#{anchor}"


@each_case("document", [document for document in DOCUMENTS if document != "CHANGELOG.md"])
def test_files_named_in_documents_exist(document: str) -> None:
    named = re.findall(
        r"`([\w./-]+\.(?:py|js|css|html|md|json|npz))`", (ROOT / document).read_text()
    )
    paths = ["/" + path for path in tracked()]
    missing = {name for name in named if not any(path.endswith("/" + name) for path in paths)}
    assert missing - WRITTEN == set()


def test_names_of_code_in_documents_exist() -> None:
    code = set(re.findall(r"\w+", "\n".join(texts(".py", ".js", ".css", ".html").values())))
    of_code = re.compile(r"`(?:\w+\.)?([a-z]+_\w+|[A-Z]\w*[A-Z]\w*)`")
    documents = texts(".md").items()
    named = {path: set(of_code.findall(text)) for path, text in documents if path in NAMING_CODE}
    assert {path: names - code for path, names in named.items() if names - code} == {}


@each_case("document", DOCUMENTS)
def test_commands_in_documents_exist(document: str) -> None:
    named = set(re.findall(r"`make ([a-z-]+)", (ROOT / document).read_text()))
    known = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert named <= known

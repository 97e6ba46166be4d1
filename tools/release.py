"""Checks that a version can be released, and prints its changelog section.

``python tools/release.py 1.2.0`` names everything that is missing; ``--tagged`` expects the tag
instead of refusing it; ``--notes`` prints the changelog section alone. Uses the standard library
only, so the release workflow can run it without an environment.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-run.lock", "requirements-fast.lock")
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_HEADING = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
_DATED = re.compile(r"(?P<version>\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def sections(changelog: str) -> dict[str, str]:
    """Return the text of each changelog section by its title, newest first."""
    found = list(_HEADING.finditer(changelog))
    ends = [heading.start() for heading in found[1:]] + [len(changelog)]
    return {
        heading["title"]: changelog[heading.end() : end].strip()
        for heading, end in zip(found, ends, strict=True)
    }


def notes(changelog: str, version: str) -> str | None:
    """Return the section of `version`, or None if the changelog has no dated one."""
    for title, text in sections(changelog).items():
        dated = _DATED.fullmatch(title)
        if dated and dated["version"] == version:
            return text
    return None


def faults_of_texts(version: str, pyproject: str, changelog: str) -> Iterator[str]:
    """Yield what `pyproject.toml` and `CHANGELOG.md` lack for a release of `version`."""
    if not _VERSION.fullmatch(version):
        yield f"{version} is not a version like 1.2.0."
    declared = tomllib.loads(pyproject)["project"]["version"]
    if declared != version:
        yield f"pyproject.toml says version {declared}, not {version}."
    section = notes(changelog, version)
    if section is None:
        yield f"CHANGELOG.md has no section '## {version} (YYYY-MM-DD)'."
    elif not section:
        yield f"The section of {version} in CHANGELOG.md is empty."
    if sections(changelog).get("Next"):
        yield "CHANGELOG.md still lists changes under 'Next': move them into the dated section."


def _normal(name: str) -> str:
    """Return a package name as indexes compare it: lower case, single dashes."""
    return re.sub(r"[-_.]+", "-", name.partition("[")[0]).lower()


def faults_of_lock(pyproject: str, lock: str, name: str) -> Iterator[str]:
    """Yield the runtime dependencies of `pyproject.toml` that the lock file does not pin."""
    pinned = {_normal(line.partition("==")[0]) for line in lock.splitlines()}
    for wanted in tomllib.loads(pyproject)["project"]["dependencies"]:
        found = _NAME.match(wanted)
        if found and _normal(found[0]) not in pinned:
            yield f"{name} does not pin {found[0]}: run make lock."


def faults_of_fixture(version: str, home: Path = HOME) -> Iterator[str]:
    """Yield what is missing where no open matches of this version are kept for later ones."""
    fixture = f"tests/releases/{version}.db.gz"
    if not (home / fixture).is_file():
        yield f"{fixture} is missing: run python -m tools.open_matches."


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=HOME, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def faults_of_tree(version: str, *, is_tagged: bool) -> Iterator[str]:
    """Yield what git has against the release: changes that are not committed, or the tag."""
    if _git("status", "--porcelain"):
        yield "The work tree has changes that are not committed."
    tagged = _git("rev-list", "-n", "1", f"v{version}")
    if is_tagged and tagged != _git("rev-parse", "HEAD"):
        yield f"The tag v{version} does not name this commit."
    if not is_tagged and tagged:
        yield f"The tag v{version} exists already."


def main() -> int:
    parser = argparse.ArgumentParser(description="Check that a version can be released.")
    parser.add_argument("version", help="for example 1.2.0")
    parser.add_argument("--notes", action="store_true", help="print the changelog section alone")
    parser.add_argument("--tagged", action="store_true", help="the tag must name this commit")
    asked = parser.parse_args()
    pyproject = (HOME / "pyproject.toml").read_text(encoding="utf-8")
    changelog = (HOME / "CHANGELOG.md").read_text(encoding="utf-8")
    if asked.notes:
        section = notes(changelog, asked.version)
        print(section or f"CHANGELOG.md has no dated section of {asked.version}.")
        return 0 if section else 1
    faults = [*faults_of_texts(asked.version, pyproject, changelog)]
    for name in LOCKS:
        faults += faults_of_lock(pyproject, (HOME / name).read_text(encoding="utf-8"), name)
    faults += faults_of_fixture(asked.version)
    faults += faults_of_tree(asked.version, is_tagged=asked.tagged)
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults and not asked.tagged:
        print(f"Ready. Tag it: git tag -a v{asked.version} -m v{asked.version}, then push the tag.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

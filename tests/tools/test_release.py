"""A release is refused by name as long as anything is missing."""

from pathlib import Path

import pytest

from tools.release import faults_of_fixture, faults_of_lock, faults_of_texts, notes, sections

PYPROJECT = '[project]\nversion = "1.2.0"\ndependencies = ["discord.py==2.7.1", "aiohttp>=3"]\n'
CHANGELOG = "# Changelog\n\n## Next\n\n## 1.2.0 (2026-11-24)\n\n- New.\n\n## 1.1.0 (2026-10-01)\n"


def test_a_whole_release_has_no_fault() -> None:
    assert not [*faults_of_texts("1.2.0", PYPROJECT, CHANGELOG)]


@pytest.mark.parametrize(
    ("version", "changelog", "fault"),
    [
        ("1.2", CHANGELOG, "1.2 is not a version like 1.2.0."),
        ("1.3.0", CHANGELOG, "pyproject.toml says version 1.2.0, not 1.3.0."),
        (
            "1.2.0",
            CHANGELOG.replace(" (2026-11-24)", ""),
            "CHANGELOG.md has no section '## 1.2.0 (YYYY-MM-DD)'.",
        ),
        (
            "1.2.0",
            CHANGELOG.replace("- New.", ""),
            "The section of 1.2.0 in CHANGELOG.md is empty.",
        ),
        (
            "1.2.0",
            CHANGELOG.replace("## Next\n", "## Next\n\n- Later.\n"),
            "CHANGELOG.md still lists changes under 'Next': move them into the dated section.",
        ),
    ],
)
def test_what_is_missing_is_named(version: str, changelog: str, fault: str) -> None:
    assert fault in [*faults_of_texts(version, PYPROJECT, changelog)]


def test_notes_are_the_section_of_the_version() -> None:
    assert notes(CHANGELOG, "1.2.0") == "- New."
    assert notes(CHANGELOG, "1.1.0") == ""
    assert notes(CHANGELOG, "1.0.0") is None
    assert [*sections(CHANGELOG)] == ["Next", "1.2.0 (2026-11-24)", "1.1.0 (2026-10-01)"]


def test_a_dependency_that_no_lock_pins_is_named() -> None:
    lock = "discord-py==2.7.1 \\\n    --hash=sha256:0\n"
    assert [*faults_of_lock(PYPROJECT, lock, "requirements.lock")] == [
        "requirements.lock does not pin aiohttp: run make lock."
    ]


def test_a_release_without_open_matches_is_named(tmp_path: Path) -> None:
    """Every later version plays the matches that were open at this one."""
    missing = ["tests/releases/1.2.0.db.gz is missing: run python -m tools.open_matches."]
    assert [*faults_of_fixture("1.2.0", tmp_path)] == missing
    assert not [*faults_of_fixture("1.0.0")]

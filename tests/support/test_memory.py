"""The files of the tests are in memory only where the environment names no other folder."""

import os
import tempfile
from pathlib import Path

import pytest

from tests.support.memory import MEMORY, has_room, keep_files_in


def test_the_files_of_the_tests_are_where_temporary_files_go(tmp_path: Path) -> None:
    chosen = Path(os.environ.get("TMPDIR") or tempfile.gettempdir())
    assert chosen.resolve() in tmp_path.resolve().parents
    assert not has_room(MEMORY) or "TMPDIR" in os.environ


def test_a_place_without_room_is_left_alone(tmp_path: Path) -> None:
    assert has_room(tmp_path, 1)
    assert not has_room(tmp_path, 1 << 60)
    assert not has_room(tmp_path / "nowhere", 1)


@pytest.mark.parametrize("chosen", [True, False])
def test_who_chose_a_place_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: bool
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "elsewhere")
    monkeypatch.setenv("TMPDIR", "elsewhere")
    if not chosen:
        monkeypatch.delenv("TMPDIR")
    keep_files_in(tmp_path)
    there = "elsewhere" if chosen else str(tmp_path)
    assert (tempfile.gettempdir(), os.environ["TMPDIR"]) == (there, there)

"""A bot and a thinker have one version if their sources and their data are the same."""

from pathlib import Path

import pytest

from bot.workers import move_messages


def test_what_is_kept_beside_the_sources_makes_no_other_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thinker speaks no language, so its machine never has compiled catalogues."""
    monkeypatch.setattr(move_messages, "_ROOT", tmp_path)
    kept = tmp_path / "data" / "locales" / "__pycache__"
    kept.mkdir(parents=True)
    source = tmp_path / "data" / "locales" / "en.po"
    source.write_text("one")
    before = move_messages.code_digest.__wrapped__()
    (kept / "en.f75f.mo").write_bytes(b"one")
    assert move_messages.code_digest.__wrapped__() == before
    source.write_text("another")
    assert move_messages.code_digest.__wrapped__() != before

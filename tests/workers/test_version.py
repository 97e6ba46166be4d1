"""A bot and a thinker have one version if their sources and their data are the same."""

from pathlib import Path

import pytest

from bot.workers import code_digests


def test_what_is_kept_beside_the_sources_makes_no_other_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thinker speaks no language, so its machine never has compiled catalogues."""
    monkeypatch.setattr(code_digests, "_ROOT", tmp_path)
    kept = tmp_path / "data" / "locales" / "__pycache__"
    kept.mkdir(parents=True)
    source = tmp_path / "data" / "locales" / "en.po"
    source.write_text("one")
    before = code_digests.code_digest.__wrapped__()
    (kept / "en.f75f.mo").write_bytes(b"one")
    assert code_digests.code_digest.__wrapped__() == before
    source.write_text("another")
    assert code_digests.code_digest.__wrapped__() != before


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("bot/robots/expert/expert.py", True),
        ("bot/analysis/flat/search.py", True),
        ("data/presets/russian/sochi.toml", True),
        ("data/beliefs/russian.txt", True),
        ("data/guesses/russian.txt", True),
        ("data/locales/en.po", False),
        ("bot/render/words.py", False),
        ("bot/robots/compiled.so", False),
    ],
)
def test_another_choice_of_robots_is_another_version_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, counts: bool
) -> None:
    monkeypatch.setattr(code_digests, "_ROOT", tmp_path)
    before = code_digests.robots_digest.__wrapped__()
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text("another")
    assert (code_digests.robots_digest.__wrapped__() != before) is counts

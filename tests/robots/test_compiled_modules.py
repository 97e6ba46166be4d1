"""What ``make fast`` compiled of the robots is imported only if it fits these sources.

That it decides alike is in the frozen choices, which run in whatever form is there.
"""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from bot.robots import compiled_modules

SUFFIX = EXTENSION_SUFFIXES[0]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a build for these sources, of a module, a deeper one and the group."""
    monkeypatch.setattr(compiled_modules, "FOLDER", tmp_path)
    monkeypatch.setattr(compiled_modules, "MARK", tmp_path / "sources.digest")
    (tmp_path / "worlds").mkdir()
    for name in ("evaluation", "worlds/likelihood", "compiled__mypyc"):
        (tmp_path / f"{name}{SUFFIX}").touch()
    (tmp_path / "evaluation.of-another-python.so").touch()
    (tmp_path / "sources.digest").write_text(compiled_modules.robots_sources())
    return tmp_path


def test_each_compiled_module_is_found_by_its_name(built: Path) -> None:
    assert compiled_modules.compiled_files.__wrapped__() == {
        "bot.robots.evaluation": built / f"evaluation{SUFFIX}",
        "bot.robots.worlds.likelihood": built / f"worlds/likelihood{SUFFIX}",
        "bot.robots.compiled__mypyc": built / f"compiled__mypyc{SUFFIX}",
    }


def test_what_was_compiled_from_other_sources_is_not_used(built: Path) -> None:
    (built / "sources.digest").write_text("of yesterday")
    assert not compiled_modules.compiled_files.__wrapped__()


def test_an_interrupted_build_is_not_used(built: Path) -> None:
    (built / "sources.digest").unlink()
    assert not compiled_modules.compiled_files.__wrapped__()


def test_what_shall_be_compiled_is_there() -> None:
    folder = compiled_modules.FOLDER.parent
    assert all((folder / source).is_file() for source in compiled_modules.SOURCES)

"""The bot without the modules that Windows lacks, and what the papers say of Windows."""

import re
from pathlib import Path

import pytest

from tools.playground_start import start

HOME = Path(__file__).parents[1]


@pytest.mark.process
def test_the_playground_starts_without_the_modules_of_posix(tmp_path: Path) -> None:
    assert "Traceback" not in start(tmp_path, without_posix=True)
    assert (tmp_path / "var/playground.db").exists()


def test_windows_starts_it_in_ci_as_the_readme_says() -> None:
    readme = (HOME / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^(?:py|\.venv\\Scripts\\python) -m .*$", readme, re.MULTILINE)
    assert len(lines) == 3
    assert lines[-1] == r".venv\Scripts\python -m bot playground"
    workflow = (HOME / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    job = workflow.partition("\n  windows:")[2]
    assert "windows-latest" in job
    assert "python -m tools.playground_start" in job

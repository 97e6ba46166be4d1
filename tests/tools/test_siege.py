"""The short forms of ``make siege``: each goal that can be judged in seconds."""

from pathlib import Path

import pytest

from tests.tools.siege.goals import lines
from tests.tools.siege.sections import SECTIONS, carry_out

pytestmark = [pytest.mark.slow, pytest.mark.process]


@pytest.mark.parametrize("section", SECTIONS)
async def test_no_goal_is_missed(tmp_path: Path, section: str) -> None:
    figures = await carry_out(section, tmp_path, is_short=True)
    assert [line for line in lines(figures) if line.endswith("MISSED")] == []

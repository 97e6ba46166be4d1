"""The short forms of ``make siege`` and ``make fleet``: the goals that take seconds to judge."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.ui_commands.codec import UiCommand, command_text, parse_command
from tools.bench.aged_file import FIRST_USER
from tools.fleet.__main__ import main as run_fleet
from tools.siege.__main__ import keep_logs
from tools.siege.crowd import QUESTIONS
from tools.siege.goals import lines
from tools.siege.sections import SECTIONS, carry_out


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_crowd_asks_what_the_bot_reads(question: Callable[[int], UiCommand]) -> None:
    """A section draws its questions by its seed: one that is no command stops another seed."""
    asked = question(FIRST_USER)
    assert parse_command(command_text(asked)) == asked


@pytest.mark.sampled(suite=6)
@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("section", SECTIONS)
async def test_no_goal_is_missed(tmp_path: Path, section: str) -> None:
    figures = await carry_out(section, tmp_path, is_short=True)
    assert [line for line in lines(figures) if line.endswith("MISSED")] == []


def test_the_logs_of_a_missed_goal_are_kept_and_those_before_them_not(tmp_path: Path) -> None:
    for said in ("earlier", "a traceback"):
        log = tmp_path / said / "bot.log"
        log.parent.mkdir()
        log.write_text(said)
        keep_logs(log.parent, tmp_path / "kept")
    assert [log.read_text() for log in (tmp_path / "kept").iterdir()] == ["a traceback"]


@pytest.mark.slow
@pytest.mark.process
def test_a_fleet_with_a_thinker_plays_to_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    code = run_fleet(["0.2", "--tables", "4", "--shards", "2", "--thinkers", "1"])
    assert code == 0, capsys.readouterr().out

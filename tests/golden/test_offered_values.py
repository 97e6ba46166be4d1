"""The values a host is offered for each option: a line each in ``offered_values.txt``.

They stand in a select that no golden screen opens, and in no rules document.  The first of each
family's presets is asked; yes and no are left out.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.render.rule_text import offered_values
from tests.support import builders

FILE: Final = Path(__file__).parent / "offered_values.txt"
PRESETS: Final = ("sochi", "serbian", "viennese")


def lines(preset: str) -> Iterator[str]:
    agreed = builders.rules(preset)
    for option in type(agreed.options).model_fields:
        values = offered_values(agreed, option)
        if not all(isinstance(value, bool) for value in values):
            yield f"{preset} {option}: {', '.join(map(str, values))}"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_host_is_offered_the_values_of_the_file(preset: str) -> None:
    expected = FILE.read_text(encoding="utf-8").splitlines()
    wanted = [line for line in expected if line.startswith(f"{preset} ")]
    assert list(lines(preset)) == wanted, "the family in bot/render/families, or offered_values.txt"

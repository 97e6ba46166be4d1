"""Preset files: what is missing or taken is refused with the name of the file."""

from pathlib import Path

import pytest

from bot.presets import load_presets

GOOD = "number = 0\nspread = 26\n\n[options]\n"


def load(folder: Path, **texts: str) -> None:
    (folder / "russian").mkdir()
    for name, text in texts.items():
        (folder / "russian" / f"{name}.toml").write_text(text, encoding="utf-8")
    load_presets(folder)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[options]\n", r"kyiv\.toml: number: Field required; spread: Field required"),
        (GOOD.replace("0", "32"), r"kyiv\.toml: number: "),
        (GOOD.replace("26", "0"), r"kyiv\.toml: spread: "),
        (f"colour = 1\n{GOOD}", r"kyiv\.toml: colour: "),
        ("number =", r"kyiv\.toml: "),
    ],
)
def test_a_bad_file_is_refused_by_name(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        load(tmp_path, kyiv=text)


def test_two_presets_never_share_a_number(tmp_path: Path) -> None:
    """docs/notation.md: the number stands for the preset in every deal code."""
    with pytest.raises(ValueError, match=r"sochi\.toml: number 0 is the one of kyiv"):
        load(tmp_path, kyiv=GOOD, sochi=GOOD)

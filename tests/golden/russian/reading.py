"""Reads worked cases (vectors/), tables of numbers (tables/), and the table of house rules."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.presets import OptionSetting

HERE = Path(__file__).parent
RULES = HERE.parents[2] / "docs" / "rules" / "russian.md"

# rules/russian.md 4.12: half for a missed quota, nothing doubled, written to whisters alone
BASE_HALF: dict[str, OptionSetting] = {
    "mountain_multiplier": 1,
    "whist_multiplier": 1,
    "whist_penalty": "half",
    "whist_sharing": "individual",
    "consolation_to": "whisters",
    "consolation_value": "contract",
    "quota_rule": "team_capped",
    "high_whist": "second",
    "ten_trick": "whisted",
}


def cases(name: str) -> list[dict[str, Any]]:
    path = HERE / "vectors" / f"{name}.json"
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def rows(name: str) -> list[dict[str, str]]:
    lines = (HERE / "tables" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    header, *body = [
        [cell.strip() for cell in line.split("|")] for line in lines if not line.startswith("#")
    ]
    return [dict(zip(header, row, strict=True)) for row in body]


def option_table() -> dict[str, dict[str, str]]:
    """Return the table of house rules (rules/russian.md 5): a row of cells by head per option."""
    _, _, section = RULES.read_text(encoding="utf-8").partition("\n## 5. ")
    _, _, table = section.partition("\n| Name ")
    heads, _, *body = [
        [cell.strip() for cell in line.strip("| ").split(" | ")]
        for line in f"Name {table.partition(chr(10) * 2)[0]}".splitlines()
    ]
    return {row[0].strip("`"): dict(zip(heads, row, strict=True)) for row in body}


def seat_of(letter: str) -> int:
    return "ABCD".index(letter)


def line_of(account: str, who: str) -> str:
    """Return the line as the builders write it, from ``("whists", "B>A")``."""
    return f"{account} " + ">".join(str(seat_of(letter)) for letter in who.split(">"))


def written(entries: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return ``{"pool": {"A": 2}, "whists": {"B>A": 4}}`` by line of the sheet, without zeros."""
    return {
        line_of(account, who): amount
        for account, amounts in entries.items()
        for who, amount in amounts.items()
        if amount
    }


def cell(text: str) -> dict[str, int]:
    """Return ``pool A +2; mountain B +4, C +2; whists C>A 2`` by line of the sheet."""
    found = {}
    for part in text.split(";"):
        account, _, entries = part.strip().partition(" ")
        for entry in entries.split(","):
            who, amount = entry.split()
            found[line_of(account, who)] = int(amount)
    return found

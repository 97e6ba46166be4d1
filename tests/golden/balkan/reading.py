"""Reads the worked cases in vectors/ and translates their terms into the engine's."""

import json
from pathlib import Path
from typing import Any

from bot.engine.cards import Seat
from bot.engine.deal import Deal
from bot.engine.families.balkan.scoring import BalkanCarry
from bot.engine.ledger import Sheet
from bot.engine.rules import Rules
from tests.support import balkan

HERE = Path(__file__).parent

ROLES = {
    "play": "volunteer",
    "drop": "dropped",
    "host": "host",
    "guest": "guest",
    "forced": "defender",
    "kontra": "caller",
    "no_kontra": "no_kontra",
}


def cases(name: str) -> Any:
    return json.loads((HERE / "vectors" / f"{name}.json").read_text(encoding="utf-8"))


def seat_of(letter: str) -> Seat:
    return "ABC".index(letter)


def rules_of(case: dict[str, Any], **more: Any) -> Rules:
    return balkan.rules(case["preset"], **case.get("options", {}), **more)


def carry_of(agreed: Rules, before: dict[str, Any]) -> BalkanCarry:
    """Return the carry for a sheet as the cases write it."""
    lines = {f"main {seat_of(who)}": n for who, n in before["D"].items()}
    for who, amount in before["J"].items():
        own, _, on = who.partition(">")
        lines[f"side {seat_of(own)}>{seat_of(on)}"] = amount
    refas = tuple(before["refa_open"][who] for who in "ABC")
    return balkan.carry(agreed, lines, refas, before["refa_given"])


def side_of(sheet: Sheet) -> dict[str, int]:
    """Return the side entries as ``{"A>B": 12}``, without zeros."""
    return {
        f"{'ABC'[total.seat]}>{'ABC'[total.against]}": total.amount
        for total in sheet.totals
        if total.account == "side" and total.against is not None
    }


def played(agreed: Rules, at: BalkanCarry, deal: dict[str, Any]) -> Deal:
    """Return the deal of a case when its last trick is taken."""
    declarer = seat_of(deal["declarer"])
    named = balkan.named(agreed, at, deal["contract"], deal["game"], declarer)
    for who, word in deal["defence"].items():
        named = named.with_roles(**{ROLES[word]: (seat_of(who),)})
    if deal["kontra_level"]:
        named = balkan.doubled(named, deal["kontra_level"], seat_of(deal["kontra_by"]))
    tricks = deal["tricks"] or {}
    return named._replace(won=tuple(tricks.get(who, 0) for who in "ABC"))

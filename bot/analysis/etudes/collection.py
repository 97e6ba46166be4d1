"""All problems of data/etudes, and the daily problem of each server."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.analysis.etudes.etude import (
    PLACES,
    Duty,
    Etude,
    Grade,
    Side,
    hand_text,
    read_hand,
    read_place,
)

FOLDER: Final = Path(__file__).resolve().parents[3] / "data" / "etudes"

# by weekday, Monday first: easy, medium and hard twice a week, the hardest on Sunday
_WEEK: Final = (
    Grade.EASY,
    Grade.EASY,
    Grade.MEDIUM,
    Grade.MEDIUM,
    Grade.HARD,
    Grade.HARD,
    Grade.MASTER,
)
_MONDAY: Final = 4  # the first Monday, in days since 1970-01-01


class _Entry(BaseModel):
    """One problem as written in a file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    grade: Grade
    contract: str
    duty: Duty = Duty.SUIT
    declarer: str
    side: Side
    leader: str
    hands: str  # East, South, West
    tricks: int
    source: str = ""


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    etude: tuple[_Entry, ...]


@dataclass(frozen=True, slots=True)
class Collection:
    """The problems by key, in the order of the files."""

    etudes: dict[str, Etude]

    def get(self, key: str) -> Etude | None:
        return self.etudes.get(key)

    def of(self, grade: Grade | None) -> tuple[Etude, ...]:
        """Return the problems of a grade, or all."""
        return tuple(e for e in self.etudes.values() if grade is None or e.grade is grade)

    def daily(self, guild_id: int, day: int) -> Etude:
        """Return a server's problem for a day since 1970-01-01; none repeats before all came.

        Each grade is cycled separately, in a random order that is fixed for the server.
        """
        week, weekday = divmod(day - _MONDAY, len(_WEEK))
        grade = _WEEK[weekday]
        turns = [n for n, wanted in enumerate(_WEEK) if wanted is grade]
        pool = list(self.of(grade) or self.of(None))
        Random(f"{guild_id} {grade}").shuffle(pool)
        return pool[(week * len(turns) + turns.index(weekday)) % len(pool)]


@cache
def shipped() -> Collection:
    """Return the problems that ship with the bot."""
    return load(FOLDER)


def load(folder: Path) -> Collection:
    """Return every problem of a folder.  Raises ValueError for an unreadable one."""
    etudes: dict[str, Etude] = {}
    for path in sorted(folder.glob("*.toml")):
        file = _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        for entry in file.etude:
            if entry.key in etudes:
                raise ValueError(f"{path.name}: {entry.key} twice")
            etudes[entry.key] = _read(entry, file.source)
    return Collection(etudes)


def _read(entry: _Entry, source: str) -> Etude:
    east, south, west = map(read_hand, entry.hands.split(" "))
    if east & south or east & west or south & west:
        raise ValueError(f"{entry.key}: a card in two hands")
    return Etude(
        key=entry.key,
        grade=entry.grade,
        contract=entry.contract,
        duty=entry.duty,
        declarer=read_place(entry.declarer),
        side=entry.side,
        leader=read_place(entry.leader),
        hands=(int(east), int(south), int(west)),
        tricks=entry.tricks,
        source=entry.source or source,
    )


def written(etude: Etude) -> str:
    """Return a problem as the text of a file, without its source."""
    lines = [
        "[[etude]]",
        f'key = "{etude.key}"',
        f'grade = "{etude.grade}"',
        f'contract = "{etude.contract}"',
        *([f'duty = "{etude.duty}"'] if etude.duty is not Duty.SUIT else []),
        f'declarer = "{PLACES[etude.declarer]}"',
        f'side = "{etude.side}"',
        f'leader = "{PLACES[etude.leader]}"',
        f'hands = "{" ".join(map(hand_text, etude.hands))}"',
        f"tricks = {etude.tricks}",
    ]
    return "\n".join(lines) + "\n"

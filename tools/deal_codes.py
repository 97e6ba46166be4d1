"""Deals through their codes, and damaged texts through the readers: ``make codes``.

A hundred thousand random deals of all presets, and a tenth of it with house rules beside them, are
written as codes and read back.  A hundred thousand damaged texts of every kind that is read end as
deals or in a refusal that has a sentence, within the processor time of a worker's job.  ``tests``
ask a part of both.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from bot.features.deals.deal_handlers import REFUSALS, read_outcome
from bot.notation.deal_code import BadCode, check_letter, deal_code, read_deal_code
from bot.notation.deal_text import (
    MatchDeals,
    collection_json,
    collection_text,
    deal_json,
    deal_text,
)
from bot.notation.reading import BadImport
from tests.properties.oracles import ORACLES
from tests.properties.walking import TABLES, random_rules
from tests.support import builders
from tests.support.published_deals import PPN, PROBLEMS, RASPASY, problem_json
from tests.support.walked_deals import recorded
from tools.parallel import add_processes, shared

COUNT: Final = 100_000
LONGEST: Final = 48  # letters of a code without house rules
_DEALS: Final = 10  # of one walk
_MIXTURES: Final = 10  # one deal in so many has house rules
_CHUNK: Final = 20
_HALF: Final = 0.5
_NOISE: Final = 0.1  # of the texts
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SIGNS: Final = _LETTERS + ' .,:;"[]{}()?\n♠я'
_PRESETS: Final = builders.PRESETS


# Codes.


class Walk(NamedTuple):
    """A random match: of a preset with so many players, or (0) of house rules of a family."""

    name: str
    players: int
    seed: int


class Trips(NamedTuple):
    """The codes of a walk: their lengths, and those that do not bring back their deal."""

    walk: Walk
    lengths: tuple[int, ...]
    wrong: tuple[str, ...]


def walks(with_house_rules: bool) -> Iterator[Walk]:
    """Yield walks without end; the tables take turns."""
    tables = [(family, 0) for family in ORACLES] if with_house_rules else TABLES
    seed = 0
    while True:
        yield from (Walk(name, players, seed) for name, players in tables)
        seed += 1


def trips(walk: Walk) -> Trips:
    """Write every deal of a walk as a code, and read it."""
    rules = (
        builders.rules(walk.name, walk.players)
        if walk.players
        else random_rules(walk.name, walk.seed)
    )
    lengths, wrong = list[int](), list[str]()
    for single, _ in recorded(rules, walk.seed, _DEALS):
        code = deal_code(_PRESETS, single)
        try:
            is_right = read_deal_code(_PRESETS, code) == single
        except BadCode:
            is_right = False
        lengths.append(len(code))
        wrong += [] if is_right else [code]
    return Trips(walk, tuple(lengths), tuple(wrong))


def run_trips(count: int, with_house_rules: bool, processes: int) -> bool:
    """Bring so many deals through their codes and print what happened; True if all came back."""
    lengths, wrong = Counter[int](), list[str]()
    for one in shared(trips, walks(with_house_rules), processes, _CHUNK):
        lengths.update(one.lengths)
        wrong += one.wrong
        if lengths.total() >= count:
            break
    total, longest = lengths.total(), max(lengths)
    mean = sum(length * number for length, number in lengths.items()) / total
    tables = "house rules" if with_house_rules else f"{len(TABLES)} tables"
    print(
        f"{total} deals of {tables}: {len(wrong)} did not come back;"
        f" {mean:.1f} letters on average, {longest} at most"
    )
    print(*wrong[:5], sep="\n", end="\n" if wrong else "")
    return not wrong and (with_house_rules or longest <= LONGEST)


# Damaged texts.


class Reading(NamedTuple):
    """The outcome for a text: the kind it was taken for, the reason ("" if it was read), seconds.

    ``error`` names an exception that no reader may raise.
    """

    kind: str
    reason: str
    seconds: float
    error: str = ""

    @property
    def is_documented(self) -> bool:
        return not self.error and (not self.reason or self.reason in REFUSALS)


@cache
def whole_texts() -> tuple[str, ...]:
    """Return a text of every kind that is read."""
    deal = next(recorded(builders.rules("sochi", 3), 4, 2))[0]
    match = [MatchDeals(7, ((1, deal), (2, deal)))]
    return (
        *(write(_PRESETS, deal) for write in (deal_code, deal_text, deal_json)),
        *(write(_PRESETS, match) for write in (collection_text, collection_json)),
        *(PPN, RASPASY.format(third="9c"), problem_json(PROBLEMS[1]).decode()),
    )


def damaged_text(number: int) -> bytes:
    """Return the text with this number: the kinds of text and of damage take turns."""
    chance, wholes = random.Random(number), whole_texts()
    text = wholes[number % len(wholes)]
    damage = DAMAGES[number // len(wholes) % len(DAMAGES)]
    for _ in range(chance.randrange(1, 6)):
        text = damage(text, chance)
    if len(text.split()) == 1 and chance.random() < _HALF:  # a code whose check letter is right
        word = "".join(letter for letter in text if letter in _LETTERS)[:-1]
        text = word + check_letter(word)
    content = text.encode()
    place = chance.randrange(len(content) + 1)
    noise = chance.randbytes(2) if chance.random() < _NOISE else b""  # may be no UTF-8
    return content[:place] + noise + content[place:]


def _exchange_letters(text: str, chance: random.Random) -> str:
    place, size = chance.randrange(len(text) + 1), chance.randrange(3)
    new = "".join(chance.choices(_SIGNS, k=chance.randrange(3)))
    return text[:place] + new + text[place + size :]


def _exchange_words(text: str, chance: random.Random) -> str:
    return _exchange_parts(text, " ", chance)


def _exchange_lines(text: str, chance: random.Random) -> str:
    return _exchange_parts(text, "\n", chance)


def _exchange_parts(text: str, between: str, chance: random.Random) -> str:
    """Put one part in the place of another one, exchange both, or drop one."""
    parts = text.split(between)
    one, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    kind = chance.randrange(3)
    if kind == 0:
        parts[one] = parts[other]
    elif kind == 1:
        parts[one], parts[other] = parts[other], parts[one]
    else:
        del parts[one]
    return between.join(parts)


def _repeat(text: str, chance: random.Random) -> str:
    """Let a piece of the text follow itself up to a hundred times."""
    start = chance.randrange(len(text) + 1)
    piece = text[start : start + chance.randrange(60)]
    return text[:start] + piece * chance.randrange(100) + text[start:]


DAMAGES: Final[Sequence[Callable[[str, random.Random], str]]] = (
    _exchange_letters,
    _exchange_words,
    _exchange_lines,
    _repeat,
)


def reading(number: int) -> Reading:
    """Read a damaged text as a worker does."""
    content, began = damaged_text(number), time.process_time()
    try:
        found = read_outcome(content)
    except Exception as error:  # any other one is what is looked for
        return Reading("", "", time.process_time() - began, repr(error)[:200])
    seconds = time.process_time() - began
    reason = found.reason if isinstance(found, BadImport) else ""
    return Reading(found.kind, reason, seconds)


def run_readings(count: int, processes: int) -> bool:
    """Read so many damaged texts and print what happened; True if all of it is documented."""
    reasons, wrong, slowest = Counter[str](), list[int](), 0.0
    for number, one in enumerate(shared(reading, range(count), processes, _CHUNK)):
        reasons[one.reason or "read"] += 1
        slowest = max(slowest, one.seconds)
        wrong += [] if one.is_documented else [number]
    told = ", ".join(f"{reason} {times}" for reason, times in reasons.most_common())
    print(f"{count} damaged texts: {len(wrong)} undocumented; {slowest * 1000:.0f} ms at most")
    print(told)
    print(*(f"{number}: {reading(number).error}" for number in wrong[:5]), sep="\n")
    return not wrong


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser("codes", description=__doc__)
    parser.add_argument("--deals", type=int, default=COUNT)
    parser.add_argument("--texts", type=int, default=COUNT)
    add_processes(parser)
    chosen = parser.parse_args(words)
    found = [
        run_trips(chosen.deals, False, chosen.processes),
        run_trips(chosen.deals // _MIXTURES, True, chosen.processes),
        run_readings(chosen.texts, chosen.processes),
    ]
    return int(not all(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

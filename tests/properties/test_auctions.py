"""The number of auctions: by the engine, by a second reading of the rules, and as stored.

The second reading (rules/russian.md 2.4) keeps its state in another way than the engine, so that
an auction too many or too few in either shows.
"""

from functools import partial
from typing import NamedTuple

import pytest

from bot.engine.families.russian.auction import Auction, AuctionRules
from tests.properties.counting import changed, counted_again, counted_by_the_engine
from tests.support import builders

LADDER = [f"{level}{strain}" for level in (6, 7, 8) for strain in ("S", "C", "D", "H", "NT")]
LADDER += ["M", *(f"9{strain}" for strain in ("S", "C", "D", "H", "NT"))]
LADDER += ["MW", *(f"10{strain}" for strain in ("S", "C", "D", "H", "NT"))]


class Table(NamedTuple):
    """An auction in a scorer's notation; hands are 0, 1, 2."""

    turn: int
    passed: tuple[bool, bool, bool]
    called: tuple[str, str, str]  # "", "tricks" or "misère": the calls of a hand so far
    high: int  # index in the ladder, -1 before the first bid
    holder: int


START = Table(0, (False,) * 3, ("",) * 3, -1, -1)
OF_TWO = START._replace(passed=(False, True, False))  # 2.11 rule 2: the dummy says nothing


def may_bid(table: Table, name: str, agreed: AuctionRules) -> bool:
    """Return True by 2.4 rules 2, 5-8."""
    called = table.called[table.turn]
    if LADDER.index(name) <= table.high:
        return False
    if name == "M":
        return called == "" and agreed.bar <= 8
    if name == "MW":
        first_or_upgrade = called == "" or (called == "misère" and LADDER[table.high] != "MW")
        return agreed.misere_by_hand and first_or_upgrade and agreed.bar <= 9
    if called == "misère" or int(name.rstrip("SCDHNT")) < agreed.bar:
        return False
    return agreed.jumps or name == next_step(table, agreed)


def next_step(table: Table, agreed: AuctionRules) -> str:
    higher = [n for n in LADDER[table.high + 1 :] if "M" not in n]
    return next(n for n in higher if int(n.rstrip("SCDHNT")) >= agreed.bar)


def may_hold(table: Table, agreed: AuctionRules) -> bool:
    """Return True by 2.4 rule 3."""
    left = [hand for hand in range(3) if not table.passed[hand]]
    if not agreed.hold or len(left) != 2 or table.high < 0 or "M" in LADDER[table.high]:
        return False
    return table.turn == left[0] and table.holder == left[1] and table.called[left[0]] == "tricks"


def following(table: Table, agreed: AuctionRules) -> list[Table]:
    """Return the tables after every possible call."""
    found = [_passing(table)]
    if may_hold(table, agreed):
        found.append(_calling(table, table.high))
    found += [
        _calling(table, place) for place, name in enumerate(LADDER) if may_bid(table, name, agreed)
    ]
    return found


def _passing(table: Table) -> Table:
    return _turned(table._replace(passed=changed(table.passed, table.turn, True)))


def _calling(table: Table, place: int) -> Table:
    kind = "misère" if "M" in LADDER[place] else "tricks"
    called = changed(table.called, table.turn, kind)
    return _turned(table._replace(called=called, high=place, holder=table.turn))


def _turned(table: Table) -> Table:
    turn = table.turn
    for _ in range(3):
        turn = (turn + 1) % 3
        if not table.passed[turn]:
            break
    return table._replace(turn=turn)


def is_done(table: Table) -> bool:
    """Return True by 2.4 rule 9."""
    left = [hand for hand in range(3) if not table.passed[hand]]
    return not left or (len(left) == 1 and table.holder == left[0])


def one_by_one(table: Table, agreed: AuctionRules) -> int:
    """Count without memoisation: only for the smallest ladders."""
    if is_done(table):
        return 1
    return sum(one_by_one(after, agreed) for after in following(table, agreed))


# bar, hold, jumps, misère without talon -> complete auctions
AUCTIONS = {
    (10, False, True, False): 117,
    (10, True, True, False): 314,
    (10, True, False, False): 73,
    (9, False, True, False): 6_154,
    (9, True, True, True): 47_144,
    (9, True, False, True): 1_061,
    (8, True, True, True): 6_046_962,
    (7, True, True, False): 730_807_511,
    (6, True, False, True): 1_407_655,
    (6, False, True, False): 453_110_313,
    (6, True, True, False): 90_068_727_154,
    (6, True, True, True): 90_068_863_683,
}


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("key", AUCTIONS)
def test_number_of_auctions(key: tuple[int, bool, bool, bool]) -> None:
    agreed = AuctionRules(*key)
    bare = builders.deal_of(builders.dealt())
    again = counted_again(START, partial(following, agreed=agreed), is_done)
    assert counted_by_the_engine(bare, Auction(agreed, bare.seats)) == again == AUCTIONS[key]


# the same of two players
OF_TWO_AUCTIONS = {
    (10, True, True, False): 94,
    (6, False, True, False): 33_554_634,
    (6, True, True, False): 20_365_011_276,
    (6, True, True, True): 20_365_011_884,
}


@pytest.mark.parametrize("key", OF_TWO_AUCTIONS)
def test_number_of_auctions_of_two(key: tuple[int, bool, bool, bool]) -> None:
    agreed = AuctionRules(*key)
    bare = builders.deal_of(builders.dealt(players=2))
    again = counted_again(OF_TWO, partial(following, agreed=agreed), is_done)
    found = counted_by_the_engine(bare, Auction(agreed, bare.players))
    assert found == again == OF_TWO_AUCTIONS[key]


@pytest.mark.parametrize("key", [key for key in AUCTIONS if key[0] == 10])
def test_counting_one_by_one(key: tuple[int, bool, bool, bool]) -> None:
    assert one_by_one(START, AuctionRules(*key)) == AUCTIONS[key]

"""The number of Austrian auctions: by the engine, by a second reading of the rules, and as stored.

The second reading (rules/austrian.md V-1 to V-8, A-1 to A-5) keeps another state than the engine,
so that an auction too many or too few in either shows.  Both counts terminate, which shows that
every auction does.
"""

from functools import partial
from typing import NamedTuple

import pytest

from bot.engine.families.austrian.auction import Auction, AuctionRules
from tests.properties.counting import changed, counted_again, counted_by_the_engine
from tests.support import austrian
from tests.support.builders import deal_of

HEIGHT = {"1": 1, "2": 2, "3": 3, "4": 4, "S": 5, "S1": 5, "S2": 6, "S3": 7, "HE": 8, "5": 8}
HEIGHT |= {"5X": 9, "6": 10, "6X": 11, "7": 12, "7X": 13, "8": 14, "8X": 15}
PREMIUMS = ("HE", "5", "5X", "6", "6X", "7", "7X", "8", "8X")


class Table(NamedTuple):
    """An auction in a scorer's notation; hands are 0 (forehand), 1, 2."""

    turn: int
    passed: tuple[bool, bool, bool]
    kind: tuple[str, str, str]  # "", number, game or premium: the first bid of a hand
    high: str
    holder: int


START = Table(0, (False,) * 3, ("",) * 3, "", -1)


def kind_of(call: str) -> str:
    if call in ("1", "2", "3", "4"):
        return "number"
    return "game" if call.startswith("S") else "premium"


def may_hold(table: Table, agreed: AuctionRules) -> bool:
    """Return True by V-4."""
    owner = agreed.successor if table.passed[0] and not table.kind[0] else agreed.forehand
    mine = table.kind[table.turn] in ("", "number")
    number = table.high in ("1", "2", "3", "4")
    return number and table.turn == owner and table.holder != table.turn and mine


def may_call(table: Table, call: str, agreed: AuctionRules) -> bool:
    own, kind = table.kind[table.turn], kind_of(call)
    if own and own != kind:
        return False  # V-3
    if kind == "premium" and call not in agreed.premiums:
        return False
    higher = not table.high or HEIGHT[call] > HEIGHT[table.high]
    if kind == "number":
        step = HEIGHT[call] == (HEIGHT[table.high] if table.high else 0) + 1
        return higher and (agreed.jumps or step)
    if call == "S":  # V-6: "also a game" too, as a first call
        return not own and (higher or table.high == "S")
    if kind == "game":  # V-7: only a game caller names a suit
        return bool(own) and not agreed.sealed and (higher or table.high == "S")
    return higher


def may_pass(table: Table, agreed: AuctionRules) -> bool:
    """Return True by Q4: not for the first game caller in a later turn."""
    mine = table.holder == table.turn and table.high == "S"
    return agreed.sealed or not mine


def is_done(table: Table, agreed: AuctionRules) -> bool:
    left = [hand for hand in range(3) if not table.passed[hand]]
    if not left or left == [table.holder]:
        return True
    if agreed.hearts_end and table.high == "HE":
        return True
    games = all(table.kind[hand] == "game" for hand in left)
    return agreed.sealed and table.high == "S" and games


def called(table: Table, call: str) -> Table:
    kind = table.kind[table.turn] or kind_of(call)
    table = table._replace(kind=changed(table.kind, table.turn, kind))
    if not (call == "S" and table.high == "S"):
        table = table._replace(high=call, holder=table.turn)
    return turned(table)


def turned(table: Table) -> Table:
    turn = (table.turn + 1) % 3
    while table.passed[turn] and not all(table.passed):
        turn = (turn + 1) % 3
    return table._replace(turn=turn)


def following(table: Table, agreed: AuctionRules) -> list[Table]:
    found = []
    if may_pass(table, agreed):
        found.append(turned(table._replace(passed=changed(table.passed, table.turn, True))))
    if may_hold(table, agreed):
        found.append(called(table, table.high))
    return found + [called(table, call) for call in HEIGHT if may_call(table, call, agreed)]


# premium contracts, jumps, sealed, hearts end, first holder and next -> complete auctions
AUCTIONS: dict[tuple[int, bool, bool, bool, int, int], int] = {
    (1, False, True, True, -1, -1): 40,
    (1, True, True, False, -1, -1): 110,
    (1, False, False, False, -1, -1): 75,
    (1, True, False, False, 0, 2): 246,
    (5, True, False, False, 0, 2): 517,
    (9, True, False, False, 0, 2): 4_313,
    (9, True, False, False, 0, 1): 4_292,
    (9, False, False, False, 0, 2): 2_917,
    (9, True, False, False, -1, -1): 4_230,
}


@pytest.mark.parametrize("key", AUCTIONS)
def test_number_of_auctions(key: tuple[int, bool, bool, bool, int, int]) -> None:
    agreed = AuctionRules(PREMIUMS[: key[0]], *key[1:])
    bare = deal_of(austrian.dealt())
    again = counted_again(START, partial(following, agreed=agreed), partial(is_done, agreed=agreed))
    assert counted_by_the_engine(bare, Auction(agreed, bare.seats)) == again == AUCTIONS[key]

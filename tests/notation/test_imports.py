"""Texts of other programs: what is read, what is refused by name, and nothing else happens."""

import json
import os
import random
import time
from contextlib import suppress

import pytest

from bot.analysis.position import position_of
from bot.analysis.solver import solve
from bot.engine.actions import PASS
from bot.engine.cards import CARD_NAMES
from bot.engine.notation import format_action
from bot.notation.deal_code import deal_code
from bot.notation.deal_collection import MatchDeals, collection_json, collection_text
from bot.notation.deal_text import deal_json, deal_text
from bot.notation.imports.reading import LARGEST, BadImport, read_deals
from bot.notation.single_deal import SingleDeal, replayed
from tests.notation.test_deal_code import recorded
from tests.support import builders

PRESETS = builders.PRESETS
SIDES = ("south", "west", "east")
SUITS = {"S": "SPADE", "C": "CLUB", "D": "DIAMOND", "H": "HEART"}
RANKS = {"A": "ACE", "K": "KING", "Q": "QUEEN", "J": "JACK"}

# Seven problems (Unisay/preferanser): who leads, the contracts of south, west and east, the cards,
# the widow, and the declarer's tricks when all play their best with open cards.
PROBLEMS = [
    (
        *("SOUTH", "WHIST SIX_SPADE WHIST"),
        "JS KS 8C AC 8D 9D 10D 8H 9H JH",
        "7S 8S 9S 10S QC KC QD KD AD AH",
        "QS AS 9C 10C JC 7D JD 7H QH KH",
        *("7C 10H", 6),
    ),
    (
        *("WEST", "SIX_CLUB WHIST WHIST"),
        "10S JS QS 7C 8C 9C JC AC 8H AH",
        "8S 9S KS AS 10D JD 9H 10H JH KH",
        "7S 10C QC KC 8D 9D QD AD 7H QH",
        *("7D KD", 5),
    ),
    (
        *("EAST", "SIX_HEART WHIST WHIST"),
        "QS KS 9C JC AC AD 7H 8H QH KH",
        "9S JS 8C KC 7D 8D JD QD 9H JH",
        "7S 8S 10S AS 7C 10C QC KD 10H AH",
        *("9D 10D", 6),
    ),
    (
        *("EAST", "MISER PASS PASS"),
        "7S 8S 9S 7C 8C 9C JC 8D 9D 8H",
        "QS QC KC 10D JD QD KD 9H 10H JH",
        "10S JS KS AS 10C AC 7D AD 7H AH",
        *("QH KH", 2),
    ),
    (
        *("EAST", "MISER PASS PASS"),
        "7S 8S 9S 10S 8C 7D 8D 9D 8H 9H",
        "KS AS 10C JC QC AD 10H QH KH AH",
        "JS QS 7C 9C 10D JD QD KD 7H JH",
        *("KC AC", 1),
    ),
    (
        *("WEST", "PASS PASS MISER"),
        "7S JS 7C 10C JC QC 8D QD 10H JH",
        "QS KS AS KC AC 9D KD AD QH KH",
        "8S 9S 8C 9C 7D 10D JD 7H 8H 9H",
        *("10S AH", 1),
    ),
    (
        *("WEST", "WHIST SIX_SPADE WHIST"),
        "7C 8C AC 9D 10D JD AD 10H JH KH",
        "9S 10S JS QS KS 10C JC QC KC KD",
        "7S 8S AS 9C QD 7H 8H 9H QH AH",
        *("7D 8D", 5),
    ),
]

# The published record (portable-preferans-notation, public domain): its decks are sound, but the
# declarer lays away cards of others in each of the three played deals.
PPN = """
[Bula 60]
[Player1 cope]
[Result1 458]

[1 231 1BDHM27WQK4CEIN3FVRJS5LP8GU6AOT9 M3,P,3 2 AR 4 3 I3 8 2 2A12,M9B2,2A12 M7:-8,F3:L24,0]
[2 312 WQKJS5LP84CEIAOT9N31BDH7FVM2RGU6 P,P,P]
[3 123 4U6ADHM2OT9CEIN31B7WQKFVRJS5LP8G P,2,3 3 T3 5 2 I2 10 1 G9B3,2A13 F3:L24,0,M7:-8]
"""

RASPASY = """
begin
CONTRACT pass
FIRSTPLAYER 2
NUMOFPLAYERS 3
HAND 7s 9s Js Ks 8c 10c Qc Ac 9d Jd
HAND 8s 10s Qs As 7d 8d 10d Qd Kd Ad
HAND 7c 9c Jc Kc 7h 8h 9h 10h Jh Qh
TRADE pass
TRADE pass
TRADE pass
WIDOW Kh Ah
MOVE 7s
MOVE 8s
MOVE {third}
end
"""


def problem_json(problem: tuple[str | int, ...]) -> bytes:
    first, contracts, south, west, east, widow, _ = map(str, problem)
    fields: dict[str, object] = {"name": "Problem", "firstTurn": first, "players": "THREE"}
    for side, contract, cards in zip(SIDES, contracts.split(), (south, west, east), strict=True):
        fields[f"{side}Contract"] = contract
        fields[f"{side}Cards"] = [their_name(card) for card in cards.split()]
    one, other = map(their_name, widow.split())
    fields["widow"] = {"card1": one, "card2": other}
    return json.dumps(fields).encode()


def their_name(card: str) -> str:
    rank, suit = card[:-1], card[-1]
    return f"{SUITS[suit]}_{RANKS.get(rank, rank)}"


def only_deal(content: bytes) -> SingleDeal:
    [one] = read_deals(PRESETS, content).deals
    return one.deal


@pytest.mark.parametrize("problem", PROBLEMS)
def test_problems_come_out_as_published(problem: tuple[str | int, ...]) -> None:
    last = replayed(only_deal(problem_json(problem)))[-1].deal
    assert last is not None
    position = position_of(last)
    assert position is not None
    assert solve(*position) == problem[-1]


def test_our_own_forms_are_recognised() -> None:
    deal = next(recorded(builders.rules("serbian", 3), 4, 2))[0]
    for write, kind in ((deal_code, "code"), (deal_text, "text"), (deal_json, "json")):
        found = read_deals(PRESETS, write(PRESETS, deal).encode())
        assert (found.kind, found.deals[0].deal) == (kind, deal)


def test_records_of_ppn_are_read_up_to_the_first_wrong_card() -> None:
    found = read_deals(PRESETS, PPN.encode())
    assert found.kind == "ppn"
    calls = [[format_action(action) for _, action in one.deal.course] for one in found.deals]
    assert calls == [
        ["bid 2", "pass", "bid 3", "hold", "pass"],
        ["pass", "pass", "pass"],
        ["pass", "bid 2", "bid 3", "pass"],
    ]
    assert [one.wrong_name for one in found.deals] == ["8D", "", "JC"]
    # 231: player 3 is dealt first, then player 1, player 2 deals... the last digit is the dealer
    assert [one.deal.dealer for one in found.deals] == [0, 1, 2]


def test_a_record_of_ppn_that_can_be_played_is_played() -> None:
    # player 1 wins with 2, lays 7 and 8 of hearts away, plays diamonds; both defend
    record = "[7 123 {cards} 2,P,P 1 HI 3 8 0 0 6 1 {tricks}]"
    cards = "87654321HI" + "9ABCDEFGPQ" + "JKLMNORSTU" + "VW"
    [one] = read_deals(PRESETS, record.format(cards=cards, tricks="89J2,AK72").encode()).deals
    assert one.wrong_card == 0
    assert [format_action(action) for _, action in one.deal.course][-6:] == [
        *("play AS", "play 7D", "play 9H", "play 8D", "play 10H", "play KS"),
    ]


def test_an_all_pass_deal_of_the_collection_is_played_to_its_first_wrong_card() -> None:
    played = read_deals(PRESETS, RASPASY.format(third="9c").encode())
    assert played.kind == "gambler"
    [one] = played.deals
    assert [action for _, action in one.deal.course[:3]] == [PASS] * 3
    assert one.wrong_card > 0
    assert one.wrong_name in CARD_NAMES


def changed(old: bytes, new: bytes) -> bytes:
    content = problem_json(PROBLEMS[0])
    assert old in content
    return content.replace(old, new)


@pytest.mark.parametrize(
    ("content", "kind", "reason"),
    [
        (b"", "", "unknown_kind"),
        (b"hello there", "", "unknown_kind"),
        (b"\xff\xfe\x00", "", "not_text"),
        (b"x" * (LARGEST + 1), "", "too_large"),
        (b"hello", "code", "check_letter"),
        (b"begin\nend", "gambler", "hand_sizes"),
        (b"begin\nHAND As", "gambler", "not_ended"),
        (b"begin\nFLY", "gambler", "unreadable"),
        (changed(b'"SPADE_JACK"', b'"SPADE_KING"'), "etude", "hand_sizes"),
        (changed(b'"SPADE_JACK"', b'"SPADE_FOUR"'), "etude", "unreadable"),
        (changed(b'"SIX_SPADE"', b'"WHIST"'), "etude", "contract_impossible"),
        (changed(b'"THREE"', b'"FIVE"'), "etude", "not_the_schema"),
        (PPN.replace("AR", "A?").encode(), "ppn", "discard"),
        (PPN.replace("M3,P,3", "9,P,3").encode(), "ppn", "unreadable"),
        (PPN.replace("M3,P,3", "7,P,3").encode(), "ppn", "auction_impossible"),
        (
            PPN.replace("11BDHM", "1BDHM").replace("1BDHM27", "1BDHM11").encode(),
            "ppn",
            "hand_sizes",
        ),
        (b"preset nowhere", "text", "rules"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(content: bytes, kind: str, reason: str) -> None:
    with pytest.raises(BadImport) as caught:
        read_deals(PRESETS, content)
    assert (caught.value.kind, caught.value.reason) == (kind, reason)


FUZZED = int(os.environ.get("FUZZED", "1500"))  # 100,000 take a quarter of an hour


def sources() -> list[bytes]:
    deal = next(recorded(builders.rules("sochi", 3), 4, 2))[0]
    ours = [write(PRESETS, deal).encode() for write in (deal_code, deal_text, deal_json)]
    match = [MatchDeals(7, ((1, deal), (2, deal)))]
    ours += [write(PRESETS, match).encode() for write in (collection_text, collection_json)]
    return [*ours, PPN.encode(), RASPASY.format(third="9c").encode(), problem_json(PROBLEMS[1])]


def test_no_damaged_text_brings_another_error_or_takes_long() -> None:
    chance, slowest = random.Random(3), 0.0
    texts = sources()
    for number in range(FUZZED):
        content = bytearray(texts[number % len(texts)])
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(content))
            content[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        began = time.process_time()
        with suppress(BadImport):
            read_deals(PRESETS, bytes(content))
        slowest = max(slowest, time.process_time() - began)
    assert slowest < 0.2

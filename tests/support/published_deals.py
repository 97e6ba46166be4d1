"""Deals in the forms of other programs: PPN, a collection, seven problems."""

import json

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

"""Texts of other programs: what is read, what is refused by name, and nothing else happens."""

from functools import partial

import pytest

from bot.analysis.position import position_of
from bot.analysis.solver import solve
from bot.engine.actions import PASS
from bot.engine.cards import CARD_NAMES
from bot.engine.notation import format_action
from bot.features.deals.deal_handlers import PARSING_SECONDS
from bot.notation.deal_code import deal_code
from bot.notation.deal_text import deal_json, deal_text
from bot.notation.reading import KINDS, LARGEST, BadImport, read_deals
from bot.notation.single_deal import SingleDeal, replayed
from tests.support import builders
from tests.support.cases import for_each
from tests.support.processor_time import result_within
from tests.support.published_deals import PPN, PROBLEMS, RASPASY, problem_json
from tests.support.walked_deals import recorded
from tools import deal_codes

PRESETS = builders.PRESETS


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


def test_a_contract_of_the_collection_is_read_with_its_auction() -> None:
    """The text has no discard, so the course ends with the auction, and cards are refused."""
    text = RASPASY.format(third="9c").replace("CONTRACT pass", "CONTRACT 6s")
    text = text.replace("TRADE pass", "TRADE 6s", 1)
    [one] = read_deals(PRESETS, text.encode()).deals
    assert [format_action(action) for _, action in one.deal.course] == ["bid 6S", "pass", "pass"]
    assert (one.wrong_card, one.wrong_name) == (1, "7S")


def changed(old: bytes, new: bytes) -> bytes:
    content = problem_json(PROBLEMS[0])
    assert old in content
    return content.replace(old, new)


@for_each(
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


@pytest.mark.parametrize(
    "numbers", [range(300), pytest.param(range(300, 900), marks=pytest.mark.slow)], ids=str
)
def test_damaged_texts_are_read_or_refused_with_a_sentence(numbers: range) -> None:
    """``make codes`` reads a hundred thousand of them."""
    found = [deal_codes.reading(number) for number in numbers]
    assert [one for one in found if not one.is_documented] == []
    slowest = numbers[max(range(len(found)), key=lambda place: found[place].seconds)]
    result_within(PARSING_SECONDS, partial(deal_codes.reading, slowest))
    assert {one.kind for one in found} >= {kind.name for kind in KINDS}

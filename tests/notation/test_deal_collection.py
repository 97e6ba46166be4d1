"""The deals of matches leave in one file and come back equal; PPN says what it can, or nothing."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from bot.engine import actions as act
from bot.engine.cards import Hand
from bot.engine.game import apply_action, to_act
from bot.engine.view import build_view
from bot.model.values import replace
from bot.notation.deal_text import (
    MatchDeals,
    collection_json,
    collection_ppn,
    collection_text,
)
from bot.notation.ppn import ppn_text
from bot.notation.reading import BadImport, read_deals
from bot.notation.single_deal import SeatAction, SingleDeal, opening
from bot.presets import Presets, load_presets
from bot.workers.robot_moves import plain_move

PRESETS = load_presets()


def played(preset: str, seed: int) -> SingleDeal:
    """Return a deal of plain robots."""
    deck = list(range(32))
    Random(seed).shuffle(deck)
    hands = tuple(Hand.of(deck[first : first + 10]) for first in (0, 10, 20))
    rules = PRESETS.rules(preset, players=3)
    deal = SingleDeal(rules, seed % 3, hands, tuple(deck[30:]))
    game, course = opening(deal), list[SeatAction]()
    while game.last is None:
        seat = to_act(game)
        assert seat is not None
        seen = build_view(game, seat)
        proposals = act.Claim | act.Propose
        legal = tuple(one for one in seen.legal if not isinstance(one, proposals))
        action = plain_move(seen._replace(legal=legal), seed)
        course.append(SeatAction(seat, action))
        game = apply_action(game, seat, action)
    return replace(deal, course=tuple(course))


MATCHES = (
    MatchDeals(7, tuple((n, played("sochi", n)) for n in range(1, 4))),
    MatchDeals(9, tuple((n, played("serbian", n)) for n in range(1, 4))),
)
DEALS = [deal for match in MATCHES for _, deal in match.deals]


@pytest.mark.parametrize("write", [collection_text, collection_json])
def test_matches_come_back_equal(write: Callable[[Presets, Sequence[MatchDeals]], str]) -> None:
    content = write(PRESETS, MATCHES).encode()
    assert [one.deal for one in read_deals(PRESETS, content).deals] == DEALS


def test_a_bad_line_is_told_by_its_number_in_the_file() -> None:
    lines = collection_text(PRESETS, MATCHES).splitlines()
    second = [n for n, line in enumerate(lines) if line.startswith("preset ")][1]
    place = next(n for n in range(second, len(lines)) if lines[n].startswith("talon"))
    lines[place] = "talon KX"
    with pytest.raises(BadImport) as caught:
        read_deals(PRESETS, "\n".join(lines).encode())
    assert caught.value.line == place + 1


def test_a_text_without_a_preset_is_refused_by_name() -> None:
    with pytest.raises(BadImport) as caught:
        read_deals(PRESETS, b"preset\ndealer 0\n")
    assert caught.value.reason == "no_preset"


@pytest.mark.sampled(quick=3)
@pytest.mark.parametrize("preset", ["serbian", "croatian", "slovenian"])
def test_ppn_says_a_balkan_deal(preset: str) -> None:
    """What is written is read back as the same cards and the same course."""
    for seed in range(40):
        deal = played(preset, seed)
        record = ppn_text(PRESETS, deal)
        assert record, seed
        (found,) = read_deals(PRESETS, record.encode()).deals
        assert (found.deal.hands, found.deal.course) == (deal.hands, deal.course)


def test_ppn_says_nothing_of_other_families() -> None:
    assert ppn_text(PRESETS, played("sochi", 1)) == ""
    assert collection_ppn(PRESETS, MATCHES[:1]) == ""
    assert collection_ppn(PRESETS, MATCHES).count("[") == len(MATCHES[1].deals)


def test_ppn_says_nothing_it_cannot_say() -> None:
    """Open refas change a deal, and PPN has no place for them."""
    deal = played("serbian", 1)
    assert ppn_text(PRESETS, replace(deal, conditions=(1, 1, 0, 0, 0, 0, 0))) == ""

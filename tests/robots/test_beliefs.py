"""Learned beliefs: read from a view alone, truer than chance, and drawn as they say."""

from collections import Counter
from math import log
from random import Random
from statistics import mean

import pytest

from bot.engine.cards import CARD_NAMES, Hand, Seat
from bot.engine.deal import Stage
from bot.engine.game import Game, stage_of, to_act
from bot.engine.view import build_view
from bot.robots.worlds import Layout, LayoutSpace, game_on_layout, sample_layouts
from bot.robots.worlds.beliefs import WEIGHTS_FOLDER, card_odds, weights_of
from bot.robots.worlds.card_layouts import ASIDE_PLACE, knowledge_of
from bot.robots.worlds.deal_sampler import DealSampler, HiddenPlace, WeightedDeals
from tests.robots.evenings import positions
from tests.support import builders
from tests.support.builders import dealt, said

FAMILIES = {"russian": "sochi", "balkan": "serbian", "austrian": "viennese"}
UNSEEN = 0b1011_0110_0000_0111
PLACES = (HiddenPlace(3, 0xFFFF), HiddenPlace(4, 0xFFF0 | 3), HiddenPlace(1, 0x00FF))


def odds_of(rng: Random) -> dict[int, tuple[float, ...]]:
    return {card: tuple(rng.uniform(0.2, 4.0) for _ in PLACES) for card in Hand(UNSEEN)}


def test_the_chances_of_all_deals_add_up_to_one() -> None:
    deals = WeightedDeals(UNSEEN, PLACES, odds_of(Random(1)))
    every = tuple(DealSampler(UNSEEN, PLACES).list_all())
    assert len(every) > 20
    assert sum(map(deals.chance_of, every)) == pytest.approx(1.0)


def test_draws_are_as_frequent_as_the_odds_say() -> None:
    deals, rng = WeightedDeals(UNSEEN, PLACES, odds_of(Random(2))), Random(3)
    drawn = Counter(deals.draw(rng) for _ in range(8000))
    for dealt_cards in DealSampler(UNSEEN, PLACES).list_all():
        assert drawn[dealt_cards] / 8000 == pytest.approx(deals.chance_of(dealt_cards), abs=0.02)


def test_the_shares_are_those_of_all_deals() -> None:
    deals = WeightedDeals(UNSEEN, PLACES, odds_of(Random(4)))
    every = tuple(DealSampler(UNSEEN, PLACES).list_all())
    for card, shares in deals.shares().items():
        for place, share in enumerate(shares):
            lies = (deal for deal in every if deal[place] >> card & 1)
            assert share == pytest.approx(sum(map(deals.chance_of, lies)))


def in_play(preset: str, seeds: range) -> list[Game]:
    """Return a position of the play of each deal of plain robots, early and late ones."""
    found = []
    for seed in seeds:
        games = [g for g, _ in positions(builders.rules(preset), seed)]
        games = [game for game in games if stage_of(game) is Stage.PLAY]
        found += games[3 + seed % 12 :][:1]
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_hidden_cards_change_no_belief(family: str) -> None:
    """Deal the hidden cards anew: the seat sees the same, so it believes the same."""
    rng, swapped = Random(5), 0
    for game in in_play(FAMILIES[family], range(12)):
        seat = acting(game)
        seen = build_view(game, seat)
        other = game_on_layout(seen, LayoutSpace(seen).draw(rng), rng)
        assert other.deal is not None
        assert game.deal is not None
        swapped += other.deal.hands != game.deal.hands
        again = build_view(other, seat)
        assert card_odds(again, knowledge_of(again)) == card_odds(seen, knowledge_of(seen))
    assert swapped > 5


def acting(game: Game) -> Seat:
    seat = to_act(game)
    assert seat is not None
    return seat


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_the_truth_is_likelier_than_the_numbers_say(family: str) -> None:
    """Deals of plain robots; ``python -m tools.train`` tells the gain over many opponents."""
    gains = []
    for game in in_play(FAMILIES[family], range(1000, 1060)):
        seen = build_view(game, acting(game))
        unseen = knowledge_of(seen).unseen
        odds = card_odds(seen, knowledge_of(seen))
        assert odds is not None
        if len(unseen.places) < 2 or game.deal is None:
            continue
        alike = {card: (1.0,) * len(unseen.places) for card in odds}
        told, untold = (WeightedDeals(unseen.cards, unseen.places, o) for o in (odds, alike))
        hands = {**dict(enumerate(map(int, game.deal.hands))), ASIDE_PLACE: int(game.deal.aside)}
        lay = tuple(hands[place] & unseen.cards for place in unseen.seats)
        gains.append(log(told.chance_of(lay) / untold.chance_of(lay)))
    assert len(gains) > 20
    assert mean(gains) > 0.3


def test_before_the_first_card_nothing_is_believed_of_single_cards() -> None:
    seen = build_view(said(dealt(), "bid 6S"), 1)
    assert card_odds(seen, knowledge_of(seen)) is None


KING_LED = said(
    dealt(
        "7S 9S 10S 8C 9C 10C 9D 9H QH KH | 8S AS JC KC 8D 10D JD QD 7H 8H"
        " | JS QS KS QC AC KD AD 10H JH AH | 7C 7D"
    ),
    "pass",
    "pass",
    "bid 6S",
    "discard 7C 7D",
    "declare 6S",
    "play KH",
    "play 7H",
    "play AH",
    "play KS",
    "play 7S",
    "play AS",
)


def share_with(layouts: tuple[Layout, ...], name: str, seat: Seat) -> float:
    card = CARD_NAMES.index(name)
    there = sum(layout.weight for layout in layouts if layout.hands[seat] >> card & 1)
    return there / sum(layout.weight for layout in layouts)


def test_a_king_led_tells_of_the_queen() -> None:
    """The partner led the king; the declarer has more cards that are not seen, and the ace."""
    seen = build_view(KING_LED, 1)
    uniform = sample_layouts(seen, Random(1), 400, use_likelihood=False).layouts
    believed = sample_layouts(seen, Random(1), 400).layouts
    assert share_with(believed, "QH", 0) > share_with(uniform, "QH", 0) + 0.05


def test_all_weights_are_read_and_small() -> None:
    files = sorted(WEIGHTS_FOLDER.glob("*.txt"))
    assert [path.stem for path in files] == sorted(FAMILIES)
    assert sum(path.stat().st_size for path in files) < 2_000_000
    for path in files:
        lines = path.read_text(encoding="ascii").splitlines()
        assert lines[0].startswith(f"# python -m tools.train {path.stem} ")
        assert len(weights_of(path.stem)) == len(lines) - 1
        assert all(abs(weight) < 5 for weight in weights_of(path.stem).values())

"""Worlds fit the view they are drawn from, after any actions and for any viewer."""

from collections import Counter
from random import Random

import pytest

from bot.engine.cards import Hand
from bot.engine.deal import Stage
from bot.engine.game import Game
from bot.engine.rules import Rules
from bot.engine.view import SeatView, build_view
from bot.robots.worlds import (
    MOST_LISTED,
    LayoutSpace,
    World,
    game_on_layout,
    sample_layouts,
    sample_worlds,
)
from bot.robots.worlds.deal_sampler import draw_below, draw_card, draw_two, shuffle_cards
from tests.properties.walking import TABLES, WALKS, random_rules, seeds, walk
from tests.support import builders
from tests.support.builders import contract_won, dealt, said

DEALS = 6


def test_numbers_are_drawn_as_python_draws_them() -> None:
    for seed in range(60):
        ours, pythons = Random(seed), Random(seed)
        cards = sorted(pythons.sample(range(32), 2 + seed % 20))
        assert sorted(ours.sample(range(32), 2 + seed % 20)) == cards
        shuffled, others = list(cards), list(cards)
        shuffle_cards(ours, shuffled)
        pythons.shuffle(others)
        assert shuffled == others
        assert draw_below(ours, 10**seed + 1) == pythons.randrange(10**seed + 1)
        assert draw_two(ours, list(cards)) == tuple(pythons.sample(cards, 2))
        assert draw_card(ours, Hand.of(cards)) == pythons.choice(cards)


def seats(game: Game) -> tuple[int | None, ...]:
    return (None, *range(game.rules.players))


def check(rules: Rules, seed: int, deals: int = DEALS) -> Counter[Stage]:
    """Check a world of each decision of a walk, from a seat's view or the public one.

    In the play a position is the last one with a card more; ``make walks`` checks all of them.
    """
    rng, stages = Random(seed), Counter[Stage]()
    for step in walk(rules, seed, deals):
        if step.after.deal is None or not step.after.deal.is_dealt:
            continue
        seat = rng.choice(seats(step.after))
        stages[stage := step.after.deal.phase.stage] += 1
        if stage is Stage.PLAY and WALKS == 1 and rng.random() < 0.6:
            continue
        seen = build_view(step.after, seat)
        found = sample_layouts(
            seen, rng, 1
        ).layouts  # often dozens: the message has the first and the last
        for layout in dict.fromkeys((found[0], found[-1])):
            game = game_on_layout(seen, layout, rng)
            assert build_view(game, seat) == seen
            assert game.deal is not None
            assert game.deal.faults() == ()
    return stages


@pytest.mark.sampled(suite=5)
@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), TABLES)
@pytest.mark.parametrize("seed", [100 + seed for seed in seeds(1)])
def test_a_world_looks_like_the_game(preset: str, players: int, seed: int) -> None:
    deals = 4 * DEALS if players == 2 else DEALS  # more deals end before a card is played
    stages = Counter[Stage]()
    for further in range(0, 5000, 1000):  # where six deals in a row were passed out, walk again
        stages += check(builders.rules(preset, players), seed + further, deals)
        if stages[Stage.PLAY] > 20:
            return
    pytest.fail(f"hardly a card was played: {stages}")


def test_buying_back_a_contract_hides_the_new_talon() -> None:
    """The buyer took up cards twice; in this walk the undealt ones are two cards in some worlds."""
    assert check(builders.rules("viennese", 4), 111)[Stage.EXCHANGE]


@pytest.mark.slow
@pytest.mark.parametrize("family", ["russian", "balkan", "austrian"])
def test_under_any_house_rules(family: str) -> None:
    stages = {Stage.AUCTION, Stage.EXCHANGE, Stage.DEFENCE, Stage.PLAY, Stage.CLAIM}
    met = Counter[Stage]()
    for seed in seeds(12):
        met += check(random_rules(family, seed), seed)
        if WALKS == 1 and seed >= 3 and stages <= met.keys():
            break
    assert stages <= met.keys()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [51, 79, 93])
def test_discards_bought_again_beside_a_talon_all_have_seen(seed: int) -> None:
    check(random_rules("austrian", seed), seed)


def hidden(world: World) -> tuple[object, ...]:
    deal = world.game.deal
    assert deal is not None
    return (*deal.hands, deal.aside)


def open_misere() -> Game:
    game = said(dealt("7S 9S JS 7C 9C JC 7D 9D 7H 9H | ... | ... | 8S KH"), "bid M", "pass", "pass")
    return said(game, "discard JC KH", "play 7S")


def test_with_open_hands_every_discard_is_looked_at() -> None:
    game = open_misere()
    for seat in (1, 2, None):
        found = sample_worlds(build_view(game, seat), Random(1), 5)
        assert (
            len({hidden(world) for world in found}) == len(found) == 55
        )  # the 7S was not laid away
    assert (
        len(sample_worlds(build_view(game, 0), Random(1), 5)) == 1
    )  # the declarer knows where all lie


def test_a_hand_that_does_not_follow_has_none() -> None:
    game = contract_won(
        dealt("AS KS QS JS 10S AC KC AD KD AH | 9S 7C 8C 9C 10C JC QC 7D 8D 9D | ... | 7H 8H"),
        "7S",
        "whist, whist",
    )
    seen = build_view(said(game, "play AS", "play 9S"), 0)
    assert seen.table is not None
    game = said(game, "play AS", "play 9S", "play 7S", "play KS", "play 7D", "play 8S")
    for world in sample_worlds(build_view(game, 0), Random(1), 30):
        assert world.game.deal is not None
        assert not world.game.deal.hands[1].of_suit(0)


def late(seed: int, tricks: int) -> SeatView:
    """Return a walk's first view of a closed play with this many tricks and enough layouts."""
    for step in walk(builders.rules("sochi"), seed, 60):
        deal = step.after.deal
        if deal is not None and len(deal.tricks) == tricks and deal.phase.stage is Stage.PLAY:
            seen = build_view(step.after, deal.turn)
            if MOST_LISTED < LayoutSpace(seen).count < 800 and seen.seat == deal.turn:
                return seen
    raise AssertionError("no such view")


@pytest.mark.parametrize("tricks", [3, 4, 5])
def test_every_layout_is_drawn_equally_often(tricks: int) -> None:
    layouts = LayoutSpace(late(tricks, tricks))
    rng = Random(tricks)
    every = {(layout.hands, layout.aside) for layout in layouts.list_all(rng)}
    assert len(every) == layouts.count
    rounds = 30
    drawn = Counter[object]()
    for _ in range(rounds * layouts.count):
        layout = layouts.draw(rng)
        drawn[layout.hands, layout.aside] += 1
    assert drawn.keys() == every
    chi = sum((number - rounds) ** 2 / rounds for number in drawn.values())
    spread = (2 * layouts.count) ** 0.5
    assert abs(chi - layouts.count) < 5 * spread


def test_equal_seeds_give_equal_worlds() -> None:
    seen = build_view(contract_won(dealt()), 1)
    assert sample_worlds(seen, Random(7), 10) == sample_worlds(seen, Random(7), 10)
    assert sample_worlds(seen, Random(7), 10) != sample_worlds(seen, Random(8), 10)


def test_many_ways_are_sampled_and_weights_are_one_on_average() -> None:
    seen = build_view(contract_won(dealt()), 1)
    found = sample_layouts(seen, Random(1), 40)
    assert not found.exact
    assert sum(layout.weight for layout in found.layouts) == pytest.approx(40, abs=1)


def test_a_declarer_is_believed_to_have_trumps() -> None:
    deck = "... | 7H 8H 7S 8S 9S 7C 8C 9C 7D 8D | ... | AS AC"
    seen = build_view(contract_won(dealt(deck), "6H", "whist, whist"), 1)

    def trumps(believes: bool) -> float:
        found = sample_layouts(seen, Random(1), 60, believes).layouts
        total = sum(layout.weight for layout in found)
        hearts = [(layout.hands[0] >> 24).bit_count() * layout.weight for layout in found]
        return sum(hearts) / total

    assert trumps(believes=True) > trumps(believes=False) + 0.5

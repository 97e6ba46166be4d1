"""Refinement of sampled worlds towards hands that explain the contract, the bids and the passes.

Strong contracts are rare: hardly any random hand would declare them, however the samples are
weighted.  So every sampled layout takes a Metropolis walk: it swaps two hidden cards and accepts
the step by the ratio of likelihoods.  The walk starts at the sampled layout and stays consistent
with the view; no card has been played yet.
"""

from collections.abc import Callable, Iterable, Iterator
from math import exp, log
from random import Random
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine.actions import Bid, is_bid
from bot.engine.cards import Seat
from bot.engine.deal import Contract, Stage
from bot.engine.view import DealView, SeatView
from bot.robots import evaluation, families
from bot.robots.families.strategy import HandLogLikelihood
from bot.robots.worlds import Layout, LayoutSample, LayoutSampler, World, game_on_layout
from bot.robots.worlds.deal_sampler import draw_card, draw_two
from bot.robots.worlds.likelihood import likelihood_of

_STEPS: Final = 50  # of the walk of each layout; more below for a rare contract
_MANY_STEPS: Final = 100
_RARE: Final = 8  # level from which a contract is rare
_FEWER: Final = 24  # layouts for a rare contract
_PART: Final = 8  # layouts that are sampled at once where each takes a walk
_BID_STEPS: Final = 40  # steps during the auction
_TALON: Final = -1  # place of the talon beside the seats
_EXCHANGED: Final = 0.25  # share of steps that swap a kept card with a discard
# least expected tricks of a declarer beyond the level: the lowest level may be the only choice
# left, higher ones need more, and nine and ten are also tried on less in the hope that nobody
# defends.  A contract without the talon needs more
_EXPECTED_BEYOND_LEVEL: Final = {6: -0.5, 7: 0.3, 8: 0.3, 9: -0.5, 10: -0.6}
_BY_HAND: Final = 0.8
_NO_TRUMP: Final = -0.4  # where nobody can ruff
_FALL_PER_TRICK: Final = 5.0  # fall of the log-likelihood per trick below that
_FALL_PER_CATCH: Final = 14.0  # the same per expected catch in a misere

_SIX: Final = 6
_MOST: Final = 9.8  # no hand evaluates to more
_LEAST: Final = 1e-12

LayoutScore = Callable[[Layout], float]  # a log-likelihood
Walk = Callable[[Layout], Layout]
CallsTold = tuple[tuple[Seat, HandLogLikelihood], ...]  # of the last call of each seat


class WorldSource(NamedTuple):
    """The weights of refined worlds, and the worlds, each made when it is asked for."""

    weights: list[float]
    worlds: Iterator[World]


def refined_worlds(view: SeatView, rng: Random, count: int) -> tuple[World, ...]:
    """Return ``count`` worlds of a view, refined during the auction and the defence."""
    return tuple(world_source(view, rng, count).worlds)


def world_source(view: SeatView, rng: Random, count: int) -> WorldSource:
    """Return the worlds of ``refined_worlds`` one by one; ``rng`` is theirs until the last."""
    table = view.open_deal
    contract, partner = table.contract, _partner(view, table)
    if partner >= 0 and contract is not None and contract.level >= _RARE:
        count = min(count, _FEWER)
    walk, sampler = None, LayoutSampler(view)
    if view.stage is Stage.AUCTION:
        walk = _walk_towards_bids(view, table, rng)
    elif contract is not None and partner >= 0:
        walk = _walk_towards_contract(view, contract, partner, rng)
    found = sampler.sample(rng, count if walk is None else min(count, _PART))
    if walk is None or found.exact:
        weights = [layout.weight for layout in found.layouts]
        return WorldSource(weights, _played_worlds(view, found.layouts, rng))
    refined = map(walk, _single_draws(sampler, found, rng, count))
    return WorldSource([1.0] * count, _played_worlds(view, refined, rng))


def _played_worlds(view: SeatView, layouts: Iterable[Layout], rng: Random) -> Iterator[World]:
    for layout in layouts:
        yield World(game_on_layout(view, layout, rng), layout.weight)


def _walk_towards_bids(view: SeatView, table: DealView, rng: Random) -> Walk | None:
    """Return the walk towards the others' bids; passes alone need no walk."""
    told = call_likelihoods(view)
    if not any(is_bid(c.action) and c.seat != view.seat for c in table.calls):
        return None
    others = [seat for seat in table.seats if seat != view.seat]

    return lambda layout: _walk_all(layout, others, told, rng)


def _walk_towards_contract(view: SeatView, contract: Contract, partner: Seat, rng: Random) -> Walk:
    """Return the walk towards hands with which the contract is declared."""
    steps = _MANY_STEPS if contract.level >= _RARE else _STEPS
    score, declarer = _contract_score(view, contract), contract.declarer
    return lambda layout: _walk_declarer(layout, declarer, partner, score, steps, rng)


def _single_draws(
    sampler: LayoutSampler, found: LayoutSample, rng: Random, count: int
) -> Iterator[Layout]:
    """Yield ``count`` layouts of one draw each, ``found`` first, so that repeated draws walk apart.

    Further ones are sampled in parts, when they are looked at: most calls are clear before.
    """
    while found.layouts:
        for layout in found.layouts:
            for _ in range(max(1, round(layout.weight))):
                yield layout._replace(weight=1.0)
                count -= 1
                if not count:
                    return
        found = sampler.sample(rng, min(count, _PART))


def _walk_all(layout: Layout, others: list[Seat], told: CallsTold, rng: Random) -> Layout:
    """Return the layout after a walk over all other hands and the talon.

    A step swaps a random card between two hidden places.
    """
    dealt, aside, talon = list(layout.dealt), layout.aside, layout.talon
    likely = [promise(dealt[seat]) for seat, promise in told]
    now = sum(likely)
    for _ in range(_BID_STEPS):
        one, two = draw_two(rng, [*others, _TALON])
        mine = draw_card(rng, aside if one == _TALON else dealt[one])
        theirs = draw_card(rng, aside if two == _TALON else dealt[two])
        both = 1 << mine | 1 << theirs
        step = [hand ^ both if seat in (one, two) else hand for seat, hand in enumerate(dealt)]
        heard = [
            promise(step[seat]) if seat in (one, two) else before
            for (seat, promise), before in zip(told, likely, strict=True)
        ]
        then = sum(heard)
        if then < now and rng.random() >= exp(then - now):
            continue
        dealt, likely, now = step, heard, then
        if _TALON in (one, two):
            aside, other = aside ^ both, {mine: theirs, theirs: mine}
            talon = tuple([other.get(card, card) for card in talon])
    hands = tuple(dealt)
    return Layout(hands, aside, hands, talon, layout.laid, layout.weight)


def _partner(view: SeatView, table: DealView) -> Seat:
    """Return the other defender if no hand was played from or opened; else -1."""
    contract = table.contract
    if view.stage is not Stage.DEFENCE or contract is None:
        return -1
    if contract.declarer == view.seat or table.tricks or table.trick or table.open_hands:
        return -1
    return next(seat for seat in table.seats if seat not in (contract.declarer, view.seat))


def _contract_score(view: SeatView, contract: Contract) -> LayoutScore:
    likelihood = likelihood_of(view, weighs=False)
    suits = _misere_score(contract) if contract.is_misere else _tricks_score(contract)

    def score(layout: Layout) -> float:
        return log(likelihood(layout) + _LEAST) + suits(layout)

    return score


def _tricks_score(contract: Contract) -> LayoutScore:
    """Return the score that penalises too few expected tricks for the contract."""
    needed = contract.level + _EXPECTED_BEYOND_LEVEL[max(_SIX, contract.level)]
    needed = min(_MOST, needed + (_NO_TRUMP if contract.trump < 0 else 0.0))

    def score(layout: Layout) -> float:
        value = evaluation.declarer_tricks(layout.hands[contract.declarer], contract.trump)
        return -_FALL_PER_TRICK * max(0.0, needed + (0.0 if layout.laid else _BY_HAND) - value)

    return score


def _misere_score(contract: Contract) -> LayoutScore:
    """Return the score that penalises a misere hand for every likely catch."""

    def score(layout: Layout) -> float:
        suits = evaluation.holdings(layout.hands[contract.declarer])
        return -_FALL_PER_CATCH * sum(map(evaluation.CATCH_PROBABILITY.__getitem__, suits))

    return score


def _walk_declarer(
    layout: Layout, declarer: Seat, partner: Seat, score: LayoutScore, steps: int, rng: Random
) -> Layout:
    """Return the layout after a walk over the declarer's cards, discard and partner's hand."""
    if len(layout.laid) > 1:
        return layout  # several exchanges: a swap of two hands cannot describe them
    now = score(layout)
    for _ in range(steps):
        if layout.laid and rng.random() < _EXCHANGED:
            step = _swap_with_discard(layout, declarer, rng)
        else:
            step = _swap_with_partner(layout, declarer, partner, rng)
        then = score(step)
        if then >= now or rng.random() < exp(then - now):
            layout, now = step, then
    return layout


def _swap_with_partner(layout: Layout, declarer: Seat, partner: Seat, rng: Random) -> Layout:
    """Swap a dealt card of the declarer with a card of the partner."""
    mine, theirs = (
        draw_card(rng, layout.dealt[declarer]),
        draw_card(rng, layout.hands[partner]),
    )
    both = 1 << mine | 1 << theirs
    hands, dealt, aside = list(layout.hands), list(layout.dealt), layout.aside
    if hands[declarer] >> mine & 1:
        hands[declarer] ^= both
    else:
        aside ^= both
    hands[partner] ^= both
    dealt[declarer] ^= both
    dealt[partner] ^= both
    laid = (aside,) if layout.laid else ()
    return Layout(tuple(hands), aside, tuple(dealt), layout.talon, laid, layout.weight)


def _swap_with_discard(layout: Layout, declarer: Seat, rng: Random) -> Layout:
    """Swap a discarded card with a kept one."""
    both = 1 << draw_card(rng, layout.hands[declarer]) | 1 << draw_card(rng, layout.aside)
    hands = list(layout.hands)
    hands[declarer] ^= both
    aside = layout.aside ^ both
    return Layout(tuple(hands), aside, layout.dealt, layout.talon, (aside,), layout.weight)


# Log-likelihoods of the other hands from their bids and passes during the auction.
#
# Plain robots bid step by step as far as their hand is worth it, so the step at which they stop
# gives within a trick the expectation of their best strain.


def call_likelihoods(view: SeatView) -> CallsTold:
    """Return the log-likelihood of the last call of each other seat that has called."""
    table, strategy = view.open_deal, families.strategy_of(view.rules)
    told: dict[Seat, HandLogLikelihood] = {}
    high = ""
    for call in table.calls:
        if isinstance(call.action, Bid):
            high = call.action.name
        if call.seat == view.seat:
            continue
        if act.is_bid(call.action):
            told[call.seat] = strategy.bid_likelihood(high)
        elif call.action is act.PASS and call.seat not in told:
            told[call.seat] = strategy.pass_likelihood(high)
    return tuple(told.items())

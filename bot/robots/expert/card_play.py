"""Card play by perfect information in sampled layouts (PIMC).

For each card and layout the solver decides if the declarer still reaches the contract; then, in
some layouts, it counts the exact tricks.  Tricks are priced by the settlement.  If two cards are
too close for the sample, as many layouts are sampled again.  The budget counts the solver's nodes,
never the clock, so equal views give equal moves.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from operator import sub
from random import Random
from typing import Final, NamedTuple

from bot.analysis import all_pass_solver, position
from bot.analysis.advice import Advice, Reason, ReasonKind, WeighedAction
from bot.analysis.all_pass_solver import AllPassSolver
from bot.analysis.position import Aim, Cards, play_card
from bot.analysis.solver import BudgetSpent, Solver
from bot.engine import actions as act
from bot.engine import view
from bot.engine.actions import PLAYS, Play
from bot.engine.cards import Card
from bot.engine.view import SeatView
from bot.robots import inference, misere_play, worlds
from bot.robots.expert.card_reasons import CardResults, reasons_for_card
from bot.robots.expert.play_positions import PlayPositions, positions_of
from bot.robots.plain_robot import PLAIN_ROBOT
from bot.robots.worlds import sample_layouts


class SearchEffort(NamedTuple):
    """The effort a level spends on a card."""

    first: int  # layouts that decide alone where no other card is close
    layouts: int  # tested for the aim
    exact: int  # of them solved for tricks, while many are left
    nodes: int  # of the solver, for one decision
    believes: bool  # weight layouts by the calls
    for_both: bool = True  # price a defender's cards for both defenders


EXPERT_EFFORT: Final = SearchEffort(first=20, layouts=50, exact=20, nodes=70_000, believes=True)
# a hint gives numbers, so it rests on all layouts, and its choice is seldom another one
HINT_EFFORT: Final = EXPERT_EFFORT._replace(first=EXPERT_EFFORT.layouts)
CLUB_EFFORT: Final = SearchEffort(first=10, layouts=10, exact=5, nodes=15_000, believes=True)

_SHORT: Final = 6  # tricks left from which every layout is solved exactly
_AIM_SHARE: Final = 0.7  # share of the nodes for the aim
_TABLE_TRICKS: Final = 2  # first tricks of an all-pass deal: too many for a search
_ALONE_SHARE: Final = 0.7  # share of the nodes, which cost more with three sides
_LEAST_ALONE: Final = 8  # layouts of a passed-out deal before anything is concluded
_SAME: Final = 1e-6  # balances closer than this are equal
_CLOSE_ERRORS: Final = 2.0  # standard errors below which two cards are sampled again
_MORE_LAYOUTS: Final = 1  # further layouts, as a multiple of the first


def advise_card(
    view: SeatView, rng: Random, effort: SearchEffort = EXPERT_EFFORT, explains: bool = True
) -> Advice:
    """Return the card of the best mean price; the view's seat must be on turn to play.

    ``explains``: with the values and the reasons, which nobody reads of a robot's move.
    """
    plays = tuple(action for action in view.legal if isinstance(action, Play))
    plain = PLAIN_ROBOT.choose(view._replace(legal=plays), rng)
    assert isinstance(plain, Play)
    if len(plays) == 1:
        return Advice(plain, (), 0)
    if view.open_deal.contract is None and len(view.open_deal.tricks) < _TABLE_TRICKS:
        return Advice(PLAYS[misere_play.cheapest_all_pass_card(inference.infer_play(view))], (), 0)
    sampler = worlds.LayoutSampler(view, effort.believes)
    is_alone, first_decide = view.open_deal.contract is None, effort.first < effort.layouts
    first = effort.first if first_decide and not is_alone else effort.layouts
    found = sampler.sample(rng, first)
    if not found.layouts:
        return Advice(plain, (), 0)
    table = positions_of(view, found, rng, effort.for_both)
    cards = tuple(play.card for play in plays)
    if is_alone:
        every = price_cards(table, cards, int(_ALONE_SHARE * effort.nodes))
        prices = list(_until_clear(table, every, cards) if first_decide else every)
        return _advice_alone(table, prices, plain, cards, explains)
    study = CardSearch(table, cards, effort)
    study.search()
    for more in (effort.layouts - first, _MORE_LAYOUTS * effort.layouts):
        if more and not found.exact and study.is_close():
            study.search_further(study.table.with_layouts(sampler.sample(rng, more)), more)
    choice = _best_play(plain, study.values())
    if not explains:
        return Advice(choice, (), 0)
    return _card_advice(study.table, choice, study.options(), study.results())


def _advice_alone(
    table: PlayPositions,
    prices: list[dict[Card, float]],
    plain: Play,
    cards: tuple[Card, ...],
    explains: bool,
) -> Advice:
    values = {card: mean_price(table, prices, card) for card in cards}
    choice = _best_play(plain, values)
    if not explains:
        return Advice(choice, (), 0)
    rows = [WeighedAction(PLAYS[card], value, -1) for card, value in values.items()]
    return _card_advice(table, choice, rows, CardResults(prices))


def _best_play(plain: Play, values: Mapping[Card, float]) -> Play:
    """Return the best card; the plain robot's among equals, as all are if nothing was found."""
    best = max(values.values())
    equal = [card for card, value in values.items() if value > best - _SAME]
    return plain if plain.card in equal else PLAYS[equal[0]]


def _card_advice(
    table: PlayPositions, choice: Play, rows: list[WeighedAction], weighed: CardResults
) -> Advice:
    """Return the choice with all that was weighed."""
    looked = len(weighed.prices)
    if not looked:
        return Advice(choice, (), 0)
    rows.sort(key=lambda row: (row.action != choice, -row.value))
    exact = table.exact and looked == len(table.layouts)
    reasons = reasons_for_card(table, weighed, choice.card, rows)
    return Advice(choice, tuple(rows), table.count_first(looked), exact, table.shared, reasons)


class CardSearch:
    """The search of one decision: results of every card in the layouts so far."""

    def __init__(self, table: PlayPositions, cards: tuple[Card, ...], effort: SearchEffort) -> None:
        self.table, self.cards, self.effort = table, cards, effort
        self.looked = min(effort.first, effort.layouts)  # layouts drawn so far
        self.solver = Solver(table.contract, effort.nodes)
        self.kept: list[frozenset[Card]] = []  # by layout: cards that keep the aim
        self.exact: list[dict[Card, int]] = []  # by layout: declarer's tricks left
        most = self._most = table.contract.aim is Aim.MOST
        self.aim = table.level - table.taken if most else 0
        self.left = table.left
        self.is_open = 0 < self.aim <= self.left if most else not table.taken
        self._prices: dict[int, float] = {}
        self._beyond: dict[int, float] = {}
        # by the layouts searched so far
        self._values: dict[Card, float] = {}
        self._worths: dict[Card, tuple[list[float], list[float]]] = {}

    def search(self) -> None:
        """Test and solve layouts as far as the nodes allow."""
        self._values.clear()
        self._worths.clear()
        try:
            if self.left <= _SHORT:
                self._count_tricks(len(self.table.layouts))
                return
            if self.is_open:
                self._test_the_aim()
            if self._matters_beyond():
                self._count_tricks(self._most_exact())
        except BudgetSpent:
            return

    def search_further(self, table: PlayPositions, more: int) -> None:
        """Continue with ``more`` layouts, which follow the first ones, and the remaining nodes."""
        self.table = table
        self.looked += more
        self.search()

    def _most_exact(self) -> int:
        """Return how many of the layouts drawn are solved: a double share of the further ones."""
        beyond = max(0, self.looked - self.effort.layouts)
        return self.effort.exact * (self.looked + beyond) // self.effort.layouts

    def is_close(self) -> bool:
        """Return True if the lead of the best card over another may be due to chance."""
        worths = self.values()
        best = max(worths, key=worths.__getitem__)
        gaps = {card: worths[best] - worth for card, worth in worths.items()}
        return any(
            _SAME < gap < _CLOSE_ERRORS * self._error(best, card) for card, gap in gaps.items()
        )

    def _error(self, one: Card, other: Card) -> float:
        """Return the standard error of the gap between two cards."""
        pairs = zip(self._worths_of(one), self._worths_of(other), strict=True)
        gaps = [list(map(sub, mine, theirs)) for mine, theirs in pairs]
        return sqrt(sum(_variance_of_mean(each) for each in gaps if len(each) > 1))

    def _test_the_aim(self) -> None:
        for cards in self.table.layouts[len(self.kept) :]:
            self.kept.append(frozenset(self.solver.holding_cards(cards, self.aim)))
            if self.solver.nodes > _AIM_SHARE * self.effort.nodes:
                return

    def _count_tricks(self, layouts: int) -> None:
        for n in range(len(self.exact), min(layouts, len(self.table.layouts))):
            values = dict(self.solver.move_values(self.table.layouts[n]))
            self.exact.append(values)
            if n == len(self.kept) and self.is_open:
                kept = (card for card, tricks in values.items() if self._reaches(tricks))
                self.kept.append(frozenset(kept))

    def _reaches(self, tricks: int) -> bool:
        """Return True if this many of the remaining tricks reach the declarer's aim."""
        return tricks >= self.aim if self._most else tricks <= self.aim

    def _matters_beyond(self) -> bool:
        """Return True if the number of tricks has a price besides the aim."""
        worths: set[float] = set()
        # the search asks for the prices next to the aim anyhow
        for tricks in sorted(range(self.left + 1), key=lambda tricks: abs(tricks - self.aim)):
            worths.add(self._price(tricks))
            if len(worths) > 1 + self.is_open:
                return True
        return False

    def _price(self, tricks: int) -> float:
        """Return the price of this many remaining tricks for the declarer."""
        price = self._prices.get(tricks)
        if price is None:
            price = self.table.prices.price_for_declarer(self.table.taken + tricks)
            self._prices[tricks] = price
        return price

    def _step(self, is_kept: bool) -> float:
        """Return the price of the aim just reached, or just missed."""
        miss = -1 if self._most else 1
        return self._price(self.aim if is_kept else self.aim + miss)

    def values(self) -> dict[Card, float]:
        """Return the value of every card."""
        return {card: self.value_of(card) for card in self.cards}

    def value_of(self, card: Card) -> float:
        """Return the mean over the tested layouts, corrected by the mean over the solved ones."""
        value = self._values.get(card)
        if value is None:
            value = self._values[card] = self._mean_value(card)
        return value

    def _mean_value(self, card: Card) -> float:
        steps, beyond = self._worths_of(card)
        weights, value = self.table.weights, 0.0
        if steps:
            value = _weighted_mean(steps, weights)
        if beyond:
            value += _weighted_mean(beyond, weights)
        return value

    def _worths_of(self, card: Card) -> tuple[list[float], list[float]]:
        """Return by layout the price of the aim with a card, and what its exact tricks add."""
        worths = self._worths.get(card)
        if worths is None:
            reached = [card in kept for kept in self.kept]
            steps = {each: self._step(each) for each in set(reached)}
            beyond = [self._price_beyond(tricks[card]) for tricks in self.exact]
            worths = self._worths[card] = [steps[each] for each in reached], beyond
        return worths

    def _price_beyond(self, tricks: int) -> float:
        """Return the price that this many remaining tricks add to the aim."""
        price = self._beyond.get(tricks)
        if price is None:
            price = self._price(tricks)
            if self.is_open:
                price -= self._step(self._reaches(tricks))
            self._beyond[tricks] = price
        return price

    def count_reached(self, card: Card) -> int:
        """Count layouts in which the seat's side reaches its aim; -1 where that is settled."""
        if not self.kept:
            return -1
        table = self.table
        reached = [n for n, kept in enumerate(self.kept) if (card in kept) == table.attacks]
        return table.count_layouts(reached)

    def results(self) -> CardResults:
        """Return the price of every card in each layout: exact, else by the aim."""
        exact = [{card: self._price(tricks[card]) for card in self.cards} for tricks in self.exact]
        kept = [
            {card: self._step(card in kept) for card in self.cards}
            for kept in self.kept[len(exact) :]
        ]
        return CardResults([*exact, *kept], self.exact)

    def options(self) -> list[WeighedAction]:
        """Return every card with its value."""
        return [
            WeighedAction(PLAYS[card], self.value_of(card), self.count_reached(card))
            for card in self.cards
        ]


def _weighted_mean(worths: list[float], weights: Sequence[float]) -> float:
    """Return the mean of the worths of the first layouts."""
    total = sum([worth * weight for worth, weight in zip(worths, weights, strict=False)])
    return total / sum(weights[: len(worths)])


def _variance_of_mean(gaps: list[float]) -> float:
    """Return the variance of the mean of gaps between prices, of two at least.

    Prices are whole points or halves, so floats hold both sums exactly, as fractions would.
    """
    count, total = len(gaps), sum(gaps)
    squares = sum([gap * gap for gap in gaps])
    return (count * squares - total * total) / (count * (count - 1)) / count


# Prices of cards where every seat is alone and plays for the fewest tricks of its own.


def price_cards(
    table: PlayPositions, cards: tuple[Card, ...], nodes: int
) -> Iterator[dict[Card, float]]:
    """Yield the price of every card, layout by layout, until the nodes run out."""
    rational = AllPassSolver(table.contract, nodes)
    try:
        for layout in table.layouts:
            yield {card: _card_price(table, rational, layout, card) for card in cards}
    except BudgetSpent:
        return


def _until_clear(
    table: PlayPositions, every: Iterator[dict[Card, float]], cards: tuple[Card, ...]
) -> Iterator[dict[Card, float]]:
    """Yield prices layout by layout until no other card is close to the best one."""
    found: list[dict[Card, float]] = []
    for prices in every:
        found.append(prices)
        yield prices
        if len(found) >= _LEAST_ALONE and not table.exact and not _is_close(table, found, cards):
            return


def _is_close(
    table: PlayPositions, found: Sequence[dict[Card, float]], cards: tuple[Card, ...]
) -> bool:
    """Return True if the lead of the best card over another may be due to chance."""
    rows = {card: [each[card] for each in found] for card in cards}
    worths = {card: _weighted_mean(row, table.weights) for card, row in rows.items()}
    best = max(worths, key=worths.__getitem__)
    for card, worth in worths.items():
        gap = worths[best] - worth
        if gap > _SAME:
            error = sqrt(_variance_of_mean(list(map(sub, rows[best], rows[card]))))
            if gap < _CLOSE_ERRORS * error:
                return True
    return False


def mean_price(table: PlayPositions, found: Sequence[dict[Card, float]], card: Card) -> float:
    """Return the mean price of a card, weighted by the layouts."""
    weights = table.weights[: len(found)]
    value = sum(each[card] * weight for each, weight in zip(found, weights, strict=True))
    return value / (sum(weights) or 1.0)


def _card_price(table: PlayPositions, rational: AllPassSolver, layout: Cards, card: Card) -> float:
    after, winner = play_card(layout, table.contract, card)
    tricks = list(rational.tricks(after))
    if 0 <= winner < 3:
        tricks[winner] += 1
    return price_of_tricks(table, tricks)


def price_of_tricks(table: PlayPositions, tricks: list[int]) -> float:
    """Return the price of these remaining tricks, given by place."""
    return table.prices.price([won + more for won, more in zip(table.won, tricks, strict=True)])


# Answers to a proposed split: accept if playing on is worth no more in the sampled layouts.


def advise_claim(view: view.SeatView, rng: Random, layouts: int, nodes: int) -> Advice | None:
    """Accept or refuse, with the value of both; None if the nodes ran out."""
    found = sample_layouts(view, rng, layouts)
    if not found.layouts:
        return None
    table = positions_of(view, found, rng)
    prices = list(_playing_prices(table, nodes))
    looked = len(prices)
    if not looked:
        return None
    offered, promised = (
        price_of_tricks(table, list(view.open_deal.open_offer.tricks)),
        _mean_price(table, prices),
    )
    rows = [WeighedAction(act.ACCEPT, offered, -1), WeighedAction(act.REFUSE, promised, -1)]
    if offered < promised - _SAME:
        rows.reverse()
    exact = table.exact and looked == len(table.layouts)
    reasons = (_other_answer_reason(table, prices, offered, rows[0].action),)
    return Advice(rows[0].action, tuple(rows), table.count_first(looked), exact, reasons=reasons)


def _playing_prices(table: PlayPositions, nodes: int) -> Iterator[float]:
    """Yield the price of playing on, layout by layout, until the nodes run out."""
    is_alone = table.contract.aim is position.Aim.OWN
    rational = all_pass_solver.AllPassSolver(table.contract, nodes) if is_alone else None
    solver = None if is_alone else Solver(table.contract, nodes)
    try:
        for cards in table.layouts:
            if rational is not None:
                yield price_of_tricks(table, list(rational.tricks(cards)))
            else:
                assert solver is not None
                yield table.prices.price_for_declarer(table.taken + solver.solve(cards))
    except BudgetSpent:
        return


def _mean_price(table: PlayPositions, prices: Sequence[float]) -> float:
    weights = table.weights[: len(prices)]
    value = sum(price * weight for price, weight in zip(prices, weights, strict=True))
    return value / (sum(weights) or 1.0)


def _other_answer_reason(
    table: PlayPositions, prices: Sequence[float], offered: float, choice: act.Action
) -> Reason:
    """Return the reason: in how many layouts the other answer brings no more."""
    sign, other = (1, act.REFUSE) if choice == act.ACCEPT else (-1, act.ACCEPT)
    no_more = [n for n, price in enumerate(prices) if sign * (price - offered) <= _SAME]
    return Reason(
        ReasonKind.NO_MORE,
        table.count_layouts(no_more),
        table.count_first(len(prices)),
        action=other,
    )

"""Likelihood of a layout given the calls: passes, bids, the contract, the discard, the defence.

A cheap model of the plain robots: the tricks they expect of a hand, and the distance of each
answer from its threshold.  Every likelihood has a floor, so that no possible layout becomes
impossible; the numbers were fitted to deals the plain robots played.
"""

from collections.abc import Callable
from math import exp
from typing import Final

from bot.engine import actions, cards, deal
from bot.engine import actions as act
from bot.engine.view import DealView, View
from bot.robots import evaluation, families
from bot.robots.worlds.card_layouts import Layout

Likelihood = Callable[[Layout], float]

_FLOOR: Final = 0.06  # floor for a hand that would never call so
_WIDTH: Final = 0.4
_NEXT: Final = 0.5  # extra tricks for each earlier own bid

_SHORT: Final = 0.6  # tricks the declarer may expect below the level
_ROOM: Final = 1.2  # and above it, where the next level could have been declared
_NO_TRUMP: Final = 1.0  # a contract without trump is tried on less
_OTHER: Final = -0.2  # lead of the trump over the next best strain
_REGRET: Final = 0.4  # tricks lost by a discard that divide its likelihood by e
_ANY_DISCARD: Final = 0.03


def likelihood_of(view: View, weighs: bool = True) -> Likelihood:
    """Return the likelihood of all calls as a function of the layout.

    Seats whose cards are the same in every layout are left out.  ``weighs``: times the weight of
    the layout.
    """
    table = view.open_deal
    seen = {seat for seat, _ in table.open_hands} | {view.seat}
    parts = [_auction_likelihood(view, table, seat) for seat in table.seats if seat != view.seat]
    parts += [_defence_likelihood(view, table, seat) for seat in table.seats if seat not in seen]
    parts.append(_declarer_likelihood(view, table))
    found = [part for part in parts if part is not None]

    def likelihood(layout: Layout) -> float:
        product = layout.weight if weighs else 1.0
        for part in found:
            product *= part(layout)
        return product

    return likelihood


def answer_probability(tricks: float, needed: float, yes: bool, width: float = _WIDTH) -> float:
    """Return the probability of an answer (``yes`` or no) that needs ``needed`` tricks.

    It is logistic: about 1/4 at ``width`` tricks below ``needed``, about 3/4 at as many above.
    """
    chance = 1 / (1 + exp((needed - tricks) / width))
    return _FLOOR + (1 - 2 * _FLOOR) * (chance if yes else 1 - chance)


def _auction_likelihood(view: View, table: DealView, seat: cards.Seat) -> Likelihood | None:
    """Return the likelihood of a seat's first pass, or of its bids of tricks; None otherwise."""
    strategy, bids, first, over = families.strategy_of(view.rules), 0, False, False
    for call in table.calls:
        if not act.is_auction_call(call.action):
            break  # the auction is over
        if call.seat != seat:
            over = over or isinstance(call.action, act.Bid)
        elif call.action is act.PASS:
            first = not bids
            break
        elif isinstance(call.action, act.Bid) and not strategy.names.is_in_tricks(call.action.name):
            return None
        else:
            bids += 1
    needed = (strategy.bids.overbid if over else strategy.bids.first) + _NEXT * max(0, bids - 1)
    if not first and not bids:
        return None
    return lambda layout: answer_probability(
        evaluation.best_strain_tricks(layout.dealt[seat]), needed, yes=not first
    )


def _defence_likelihood(view: View, table: DealView, seat: cards.Seat) -> Likelihood | None:
    """Return the likelihood of whist or pass, join or drop; later answers tell little."""
    contract = table.contract
    if contract is None or contract.declarer == seat:
        return None
    answer = next((c.action for c in table.calls if c.seat == seat and c.action in _ANSWERS), None)
    if answer is None and table.roles[seat] == deal.Role.PASSER:
        answer = act.PASS
    if answer is None:
        return None
    yes = answer in (act.WHIST, act.JOIN)
    needed = families.strategy_of(view.rules).join_threshold(contract.level).plain.first
    trump = contract.trump
    return lambda layout: answer_probability(
        evaluation.answer_tricks(layout.dealt[seat], trump), needed, yes
    )


_ANSWERS: Final[tuple[actions.Action, ...]] = (act.WHIST, act.HALF_WHIST, act.JOIN, act.DROP)


def _declarer_likelihood(view: View, table: DealView) -> Likelihood | None:
    """Return the likelihood of the contract and the discard; None before they are known."""
    contract = table.contract
    if contract is None or contract.declarer == view.seat or not _is_final(view, contract):
        return None
    seat = contract.declarer
    if contract.is_misere:
        leads, of_ten = table.seats[0] == seat, families.strategy_of(view.rules).miseres.of_ten

        def safe(layout: Layout) -> float:
            return 0.02 + of_ten(_kept_cards(layout, seat), leads) ** 2

        return safe
    rises = families.strategy_of(view.rules).declares_highest and contract.level < 10

    def suits(layout: Layout) -> float:
        kept = _kept_cards(layout, seat)
        value = _contract_likelihood(kept, contract, rises)
        return (
            value * _discard_likelihood(kept, layout.laid[-1], contract.trump)
            if layout.laid
            else value
        )

    return suits


def _is_final(view: View, contract: deal.Contract) -> bool:
    """Return True once the contract is final; a winning bid may still become another one."""
    return view.stage not in ("exchange", "declare", "auction") or contract.is_misere


def _kept_cards(layout: Layout, seat: cards.Seat) -> int:
    """Return the ten cards a declarer plays: those dealt and taken up, less the discard."""
    held = layout.dealt[seat]
    if layout.laid:
        for card in layout.talon:
            held |= 1 << card
        held &= ~layout.laid[-1]
    return held


def _contract_likelihood(hand: int, contract: deal.Contract, rises: bool) -> float:
    tricks, level = evaluation.tricks_by_strain(hand), contract.level
    value = tricks[contract.trump]
    short = _SHORT if contract.trump >= 0 else _SHORT + _NO_TRUMP
    likely = answer_probability(value, level - short, yes=True)
    if rises:
        likely *= answer_probability(value, level + _ROOM, yes=False)
    if contract.trump >= 0:
        others = max(each for strain, each in enumerate(tricks) if strain != contract.trump)
        likely *= answer_probability(value - others, _OTHER, yes=True)
    return likely


def _discard_likelihood(kept: int, laid: int, trump: int) -> float:
    regret = evaluation.tricks_after_exchange(kept | laid, trump) - evaluation.declarer_tricks(
        kept, trump
    )
    return _ANY_DISCARD + exp(-regret / _REGRET)

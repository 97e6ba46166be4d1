"""Legal calls worth weighing; the plain robot's call is always among them.

The lowest of bids that differ only in height, the discards (out of sixty-six) that keep the most
tricks in some strain, and the contracts for which the tricks nearly suffice.
"""

from itertools import combinations
from typing import Final

from bot.engine import cards, deal
from bot.engine.actions import DISCARDS, HOLD, PASS, Action, Bid, Declare, Discard
from bot.engine.view import SeatView
from bot.robots import evaluation
from bot.robots.families import strategy_of

CardPair = tuple[cards.Card, cards.Card]

_STEP: Final = ""  # the kind of all bids that leave the same contracts open
_STRAINS: Final = 3  # strains tried for a discard
_PAIRS: Final = 4  # pairs tried in each
_SAFE_PAIRS: Final = 4
_SAFEST: Final = 12  # pairs tried where the contract is a misere
_HOPE: Final = 1.7  # tricks a contract may need beyond the expected ones
_ALL_HOPE: Final = 2.5  # the same for a contract of all ten
_SAFE: Final = 0.12  # probability from which a misere is considered


def candidate_calls(view: SeatView, plain: Action) -> tuple[Action, ...]:
    """Return the actions worth weighing, in the order of ``view.legal``."""
    match view.stage:
        case deal.Stage.AUCTION:
            chosen = _candidate_bids(view)
        case deal.Stage.EXCHANGE:
            chosen = _candidate_discards(view)
        case deal.Stage.DECLARE:
            chosen = _candidate_contracts(view)
        case _:
            chosen = set(view.legal)
    chosen.add(plain)
    return tuple(action for action in view.legal if action in chosen)


def _candidate_bids(view: SeatView) -> set[Action]:
    chosen: set[Action] = set()
    # a lower bid of one kind leaves more contracts open, and a hold is lower than any step
    kinds = {_STEP} if HOLD in view.legal else set()
    is_step = strategy_of(view.rules).names.is_step
    for action in view.legal:
        if isinstance(action, Bid):
            kind = _STEP if is_step(action.name) else action.name
            if kind in kinds or not _is_possible(view, action.name):
                continue
            kinds.add(kind)
        chosen.add(action)
    return chosen


def worth_searching(
    view: SeatView, plain: Action, options: tuple[Action, ...]
) -> tuple[Action, ...]:
    """Return the options of a robot's move: no bid of tricks on a hand that is too weak for one.

    On such a hand the plain robot passes, and the search found nothing better.
    """
    weak = strategy_of(view.rules).weak_hand
    if view.stage is not deal.Stage.AUCTION or plain is not PASS:
        return options
    if evaluation.tricks_with_talon(int(view.hand)) >= weak:
        return options
    is_fixed = strategy_of(view.rules).names.is_fixed
    return tuple(
        option
        for option in options
        if option is PASS or (isinstance(option, Bid) and is_fixed(option.name))
    )


def _is_possible(view: SeatView, name: str) -> bool:
    """Return False for a hopeless gamble: a misere or all ten tricks on the wrong hand."""
    names, hand = strategy_of(view.rules).names, int(view.hand)
    if not names.is_fixed(name):
        return True
    contract = names.contract(view.rules, name)
    if contract.trump >= 0:
        return True
    if contract.is_misere:
        return misere_chance(view) >= _SAFE
    needed = contract.level - (_ALL_HOPE if contract.level == 10 else _HOPE)
    outlooks = evaluation.talon_prospects(hand)
    return sum(outlook[-1] for outlook in outlooks) / len(outlooks) >= needed


def misere_chance(view: SeatView) -> float:
    """Return the probability of no trick after an exchange, by the tables of plain robots."""
    return evaluation.mean_misere_probability(int(view.hand), _would_lead(view))


def _would_lead(view: SeatView) -> bool:
    """Return True if a declarer in this seat would lead."""
    forehand = view.table is not None and view.table.seats[0] == view.seat
    return forehand or strategy_of(view.rules).names.declarer_leads


def _candidate_discards(view: SeatView) -> set[Action]:
    hand, table = int(view.hand), view.open_deal
    others: set[Action] = {action for action in view.legal if not isinstance(action, Discard)}
    pairs = tuple(combinations(tuple(cards.Hand(hand)), 2))
    chosen: list[CardPair] = []
    if table.declared_contract.is_misere:
        chosen = _safest_discards(hand, pairs, _would_lead(view))[:_SAFEST]
    elif strategy_of(view.rules).names.may_take_none(table.declared_contract.name):
        chosen = _safest_discards(hand, pairs, _would_lead(view))[:_SAFE_PAIRS]
    if not chosen or not table.declared_contract.is_misere:
        strains = sorted(
            evaluation.STRAIN_ORDER,
            key=lambda trump: -evaluation.tricks_after_exchange(hand, trump),
        )
        for trump in strains[:_STRAINS]:
            chosen += _best_discards(hand, pairs, trump)[:_PAIRS]
    return others | {DISCARDS[pair] for pair in chosen}


def _safest_discards(hand: int, pairs: tuple[CardPair, ...], leads: bool) -> list[CardPair]:
    """Return the safest discards for a misere, best first; none where it is hopeless."""
    chances = [
        (evaluation.misere_probability(_without_pair(hand, pair), leads), pair) for pair in pairs
    ]
    best = sorted((each for each in chances if each[0] >= _SAFE / 3), reverse=True)
    return [pair for _, pair in best]


def _best_discards(hand: int, pairs: tuple[CardPair, ...], trump: int) -> list[CardPair]:
    values = [
        (
            round(evaluation.declarer_tricks(_without_pair(hand, pair), trump), 3),
            -(pair[0] & 7) - (pair[1] & 7),
            pair,
        )
        for pair in pairs
    ]
    return [pair for *_, pair in sorted(values, reverse=True)]


def _without_pair(hand: int, pair: CardPair) -> int:
    return hand & ~(1 << pair[0] | 1 << pair[1])


def _candidate_contracts(view: SeatView) -> set[Action]:
    hand, leads = int(view.hand), _would_lead(view)
    chosen: set[Action] = set()
    for action in view.legal:
        if isinstance(action, Declare):
            contract = strategy_of(view.rules).names.contract(view.rules, action.name)
            if contract.is_misere:
                possible = evaluation.misere_probability(hand, leads) >= _SAFE
            else:
                hope = _ALL_HOPE if contract.level == 10 and contract.trump < 0 else _HOPE
                possible = evaluation.declarer_tricks(hand, contract.trump) + hope >= contract.level
            if not possible:
                continue
        chosen.add(action)
    return chosen

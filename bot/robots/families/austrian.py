"""Strategy of robots under Austrian rules (rules/austrian.md 2.2, 2.3).

Safety of a bettel, and values of contracts by expected tricks; answers to a contract, offers and
calls beside the cards; auction, discard, contract and after-buy, and what bids and passes tell.
"""

from functools import cache, lru_cache, partial
from random import Random
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine import rules, view
from bot.engine.actions import (
    ANOTHER,
    BUY,
    DISCARDS,
    FUND,
    NO_ACES,
    PASS,
    Action,
    Bid,
    Declare,
    Propose,
    Seal,
)
from bot.engine.cards import Card
from bot.engine.deal import Contract, Stage
from bot.engine.families.austrian import contracts, options
from bot.engine.families.austrian.contracts import GAME, HEARTS, NUMBERS, contract_of
from bot.engine.families.austrian.defence import ANSWERS
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.view import DealView, SeatView
from bot.robots import evaluation
from bot.robots.contract_choice import ContractChoice, ContractOffer
from bot.robots.families import strategy
from bot.robots.families.strategy import (
    BidThresholds,
    CallNames,
    DefenderPriors,
    FamilyStrategy,
    JoinThreshold,
    JoinThresholds,
)

# Safety of a bettel, where a player must overtake if possible (rules/austrian.md C-8).
#
# A suit is safe when its cards lie under those of the others: a card that can beat the trick must
# do so, and only a defender who plays later can take the trick away again.


@lru_cache(maxsize=1)
def _bettel_safety() -> evaluation.SuitSafety:
    return evaluation.suit_safety(_is_caught_by_leads, _is_under, (1.0, 0.45, 0.55, 0.1, 0.0))


@lru_cache(maxsize=1)
def _catch_table() -> evaluation.HoldingTable:
    """Return, by holding, the probability that straight leads catch it."""
    return evaluation.average_over_splits(_is_caught_by_leads)


@lru_cache(maxsize=64)
def _straight_lead_safeties(hand: int, _: bool) -> tuple[float, ...]:
    return strategy.straight_lead_safeties(_catch_discards(), hand)


@lru_cache(maxsize=1)
def _catch_discards() -> evaluation.DiscardTables:
    return evaluation.with_discards(tuple(-share for share in _catch_table()))


def _is_under(rank: int, hand: evaluation.SuitHolding) -> bool:
    """Return True if a defender must beat the card that is led."""
    return hand & evaluation.ranks_above(rank) > 0


@cache
def _is_caught_by_leads(
    own: evaluation.SuitHolding, before: evaluation.SuitHolding, after: evaluation.SuitHolding
) -> bool:
    """Return True if low leads catch the holder; ``before`` plays just before the holder."""
    if not own:
        return False
    return (bool(before) and _is_caught_second(own, before, after)) or (
        bool(after) and _is_caught_last(own, before, after)
    )


def _is_caught_second(
    own: evaluation.SuitHolding, before: evaluation.SuitHolding, after: evaluation.SuitHolding
) -> bool:
    """Return True if the holder is caught in second place, with ``after`` to play third."""
    lead = evaluation.lowest_rank(before)
    over = own & evaluation.ranks_above(lead)
    if over and not after & evaluation.ranks_above(evaluation.lowest_rank(over)):
        return True
    card = evaluation.lowest_rank(over) if over else own.bit_length() - 1
    third = _lowest_over(after, max(card, lead))
    return _is_caught_by_leads(own ^ 1 << card, before ^ 1 << lead, after & ~third)


def _is_caught_last(
    own: evaluation.SuitHolding, before: evaluation.SuitHolding, after: evaluation.SuitHolding
) -> bool:
    """Return True if the holder is caught playing last."""
    lead = evaluation.lowest_rank(after)
    second = _lowest_over(before, lead)
    best = max(lead, second.bit_length() - 1)
    if own & evaluation.ranks_above(best):
        return True
    return _is_caught_by_leads(own ^ 1 << own.bit_length() - 1, before & ~second, after ^ 1 << lead)


def _lowest_over(hand: evaluation.SuitHolding, best: int) -> evaluation.SuitHolding:
    """Return the lowest card over the best so far, else the lowest, as a bit; 0 if empty."""
    over = hand & evaluation.ranks_above(best) or hand
    return over & -over


def bettel_probability(hand: int) -> float:
    """Return the probability that ten cards take no trick; their holder leads."""
    return evaluation.no_trick_probability(_bettel_safety(), hand, leads=True)


@lru_cache(maxsize=64)
def bettel_probabilities(hand: int) -> tuple[float, ...]:
    """Return the same for a sample of talons, after the two safest discards."""
    return evaluation.no_trick_probabilities(_bettel_safety(), hand)


# Value of a contract by expected tricks, in units (rules/austrian.md 3.2, 3.4).
#
# The net of both presets is the same: the amount won or lost, a tenth of it for each trick of a
# defender who joins, and premiums of so many basic stakes from each opponent.

_STAKE: Final = 10
_BOTH: Final = 2 * _STAKE  # a stake from each opponent
_BOOKED: Final = 0.75  # share of the tricks paid in a made contract: some stay home

# measured corrections of the expected tricks
_OPEN_EXPONENT: Final = 2.0  # exponent of the probability of a bettel against open hands
_LEADING: Final = 0.2  # extra tricks with the first lead and a trump
_ALL: Final = 1.5  # extra tricks without a trump, towards all ten
_ALONE: Final = 1.3  # extra tricks against one defender instead of two


class Outlook(NamedTuple):
    """The prospects of ten cards: tricks per strain, no trump last; probability of a bettel."""

    tricks: tuple[float, ...]
    bettel: float


class ContractStakes:
    """The amount in play, and the options with the order of suits.

    There is one object for equal ones, so that tables find it without reading all options.
    """

    def __init__(self, amount: int, options: AustrianOptions) -> None:
        self.amount, self.options = amount, options


@lru_cache(maxsize=64)
def _stakes(amount: int, options: AustrianOptions) -> ContractStakes:
    return ContractStakes(amount, options)


def contract_stakes(view: SeatView) -> ContractStakes:
    return _stakes(dict(view.marks)["amount"], AustrianOptions.of(view.rules))


def outlook(hand: int) -> Outlook:
    """Return the outlook of a hand as it will be played; the declarer leads."""
    return Outlook(evaluation.tricks_by_strain(hand), bettel_probability(hand))


@lru_cache(maxsize=256)
def _six_tricks_value(tenths: int) -> float:
    """Return the value of a contract of six tricks, in tenths of the amount."""
    value = 0.0
    for tricks in range(11):
        paid = 10 - tricks
        value += evaluation.trick_probability(tricks, tenths) * (
            10 - _BOOKED * paid if tricks >= contracts.TARGET else -10 - paid
        )
    return value


def contract_probability(name: str, seen: Outlook, options: AustrianOptions) -> float:
    """Return the probability of making the contract when both defend."""
    contract = contracts.contract_of(name, 0, options.suit_order)
    if contract.is_misere:
        return seen.bettel**_OPEN_EXPONENT if contracts.may_defend_open(name) else seen.bettel
    if contract.trump < 0:
        return evaluation.probability_of_at_least(10, seen.tricks[-1] + _ALL)
    return evaluation.probability_of_at_least(
        contracts.TARGET, seen.tricks[contract.trump] + _LEADING
    )


@lru_cache(maxsize=64)
def choice_of(names: tuple[str, ...], prices: ContractStakes) -> ContractChoice:
    """Return the choice among some contracts, the first among equals."""
    return ContractChoice(_offer(name, prices) for name in names)


def _offer(name: str, prices: ContractStakes) -> ContractOffer:
    contract = contracts.contract_of(name, 0, prices.options.suit_order)
    trump, premium = contract.trump, _BOTH * contracts.STAKES.get(name, 0)
    if trump >= 0:
        worth = partial(_trump_value, prices.amount, premium)
        return ContractOffer(name, trump, _LEADING, worth)
    value = partial(_value_of_all, prices.amount + premium)
    if contract.is_misere:
        power = _OPEN_EXPONENT if contracts.may_defend_open(name) else 1.0
        return ContractOffer(name, trump, 0.0, None, lambda chance: value(chance**power))
    likely = evaluation.probability_in_tenths
    return ContractOffer(name, trump, _ALL, lambda tenths: value(likely(10, tenths)))


def _value_of_all(stake: int, likely: float) -> float:
    """Return the value of a contract that one trick decides, by its probability."""
    return (2 * likely - 1) * stake


@lru_cache(maxsize=4096)
def _trump_value(amount: int, premium: int, tenths: int) -> float:
    """Return the value of a contract of six tricks with a premium, in units."""
    likely = evaluation.probability_of_at_least(contracts.TARGET, tenths / 10)
    return _six_tricks_value(tenths) * amount / 10 + (2 * likely - 1) * premium


def value_alone(expected: float) -> float:
    """Return the declarer's value against one defender, in tenths of the amount (V-14)."""
    tenths = evaluation.to_tenths(expected + _LEADING + _ALONE)
    return sum(
        evaluation.trick_probability(tricks, tenths)
        * (tricks if tricks >= contracts.TARGET else tricks - 20)
        for tricks in range(11)
    )


def best_contract(
    names: tuple[str, ...], seen: Outlook, prices: ContractStakes
) -> tuple[float, str]:
    """Return the value and name of the best contract, the cheapest among equals."""
    return choice_of(names, prices).best(*seen)


def ace_bonus(hand: int, prices: ContractStakes) -> int:
    """Return the bonus for four aces in a made contract (A-10, U8)."""
    return _BOTH if prices.options.ace_bonuses and hand & contracts.ACES == contracts.ACES else 0


# Answers to a contract: join, stay home, invite (rules/austrian.md V-12, V-13, A-8, A-9).
#
# The numbers are expected tricks of the own hand in defence, tuned on deals of robots.

_JOIN: Final = JoinThreshold(first=2.1, beside_partner=2.3, alone=1.8)
_INVITE: Final = 4.1
_SOUNDLY: Final = 0.4  # tricks a human defender hopes for beyond the expected ones

JOIN_THRESHOLDS: Final = {
    6: JoinThresholds(_JOIN, JoinThreshold(*(needed - _SOUNDLY for needed in _JOIN)))
}


def answer(view: SeatView) -> Action:
    return _answer_with(view, 0.0)


def reasoned_answer(view: SeatView) -> Action:
    """Return the answer of a defender who takes part on a little less."""
    return _answer_with(view, _SOUNDLY)


def _answer_with(view: SeatView, more: float) -> Action:
    table = view.open_deal
    own = evaluation.answer_tricks(int(view.hand), table.declared_contract.trump) + more
    if act.JOIN in view.legal:
        said = table.calls[-1].action
        needed = _JOIN.after_answer(
            ANSWERS.get(said) if isinstance(said, act.SimpleAction) else None
        )
        return act.JOIN if own >= needed else act.DROP
    return act.INVITE if own >= _INVITE else act.ALONE


# Calls beside the cards: offers and answers, no aces, open hands.
#
# rules/austrian.md V-14, V-16, A-10. Values are in tenths of the amount, for the declarer and the
# lone defender as they would expect to play it out.

_NO_ACES_PROBABILITY: Final = (
    0.6  # probability of making the contract from which no aces is announced
)
_MOST_OFFERS: Final = 2  # most offers of a seat in a deal


def call_in_play(view: SeatView) -> Action | None:
    """Return a call that is better than a card at the own turn to play; None for no call."""
    table = view.open_deal
    if act.NO_ACES in view.legal and _is_likely_made(view, table):
        return act.NO_ACES
    if act.EXPOSE in view.legal and table.contract is not None and table.contract.is_misere:
        return act.EXPOSE
    return _best_offer(view, table)


def _is_likely_made(view: SeatView, table: DealView) -> bool:
    seen = outlook(int(view.hand))
    return (
        contract_probability(table.declared_contract.name, seen, AustrianOptions.of(view.rules))
        >= _NO_ACES_PROBABILITY
    )


def _best_offer(view: SeatView, table: DealView) -> Action | None:
    """Return, before the first lead, the best fair split; None if there is none."""
    offers = [action for action in view.legal if isinstance(action, Propose)]
    made = sum(call.seat == view.seat and isinstance(call.action, Propose) for call in table.calls)
    if table.tricks or made >= _MOST_OFFERS:
        return None
    fair = [offer for offer in offers if _is_fair_split(view, table, offer.tricks)]
    is_mine = table.contract is not None and table.contract.declarer == view.seat
    return max(fair, key=lambda offer: offer.tricks * (1 if is_mine else -1), default=None)


def _is_fair_split(view: SeatView, table: DealView, tricks: int) -> bool:
    """Return True if these tricks for the declarer are as good for the seat as playing on."""
    trump = table.declared_contract.trump
    if table.declared_contract.declarer == view.seat:
        return tricks >= value_alone(evaluation.declarer_tricks(int(view.hand), trump))
    return 10 - tricks >= _defence_value(evaluation.defence_tricks(int(view.hand), trump))


def _defence_value(own: float) -> float:
    """Return the measured value of a lone defence: the tricks less the danger of falling."""
    return min(2.6 * own - 5.3, 1.5 * own - 1.9)


def answer_offer(view: SeatView) -> Action:
    """Accept what is as good as playing on, else make another offer, else refuse."""
    table = view.open_deal
    if table.tricks:
        return act.REFUSE  # the evaluation is of ten cards
    if _is_fair_split(
        view, table, table.open_offer.tricks[table.seats.index(table.declared_contract.declarer)]
    ):
        return act.ACCEPT
    return _best_offer(view, table) or act.REFUSE


# Auction, discard and contract; what bids and passes tell of a hand.

_LEAST_BID_VALUE: Final = -4.0  # least value of a bid, in tenths of the amount
_CONTESTED_SHARE: Final = 0.7  # share of a number's value that is left when others bid on
_NO_SACRIFICE: Final = -99.0  # of a losing contract that only a number may be bid for
_DANGER_WEIGHT: Final = 0.3  # weight of the danger while others may still bid
_AVERAGE_TRICKS: Final = 10 / 3  # tricks a seat takes when everybody avoids them


class DefenceValue(NamedTuple):
    """Value of a defence in tenths of the amount, a share of the pot with it."""

    no_trick: float  # of a hand that expects no trick
    per_trick: float

    def of(self, tricks: float) -> float:
        return self.no_trick + self.per_trick * tricks


# measured on auctions of robots; where nobody is forced to defend (V-12), less by the four that a
# contract gains when others stay at home
_FORCED_DEFENCE: Final = DefenceValue(-12.4, 4.4)
_FREE_DEFENCE: Final = DefenceValue(-13.2, 3.1)
_LEAST_OVERBID: Final = -6.0  # least value of a bid over another, for a hand that cannot defend


def call(view: SeatView) -> Action:
    """Return the bid of the highest value, the lowest among equals, else pass."""
    table, prices = view.open_deal, contract_stakes(view)
    offers: list[tuple[float, int, Action]] = []
    for n, action in enumerate(view.legal):
        if action == act.PASS:
            offers.append((_pass_value(view, table, prices), 1, action))
        else:
            offers.append((_bid_value(view, table, action, prices), -n, action))
    return max(offers)[2]


def _pass_value(view: SeatView, table: DealView, prices: ContractStakes) -> float:
    """Return the value of a pass: of the defence, or of all-pass play where nobody has bid."""
    if table.high_bid is not None:
        return _value_of_defending(view, table.high_bid[0], prices)
    caution = _LEAST_BID_VALUE * prices.amount / 10
    if prices.options.all_pass is not options.AllPassRule.AUSFECHTEN:
        return caution
    danger = _STAKE * (evaluation.unwanted_tricks(int(view.hand)) - _AVERAGE_TRICKS) / 2
    return caution - danger * (1.0 if len(table.calls) == 2 else _DANGER_WEIGHT)


def _value_of_defending(view: SeatView, name: str, prices: ContractStakes) -> float:
    """Return the value of leaving the bid to its seat, which plays where the hand defends worst.

    The hand is no better against a contract without a trump, so that a bid over it needs no more.
    """
    order = prices.options.suit_order
    trumps = [contract_of(each, 0, order).trump for each in _contracts_of_bid(name)]
    if min(trumps) < 0:
        return _LEAST_BID_VALUE * prices.amount / 10
    own = min(evaluation.defence_tricks(int(view.hand), trump) for trump in trumps)
    defence = _FORCED_DEFENCE if dict(view.marks)["forced"] else _FREE_DEFENCE
    return max(_LEAST_OVERBID, defence.of(own)) * prices.amount / 10


def _bid_value(view: SeatView, table: DealView, action: Action, prices: ContractStakes) -> float:
    name = action.name if isinstance(action, Bid | Seal) else _held_number(table)
    hand = int(view.hand)
    if name in contracts.NUMBERS:
        value = value_of_purchase(hand, name, prices)
        return value * _CONTESTED_SHARE if value > 0 else value
    if contracts.is_bought(name):
        value = value_of_purchase(hand, name, prices)
    else:
        value = best_contract(_possible_contracts(name), outlook(hand), prices)[0]
    if name in (contracts.GAME, contracts.HEARTS):
        least = _LEAST_BID_VALUE * prices.amount / 10
    else:
        least = 0.0 if name in contracts.PREMIUMS else _NO_SACRIFICE
    return value if value >= least else _NO_SACRIFICE


def _possible_contracts(name: str) -> tuple[str, ...]:
    """Return the contracts a game may become: S becomes 1X to 3X, S1 becomes 1X."""
    if name[0] != contracts.GAME:
        return (name,)
    return tuple(
        f"{game[1]}X" for game in (contracts.GAME_SUITS if name == contracts.GAME else (name,))
    )


def _contracts_of_bid(name: str) -> tuple[str, ...]:
    """Return the contracts that a bid of tricks leaves its bidder."""
    return contracts.contracts_from(name, 4) if name in NUMBERS else _possible_contracts(name)


def _held_number(table: DealView) -> str:
    """Return the number that may be held."""
    return next(c.action.name for c in reversed(table.calls) if isinstance(c.action, Bid))


@lru_cache(maxsize=256)
def value_of_purchase(hand: int, name: str, prices: ContractStakes) -> float:
    """Return the value of the best contract from this bid on, averaged over talons."""
    choice = choice_of(contracts.contracts_from(name, prices.options.top), prices)
    safe = bettel_probabilities(hand) if choice.takes_none else ()
    return choice.mean(evaluation.talon_prospects(hand), safe)


# The purchase: discard, contract, and buying the talon after another player's discard.

_LEAST_BUY_VALUE: Final = 1.0  # least value of an after-buy, in tenths of the amount


def discard(view: SeatView) -> Action:
    """Return the discard that leaves the ten cards and the contract of the highest value."""
    table, prices = view.open_deal, contract_stakes(view)
    names = contracts.contracts_from(table.declared_contract.name, prices.options.top)
    return DISCARDS[_best_discard(names, prices, int(view.hand))]


@lru_cache(maxsize=64)  # each option of a call asks for the same hands
def _best_discard(names: tuple[str, ...], prices: ContractStakes, hand: int) -> tuple[Card, Card]:
    def bonus(kept: int) -> float:
        return ace_bonus(kept, prices)

    return choice_of(names, prices).best_discard(hand, bettel_probability, bonus)


def declare(view: SeatView) -> Action:
    """Return the best legal contract; announcing no aces never costs anything."""
    if NO_ACES in view.legal:
        return NO_ACES
    names = tuple(action.name for action in view.legal if isinstance(action, Declare))
    return Declare(best_contract(names, outlook(int(view.hand)), contract_stakes(view))[1])


def buy(view: SeatView) -> Action:
    """Buy the discarded cards if they are worth it, valued like any two cards."""
    table, prices = view.open_deal, contract_stakes(view)
    name = table.declared_contract.name
    lowest = str(max(5, int(name) + 1))
    value = value_of_purchase(int(view.hand), lowest, prices)
    return BUY if value > _LEAST_BUY_VALUE * prices.amount / 10 else PASS


# Log-likelihoods of a hand given a number, a game or a pass (rules/austrian.md V-1 to V-8).

_TRICKS_FOR_FIRST_BID: Final = 3.6  # tricks for the lowest bid
_GAME: Final = 5.8  # tricks for a game in the best suit
_LOW: Final = ("", "1", "2")  # bids over which a pass is informative


def bid_likelihood(name: str) -> strategy.HandLogLikelihood:
    """Return the log-likelihood of a bid; one for all or no tricks gives no information."""
    if name == contracts.HEARTS or name[0] == contracts.GAME:
        return strategy.at_least_tricks(_GAME)
    return (
        strategy.at_least_tricks(_TRICKS_FOR_FIRST_BID)
        if name in contracts.NUMBERS
        else strategy.no_information
    )


def pass_likelihood(high: str) -> strategy.HandLogLikelihood:
    return (
        strategy.at_most_tricks(_TRICKS_FOR_FIRST_BID) if high in _LOW else strategy.no_information
    )


_EVENING = 24  # deals after which a robot ends the match


def choose_call(view: view.SeatView, rng: Random) -> Action | None:
    """Return the call besides the cards; None for the most modest legal one."""
    match view.stage:
        case Stage.AUCTION:
            return call(view)
        case Stage.EXCHANGE:
            return discard(view)
        case Stage.DECLARE:
            return declare(view)
        case Stage.AFTER_BUY:
            return buy(view)
        case Stage.DEFENCE:
            return answer(view)
        case Stage.NEGOTIATION:
            return answer_offer(view)
        case Stage.PLAY:
            return call_in_play(view)
        case Stage.FUNDING:
            return FUND if view.deals < _EVENING else PASS
        case Stage.ROUND:
            return ANOTHER if view.deals < _EVENING else PASS
        case _:
            return None


def decisive_tricks(view: view.SeatView) -> int:
    """Return how many tricks against the declarer count: one, where there is no trump (C-6)."""
    contract = None if view.table is None else view.table.contract
    return 1 if contract is not None and contract.trump < 0 else 10


def _contract(rules: rules.Rules, name: str) -> Contract:
    return contract_of(name, 0, AustrianOptions.of(rules).suit_order)


def _open_strains(rules: rules.Rules, name: str) -> tuple[int, ...]:
    """Return the trump suits that a number or a game leaves open; of other bids all (C-6)."""
    if not _is_in_tricks(name):
        return strategy.EVERY_STRAIN
    return tuple(_contract(rules, each).trump for each in _contracts_of_bid(name))


def _is_in_tricks(name: str) -> bool:
    return name in NUMBERS or name == HEARTS or name[0] == GAME


AUSTRIAN: Final[FamilyStrategy] = FamilyStrategy(
    choose_call=choose_call,
    names=CallNames(
        contract=_contract,
        is_step=lambda name: name in NUMBERS,
        is_fixed=lambda name: name not in NUMBERS,
        may_take_none=lambda name: name in ("5", "6", "7"),
        is_in_tricks=_is_in_tricks,
        declarer_leads=True,
        open_strains=_open_strains,
    ),
    bids=BidThresholds(first=3.7, overbid=4.0),
    reasoned_answer=reasoned_answer,
    join_thresholds=JOIN_THRESHOLDS,
    defender_priors=DefenderPriors(
        0.7, 0.1, 0.2
    ),  # a joiner who falls pays like a declarer (T4, T5)
    decisive_tricks=decisive_tricks,
    bid_likelihood=bid_likelihood,
    pass_likelihood=pass_likelihood,
    calls_in_play=True,
    auction_effort=2,
    call_cost=2,  # the plain robot weighs all kinds at once
    defended_open=contracts.may_defend_open,
    miseres=strategy.MisereTables(
        lambda hand, _: strategy.straight_lead_safety(_catch_table(), hand),
        _straight_lead_safeties,
    ),
)

"""Strategy of robots under Balkan rules (rules/balkan.md 2.3-2.9, 3.2-3.9).

Values of contracts by expected tricks, and of open refas; answers to a contract, kontra and its
answers; auction, discard and contract, and what bids and passes tell of a hand.
"""

from functools import cache, lru_cache, partial
from math import exp
from random import Random
from typing import Final, NamedTuple

from bot.engine import actions as act
from bot.engine import deal, rules, view
from bot.engine.actions import DISCARDS, Action, Bid, Declare, Kontra
from bot.engine.cards import Card
from bot.engine.deal import Contract, Stage
from bot.engine.families.balkan import contracts, scoring
from bot.engine.families.balkan.contracts import is_all_or_nothing
from bot.engine.families.balkan.defence import ANSWERS
from bot.engine.families.balkan.options import BalkanOptions, PlainTwo
from bot.engine.view import DealView, SeatView
from bot.robots import evaluation
from bot.robots.contract_choice import ContractChoice, ContractOffer
from bot.robots.families import strategy
from bot.robots.families.strategy import (
    BidThresholds,
    CallNames,
    FamilyStrategy,
    JoinThreshold,
    JoinThresholds,
    SeatValues,
)

# Values of contracts, in points of the side columns; one of the main column is worth ten.

SIDE_POINTS: Final = 10
_SIX: Final = 6
_TEAM: Final = 5.0  # tricks booked against a failing declarer
_BOOKED: Final = 0.75  # share of the tricks booked in a made contract: some drop
# extra tricks: the defence leads, and hidden hands find the weak suit less often than assumed;
# without a trump six tricks at a given expectation are more of a gamble
_SIX_NO_TRUMP: Final = 0.8
_ALL_NO_TRUMP: Final = 1.65
_UNDOUBLED: Final = 0.3  # share of the value of a two that scores only when doubled
_DOUBLED: Final = 2.0  # factor of its losses
_BEATEN: Final = 2 * 5.0  # two shares of a bettel or preferans


class Outlook(NamedTuple):
    """The prospects of ten cards: tricks per strain, no trump last; probability of a bettel."""

    tricks: tuple[float, ...]
    bettel: float


def outlook(hand: int, leads: bool) -> Outlook:
    """Return the outlook of a hand as it will be played."""
    return Outlook(evaluation.tricks_by_strain(hand), evaluation.misere_probability(hand, leads))


@lru_cache(maxsize=256)
def _six_tricks_value(tenths: int) -> float:
    """Return the value per unit of a contract of six tricks."""
    value = 0.0
    for tricks in range(11):
        lost = _BOOKED * (10 - tricks)
        result = SIDE_POINTS - lost if tricks >= _SIX else -SIDE_POINTS - _TEAM
        value += evaluation.trick_probability(tricks, tenths) * result
    return value


def contract_probability(name: str, seen: Outlook) -> float:
    """Return the probability of making the contract when both defend."""
    if contracts.value_of(name) == contracts.BETTEL:
        return seen.bettel
    _, _, _, trump, shift = _reading(name)
    return evaluation.probability_of_at_least(
        contracts.contract_of(name, 0).level, seen.tricks[trump] + shift
    )


class _Reading(NamedTuple):
    """A contract by its name, read once because an auction values it a thousand times."""

    is_all_or_nothing: bool
    is_plain_two: bool
    score: int
    trump: int
    shift: float  # extra tricks to expect


@cache
def _reading(name: str) -> _Reading:
    value = contracts.value_of(name)
    return _Reading(
        contracts.is_all_or_nothing(name),
        value == 2 and not contracts.is_game(name),
        contracts.basic_score(name),
        contracts.contract_of(name, 0).trump,
        {contracts.SANAC: _SIX_NO_TRUMP, contracts.PREFERANS: _ALL_NO_TRUMP}.get(value, 0.0),
    )


@lru_cache(maxsize=64)
def choice_of(names: tuple[str, ...], idle_two: bool = False) -> ContractChoice:
    """Return the choice among some contracts, the first among equals.

    With ``idle_two`` a two scores only when doubled.
    """
    return ContractChoice(_offer(name, idle_two) for name in names)


def _offer(name: str, idle_two: bool) -> ContractOffer:
    is_all, is_plain_two, score, trump, shift = _reading(name)
    if not is_all:
        is_idle = idle_two and is_plain_two
        return ContractOffer(name, trump, shift, partial(_value_of_six, score, is_idle))
    worth = partial(_value_of_all, score)
    level = contracts.contract_of(name, 0).level
    if not level:
        return ContractOffer(name, trump, shift, None, worth)
    likely = evaluation.probability_in_tenths
    return ContractOffer(name, trump, shift, lambda tenths: worth(likely(level, tenths)))


def _value_of_six(score: int, is_idle: bool, tenths: int) -> float:
    unit = _six_tricks_value(tenths)
    if is_idle:
        unit *= _DOUBLED if unit < 0 else _UNDOUBLED
    return score * unit


def _value_of_all(score: int, likely: float) -> float:
    """Return the value of a contract that one trick decides, by its probability."""
    return score * (likely * SIDE_POINTS - (1 - likely) * (SIDE_POINTS + _BEATEN))


def best_contract(
    names: tuple[str, ...], seen: Outlook, idle_two: bool = False
) -> tuple[float, str]:
    """Return the value and name of the best contract, the cheapest among equals."""
    return choice_of(names, idle_two).best(*seen)


def is_two_idle(view: view.SeatView) -> bool:
    """Return True if an undoubled two scores nothing but a refa for everybody (2.9.3)."""
    options, seat, marks = BalkanOptions.of(view.rules), view.seat, dict(view.marks)
    if options.plain_two in (PlainTwo.NORMAL, PlainTwo.DEFAULT_WIN):
        return False
    if options.plain_two_refa_exempt and marks.get(f"refas_{seat}", 0):
        return False
    totals = [scoring.main_total(view.sheet, each) for each in range(options.players)]
    if options.plain_two is PlainTwo.THROW_IN_REFA:
        return True
    if scoring.is_refa_left(options, totals, marks.get("refas_given", 0)):
        return True
    is_of_hats = options.plain_two is PlainTwo.REFA_THEN_HAT_WIN
    return is_of_hats and not scoring.is_under_hat(options, totals[seat])


# Value of a match situation between two deals (rules/balkan.md 3.7, 3.9).
#
# The settlement does not see the value of an open refa: the next own contract counts double, at
# the cost of the other two players, and these may have refas themselves. A refa lapses with the
# last deal, so its value depends on the own contracts still to come.
#
# Measured in matches that plain robots continued twice, with and without one more refa for a seat,
# 40 times for each row (serbian):
#
# still owed the first brings the second estimate of this module 95 21 +- 19 56 +- 12 30, 28 45 18
# +- 15 20 +- 11 26, 18 15 2 +- 10 6 +- 3 15, 4

_MAIN_COLUMN_FACTOR: Final = 10  # side-column points per main-column point
_REFA_VALUE: Final = 30.0  # value of doubling an own contract, in side-column points
_POINTS_PER_OWN_CONTRACT: Final = (
    22.0  # main points of all seats per own contract: from 90, four contracts
)


def match_values(rules: rules.Rules, carry: deal.Carry) -> SeatValues:
    """Return the value by seat, as if all seats paid off the remaining debt alike, unrounded."""
    sheet, seats = carry.sheet, range(3)
    main = scoring.main_totals(sheet)
    mean, owed = sum(main) / 3, -sum(main)
    doubled = [
        _REFA_VALUE * expected_refa_uses(refas, owed) for refas in scoring.balkan_carry(carry).refas
    ]
    return tuple(
        sum(
            sheet.total(scoring.SIDE, own, other) - sheet.total(scoring.SIDE, other, own)
            for other in seats
        )
        + _MAIN_COLUMN_FACTOR * (main[own] - mean)
        + 1.5 * (doubled[own] - sum(doubled) / 3)
        for own in seats
    )


def expected_refa_uses(refas: int, owed: int) -> float:
    """Return the expected number of open refas that own contracts will use up.

    ``owed`` is the debt of all seats.  Own contracts are modelled as independent (Poisson) events.
    """
    expected = max(0, owed) / _POINTS_PER_OWN_CONTRACT
    likely = exp(-expected)  # probability of exactly this many contracts
    at_least, used = 1.0, 0.0
    for number in range(refas):
        at_least -= likely
        likely *= expected / (number + 1)
        used += at_least
    return used


# Answers to a contract, in expected tricks of the own hand, tuned on deals of robots.

_JOIN: Final = JoinThreshold(first=2.1, beside_partner=2.3, alone=2.1)
_INVITE: Final = 3.9
_KONTRA: Final = 4.9
_KONTRA_BESIDE: Final = 4.0  # beside a partner who joined
_KONTRA_ON_TWO: Final = 2.6  # a two is often poor where it is won undoubled
_KONTRA_ON_GOOD_TWO: Final = 3.6
_KONTRA_ON_ALL: Final = 1.7  # one trick is enough
_NO_KONTRA: Final = 99.0  # no hand shows that a bettel will fall
_KONTRA_AGAIN: Final = 5.9
_SOUNDLY: Final = 0.4  # tricks a human defender hopes for beyond the expected ones
_SURE: Final = 0.97  # probability from which a declarer doubles again
# tricks that the other side shows to hold beyond the expected ones by doubling a doubling
_SHOWN: Final = 1.5

JOIN_THRESHOLDS: Final = {
    6: JoinThresholds(_JOIN, JoinThreshold(*(needed - _SOUNDLY for needed in _JOIN)))
}


def answer(view: SeatView) -> Action:
    return _answer_with(view, 0.0)


def reasoned_answer(view: SeatView) -> Action:
    """Return the answer of a defender who takes part and doubles on a little less."""
    return _answer_with(view, _SOUNDLY)


def _answer_with(view: SeatView, more: float) -> Action:
    table = view.open_deal
    if table.declared_contract.declarer == view.seat:
        return _answer_as_declarer(view, table)
    own = evaluation.answer_tricks(int(view.hand), table.declared_contract.trump) + more
    if act.JOIN in view.legal:
        return _answer_join(table, own)
    if act.ALONE in view.legal:
        return _answer_as_only_joiner(own)
    return _answer_kontra(view, table, own)


def _answer_join(table: DealView, own: float) -> Action:
    said = table.calls[-1].action
    needed = _JOIN.after_answer(ANSWERS.get(said) if isinstance(said, act.SimpleAction) else None)
    return act.JOIN if own >= needed else act.DROP


def _answer_as_only_joiner(own: float) -> Action:
    """Answer as the only defender who joined: invite for four tricks, kontra for five, or alone."""
    if own >= _KONTRA:
        return act.KONTRAS[1]
    return act.INVITE if own >= _INVITE else act.ALONE


def _answer_kontra(view: SeatView, table: DealView, own: float) -> Action:
    doubling = view.legal[-1]
    assert isinstance(doubling, Kontra)
    needed = _KONTRA_AGAIN if doubling.level > 1 else _tricks_for_kontra(view, table)
    return doubling if own - _tricks_shown(doubling) >= needed else act.STAND


def _tricks_shown(doubling: Kontra) -> float:
    """Return the tricks that the other side has shown by doubling again, mortkontra included.

    Without them two seats that count on the same tricks double each other to the last level.
    """
    return _SHOWN * max(0, (doubling.level - 2) // 2)


def _tricks_for_kontra(view: SeatView, table: DealView) -> float:
    """Return the tricks needed for the first kontra, by contract and partner."""
    if is_all_or_nothing(table.declared_contract.name):
        return _NO_KONTRA if table.declared_contract.is_misere else _KONTRA_ON_ALL
    if any(call.action == act.JOIN for call in table.calls):
        return _KONTRA_BESIDE
    is_free = BalkanOptions.of(view.rules).plain_two is PlainTwo.DEFAULT_WIN
    return _KONTRA_ON_TWO if is_free else _KONTRA_ON_GOOD_TWO


def _answer_as_declarer(view: SeatView, table: DealView) -> Action:
    """Double again as declarer of a contract that can hardly be lost."""
    doubling = view.legal[-1]
    assert isinstance(doubling, Kontra)
    seen, shown = outlook(int(view.hand), table.seats[0] == view.seat), _tricks_shown(doubling)
    seen = Outlook(tuple(tricks - shown for tricks in seen.tricks), seen.bettel ** (1 + shown))
    likely = contract_probability(table.declared_contract.name, seen)
    return doubling if likely >= _SURE else act.STAND


# Auction, discard and contract; what bids and passes tell of a hand.

_LEAST_BID_VALUE: Final = -15.0  # least value of a bid: after a pass another player scores
# share of a number's value that is left when others bid on
_CONTESTED_SHARE: Final = 0.5
_FIRST_SHARE: Final = 0.8  # the same of the first bid of an auction


def call(view: SeatView) -> Action:
    """Return the number or game of the highest value, else pass; prefer the named game."""
    table = view.open_deal
    leads = table.seats[0] == view.seat
    if not any(action == act.PASS for action in view.legal):
        return _declared_game(view, leads)
    offers: list[tuple[float, int, Action]] = [(_LEAST_BID_VALUE, 0, act.PASS)]
    for n, action in enumerate(view.legal):
        if action != act.PASS:
            offers.append((_bid_value(view, table, action, leads), n, action))
    return max(offers)[2]


def _bid_value(view: SeatView, table: DealView, action: Action, leads: bool) -> float:
    name = action.name if isinstance(action, Bid) else _held_number(table)
    options = BalkanOptions.of(view.rules)
    if not contracts.is_game(name):
        value = value_of_number(
            int(view.hand), contracts.value_of(name), leads, options, is_two_idle(view)
        )
        has_bid = any(isinstance(each.action, Bid) for each in table.calls)
        share = _CONTESTED_SHARE if has_bid else _FIRST_SHARE
        return value * share if value > 0 else value
    names = contracts.plain_games(options) if name == contracts.GAME else (name,)
    return best_contract(names, outlook(int(view.hand), leads))[0]


def _held_number(table: DealView) -> str:
    """Return the number that may be held."""
    return next(c.action.name for c in reversed(table.calls) if isinstance(c.action, Bid))


@lru_cache(maxsize=256)
def value_of_number(
    hand: int, number: int, leads: bool, options: BalkanOptions, idle_two: bool
) -> float:
    """Return the value of the best contract from this number on, averaged over talons."""
    choice = choice_of(contracts.contracts_from(options, number), idle_two)
    safe = evaluation.misere_probabilities(hand) if choice.takes_none else ()
    return choice.mean(evaluation.talon_prospects(hand), safe)


def _declared_game(view: SeatView, leads: bool) -> Action:
    """Return the best of several games that still wins, or silence."""
    seen = outlook(int(view.hand), leads)
    games = [action for action in view.legal if isinstance(action, Declare)]
    if not games:
        return act.SILENT
    value, name = best_contract(tuple(game.name for game in games), seen)
    return act.SILENT if act.SILENT in view.legal and value < _LEAST_BID_VALUE else Declare(name)


# Discard and contract of the declarer.


def discard(view: SeatView) -> Action:
    """Return the discard that leaves the ten cards and the contract of the highest value."""
    table = view.open_deal
    names = contracts.contracts_from(
        BalkanOptions.of(view.rules), contracts.value_of(table.declared_contract.name)
    )
    leads = table.seats[0] == view.seat
    return DISCARDS[_best_discard(names, is_two_idle(view), int(view.hand), leads)]


@lru_cache(maxsize=64)  # each option of a call asks for the same hands
def _best_discard(
    names: tuple[str, ...], idle_two: bool, hand: int, leads: bool
) -> tuple[Card, Card]:
    def chance(kept: int) -> float:
        return evaluation.misere_probability(kept, leads)

    return choice_of(names, idle_two).best_discard(hand, chance)


def declare(view: SeatView) -> Action:
    """Return the best legal contract."""
    table = view.open_deal
    names = tuple(action.name for action in view.legal if isinstance(action, Declare))
    seen = outlook(int(view.hand), table.seats[0] == view.seat)
    return Declare(best_contract(names, seen, is_two_idle(view))[1])


# Log-likelihoods of a hand given a number, a game or a pass (rules/balkan.md 2.3, 2.4).

_TRICKS_FOR_FIRST_BID: Final = 3.7  # tricks for the lowest bid
_GAME: Final = 6.2  # tricks for a game in the best suit
_LOW: Final = ("", "2")  # bids over which a pass is informative


def bid_likelihood(name: str) -> strategy.HandLogLikelihood:
    """Return the log-likelihood of a bid; one for all or no tricks gives no information."""
    if name == contracts.GAME:
        return strategy.at_least_tricks(_GAME)
    return (
        strategy.no_information
        if contracts.is_game(name) or contracts.value_of(name) >= contracts.BETTEL
        else strategy.at_least_tricks(_TRICKS_FOR_FIRST_BID)
    )


def pass_likelihood(high: str) -> strategy.HandLogLikelihood:
    return (
        strategy.at_most_tricks(_TRICKS_FOR_FIRST_BID) if high in _LOW else strategy.no_information
    )


def choose_call(view: view.SeatView, rng: Random) -> act.Action | None:
    """Return the call besides the cards; None for the most modest legal one."""
    match view.stage:
        case Stage.AUCTION:
            return call(view)
        case Stage.EXCHANGE:
            return discard(view)
        case Stage.DECLARE:
            return declare(view)
        case Stage.DEFENCE:
            return answer(view)
        case Stage.PAYING:
            return act.PAY
        case _:
            return None


def decisive_tricks(view: view.SeatView) -> int:
    """Return how many tricks against the declarer count (rules/balkan.md 3.4, 3.5)."""
    return 1 if contracts.is_all_or_nothing(view.open_deal.declared_contract.name) else 5


def _contract(rules: rules.Rules, name: str) -> Contract:
    return contracts.contract_of(name, 0)


def _is_in_tricks(name: str) -> bool:
    return name == contracts.GAME or (
        not contracts.is_game(name) and contracts.value_of(name) < contracts.BETTEL
    )


def _open_strains(rules: rules.Rules, name: str) -> tuple[int, ...]:
    """Return the strains of a number and of the contracts above it; of a game all (2.7)."""
    if contracts.is_game(name):
        return strategy.EVERY_STRAIN
    left = contracts.contracts_from(BalkanOptions.of(rules), contracts.value_of(name))
    trumps = {contracts.contract_of(each, 0).trump for each in left}
    return tuple(n for n, trump in enumerate(evaluation.STRAIN_ORDER) if trump in trumps)


BALKAN: Final[FamilyStrategy] = FamilyStrategy(
    choose_call=choose_call,
    names=CallNames(
        contract=_contract,
        is_step=lambda name: False,  # there is only one number to bid
        is_fixed=lambda name: name != contracts.GAME and contracts.is_game(name),
        may_take_none=lambda name: contracts.value_of(name) <= contracts.BETTEL,
        is_in_tricks=_is_in_tricks,
        is_without_talon=contracts.is_game,
        open_strains=_open_strains,
    ),
    bids=BidThresholds(first=3.5, overbid=3.8),
    reasoned_answer=reasoned_answer,
    join_thresholds=JOIN_THRESHOLDS,
    decisive_tricks=decisive_tricks,
    bid_likelihood=bid_likelihood,
    pass_likelihood=pass_likelihood,
    match_values=match_values,
    weak_hand=4.25,
)

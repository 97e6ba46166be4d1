"""Settlements of many random deals (rules/austrian.md 3): nothing is lost, the pot stays in tens.

A few thousand in ``make test``, a million under ``make walks``.
"""

import random
from typing import Any, NamedTuple

import pytest

from bot.engine import actions as act
from bot.engine.actions import NO_ACES
from bot.engine.cards import Seat
from bot.engine.deal import Deal, DealResult, PassedOut, PlayFinished
from bot.engine.families.austrian import phase_setup
from bot.engine.families.austrian.defence import DefenceSet
from bot.engine.families.austrian.flow import AUSTRIAN
from bot.engine.families.austrian.options import AustrianOptions
from bot.engine.families.austrian.phase_setup import FundingVote
from bot.engine.families.austrian.scoring import POT, REST, AustrianCarry, pot_total, units
from bot.engine.ledger import Sheet
from bot.engine.rules import Rules
from bot.model.enums import Posting
from tests.properties.oracles.austrian_settling import settled
from tests.properties.walking import WALKS, random_rules, seeds
from tests.support import austrian
from tests.support.cases import for_each

CHUNKS = 20
EACH = 150 if WALKS == 1 else 2_500  # make walks: twenty times as many chunks, a million

TRUMPS = ("1", "2", "3", "4", "1X", "2X", "3X", "HE")
ROLES = (
    *(("play", "play"), ("play", "home"), ("home", "play")),
    *(("host", "guest"), ("guest", "host"), ("home", "home")),
)
WORDS = {"play": "defender", "home": "dropped", "host": "host", "guest": "guest"}


class Case(NamedTuple):
    deal: Deal
    pot: int  # before the ante
    contract: str
    roles: tuple[str, str]
    tricks: tuple[int, int]


def random_sheet(chance: random.Random, players: int, pot: int) -> Sheet:
    """Return a sheet with this pot from random payments, and some cash between the seats."""
    amounts = [chance.randrange(-90, 90) for _ in range(players - 1)]
    amounts.append(-pot - sum(amounts))
    lines = [Posting(POT, seat, None, n, "", 1, n) for seat, n in enumerate(amounts)]
    paid = chance.randrange(1, 60)
    return Sheet().plus([*lines, Posting("cash", 0, 1, paid, "", 1, paid)])


def opened(chance: random.Random, agreed: Rules) -> tuple[Deal, int]:
    players = agreed.players
    pot = 10 * chance.choice((0, 0, 1, 2, 3, 4, 7, 20))
    sheet = random_sheet(chance, players, pot)
    carry = AustrianCarry(dealer=chance.randrange(players), sheet=sheet)
    deck = tuple(chance.sample(range(32), 32))
    return AUSTRIAN.start_deal(agreed, carry, deck), pot


def random_tricks(chance: random.Random, roles: tuple[str, str]) -> tuple[int, int]:
    left = 0 if roles[0] == "home" else chance.randrange(11)
    right = 0 if roles[1] == "home" else chance.randrange(11 - left)
    return left, right


def random_case(chance: random.Random, agreed: Rules) -> Case:
    deal, pot = opened(chance, agreed)
    options: Any = agreed.options
    premiums = phase_setup.auction_rules(options, deal.seats).premiums
    contract = chance.choice((*TRUMPS, *premiums))
    declarer = chance.choice(deal.seats)
    deal = phase_setup.with_named_contract(deal, declarer, contract)
    roles = chance.choice(ROLES) if contract in TRUMPS else ("play", "play")
    tricks = random_tricks(chance, roles)
    first, second = deal.defenders()
    won = [0] * agreed.players
    won[first], won[second] = tricks
    won[declarer] = 10 - sum(tricks)
    words: list[str] = list(deal.roles)
    words[first], words[second] = WORDS[roles[0]], WORDS[roles[1]]
    deal = deal._replace(won=tuple(won), roles=tuple(words))
    if options.ace_bonuses and contract in TRUMPS and chance.random() < 0.3:
        deal = deal.with_call(declarer, NO_ACES)
    return Case(deal, pot, contract, roles, tricks)


def closed(deal: Deal, home: bool) -> DealResult:
    """Return the result; skip the questions that follow the play."""
    result: Any = AUSTRIAN.after_phase(deal, DefenceSet() if home else PlayFinished())
    while isinstance(result, Deal):
        last = act.PASS if isinstance(result.phase, FundingVote) else result.phase.legal(result)[0]
        result = AUSTRIAN.after_phase(*result.phase.apply(result, last))
    assert isinstance(result, DealResult)
    return result


def bonuses(case: Case) -> int:
    """Return each opponent's payment beyond the contract; a negative one goes to them (U8, U9)."""
    options = AustrianOptions.of(case.deal.rules)
    if not options.ace_bonuses or case.contract not in TRUMPS:
        return 0
    assert case.deal.contract is not None
    declarer = case.deal.contract.declarer
    made = 10 - sum(case.tricks) >= 6
    held = set(case.deal.dealt[declarer])
    if case.contract in "1234":
        held |= set(case.deal.talon)
    four = made and {7, 15, 23, 31} <= held
    told = any(call.action == NO_ACES for call in case.deal.calls)
    return 10 * four + 10 * told * (1 if made else -1)


def expected(case: Case) -> tuple[dict[Seat, int], int]:
    """Return the net by seat without the antes, and the pot after the deal."""
    deal, options = case.deal, AustrianOptions.of(case.deal.rules)
    assert deal.contract is not None
    common = options.pot_is_common
    ante = 10 if not common else (0 if case.pot else options.ante_units * options.players)
    net, pot = settled(
        common, case.pot + ante, options.max_amount_units, case.contract, case.roles, case.tricks
    )
    bonus = bonuses(case)
    seats = dict.fromkeys(range(options.players), 0)
    order = (deal.contract.declarer, *deal.defenders())
    for seat, amount in zip(order, net, strict=True):
        seats[seat] += amount - bonus
    seats[order[0]] += 3 * bonus
    if options.players == 4 and options.sitting_dealer_pays_premiums:
        made = (net[0] > 0) if deal.contract.trump < 0 else 10 - sum(case.tricks) >= 6
        stakes = {"HE": 1, "5": 1, "5X": 2, "6": 2, "6X": 3, "7": 3, "7X": 4, "8": 4, "8X": 5}
        share = bonus + 10 * stakes.get(case.contract, 0) * (1 if made else -1)
        seats[deal.dealer] -= share
        seats[order[0]] += share
    return seats, pot


def check(case: Case) -> None:
    agreed, options = case.deal.rules, AustrianOptions.of(case.deal.rules)
    result = closed(case.deal, case.roles == ("home", "home"))
    if case.roles == ("home", "home"):
        assert result.outcome == "unplayed"
    seats, moved = austrian.units(austrian.without(result.postings, "ante", "fund"), agreed.players)
    expect, pot_after = expected(case)
    assert seats == expect
    carry = AUSTRIAN.next_carry(agreed, case.deal.carry, result)
    check_sheet(carry.sheet, agreed, pot_after)
    assert sum(seats.values()) + moved == 0
    assert sum(units(options, carry.sheet)) + pot_total(carry.sheet) == 0


def check_sheet(sheet: Sheet, agreed: Rules, pot_after: int) -> None:
    pot = pot_total(sheet)
    assert pot == pot_after
    assert pot >= 0
    assert pot % 10 == 0
    shares = [sheet.total(REST, seat) for seat in range(agreed.players)]
    assert sum(shares) == pot
    assert max(shares) - min(shares) <= 1
    assert sum(AUSTRIAN.settle(agreed, sheet)) == 0


def tables(chunk: int) -> list[Rules]:
    named = [austrian.rules(name, players) for name in austrian.NAMES for players in (3, 4)]
    return named + [random_rules("austrian", 1000 * chunk + n) for n in range(8)]


@pytest.mark.sampled(quick=4)
@pytest.mark.parametrize("chunk", seeds(CHUNKS))
def test_random_settlements(chunk: int) -> None:
    chance, agreements = random.Random(chunk), tables(chunk)
    for _ in range(EACH):
        case = random_case(chance, chance.choice(agreements))
        if case.roles == ("home", "home"):  # the engine awards all ten tricks itself
            case = case._replace(tricks=(0, 0))
        check(case)


@for_each("chunk", seeds(CHUNKS))
def test_random_ausfechten(chunk: int) -> None:
    """T8: one stake from the one or two players with the most tricks, nothing else."""
    chance, agreements = random.Random(chunk), [a for a in tables(chunk) if fights(a)]
    for _ in range(EACH // 10):
        agreed = chance.choice(agreements)
        deal, pot = opened(chance, agreed)
        begun = AUSTRIAN.after_phase(deal, PassedOut())
        assert isinstance(begun, Deal)
        split = random_tricks(chance, ("play", "play"))
        tricks = (*split, 10 - sum(split))
        won = [0] * agreed.players
        for seat, count in zip(begun.seats, tricks, strict=True):
            won[seat] = count
        result = closed(begun._replace(won=tuple(won)), home=False)
        seats, _ = austrian.units(austrian.without(result.postings, "ante", "fund"), 4)
        worst = max(tricks)
        assert seats == {
            seat: -10 * (seat in begun.seats and won[seat] == worst) if seat < agreed.players else 0
            for seat in range(4)
        }
        assert tricks.count(worst) in (1, 2)
        added = 10 * tricks.count(worst) - sum(
            posting.amount for posting in result.postings if posting.why in ("ante", "fund")
        )
        check_sheet(AUSTRIAN.next_carry(agreed, deal.carry, result).sheet, agreed, pot + added)


def fights(agreed: Rules) -> bool:
    options: Any = agreed.options
    return bool(options.all_pass == "ausfechten")

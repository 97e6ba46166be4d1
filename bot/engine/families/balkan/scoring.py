"""The postings of a deal (rules/balkan.md 3.2-3.8 and 3.11), with their reason in numbers.

A verdict lists the winners and losers; then the last contract is cut (3.8) and the entries are
written.  ``count`` times ``unit`` is the amount; entries of a debt have a unit below zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from bot.engine import actions as act
from bot.engine.actions import Action
from bot.engine.cards import Hand, Seat, following_cards, winning_index
from bot.engine.deal import (
    Carry,
    CarryChange,
    Deal,
    DealResult,
    Phase,
    PhaseOutcome,
    PhaseOver,
    Stage,
    Trick,
)
from bot.engine.families.balkan import contracts
from bot.engine.families.balkan.options import (
    AbandonedGame,
    BalkanOptions,
    BettelPayout,
    HatRule,
    LastCut,
    LastFall,
    PlainTwo,
    RefaScale,
)
from bot.engine.ledger import SettlementStep, Sheet, Total, column_step, pairwise_step
from bot.model.enums import Posting

# The carry from one Balkan deal to the next, and the accounts of the sheet (3.1).

MAIN: Final = "main"  # the declarer column: a debt below zero, under the hat above
SIDE: Final = "side"  # points of a defender against one declarer; they only grow


class PartnerDebt(NamedTuple):
    """``taker`` took tricks of ``victim``; for missing them the victim pays ``fine`` (3.11)."""

    victim: Seat
    taker: Seat
    fine: int


@dataclass(frozen=True, slots=True)
class BalkanCarry(Carry):
    """The carry of the family; ``refas`` are the open refas by seat (3.1).

    ``refas_given`` counts the times all players got one.  ``used`` are the amounts written beside
    each seat's used refas, oldest first (3.7).  ``overtaken`` are the entries a partner may be
    asked to pay before the next deal (3.11).
    """

    refas: tuple[int, ...] = (0, 0, 0)
    refas_given: int = 0
    used: tuple[tuple[int, ...], ...] = ((), (), ())
    overtaken: tuple[PartnerDebt, ...] = ()


def balkan_carry(carry: Carry) -> BalkanCarry:
    assert isinstance(carry, BalkanCarry)
    return carry


def opening_sheet(level: int, players: int) -> Sheet:
    """Return the sheet of a new game: the same debt for everybody (2.1)."""
    return Sheet(totals=tuple(Total(MAIN, seat, None, -level) for seat in range(players)))


def main_total(sheet: Sheet, seat: Seat) -> int:
    return sheet.total(MAIN, seat)


def main_totals(sheet: Sheet) -> tuple[int, ...]:
    """Return the declarer column of each seat; a sheet has no line for a column at zero."""
    totals = [0, 0, 0]
    for name, seat, _, amount in sheet.totals:  # in one pass: every simulated deal asks
        if name == MAIN:
            totals[seat] = amount
    return tuple(totals)


def remaining_debt(sheet: Sheet) -> int:
    """Return the total debt R of 3.8; the game ends at zero."""
    return -sum(main_totals(sheet))


# Refas and hats: pending doublings and columns above zero (rules/balkan.md 2.5, 3.7, 3.10).

# outcomes that give everybody a refa, and those that are a score of the declarer (3.7)
REFA_GIVING: Final = ("passed_out_refa", "two_refa")
REFA_USING: Final = ("made", "failed", "unplayed", "two_credited")


def refa_budget(options: BalkanOptions) -> int:
    """Return the number of times a game gives refas (3.7, A17)."""
    if options.max_refas != "auto":
        return options.max_refas
    level = options.starting_level
    match options.refa_scale:
        case RefaScale.STEPS_30_50:
            return 3 if level >= 50 else 1
        case RefaScale.STEPS_40_60:
            return 2 if level >= 60 else 1
        case RefaScale.PER_30:
            return level // 30
        case _:
            assert_never(options.refa_scale)


def wears_hat(options: BalkanOptions, carry: Carry, seat: Seat) -> bool:
    """Return True if the main column of a seat is under the hat (3.10)."""
    return is_under_hat(options, main_total(carry.sheet, seat))


def is_under_hat(options: BalkanOptions, total: int) -> bool:
    """Return True for a main column above zero, by option also at zero (3.10, A16)."""
    return total > 0 or (total == 0 and options.hat_rule is HatRule.ZERO_COUNTS)


def is_refa_allowed(options: BalkanOptions, carry: Carry) -> bool:
    """Return True if nobody is under the hat and the budget is not used up (2.5)."""
    totals = [main_total(carry.sheet, seat) for seat in range(options.players)]
    return is_refa_left(options, totals, balkan_carry(carry).refas_given)


def is_refa_left(options: BalkanOptions, totals: Sequence[int], given: int) -> bool:
    """Return what ``is_refa_allowed`` does, for the main columns and the refas given so far."""
    hats = any(is_under_hat(options, total) for total in totals)
    return not (hats and options.refa_blocked_by_hat) and given < refa_budget(options)


def is_plain_two_deal(options: BalkanOptions, deal: Deal) -> bool:
    """Return True for a two that is no game, if the declarer has no open refa (2.8)."""
    name, declarer = deal.declared_contract.name, deal.declared_contract.declarer
    if (
        contracts.value_of(name) != 2
        or contracts.is_game(name)
        or options.plain_two is PlainTwo.NORMAL
    ):
        return False
    return not (options.plain_two_refa_exempt and balkan_carry(deal.carry).refas[declarer])


class Refas(NamedTuple):
    """The open refas by seat, the number given, and what was written beside the used ones."""

    refas: tuple[int, ...]
    given: int
    used: tuple[tuple[int, ...], ...]


def refas_after(carry: Carry, result: DealResult) -> Refas:
    """Return the refas after a deal (3.7)."""
    mine = balkan_carry(carry)
    refas, given = mine.refas, mine.refas_given
    if result.outcome in REFA_GIVING:
        return Refas(tuple(n + 1 for n in refas), given + 1, mine.used)
    if result.outcome not in REFA_USING or result.contract is None:
        return Refas(refas, given, mine.used)
    user = result.contract.declarer
    if not refas[user]:
        return Refas(refas, given, mine.used)
    written = sum(abs(p.amount) for p in result.postings if p[:2] == (MAIN, user))
    left = tuple(n - (seat == user) for seat, n in enumerate(refas))
    used = tuple((*row, written) if seat == user else row for seat, row in enumerate(mine.used))
    return Refas(left, given, used)


CREDITED_TRICKS: Final = 5  # tricks a team is credited with (3.4)
_QUOTA: Final = 4  # tricks a team of two owes, and one alone two
LONE_QUOTA: Final = 2
_KONTRA: Final = 5


class Why(StrEnum):
    """The reasons of the sheet; each has its sentence in every language."""

    CONTRACT = "contract"  # the declarer made it
    UNPLAYED = "unplayed"  # both defenders dropped
    TWO_CREDITED = "two_credited"  # nobody doubled the two
    CONTRACT_CUT = "contract_cut"  # the last contract, as much as was left (3.8)
    FAILED = "failed"  # the declarer failed
    QUOTA_MISSED = "quota_missed"  # a defender short of their quota
    TEAM_QUOTA_MISSED = "team_quota_missed"  # a host, for both
    KONTRA_LOST = "kontra_lost"  # the caller, for both
    TRICKS = "tricks"  # a defender's own tricks
    TEAM_TRICKS = "team_tricks"  # host or caller, the tricks of both
    BETTEL_BEATEN = "bettel_beaten"
    PREFERANS_BEATEN = "preferans_beaten"
    RELIEVED = "relieved"  # of an entry that the partner pays (3.11)
    TAKEN_OVER = "taken_over"  # that entry, by the taker of the partner's trick


class Credit(NamedTuple):
    """Points of a defender against the declarer, in units of the deal."""

    seat: Seat
    units: int
    why: Why


class ContractVerdict(NamedTuple):
    """The result of a deal without amounts: the contract made or not, penalties and credits."""

    is_made: bool
    why: Why
    penalised: tuple[tuple[Seat, Why], ...] = ()
    credits: tuple[Credit, ...] = ()


def deal_unit(deal: Deal) -> int:
    """Return the basic score, doubled by each kontra and once by an open refa (3.2)."""
    has_refa = balkan_carry(deal.carry).refas[deal.declared_contract.declarer] > 0
    return contracts.basic_score(deal.declared_contract.name) << (
        contracts.kontra_level(deal.calls) + has_refa
    )


def verdict_of_play(deal: Deal) -> ContractVerdict:
    """Return the verdict of a contract that was played."""
    if contracts.is_all_or_nothing(deal.declared_contract.name):
        return _all_or_nothing_verdict(deal)
    return _trick_verdict(deal)


def unplayed_verdict() -> ContractVerdict:
    """Return the verdict if both defenders dropped (3.4)."""
    return ContractVerdict(True, Why.UNPLAYED)


def two_credited_verdict() -> ContractVerdict:
    """Return the verdict of a two that nobody doubled, credited to the declarer (3.6)."""
    return ContractVerdict(True, Why.TWO_CREDITED)


def _contract_why(is_made: bool) -> Why:
    return Why.CONTRACT if is_made else Why.FAILED


def _seats_of(deal: Deal, role: str) -> tuple[Seat, ...]:
    return tuple(seat for seat in deal.defenders() if deal.roles[seat] == role)


def _trick_verdict(deal: Deal) -> ContractVerdict:
    """Return the verdict of suits and sanac: six tricks, quotas of the defence (3.3, 3.4)."""
    won = credited_tricks(deal)
    team = sum(won.values())
    made = team < CREDITED_TRICKS
    for role, quota, missed in (
        ("caller", _KONTRA, Why.KONTRA_LOST),
        ("host", _QUOTA, Why.TEAM_QUOTA_MISSED),
    ):
        for seat in _seats_of(deal, role):
            penalised = ((seat, missed),) if team < quota else ()
            return ContractVerdict(
                made, _contract_why(made), penalised, (Credit(seat, team, Why.TEAM_TRICKS),)
            )
    volunteers = _seats_of(deal, "volunteer")
    # a lone volunteer with four tricks has more than the two owed, so one test fits both cases
    short = [seat for seat in volunteers if team < _QUOTA and won[seat] < LONE_QUOTA]
    return ContractVerdict(
        made,
        _contract_why(made),
        tuple((seat, Why.QUOTA_MISSED) for seat in short),
        tuple(Credit(seat, won[seat], Why.TRICKS) for seat in volunteers),
    )


def credited_tricks(deal: Deal) -> dict[Seat, int]:
    """Return the first five tricks of the defence in the order they were taken (3.4).

    Agreed tricks count after the played ones; a claim never goes beyond five (play.py).
    """
    credited = dict.fromkeys(deal.defenders(), 0)
    played = [trick.winner for trick in deal.tricks if trick.winner in credited]
    for seat in played[:CREDITED_TRICKS]:
        credited[seat] += 1
    for seat in credited:
        agreed = deal.won[seat] - played.count(seat)
        credited[seat] += min(agreed, CREDITED_TRICKS - sum(credited.values()))
    return credited


def _all_or_nothing_verdict(deal: Deal) -> ContractVerdict:
    """Return the verdict of bettel and preferans; after a kontra the caller answers (3.5, A11)."""
    is_bettel = contracts.value_of(deal.declared_contract.name) == contracts.BETTEL
    decisive = (deal.declared_contract.declarer,) if is_bettel else deal.defenders()
    made = sum(deal.won[seat] for seat in decisive) == 0
    callers = _seats_of(deal, "caller")
    if made:
        return ContractVerdict(
            True, Why.CONTRACT, tuple((seat, Why.KONTRA_LOST) for seat in callers)
        )
    why = Why.BETTEL_BEATEN if is_bettel else Why.PREFERANS_BEATEN
    payout = BalkanOptions.of(deal.rules).bettel_kontra_payout
    paid = callers if callers and payout is not BettelPayout.BOTH else deal.defenders()
    both_shares = bool(callers) and payout is BettelPayout.HOST_BOTH_SHARES
    units = 2 * CREDITED_TRICKS if both_shares else CREDITED_TRICKS
    return ContractVerdict(False, Why.FAILED, (), tuple(Credit(seat, units, why) for seat in paid))


def verdict_postings(deal: Deal, verdict: ContractVerdict) -> tuple[Posting, ...]:
    """Return the postings of a verdict; an unpenalised success may be the last one (3.8)."""
    options, declarer, unit = (
        BalkanOptions.of(deal.rules),
        deal.declared_contract.declarer,
        deal_unit(deal),
    )
    left = remaining_debt(deal.carry.sheet)
    postings, price = [_contract_posting(options, declarer, verdict, unit, left)], unit
    if _is_last(verdict, unit, left) and options.last_contract_cut is LastCut.CONTRACT_AND_TRICKS:
        price = left
    postings += [Posting(MAIN, seat, None, -unit, why, 1, -unit) for seat, why in verdict.penalised]
    postings += [
        Posting(SIDE, seat, declarer, units * price, why, units, price)
        for seat, units, why in verdict.credits
        if units
    ]
    return tuple(postings)


def _is_last(verdict: ContractVerdict, unit: int, left: int) -> bool:
    """Return True if the contract closes the game with the remaining debt (3.8)."""
    return verdict.is_made and not verdict.penalised and unit >= left


def _contract_posting(
    options: BalkanOptions, declarer: Seat, verdict: ContractVerdict, unit: int, left: int
) -> Posting:
    """Return the posting in the declarer's own column."""
    if _is_last(verdict, unit, left):
        why = Why.CONTRACT_CUT if unit > left else verdict.why
        return Posting(MAIN, declarer, None, left, why, 1, left)
    if verdict.is_made:
        return Posting(MAIN, declarer, None, unit, verdict.why, 1, unit)
    falls_twice = options.last_contract_fall is LastFall.DOUBLE and unit > left
    count = 2 if falls_twice else 1
    return Posting(MAIN, declarer, None, -count * unit, verdict.why, count, -unit)


# The balance of a running game and the final settlement (rules/balkan.md 3.9).


def settle(options: BalkanOptions, sheet: Sheet) -> tuple[int, ...]:
    """Return the points won or lost per seat at the end; sums to zero.

    An abandoned game is settled as it stands, or with zeros if the option makes it void.
    """
    if remaining_debt(sheet) and options.abandoned_game is AbandonedGame.VOID:
        return (0,) * len(main_totals(sheet))
    return balance(sheet)


@lru_cache(maxsize=256)
def balance(sheet: Sheet) -> tuple[int, ...]:
    """Return the points per seat as the sheet stands, the rest written off; sums to zero.

    Cached, because every view shows it and the sheet changes only once a deal.
    """
    main = main_totals(sheet)
    seats = range(len(main))
    side = [
        sum(sheet.total(SIDE, own, other) - sheet.total(SIDE, other, own) for other in seats)
        for own in seats
    ]
    return tuple(s + 10 * m for s, m in zip(side, with_debt_written_off(main), strict=True))


def with_debt_written_off(main: tuple[int, ...]) -> tuple[int, ...]:
    """Spread the remaining debt evenly over the columns.

    Odd points go to the worst columns, ties to the earlier seat.
    """
    each, odd = divmod(-sum(main), len(main))
    worst = sorted(range(len(main)), key=lambda seat: (main[seat], seat))[:odd]
    return tuple(column + each + (seat in worst) for seat, column in enumerate(main))


def settlement_steps(
    options: BalkanOptions, sheet: Sheet, *, is_over: bool
) -> tuple[SettlementStep, ...]:
    """Return the steps: the side columns, and ten times the main ones with the debt written off.

    A void abandoned game has none.
    """
    if is_over and remaining_debt(sheet) and options.abandoned_game is AbandonedGame.VOID:
        return ()
    main = main_totals(sheet)
    shares = [old - new for old, new in zip(main, with_debt_written_off(main), strict=True)]
    name = "columns_spread" if any(shares) else "columns"
    return (
        pairwise_step("juhas", sheet, SIDE, range(len(main))),
        column_step(name, main, shares, 10),
    )


# Payment for tricks taken from one's partner (rules/balkan.md 3.11).


def partner_debts(result: DealResult) -> tuple[PartnerDebt, ...]:
    """Return the defenders fined for tricks that their partner took, in order of answer."""
    contract = result.contract
    pair = [seat for seat, role in enumerate(result.roles) if role == "volunteer"]
    if contract is None or len(pair) != 2:
        return ()
    place = result.seats.index(contract.declarer)
    found = []
    for victim in (result.seats[(place + step) % 3] for step in (1, 2)):
        (taker,) = (seat for seat in pair if seat != victim)
        fine = sum(
            -posting.amount
            for posting in result.postings
            if posting.seat == victim and posting.why == Why.QUOTA_MISSED
        )
        taken = sum(_is_taken(result, n, victim, taker) for n in range(len(result.tricks)))
        if fine and taken and result.won[victim] + taken >= LONE_QUOTA:
            found.append(PartnerDebt(victim, taker, fine))
    return tuple(found)


def _is_taken(result: DealResult, number: int, victim: Seat, taker: Seat) -> bool:
    """Return True if the taker beat their partner's card and could have left them the trick."""
    trick, order = result.tricks[number], _order(result, result.tricks[number])
    place = order.index(taker)
    if trick.winner != taker or place < order.index(victim):
        return False
    trump, led = result.contract.trump if result.contract else -1, trick.cards[0] >> 3
    for card in Hand(following_cards(_hand_before(result, number, taker), led, trump)):
        best = winning_index((*trick.cards[:place], card, *trick.cards[place + 1 :]), led, trump)
        if best is not None and order[best] == victim:
            return True
    return False


def _hand_before(result: DealResult, number: int, seat: Seat) -> int:
    """Return the hand of a defender before trick ``number``."""
    earlier = result.tricks[:number]
    played = Hand.of(trick.cards[_order(result, trick).index(seat)] for trick in earlier)
    return Hand(result.dealt[seat]) - played


def _order(result: DealResult, trick: Trick) -> tuple[Seat, ...]:
    start = result.seats.index(trick.leader)
    return (*result.seats[start:], *result.seats[:start])


@dataclass(frozen=True, slots=True)
class PartnerAnswered(PhaseOutcome):
    """The question is answered; ``is_paid`` if the partner takes the entry over."""

    is_paid: bool


@dataclass(frozen=True, slots=True)
class AskPartner(Phase):
    """The victim may ask the partner to take the entry over."""

    stage = Stage.ASKING
    timeout_action = act.PASS

    debt: PartnerDebt

    def to_act(self, deal: Deal) -> Seat:
        return self.debt.victim

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.PASS, act.ASK)

    def apply(self, deal: Deal, action: Action) -> Deal | PhaseOver:
        deal = deal.with_call(self.debt.victim, action)
        return (
            deal.with_phase(PayPartner(self.debt))
            if action is act.ASK
            else PhaseOver(deal, PartnerAnswered(False))
        )


@dataclass(frozen=True, slots=True)
class PayPartner(Phase):
    """The taker of the tricks has been asked to pay."""

    stage = Stage.PAYING
    timeout_action = act.REFUSE  # silence pays nothing

    debt: PartnerDebt

    def to_act(self, deal: Deal) -> Seat:
        return self.debt.taker

    def legal(self, deal: Deal) -> tuple[Action, ...]:
        return (act.REFUSE, act.PAY)

    def apply(self, deal: Deal, action: Action) -> PhaseOver:
        return PhaseOver(
            deal.with_call(self.debt.taker, action), PartnerAnswered(action is act.PAY)
        )


def carry_after_answer(carry: Carry, is_paid: bool) -> Carry | CarryChange:
    """Return the carry after the answer; a paid entry stays, balanced by two new postings."""
    mine = balkan_carry(carry)
    debt, *rest = mine.overtaken
    left = replace(mine, overtaken=tuple(rest))
    if not is_paid:
        return left
    fine = debt.fine
    postings = (
        Posting(MAIN, debt.victim, None, fine, Why.RELIEVED, 1, fine),
        Posting(MAIN, debt.taker, None, -fine, Why.TAKEN_OVER, 1, -fine),
    )
    sheet = left.sheet.plus(postings)
    return CarryChange(replace(left, sheet=sheet), postings)

"""The transfers of a finished deal (rules/austrian.md 3.2, 3.4, 3.5).

The net result is the same for both presets; the single transfers follow the preset: from the
declarer's own chips (3.2), or out of the pot (3.4).
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from bot.engine.actions import NO_ACES
from bot.engine.cards import EMPTY, Hand, Seat
from bot.engine.deal import Carry, Deal, Role
from bot.engine.families.austrian.contracts import ACES, DEFENDER_QUOTA, STAKES, TARGET, is_bought
from bot.engine.families.austrian.options import AustrianOptions, ForcedPlay
from bot.engine.ledger import SettlementStep, Sheet, column_step, pairwise_step
from bot.model.enums import Posting

# The carry from one Austrian deal to the next, and the accounts of the sheet (3.1).
#
# ``cash`` is paired: the sum a seat has received from another, never below zero. ``pot`` has a
# line per seat: the sum it has taken out of the pot, below zero if it has paid more in; so the pot
# holds the negated sum of these lines. ``back_off`` receives no postings of deals: it is each
# seat's share of the pot if the game ended now (3.6), maintained by ``with_rest``.

CASH: Final = "cash"
POT: Final = "pot"
REST: Final = "rest"


@dataclass(frozen=True, slots=True)
class AustrianCarry(Carry):
    """The carry of the family; ``turns`` counts how often the deal has moved on.

    ``asked``: all vote before the next deal (3.6); ``ended``: one of them has voted no.
    """

    turns: int = 0
    asked: bool = False
    ended: bool = False


def austrian_carry(carry: Carry) -> AustrianCarry:
    assert isinstance(carry, AustrianCarry)
    return carry


def pot_total(sheet: Sheet) -> int:
    """Return the amount in the pot."""
    return -sum(total.amount for total in sheet.totals if total.account == POT)


def with_rest(sheet: Sheet, players: int, dealer: Seat) -> Sheet:
    """Return the sheet with each seat's equal share of the pot in ``back_off``.

    Odd units go clockwise from the last dealer's left (3.6).
    """
    each, odd = divmod(pot_total(sheet), players)
    changes = []
    for step in range(players):
        seat = (dealer + 1 + step) % players
        change = each + (step < odd) - sheet.total(REST, seat)
        changes.append(Posting(REST, seat, None, change, "", 1, change))
    return sheet.plus(changes)


# Reasons of transfers (rules/austrian.md 3.2, 3.4), each with a sentence in every language.


class Why(StrEnum):
    ANTE = "ante"  # T1: the dealer's ante
    FUND = "fund"  # U1: all players' antes
    PAYOUT = "payout"  # U2: ten from the pot to the declarer, won or lost
    TRICK_PAY = "trick_pay"  # T2, U3: for a defender's own tricks
    HOST_PAY = "host_pay"  # T2, U3: for the tricks of host and guest
    POT_WON = "pot_won"  # T3: the amount at stake
    DECLARER_FALLS = "declarer_falls"  # T4, U4
    DEFENDER_FALLS = "defender_falls"  # T5, U5
    HOST_FALLS = "host_falls"  # T6, U6
    PREMIUM = "premium"  # T7, U7: hearts and the contracts without trump
    MOST_TRICKS = "most_tricks"  # T8: Ausfechten
    FOUR_ACES = "four_aces"  # U8
    NO_ACES = "no_aces"  # U9


# The pot: antes before a deal, and the amount at stake (rules/austrian.md 3.1, T1, U1).


class Stake(NamedTuple):
    """The stake of a deal; ``pot`` is the pot when the cards are dealt, including ``ante``."""

    pot: int
    amount: int  # A: the amount at stake
    ante: int

    @property
    def trick(self) -> int:
        """The value v of a trick."""
        return self.amount // 10


def stake_of(options: AustrianOptions, sheet: Sheet) -> Stake:
    """Return the stake of the open or the next deal (3.2)."""
    before = pot_total(sheet)
    ante = 10
    if options.pot_is_common:
        ante = 0 if before else options.ante_units * options.players
    pot = before + ante
    return Stake(pot, min(pot, options.max_amount_units), ante)


def antes(options: AustrianOptions, carry: Carry) -> tuple[Posting, ...]:
    """Return the antes: the dealer's always (T1), or all players' into an empty pot (U1, Q9)."""
    if not options.pot_is_common:
        return (Posting(POT, carry.dealer, None, -10, Why.ANTE, 1, 10),)
    if not stake_of(options, carry.sheet).ante:
        return ()
    each = options.ante_units
    return tuple(
        Posting(POT, seat, None, -each, Why.FUND, 1, each) for seat in range(options.players)
    )


def is_joining_forced(options: AustrianOptions, stake: Stake) -> bool:
    """Return True if everybody must join: exactly one basic stake in the pot (V-12)."""
    return options.forced_play is ForcedPlay.ONE_STAKE and stake.pot == 10


class Transfers:
    """Collects the transfers of a deal in order, its antes first; zero payments are skipped."""

    def __init__(self, deal: Deal) -> None:
        self.postings = list(antes(AustrianOptions.of(deal.rules), deal.carry))

    def out_of_pot(self, seat: Seat, amount: int, why: Why) -> None:
        self.postings.append(Posting(POT, seat, None, amount, why, 1, amount))

    def into_pot(self, seat: Seat, amount: int, why: Why) -> None:
        self.postings.append(Posting(POT, seat, None, -amount, why, 1, amount))

    def pay(self, payer: Seat, payee: Seat, count: int, unit: int, why: Why) -> None:
        if count:
            self.postings.append(Posting(CASH, payee, payer, count * unit, why, count, unit))


def score_contract(deal: Deal, agreed: bool = False) -> tuple[Posting, ...]:
    """Score a contract by ``deal.won``; no defender falls by an ``agreed`` split (V-14)."""
    write = Transfers(deal)
    if deal.declared_contract.trump >= 0:
        _trump_contract(write, deal)
        if not agreed:
            _fallen_defenders(write, deal)
    else:
        _pot_entry(write, deal)
    _premiums(write, deal)
    return tuple(write.postings)


def score_ausfechten(deal: Deal) -> tuple[Posting, ...]:
    """Score Ausfechten: the player with the most tricks pays one stake, or both if two tie (T8)."""
    write = Transfers(deal)
    most = max(deal.won)
    for seat in deal.seats:
        if deal.won[seat] == most:
            write.into_pot(seat, 10, Why.MOST_TRICKS)
    return tuple(write.postings)


def score_thrown_in(deal: Deal) -> tuple[Posting, ...]:
    """Score a thrown-in deal: the antes only (A-12)."""
    return tuple(Transfers(deal).postings)


def has_made_contract(deal: Deal) -> bool:
    """Return True for six tricks, or none, or none lost, as the contract demands (C-6)."""
    contract = deal.declared_contract
    if contract.is_misere:
        return deal.won[contract.declarer] == 0
    if contract.trump < 0:
        return not any(deal.won[seat] for seat in deal.defenders())
    return deal.won[contract.declarer] >= TARGET


def _trump_contract(write: Transfers, deal: Deal) -> None:
    """Write the tricks, and the amount at stake won or lost."""
    declarer, amount = deal.declared_contract.declarer, _stake(deal).amount
    if not AustrianOptions.of(deal.rules).pot_is_common:
        _tricks(write, deal)
        _pot_entry(write, deal)
        return
    write.out_of_pot(declarer, amount, Why.PAYOUT)  # U2
    _tricks(write, deal)
    if not has_made_contract(deal):
        write.into_pot(declarer, 2 * amount, Why.DECLARER_FALLS)  # U4


def _tricks(write: Transfers, deal: Deal) -> None:
    """Write the payments for a defender's tricks, or those of host and guest (T2, U3)."""
    unit = _stake(deal).trick
    for seat in deal.defenders():
        if deal.roles[seat] == Role.DEFENDER:
            write.pay(deal.declared_contract.declarer, seat, deal.won[seat], unit, Why.TRICK_PAY)
        elif deal.roles[seat] == "host":
            write.pay(deal.declared_contract.declarer, seat, _pooled(deal), unit, Why.HOST_PAY)


def _pot_entry(write: Transfers, deal: Deal) -> None:
    """Write the pot won or refilled by the declarer (T3, T4)."""
    declarer, amount = deal.declared_contract.declarer, _stake(deal).amount
    if has_made_contract(deal):
        write.out_of_pot(declarer, amount, Why.POT_WON)
    else:
        write.into_pot(declarer, amount, Why.DECLARER_FALLS)


def _fallen_defenders(write: Transfers, deal: Deal) -> None:
    """Write the fallen defenders: below two tricks, or four as host and guest (T5, T6, U5, U6)."""
    amount = _stake(deal).amount
    for seat in deal.defenders():
        if deal.roles[seat] == Role.DEFENDER and deal.won[seat] < DEFENDER_QUOTA:
            write.into_pot(seat, amount, Why.DEFENDER_FALLS)
        elif deal.roles[seat] == "host" and _pooled(deal) < 2 * DEFENDER_QUOTA:
            write.into_pot(seat, amount, Why.HOST_FALLS)


def _pooled(deal: Deal) -> int:
    return sum(deal.won[seat] for seat in deal.defenders())


def _premiums(write: Transfers, deal: Deal) -> None:
    """Write the premiums with both opponents, even dropped ones (T7, U7 to U9).

    The sitting dealer pays or receives them by option (Q8).
    """
    options, made = AustrianOptions.of(deal.rules), has_made_contract(deal)
    bonuses = [(Why.PREMIUM, STAKES.get(deal.declared_contract.name, 0))]
    if options.ace_bonuses and deal.declared_contract.trump >= 0:
        bonuses.append((Why.FOUR_ACES, int(made and _holds_four_aces(deal))))
        bonuses.append((Why.NO_ACES, int(any(call.action == NO_ACES for call in deal.calls))))
    sits = options.players == 4 and options.sitting_dealer_pays_premiums
    declarer = deal.declared_contract.declarer
    opponents = (*deal.defenders(), deal.dealer) if sits else deal.defenders()
    for why, count in bonuses:
        for seat in opponents:
            payer, payee = (seat, declarer) if made else (declarer, seat)
            write.pay(payer, payee, count, 10, why)


def has_no_aces(deal: Deal) -> bool:
    """Return True if no ace was among the declarer's cards, discards included (A-10)."""
    return not _held(deal) & ACES


def _holds_four_aces(deal: Deal) -> bool:
    """Return True if all four aces are among the ten cards taken into play (A-10, 6.2)."""
    return (_held(deal) - Hand.of(deal.discard)) & ACES == ACES


def _held(deal: Deal) -> Hand:
    """Return the ten or, with purchase, twelve cards the declarer has held."""
    bought = is_bought(deal.declared_contract.name)
    return deal.dealt[deal.declared_contract.declarer] | (Hand.of(deal.talon) if bought else EMPTY)


def _stake(deal: Deal) -> Stake:
    return stake_of(AustrianOptions.of(deal.rules), deal.carry.sheet)


# Settlement of a sheet, running or final (rules/austrian.md 3.6).


def units(options: AustrianOptions, sheet: Sheet) -> tuple[int, ...]:
    """Return the units each seat has won or lost so far, without its share of the pot (3.1)."""
    own = [0] * options.players
    for account, seat, other, amount in sheet.totals:
        if account in (CASH, POT):
            own[seat] += amount
        if account == CASH and other is not None:
            own[other] -= amount
    return tuple(own)


@lru_cache(maxsize=256)
def settle(options: AustrianOptions, sheet: Sheet) -> tuple[int, ...]:
    """Return the chips won or lost, including the shares of the pot; sums to zero.

    Cached, because every view shows it and the sheet changes only once a deal.
    """
    chips = options.basic_stake_chips // 10
    own = units(options, sheet)
    return tuple(chips * (unit + sheet.total(REST, seat)) for seat, unit in enumerate(own))


def settlement_steps(options: AustrianOptions, sheet: Sheet) -> tuple[SettlementStep, ...]:
    """Return the steps in chips: payments between players, the pot, the shares of its rest."""
    chips, seats = options.basic_stake_chips // 10, range(options.players)
    nothing = [0] * options.players
    return (
        pairwise_step("paid", sheet, CASH, seats, chips),
        column_step("pot", [sheet.total(POT, seat) for seat in seats], nothing, chips),
        column_step("rest", [sheet.total(REST, seat) for seat in seats], nothing, chips),
    )

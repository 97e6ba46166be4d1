"""The postings of a deal (rules/balkan.md 3.2-3.8), with their reason in numbers.

A verdict lists the winners and losers; then the last contract is cut (3.8) and the entries are
written.  ``count`` times ``unit`` is the amount; entries of a debt have a unit below zero.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.engine.cards import Seat
from bot.engine.deal import Deal
from bot.engine.families.balkan.carry import MAIN, SIDE, balkan_carry, remaining_debt
from bot.engine.families.balkan.contracts import (
    BETTEL,
    basic_score,
    is_all_or_nothing,
    kontra_level,
    value_of,
)
from bot.engine.families.balkan.options import BalkanOptions, BettelPayout, LastCut, LastFall
from bot.engine.ledger import Posting

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
    return basic_score(deal.declared_contract.name) << (kontra_level(deal.calls) + has_refa)


def verdict_of_play(deal: Deal) -> ContractVerdict:
    """Return the verdict of a contract that was played."""
    if is_all_or_nothing(deal.declared_contract.name):
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
    is_bettel = value_of(deal.declared_contract.name) == BETTEL
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

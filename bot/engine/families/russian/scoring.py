"""Raspasy (rules/russian.md 3); the postings of a deal (4), with their reason in numbers.

``count`` times ``unit`` is the amount, where ``unit`` already includes the multiplier (Leningrad)
or conversion (Rostov) of the preset; shared whists are half of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from typing import Final, assert_never

from bot.engine import actions, cards, deal, ledger, rules, trick_play
from bot.engine.cards import ACE, EIGHT, KING, QUEEN, SEVEN, Card, Seat, rank_of, suit_of
from bot.engine.deal import Carry, Deal
from bot.engine.families.russian.contracts import LEVEL, MISERE_VALUE, QUOTA, VALUE
from bot.engine.families.russian.defence import DefenceSet
from bot.engine.families.russian.options import (
    ConsolationTo,
    ConsolationValue,
    ExitOn,
    HighWhist,
    MountainMode,
    Progression,
    QuotaRule,
    RaspasyTalon,
    RostovRaspasy,
    Rounding,
    RussianOptions,
    SingleWhisterTricks,
    TenTrick,
    ThirdLead,
    WhistPenalty,
    WhistSharing,
)
from bot.model.enums import Posting

# The carry from one Russian deal to the next.


@dataclass(frozen=True, slots=True)
class RussianCarry(Carry):
    """The carry; ``streak`` counts raspasy deals since the last exit (rules/russian.md 3.2)."""

    streak: int = 0


# The paid talon of four players (rules/russian.md 4.6): units of the dealer's bonus.


def talon_units(talon: tuple[Card, ...]) -> int:
    """Return the units of the talon in a trick contract (4.6)."""
    ranks = {rank_of(card) for card in talon}
    one_suit = len({suit_of(card) for card in talon}) == 1
    if ranks == {ACE}:
        return 3
    if ACE in ranks:
        return 2 if KING in ranks and one_suit else 1
    return 1 if ranks == {KING, QUEEN} and one_suit else 0


def misere_units(talon: tuple[Card, ...]) -> int:
    """Return one for each seven, two for seven and eight of one suit (4.6)."""
    ranks = sorted(rank_of(card) for card in talon)
    if ranks == [SEVEN, EIGHT] and len({suit_of(card) for card in talon}) == 1:
        return 2
    return ranks.count(SEVEN)


POOL: Final = "pool"
MOUNTAIN: Final = "mountain"
WHISTS: Final = "whists"


class Why(StrEnum):
    """The reasons of the sheet; each has its sentence in every language."""

    CONTRACT = "contract"
    UNPLAYED = "unplayed"
    UNDERTRICKS = "undertricks"
    TRICKS = "tricks"
    SHARED_TRICKS = "shared_tricks"
    CONSOLATION = "consolation"
    SHARED_CONSOLATION = "shared_consolation"
    HALF_WHIST = "half_whist"
    QUOTA_MISSED = "quota_missed"
    MISERE = "misere"
    MISERE_TRICKS = "misere_tricks"
    ALL_PASS_TRICKS = "all_pass_tricks"
    FEWEST_TRICKS = "fewest_tricks"
    NO_TRICKS = "no_tricks"
    TALON_BONUS = "talon_bonus"
    TALON_THROWN = "talon_thrown"
    AID = "aid"
    AID_RECEIVED = "aid_received"
    AID_SURPLUS = "aid_surplus"
    CONCEDED = "conceded"


class PostingWriter:
    """Collects the postings of one deal on top of a sheet."""

    def __init__(self, options: RussianOptions, sheet: ledger.Sheet) -> None:
        self.options = options
        self.postings: list[Posting] = []
        self._pools = [sheet.total(POOL, seat) for seat in range(options.players)]

    def pool(self, seat: Seat, points: int, why: Why) -> None:
        """Write POOL(x, v) of 4.3: own pool first, then American aid (4.7)."""
        target = self.options.pool_target
        if not self.options.american_aid or target is None:
            self._fill(seat, points, why)
            return
        own = min(points, target - self._pools[seat])
        rest, order = points - own, self._victims(seat, target)
        self._fill(seat, own, why)
        for victim in order:
            given = min(rest, target - self._pools[victim])
            if given:
                self._fill(victim, given, Why.AID_RECEIVED)
                self.whists(seat, victim, given, self.options.aid_whists_per_point, Why.AID)
                rest -= given
        if rest:
            self.mountain(seat, rest, -1, Why.AID_SURPLUS)

    def _victims(self, seat: Seat, target: int) -> list[Seat]:
        """Return the other open pools, the highest first, equal ones clockwise from the donor."""
        players = self.options.players
        others = [(seat + step) % players for step in range(1, players)]
        order = [other for other in others if self._pools[other] < target]
        return sorted(order, key=lambda other: -self._pools[other])

    def _fill(self, seat: Seat, points: int, why: Why) -> None:
        if points:
            self._pools[seat] += points
            self.postings.append(Posting(POOL, seat, None, points, why, 1, points))

    def mountain(self, seat: Seat, count: int, unit: int, why: Why) -> None:
        """Write MNT(x, p) of 4.3; in Rostov every other player writes whists instead (4.9)."""
        options = self.options
        if not count or not unit:
            return
        if options.mountain_mode is MountainMode.MOUNTAIN:
            unit *= options.mountain_multiplier
            self.postings.append(Posting(MOUNTAIN, seat, None, count * unit, why, count, unit))
            return
        unit *= options.rostov_whists_per_point
        for other in range(options.players):
            if other != seat:
                self.postings.append(Posting(WHISTS, other, seat, count * unit, why, count, unit))

    def whists(self, seat: Seat, on: Seat, count: int, unit: int, why: Why) -> None:
        """Write WH(x, y, p) of 4.3."""
        unit *= self.options.whist_multiplier
        if count:
            self.postings.append(Posting(WHISTS, seat, on, count * unit, why, count, unit))

    def shared_whists(self, seat: Seat, on: Seat, count: int, unit: int, why: Why) -> None:
        """Write half of count times unit (units are even, so the half is whole)."""
        unit *= self.options.whist_multiplier
        if count:
            self.postings.append(Posting(WHISTS, seat, on, count * unit // 2, why, count, unit))


def score_unplayed(deal: Deal, defence: DefenceSet) -> tuple[Posting, ...]:
    """Score a contract as fulfilled without play: nobody whisted, or a half-whist was accepted."""
    write, declarer, level = _writer(deal), deal.declared_contract.declarer, _level(deal)
    if defence.half >= 0:
        write.pool(declarer, VALUE[level], Why.CONTRACT)
        half = QUOTA[level] // 2
        write.whists(defence.half, declarer, half, VALUE[level], Why.HALF_WHIST)
    else:
        write.pool(declarer, VALUE[level], Why.UNPLAYED)
    _talon_bonus(write, deal, talon_units(deal.talon), VALUE[level])
    return _with_throw(write, deal)


def score_contract(deal: Deal, whisters: tuple[Seat, ...]) -> tuple[Posting, ...]:
    """Score a contract that was played against at least one whister (4.3)."""
    write, declarer, level = _writer(deal), deal.declared_contract.declarer, _level(deal)
    value = VALUE[level]
    under = max(0, level - deal.won[declarer])
    if under:
        write.mountain(declarer, under, value, Why.UNDERTRICKS)
    else:
        write.pool(declarer, value, Why.CONTRACT)
    _defence_whists(write, deal, whisters, under)
    _quota(write, deal, whisters)
    _talon_bonus(write, deal, talon_units(deal.talon), value)
    return _with_throw(write, deal)


def _defence_whists(
    write: PostingWriter, deal: Deal, whisters: tuple[Seat, ...], under: int
) -> None:
    """Write whists for tricks and consolation for undertricks, shared by option."""
    options, declarer, value = write.options, deal.declared_contract.declarer, VALUE[_level(deal)]
    defenders = trick_play.active_defenders(deal)
    tricks = {seat: _scored_tricks(options, deal, seat, whisters) for seat in defenders}
    to_all = options.consolation_to in (
        ConsolationTo.DEFENDERS,
        ConsolationTo.DEFENDERS_AND_DEALER,
    )
    consoled = defenders if to_all else whisters
    if options.consolation_to is ConsolationTo.NONE:
        consoled = ()
    fixed = options.consolation_value is ConsolationValue.FIXED10
    price = 10 if fixed else value
    if under and len(defenders) > 1 and _is_shared(options, whisters):
        for seat in defenders:
            count = sum(tricks.values())
            write.shared_whists(seat, declarer, count, value, Why.SHARED_TRICKS)
            count = under * len(consoled)
            write.shared_whists(seat, declarer, count, price, Why.SHARED_CONSOLATION)
    else:
        for seat in defenders:
            write.whists(seat, declarer, tricks[seat], value, Why.TRICKS)
        for seat in consoled:
            write.whists(seat, declarer, under, price, Why.CONSOLATION)
    dealer_too = options.consolation_to is ConsolationTo.DEFENDERS_AND_DEALER
    if dealer_too and options.players == 4:
        write.whists(deal.dealer, declarer, under, price, Why.CONSOLATION)


def _scored_tricks(
    options: RussianOptions, deal: Deal, seat: Seat, whisters: tuple[Seat, ...]
) -> int:
    """Return the tricks a defender scores: a sole whister those of both, by default."""
    if seat not in whisters:
        return 0
    greedy = options.single_whister_tricks is SingleWhisterTricks.ALL_DEFENCE
    greedy = greedy or len(trick_play.active_defenders(deal)) == 1
    if len(whisters) == 1 and greedy:
        return sum(deal.won[other] for other in deal.defenders())
    return deal.won[seat]


def _is_shared(options: RussianOptions, whisters: tuple[Seat, ...]) -> bool:
    match options.whist_sharing:
        case WhistSharing.INDIVIDUAL:
            return False
        case WhistSharing.GENTLEMAN_SINGLE:
            return len(whisters) == 1
        case WhistSharing.GENTLEMAN_ALL:
            return True
        case _:
            assert_never(options.whist_sharing)


def _quota(write: PostingWriter, deal: Deal, whisters: tuple[Seat, ...]) -> None:
    """Write the whisters' penalties for tricks below the quota (4.3, AM-05, AM-06)."""
    options, level = write.options, _level(deal)
    if level == 10 and options.ten_trick is TenTrick.CHECKED:
        return
    unit = VALUE[level] // (1 if options.whist_penalty is WhistPenalty.FULL else 2)
    short = max(0, QUOTA[level] - sum(deal.won[seat] for seat in deal.defenders()))
    if len(whisters) == 1:
        write.mountain(whisters[0], short, unit, Why.QUOTA_MISSED)
        return
    for seat, missing in zip(deal.defenders(), _missing_tricks(options, deal, short), strict=True):
        write.mountain(seat, missing, unit, Why.QUOTA_MISSED)


def _missing_tricks(options: RussianOptions, deal: Deal, short: int) -> tuple[int, int]:
    """Return the missing tricks each of two whisters answers for."""
    level, (first, second) = _level(deal), deal.defenders()
    if level >= 8:
        match options.high_whist:
            case HighWhist.SECOND:
                return 0, short
            case HighWhist.BOTH:
                return short, short
            case HighWhist.NONE:
                return 0, 0
            case _:
                assert_never(options.high_whist)
    half = QUOTA[level] // 2
    own = (max(0, half - deal.won[first]), max(0, half - deal.won[second]))
    match options.quota_rule:
        case QuotaRule.PERSONAL:  # 4.3: never together with a remise
            return own if deal.won[deal.declared_contract.declarer] >= level else (0, 0)
        case QuotaRule.TEAM_UNCAPPED:
            return own if short else (0, 0)
        case QuotaRule.TEAM_CAPPED:
            return min(short, own[0]), min(short, own[1])
        case _:
            assert_never(options.quota_rule)


def score_misere(deal: Deal) -> tuple[Posting, ...]:
    """Score misère: ten into the pool, or ten a trick into the mountain; no whists."""
    write, declarer = _writer(deal), deal.declared_contract.declarer
    if deal.won[declarer]:
        write.mountain(declarer, deal.won[declarer], MISERE_VALUE, Why.MISERE_TRICKS)
    else:
        write.pool(declarer, MISERE_VALUE, Why.MISERE)
    if deal.talon_shown:  # without the talon there is no bonus (4.6)
        _talon_bonus(write, deal, misere_units(deal.talon), MISERE_VALUE)
    return _with_throw(write, deal)


def score_concession(deal: Deal) -> tuple[Posting, ...]:
    """Score a concession: three undertricks of the winning bid, nothing else (2.5 rule 5)."""
    write = _writer(deal)
    write.mountain(deal.declared_contract.declarer, 3, VALUE[_level(deal)], Why.CONCEDED)
    return _with_throw(write, deal)


def _talon_bonus(write: PostingWriter, deal: Deal, units: int, value: int) -> None:
    if write.options.players == 4 and write.options.dealer_talon_bonus:
        write.whists(deal.dealer, deal.declared_contract.declarer, units, value, Why.TALON_BONUS)


def _with_throw(write: PostingWriter, deal: Deal) -> tuple[Posting, ...]:
    """Return the postings, with the dealer's mountain point for a thrown talon (2.5 rule 3)."""
    if is_talon_thrown(deal):
        write.mountain(deal.dealer, 1, 1, Why.TALON_THROWN)
    return tuple(write.postings)


def is_talon_thrown(deal: Deal) -> bool:
    return actions.THROW in [action for _, action in deal.calls]


def _writer(deal: Deal) -> PostingWriter:
    return PostingWriter(RussianOptions.of(deal.rules), deal.carry.sheet)


def _level(deal: Deal) -> int:
    return LEVEL[deal.declared_contract.name]


# Settlement of a sheet, final or running (rules/russian.md 4.11).

_MOUNTAIN_FACTOR: Final = -10  # whists of a mountain point above the mean


@lru_cache(maxsize=256)
def settle(options: RussianOptions, sheet: ledger.Sheet) -> tuple[int, ...]:
    """Return the whists won or lost per seat; sums to zero.

    Cached, because every view shows the balance, and sampled deals lead to few different sheets.
    """
    whists, mountain, pool = exact_columns(options, sheet)
    if options.rounding is Rounding.SEPARATE:
        parts = zip(
            whists, ledger.round_balances(mountain), ledger.round_balances(pool), strict=True
        )
        return tuple(int(w) + m + p for w, m, p in parts)
    return ledger.round_balances(
        [w + m + p for w, m, p in zip(whists, mountain, pool, strict=True)]
    )


def exact_columns(
    options: RussianOptions, sheet: ledger.Sheet
) -> tuple[list[Fraction], list[Fraction], list[Fraction]]:
    """Return whists, mountain and pool of every seat (W, M, P of 4.11), exact."""
    seats = range(options.players)
    whists = [
        Fraction(
            sum(sheet.total(WHISTS, i, j) - sheet.total(WHISTS, j, i) for j in seats if j != i)
        )
        for i in seats
    ]
    mountains = [sheet.total(MOUNTAIN, seat) for seat in seats]
    if options.mountain_mode is MountainMode.WHISTS:
        mountains = [0] * options.players
    return whists, _against_mean(mountains, _MOUNTAIN_FACTOR), _pool(options, sheet)


def _pool(options: RussianOptions, sheet: ledger.Sheet) -> list[Fraction]:
    pools = [sheet.total(POOL, seat) for seat in range(options.players)]
    factor = options.pool_settlement.factor
    if options.pool_settlement.kind == "average":
        return _against_mean(pools, factor)
    return [Fraction(factor * sum(own - other for other in pools)) for own in pools]


def _against_mean(points: Sequence[int], factor: int) -> list[Fraction]:
    mean = Fraction(sum(points), len(points))
    return [factor * (own - mean) for own in points]


def settlement_steps(
    options: RussianOptions, sheet: ledger.Sheet
) -> tuple[ledger.SettlementStep, ...]:
    """Return the steps of whists, mountain and pool, rounded one by one or once at the end."""
    seats = range(options.players)
    whists = ledger.pairwise_step("whists", sheet, WHISTS, seats)
    pools = [sheet.total(POOL, seat) for seat in seats]
    steps = []
    if options.mountain_mode is MountainMode.MOUNTAIN:
        mountains = [sheet.total(MOUNTAIN, seat) for seat in seats]
        steps.append(_mean_step("mountain", mountains, _MOUNTAIN_FACTOR))
    factor = options.pool_settlement.factor
    if options.pool_settlement.kind == "average":
        steps.append(_mean_step("pool", pools, factor))
    else:
        steps.append(_pool_pairs_step(pools, factor))
    if options.rounding is Rounding.SEPARATE:
        return (whists, *(part for step in steps for part in (step, *_rounding([step], seats))))
    return (whists, *steps, *_rounding([whists, *steps], seats))


def _mean_step(name: str, points: Sequence[int], factor: int) -> ledger.SettlementStep:
    mean = Fraction(sum(points), len(points))
    return ledger.column_step(name, points, [mean] * len(points), factor)


def _pool_pairs_step(pools: Sequence[int], factor: int) -> ledger.SettlementStep:
    terms = (
        ledger.SettlementTerm(i, j, pools[i], pools[j], factor)
        for i, j in permutations(range(len(pools)), 2)
    )
    return ledger.SettlementStep("pool_pairs", tuple(terms))


def _rounding(
    before: Sequence[ledger.SettlementStep], seats: Sequence[cards.Seat]
) -> tuple[ledger.SettlementStep, ...]:
    """Return the step from exact sums to whole ones; none if they are whole."""
    exact = [Fraction(sum(step.amount_for(seat) for step in before)) for seat in seats]
    whole = ledger.round_balances(exact)
    return () if list(whole) == exact else (ledger.column_step("rounding", whole, exact),)


# Raspasy, the deal that all passed (rules/russian.md 3).

_FULFILLED = ("made", "unplayed", "half_whist", "misere_made")


def raspasy_cost(options: RussianOptions, streak: int) -> int:
    """Return the mountain points per trick in raspasy after ``streak`` others (3.3)."""
    match options.raspasy_progression:
        case Progression.NONE:
            factor = 1
        case Progression.ARITHMETIC:
            factor = streak + 1
        case Progression.GEOMETRIC:
            factor = 2**streak
        case _:
            assert_never(options.raspasy_progression)
    cap = options.raspasy_cost_cap
    return options.raspasy_cost_base * (factor if cap is None else min(factor, cap))


def raspasy_bar(options: RussianOptions, streak: int) -> int:
    """Return the lowest trick level that may be bid (3.3)."""
    return options.raspasy_exit_bar[min(streak, len(options.raspasy_exit_bar) - 1)]


def streak_after(options: RussianOptions, streak: int, outcome: str, level: int) -> int:
    """Return the raspasy streak after a deal (3.2); ``level`` is 0 for misère and raspasy."""
    if outcome == "thrown_in":
        return streak
    if outcome == "all_pass":
        streak += 1
        return 0 if streak == options.raspasy_max_streak else streak
    match options.raspasy_exit_on:
        case ExitOn.DECLARED:
            exits = True
        case ExitOn.FULFILLED:
            exits = outcome in _FULFILLED
        case ExitOn.FULFILLED_WHISTED:
            checked = level == 10 and options.ten_trick is TenTrick.CHECKED
            exits = outcome == "made" and not checked
        case _:
            assert_never(options.raspasy_exit_on)
    return 0 if exits else streak


def begin_all_pass(deal: deal.Deal) -> deal.Deal:
    """Begin ten tricks without trump or sides; an open talon leads the first two.

    The dummy of two lies open and plays by its rule (2.11 rule 6).
    """
    options = RussianOptions.of(deal.rules)
    deal = deal.with_roles(alone=deal.players)
    if options.dealer_takes_part:
        deal = deal.with_roles(alone=(deal.dealer,))
    dummy = () if deal.rules.dummy < 0 else (deal.rules.dummy,)
    phase = (trick_play.DummyPlay if dummy else trick_play.TrickPlay)(
        trump=-1,
        claims=options.claims is rules.Claims.BY_CONSENT,
        bossed=dummy,
        owner=deal.dealer if options.dealer_takes_part else -1,
        talon_winner_leads=options.raspasy_third_lead is ThirdLead.WINNER,
    )
    deal = deal._replace(open_seats=dummy)
    is_open = options.raspasy_talon is RaspasyTalon.OPEN
    return trick_play.begin_trick_play(deal, phase, lead=deal.talon if is_open else ())


def score_all_pass(deal: deal.Deal) -> tuple[Posting, ...]:
    """Score the tricks after amnesty, and the bonus for none (3.5)."""
    options = RussianOptions.of(deal.rules)
    assert isinstance(deal.carry, RussianCarry)
    write = PostingWriter(options, deal.carry.sheet)
    price = raspasy_cost(options, deal.carry.streak)
    inside = (*deal.seats, deal.dealer) if options.dealer_takes_part else deal.players
    if options.rostov_raspasy is RostovRaspasy.LEAST_TAKES:
        _least_takes(write, deal, inside)
    else:
        least = min(deal.won[seat] for seat in inside) if options.has_amnesty else 0
        for seat in inside:
            write.mountain(seat, deal.won[seat] - least, price, Why.ALL_PASS_TRICKS)
    for seat in inside:
        if deal.won[seat] == 0 and (seat in deal.seats or options.raspasy_zero_bonus_dealer):
            write.pool(seat, all_pass_bonus(options, price), Why.NO_TRICKS)
    return tuple(write.postings)


def all_pass_bonus(options: RussianOptions, price: int) -> int:
    """Return the pool points for no trick in raspasy (3.5); ``price`` is that of a trick."""
    if options.rostov_raspasy is RostovRaspasy.LEAST_TAKES:
        return 1
    return options.raspasy_zero_bonus * price


def _least_takes(write: PostingWriter, deal: deal.Deal, inside: tuple[cards.Seat, ...]) -> None:
    """Write whists of the fewest tricks on every trick of the others; two equal ones half each."""
    options = write.options
    least = min(deal.won[seat] for seat in inside)
    winners = [seat for seat in inside if deal.won[seat] == least]
    for winner in winners:
        for other in inside:
            if other not in winners:
                unit, count = options.rostov_whists_per_point, deal.won[other]
                amount = unit * count // len(winners)
                why = Why.FEWEST_TRICKS
                write.postings.append(Posting(WHISTS, winner, other, amount, why, count, unit))

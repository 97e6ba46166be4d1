"""A second Russian sheet, written apart from the engine (rules/russian.md 3, 4), on plain numbers.

It is worked out from the log of a deal: the calls, the tricks of each seat, and the talon.
"""

from fractions import Fraction
from typing import NamedTuple

from bot.engine.cards import Seat
from bot.engine.deal import DealResult
from bot.engine.families.russian.options import RussianOptions
from bot.engine.families.russian.scoring import RussianCarry
from tests.properties.oracles.reading import height, names, suit

VALUES = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}  # 4.2
QUOTAS = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}
ANSWERS = ("whist", "pass", "half")


class Paper(NamedTuple):
    """The sheet of 4.1 and the raspasy streak; no entry is zero in ``whists``."""

    pools: list[int]
    mountains: list[int]
    whists: dict[tuple[Seat, Seat], int]
    streak: int


def paper_of(options: RussianOptions, carry: RussianCarry) -> Paper:
    seats = range(options.players)
    held = {(i, j): carry.sheet.total("whists", i, j) for i in seats for j in seats if i != j}
    return Paper(
        [carry.sheet.total("pool", seat) for seat in seats],
        [carry.sheet.total("mountain", seat) for seat in seats],
        {pair: amount for pair, amount in held.items() if amount},
        carry.streak,
    )


class Pen:
    """Writes one deal on a copy of the paper by POOL, MNT and WH of 4.3."""

    def __init__(self, options: RussianOptions, before: Paper) -> None:
        self.options = options
        self.players = range(options.players)
        self.pools, self.mountains = [*before.pools], [*before.mountains]
        self.held = dict(before.whists)

    def pool(self, x: Seat, v: int) -> None:
        """Award pool points; what passes the target of the own pool is aid (4.7)."""
        target = self.options.pool_target
        if not self.options.american_aid or target is None:
            self.pools[x] += v
            return
        others = [(x + step) % len(self.players) for step in self.players][1:]
        by_height = sorted(others, key=lambda y: self.pools[y], reverse=True)
        for y in [x, *by_height]:
            given = min(v, target - self.pools[y])
            self.pools[y] += given
            v -= given
            if y != x:
                self.whists(x, y, self.options.aid_whists_per_point * given)
        self.mountain(x, -v)

    def mountain(self, x: Seat, p: int) -> None:
        """Write mountain points; without a mountain the others write whists (4.9)."""
        if self.options.mountain_mode == "mountain":
            self.mountains[x] += p * self.options.mountain_multiplier
            return
        for y in self.players:
            if y != x:
                self.hold(y, x, p * self.options.rostov_whists_per_point)

    def whists(self, x: Seat, y: Seat, p: int) -> None:
        self.hold(x, y, p * self.options.whist_multiplier)

    def hold(self, x: Seat, y: Seat, amount: int) -> None:
        self.held[x, y] = self.held.get((x, y), 0) + amount

    def paper(self, streak: int) -> Paper:
        held = {pair: amount for pair, amount in self.held.items() if amount}
        return Paper(self.pools, self.mountains, held, streak)


def after(result: DealResult, before: Paper, options: RussianOptions) -> Paper:
    """Return the paper after a deal."""
    pen = Pen(options, before)
    if result.contract is None:
        return _passed_out(pen, result, before.streak)
    if "throw" in _lines(result):
        pen.mountain(result.dealer, 1)
    if "concede" in _lines(result):
        bids = [line for line in _lines(result) if line.startswith("bid")]
        pen.mountain(result.contract.declarer, 3 * VALUES[_level(bids[-1])])
        return pen.paper(_left(options, before.streak, made=False, whisted=False))
    if result.contract.name in ("M", "MW"):
        return _misere(pen, result, before.streak)
    return _contract(pen, result, before.streak)


def next_dealer(result: DealResult, options: RussianOptions) -> Seat:
    """Return who deals next: the next seat, or by option the same one after passes (2.3)."""
    if options.dealer_rotation == "stays_on_raspasy" and result.contract is None:
        return result.dealer
    return (result.dealer + 1) % options.players


def _lines(result: DealResult) -> list[str]:
    return [line for _, line in result.calls]


def _level(name: str) -> int:
    """Return the tricks of a contract: 6 of ``bid 6C``, 10 of ``10NT``."""
    return int("".join(letter for letter in name if letter.isdigit()))


def _left(options: RussianOptions, streak: int, *, made: bool, whisted: bool) -> int:
    """Return the streak after a contract (3.2)."""
    exits = {"declared": True, "fulfilled": made, "fulfilled_whisted": made and whisted}
    return 0 if exits[options.raspasy_exit_on] else streak


# raspasy (3) --------------------------------------------------------------------------------------


def _passed_out(pen: Pen, result: DealResult, streak: int) -> Paper:
    options = pen.options
    if options.players == 2 and options.two_handed_all_pass == "redeal":
        return pen.paper(streak)
    takers = [seat for seat in result.seats if seat in pen.players]
    if options.players == 4 and options.raspasy_dealer_4p == "participates":
        takers.append(result.dealer)
    tricks = {seat: result.won[seat] for seat in takers}
    if options.rostov_raspasy == "least_takes":
        _least_takes(pen, tricks)
    else:
        _raspasy(pen, tricks, _cost(options, streak), result.dealer)
    return pen.paper(0 if streak + 1 == options.raspasy_max_streak else streak + 1)


def _cost(options: RussianOptions, streak: int) -> int:
    """Return ``cost(k)`` of 3.3."""
    growth: dict[str, int] = {"none": 1, "arithmetic": streak + 1, "geometric": 2**streak}
    factor = growth[options.raspasy_progression]
    if options.raspasy_cost_cap is not None:
        factor = min(factor, options.raspasy_cost_cap)
    return options.raspasy_cost_base * factor


def _raspasy(pen: Pen, tricks: dict[Seat, int], cost: int, dealer: Seat) -> None:
    """Write 3.5; ``tricks`` in the order H1, H2, H3, dealer."""
    options, amnesty = pen.options, pen.options.raspasy_amnesty
    if amnesty == "auto":
        amnesty = options.players < 4 or options.raspasy_dealer_4p == "participates"
    least = min(tricks.values()) if amnesty else 0
    for seat, won in tricks.items():
        pen.mountain(seat, (won - least) * cost)
    for seat, won in tricks.items():
        rests = options.players == 4 and seat == dealer
        if won == 0 and (options.raspasy_zero_bonus_dealer or not rests):
            pen.pool(seat, options.raspasy_zero_bonus * cost)


def _least_takes(pen: Pen, tricks: dict[Seat, int]) -> None:
    """Write Rostov's other raspasy (3.5), whose whists are never doubled."""
    fewest = min(tricks.values())
    winners = [seat for seat, won in tricks.items() if won == fewest]
    for seat in winners:
        for other, won in tricks.items():
            if other not in winners:
                pen.hold(seat, other, pen.options.rostov_whists_per_point * won // len(winners))
        if fewest == 0:
            pen.pool(seat, 1)


# contracts (4.3) ----------------------------------------------------------------------------------


def _misere(pen: Pen, result: DealResult, streak: int) -> Paper:
    assert result.contract is not None
    declarer = result.contract.declarer
    won = result.won[declarer]
    if won:
        pen.mountain(declarer, 10 * won)
    else:
        pen.pool(declarer, 10)
    if result.contract.name == "M":
        _dealers_bonus(pen, result, _misere_units(names(result.talon)), 10)
    return pen.paper(_left(pen.options, streak, made=not won, whisted=False))


class Defence(NamedTuple):
    """The defenders B, C (B alone of two players), and what each of them finally answered."""

    seats: list[Seat]
    whisters: list[Seat]
    half: Seat | None  # whose half-whist stands
    checked: bool


def _defence(result: DealResult, options: RussianOptions) -> Defence:
    """Read the answers after the declaration (2.6)."""
    assert result.contract is not None
    name, declarer = result.contract.name, result.contract.declarer
    place = result.seats.index(declarer)
    others = [result.seats[(place + step) % 3] for step in (1, 2)]
    seats = [seat for seat in others if seat < options.players]
    checked = _level(name) == 10 and options.ten_trick == "checked"
    if checked or (name == "6S" and options.stalingrad):
        return Defence(seats, seats, None, checked)
    declared = _lines(result).index(f"declare {name}")
    answers = {seat: line for seat, line in result.calls[declared + 1 :] if line in ANSWERS}
    whisters = [seat for seat in seats if answers[seat] == "whist"]
    halves = [seat for seat in seats if answers[seat] == "half" and not whisters]
    return Defence(seats, whisters, halves[0] if halves else None, checked=False)


def _contract(pen: Pen, result: DealResult, streak: int) -> Paper:
    assert result.contract is not None
    options, declarer = pen.options, result.contract.declarer
    level = _level(result.contract.name)
    value, defence = VALUES[level], _defence(result, options)
    made = True
    if not defence.whisters:
        pen.pool(declarer, value)
        if defence.half is not None:
            pen.whists(defence.half, declarer, value * QUOTAS[level] // 2)
    else:
        made = _played(pen, result, level, defence)
    _dealers_bonus(pen, result, _talon_units(names(result.talon)), value)
    played = bool(defence.whisters) and not defence.checked
    return pen.paper(_left(options, streak, made=made, whisted=played))


def _played(pen: Pen, result: DealResult, level: int, defence: Defence) -> bool:
    """Write a contract that was played; return True if it was made."""
    assert result.contract is not None
    options, declarer, value = pen.options, result.contract.declarer, VALUES[level]
    short_by = max(0, level - result.won[declarer])
    if short_by:
        pen.mountain(declarer, value * short_by)
    else:
        pen.pool(declarer, value)
        _quota(pen, result, level, defence)
    shares = {seat: value * tricks for seat, tricks in _tricks(result, options, defence).items()}
    if short_by:
        price = 10 if options.consolation_value == "fixed10" else value
        for seat in _consoled(options, defence):
            shares[seat] = shares.get(seat, 0) + price * short_by
        if options.consolation_to == "defenders_and_dealer" and options.players == 4:
            pen.whists(result.dealer, declarer, price * short_by)
        single = options.whist_sharing == "gentleman_single" and len(defence.whisters) == 1
        if (single or options.whist_sharing == "gentleman_all") and len(defence.seats) == 2:
            shares = dict.fromkeys(defence.seats, sum(shares.values()) // 2)
    for seat, amount in shares.items():
        pen.whists(seat, declarer, amount)
    return not short_by


def _tricks(result: DealResult, options: RussianOptions, defence: Defence) -> dict[Seat, int]:
    """Return the tricks for which each whister writes whists; a dummy's are the whister's."""
    assert result.contract is not None
    if len(defence.whisters) == 2:
        return {seat: result.won[seat] for seat in defence.whisters}
    (whister,) = defence.whisters
    if options.players > 2 and options.single_whister_tricks == "own":
        return {whister: result.won[whister]}
    return {whister: 10 - result.won[result.contract.declarer]}


def _consoled(options: RussianOptions, defence: Defence) -> list[Seat]:
    if options.consolation_to == "none":
        return []
    return defence.whisters if options.consolation_to == "whisters" else defence.seats


def _quota(pen: Pen, result: DealResult, level: int, defence: Defence) -> None:
    """Write whist failures of a contract that was made."""
    assert result.contract is not None
    options, quota = pen.options, 0 if defence.checked else QUOTAS[level]
    unit = VALUES[level] if options.whist_penalty == "full" else VALUES[level] // 2
    short = max(0, quota - (10 - result.won[result.contract.declarer]))
    if len(defence.whisters) == 1:
        pen.mountain(defence.whisters[0], short * unit)
    elif level <= 7:
        for seat in defence.whisters:
            own = max(0, quota // 2 - result.won[seat])
            charged = {
                "team_capped": min(short, own),
                "team_uncapped": own if short else 0,
                "personal": own,
            }
            pen.mountain(seat, charged[options.quota_rule] * unit)
    else:
        second = {"second": defence.whisters[1:], "both": defence.whisters, "none": []}
        for seat in second[options.high_whist]:
            pen.mountain(seat, short * unit)


def _dealers_bonus(pen: Pen, result: DealResult, units: int, value: int) -> None:
    """Write the paid talon of four players (4.6)."""
    assert result.contract is not None
    if pen.options.players == 4 and pen.options.dealer_talon_bonus:
        pen.whists(result.dealer, result.contract.declarer, units * value)


def _talon_units(talon: list[str]) -> int:
    ranks = "".join(sorted(name[:-1] for name in talon))
    one_suit = suit(talon[0]) == suit(talon[1])
    if ranks == "AA":
        return 3
    if "A" in ranks:
        return 2 if ranks == "AK" and one_suit else 1
    return 1 if ranks == "KQ" and one_suit else 0


def _misere_units(talon: list[str]) -> int:
    low, high = sorted(talon, key=height)
    if height(low) == 0 and height(high) == 1 and suit(low) == suit(high):
        return 2
    return [height(low), height(high)].count(0)


# settlement (4.11) --------------------------------------------------------------------------------


def settled(paper: Paper, options: RussianOptions) -> tuple[int, ...]:
    """Return the balances in whists."""
    seats, held = range(options.players), paper.whists
    whists = [sum(held.get((i, j), 0) - held.get((j, i), 0) for j in seats) for i in seats]
    mountains = [10 * (_mean(paper.mountains) - own) for own in paper.mountains]
    if options.mountain_mode == "whists":
        mountains = [Fraction(0) for _ in seats]
    factor = options.pool_settlement.factor
    if options.pool_settlement.kind == "pairwise":
        total = sum(paper.pools)
        pools = [Fraction(factor * (len(seats) * own - total)) for own in paper.pools]
    else:
        pools = [factor * (own - _mean(paper.pools)) for own in paper.pools]
    if options.rounding == "separate":
        parts = zip(whists, _rounded(mountains), _rounded(pools), strict=True)
        return tuple(map(sum, parts))
    exact = [w + m + p for w, m, p in zip(whists, mountains, pools, strict=True)]
    return tuple(_rounded(exact))


def _mean(numbers: list[int]) -> Fraction:
    return Fraction(sum(numbers), len(numbers))


def _rounded(exact: list[Fraction]) -> list[int]:
    """Round halves up; the first in order give back, or get, what the sum is off by."""
    whole = [int((2 * number + 1) // 2) for number in exact]
    off = sum(whole)
    order = sorted(range(len(whole)), key=whole.__getitem__)
    if off > 0:
        order = sorted(range(len(whole)), key=whole.__getitem__, reverse=True)
    for seat in order[: abs(off)]:
        whole[seat] -= 1 if off > 0 else -1
    return whole
